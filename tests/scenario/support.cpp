#include "scenario/support.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace chappe::test {
namespace fs = std::filesystem;
namespace {

struct CableParams {
  double length_m{1.0};
  double diameter_mm{0.4};
  double loss_db_per_m{5.0};
  double tan_delta{0.0};
  bool shielded{true};
  int pairs{1};
  std::string note{"a \"quoted\" note\twith a tab"};
  std::optional<double> temperature_c{};
  std::vector<double> profile{1.0, 0.5};
  void visit(auto&& f) {
    f(Info{"length_m", "m", "length", 0, 100}, length_m);
    f(Info{"diameter_mm", "mm", "conductor", 0.01, 2}, diameter_mm);
    f(Info{"loss_db_per_m", "dB/m", "loss", 0, 100}, loss_db_per_m);
    f(Info{"tan_delta", "1", "loss tangent", 0, 1}, tan_delta);
    f(Info{.key = "shielded", .doc = "foil"}, shielded);
    f(Info{"pairs", "1", "pairs", 1, 16}, pairs);
    f(Info{.key = "note", .doc = "text"}, note);
    f(Info{"temperature_c", "degC", "temperature", -60, 150}, temperature_c);
    f(Info{"profile", "1", "list", 0, 10}, profile);
  }
};

struct TxParams {
  double amplitude_v{0.5};
  std::vector<double> ffe{};
  void visit(auto&& f) {
    f(Info{"amplitude_v", "V", "amplitude", 0, 2}, amplitude_v);
    f(Info{"ffe", "1", "taps", -1, 1}, ffe);
  }
};

struct RxParams {
  double noise_v2_per_ghz{1e-8};
  void visit(auto&& f) { f(Info{"noise_v2_per_ghz", "V^2/GHz", "noise", 0, 1}, noise_v2_per_ghz); }
};

struct FileParams {
  std::string file{};
  double length_m{0.0};
  void visit(auto&& f) {
    f(Info{.key = "file", .doc = "data"}, file);
    f(Info{"length_m", "m", "length", 0, 100}, length_m);
  }
};

template <class P>
Model model(const std::string& name) {
  Model out;
  out.name = name;
  out.describe = [] { return describe_params<P>(); };
  out.resolve = [name](const ElementSpec& spec) {
    Faults ignored;
    return resolve_params(read_params<P>(spec.params, name, spec.origin, ignored), spec.params);
  };
  return out;
}

}  // namespace

void use_test_parts() { setenv("CHAPPE_DATA", CHAPPE_SOURCE_DIR "/tests/scenario/data", 1); }

Scratch::Scratch() {
  use_test_parts();
  std::string pattern = (fs::temp_directory_path() / "chappe_scenario_XXXXXX").string();
  const char* made = mkdtemp(pattern.data());
  ensure(made != nullptr, "a scratch folder can be made");
  folder_ = made;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string Scratch::write(const std::string& name, const std::string& text) const {
  const fs::path path = folder_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

Scenario Scratch::read(const std::string& text, const std::vector<Setting>& settings) const {
  return read_scenario(write("a.toml", text), settings);
}

std::string Scratch::faults(const std::string& text, const std::vector<Setting>& settings) const {
  std::string message;
  try {
    read(text, settings);
    return "";
  } catch (const ScenarioError& error) {
    message = error.what();
  }
  const std::string own = folder_.string() + "/";
  for (std::size_t at = 0; (at = message.find(own)) != std::string::npos;) {
    message.erase(at, own.size());
  }
  return message;
}

std::string dac_scenario(const std::string& more) {
  return "schema = \"chappe.scenario/1\"\n"
         "name = \"test\"\n"
         "[[link]]\n"
         "name = \"dac\"\n"
         "part = \"link/dac\"\n" +
         more;
}

Catalogue test_catalogue() {
  Catalogue catalogue;
  catalogue.add(model<CableParams>("test.cable"));
  catalogue.add(model<TxParams>("test.tx"));
  catalogue.add(model<RxParams>("test.rx"));
  catalogue.add(model<FileParams>("copper.touchstone"));
  return catalogue;
}

}  // namespace chappe::test
