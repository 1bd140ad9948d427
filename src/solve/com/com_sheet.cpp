#include "solve/com/com_sheet.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "solve/com/com_sheet_text.hpp"

namespace chappe {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

/// As many as a sheet may have, and one more that tells that there are more.
std::string first_bytes(std::istream& in) {
  std::string text(kComSheetBytesMax + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace

bool same_keyword(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

ComSheet ComSheet::parse(std::string_view text, const std::string& name) {
  if (text.size() > kComSheetBytesMax) {
    throw DataError(name + ": a COM sheet of more than " + std::to_string(kComSheetBytesMax) +
                    " bytes");
  }
  ComSheet sheet;
  sheet.name_ = name;
  sheet.rows_ = com_sheet_cells(com_sheet_utf8(text, name), name);
  return sheet;
}

ComSheet ComSheet::read(const std::string& path) {
  if (path == "-") return parse(first_bytes(std::cin), "standard input");
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (!fs::exists(status)) throw DataError(path + ": no such file");
  if (!fs::is_regular_file(status)) throw DataError(path + ": no regular file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw DataError(path + ": cannot be read");
  const std::string text = first_bytes(in);
  if (in.bad()) throw DataError(path + ": cannot be read");
  return parse(text, path);
}

void ComSheet::set(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string keyword = trimmed(assignment.substr(0, std::min(equals, assignment.size())));
  if (equals == std::string::npos || keyword.empty()) {
    throw ScenarioError("option '--set': '" + assignment + "' is not KEYWORD=VALUE");
  }
  for (const ComCell& other : set_keywords_) {
    if (same_keyword(other.text, keyword)) {
      throw ScenarioError("option '--set': " + keyword + " is given twice");
    }
  }
  set_keywords_.push_back({keyword, {"--set", 0, 0}});
  set_values_.push_back({trimmed(assignment.substr(equals + 1)), {"--set", 0, 0}});
}

std::vector<const ComCell*> ComSheet::values(std::string_view keyword) const {
  std::vector<const ComCell*> found;
  for (std::size_t i = 0; i < set_keywords_.size(); ++i) {
    if (same_keyword(set_keywords_[i].text, keyword)) found.push_back(&set_values_[i]);
  }
  for (const std::vector<ComCell>& row : rows_) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (same_keyword(row[i].text, keyword) && !row[i + 1].text.empty()) {
        found.push_back(&row[i + 1]);
      }
    }
  }
  return found;
}

}  // namespace chappe
