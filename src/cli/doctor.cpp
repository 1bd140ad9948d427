// chappe doctor: what this program is and what it finds here.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/build_info.hpp"
#include "cli/instruction_set.hpp"
#include "cli/inventory.hpp"
#include "cli/text.hpp"
#include "cli/threads.hpp"
#include "cli/verbs.hpp"
#include "scenario/scenario.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "doctor";
  s.purpose = "show version, build, instruction set, cores and data folder; say what is wrong";
  s.options = {{"json", '\0', "", "as one JSON document", false}};
  s.examples = {"chappe doctor"};
  s.exit_codes = {ExitCode::done, ExitCode::data, ExitCode::output, ExitCode::internal};
  return s;
}

using Fact = std::pair<std::string, std::string>;

/// The data folder, or why there is none.
std::string data_fact(std::vector<std::string>& troubles) {
  try {
    const std::filesystem::path data = data_folder();
    if (!std::filesystem::is_directory(data / "parts")) {
      troubles.push_back("there is no folder 'parts' in the data folder " + data.string());
    }
    return data.string() + " (" + std::to_string(find_parts().size()) + " parts, " +
           std::to_string(find_presets().size()) + " presets)";
  } catch (const Error& error) {
    troubles.emplace_back(error.what());
    return "not usable";
  }
}

ExitCode run(const Arguments& arguments, Console& console) {
  std::vector<std::string> troubles;
  const std::vector<Fact> facts{
      {"version", version()},
      {"build", build()},
      {"instruction_set", instruction_set()},
      {"threads",
       std::to_string(cores()) + " of " + std::to_string(std::thread::hardware_concurrency())},
      {"data_folder", data_fact(troubles)}};
  std::vector<std::string> notes;
  if (is_debug_build()) notes.emplace_back("this is a debug build: several times slower");
  if (arguments.has("json")) {
    nlohmann::ordered_json json;
    for (const auto& [name, value] : facts) json[name] = value;
    json["debug_build"] = is_debug_build();
    json["troubles"] = troubles;
    console.out << json.dump(2) + "\n";
  } else {
    TextColumn name{{}, {}, true}, value{{}, {}, true};
    for (const auto& [key, text] : facts) {
      name.cells.push_back(key);
      value.cells.push_back(text);
    }
    console.out << columns_text({name, value}, 0);
  }
  for (const std::string& note : notes) console.err << "note: " + note + "\n";
  for (const std::string& trouble : troubles) console.err << "trouble: " + trouble + "\n";
  return troubles.empty() ? ExitCode::done : ExitCode::data;
}

}  // namespace

Verb doctor_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
