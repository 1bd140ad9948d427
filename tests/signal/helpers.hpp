#pragma once
// What the tests of this room share: random networks and their distance, files in a scratch folder.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "signal/network.hpp"

namespace chappe::testing {

/// Random S with every singular value below 1 (rows scaled), on `points` frequencies.
inline Network random_network(int ports, std::size_t points, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Network out(FrequencyGrid::uniform(1e9, points), ports, 50.0);
  for (auto& values : out.s) {
    for (cd& x : values) x = cd{unit(engine), unit(engine)} * (0.6 / ports);
  }
  return out;
}

/// Largest |difference| over all parameters and frequencies.
inline double distance(const Network& a, const Network& b) {
  double worst = a.ports == b.ports && a.grid == b.grid ? 0.0 : 1e300;
  for (std::size_t p = 0; worst < 1e299 && p < a.s.size(); ++p) {
    for (std::size_t k = 0; k < a.grid.size(); ++k) {
      worst = std::max(worst, std::abs(a.s[p][k] - b.s[p][k]));
    }
  }
  return worst;
}

/// A folder that goes with its object.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "chappe-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
  }
  ~Scratch() { std::filesystem::remove_all(folder_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path folder_{};
};

/// The folder of reference files beside the sources ($CHAPPE_SHARED), or "" if there is none.
inline std::filesystem::path shared_folder() {
  const char* given = std::getenv("CHAPPE_SHARED");
  const std::filesystem::path folder =
      given != nullptr ? std::filesystem::path(given)
                       : std::filesystem::path(CHAPPE_SOURCE_DIR) / ".." / "shared";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path{};
}

}  // namespace chappe::testing
