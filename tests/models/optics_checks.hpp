#pragma once
// What the tests of optical elements share: a file of given text, and where a value falls to half.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "link/element.hpp"

namespace chappe::test {

/// A file in a folder of its own, gone with the object.
class TextFile {
 public:
  explicit TextFile(const std::string& text, const std::string& name = "curve.csv") {
    std::string pattern = (std::filesystem::temp_directory_path() / "chappe_XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
    path_ = (folder_ / name).string();
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::filesystem::remove_all(folder_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_{};
  std::string path_{};
};

/// First frequency [Hz] where |transfer|^2 is 1/2, to 1 MHz.
inline double half_power_hz(const Linear& element, const OperatingPoint& at) {
  double low = 0.0, high = 1e9;
  const auto level = [&](double f) {
    FrequencyGrid grid;
    grid.f_hz = {f};
    return std::norm(element.transfer(grid, at)[0]);
  };
  while (level(high) > 0.5 && high < 1e12) low = high, high += 1e9;
  while (high - low > 1e6) (level(0.5 * (low + high)) > 0.5 ? low : high) = 0.5 * (low + high);
  return 0.5 * (low + high);
}

/// The value of an element's row of this quantity; fails if there is none.
inline double ledger_value(const Element& element, const std::string& quantity,
                           const OperatingPoint& at) {
  std::vector<LedgerRow> rows;
  element.ledger(at, rows);
  for (const LedgerRow& row : rows) {
    if (row.quantity == quantity) return row.value;
  }
  FAIL("no row " << quantity);
  return 0.0;
}

}  // namespace chappe::test
