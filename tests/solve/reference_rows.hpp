#pragma once
// Tables of data/reference for tests.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace chappe::test {

/// Fields of a CSV with '#' comments and one header line, `name` below data/reference.
inline std::vector<std::vector<std::string>> reference_rows(const std::string& name) {
  std::ifstream in(std::string(CHAPPE_SOURCE_DIR) + "/data/reference/" + name);
  std::vector<std::vector<std::string>> rows;
  bool header = true;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (header) {
      header = false;
      continue;
    }
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

}  // namespace chappe::test
