#pragma once
// A COM sheet as cells: a keyword stands in any cell, its value in the next cell to the right.
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"

namespace chappe {

/// Bounds while reading (TRAPS.md T11).
inline constexpr std::size_t kComSheetBytesMax = 4u << 20;
inline constexpr std::size_t kComSheetCellsMax = 200'000;

struct ComCell {
  std::string text{};  ///< UTF-8, without quotes and the blanks around it
  Origin origin{};     ///< of its first character
};

class ComSheet {
 public:
  /// Comma, semicolon or tab (the one that the most lines hold outside quotes and brackets), with
  /// quotes, blank cells, any line end, a byte order mark, UTF-8 or Latin-1. In a cell that begins
  /// with '[' separators up to the matching ']' part nothing.
  /// @param name  for messages
  /// @throws DataError for what is no text (an xlsx file is told to be one), too large, or a quote
  ///         without end
  static ComSheet parse(std::string_view text, const std::string& name);
  /// A regular file, read only; "-" is standard input. @throws DataError
  static ComSheet read(const std::string& path);

  /// `--set KEYWORD=value`: goes before what the sheet says.
  /// @throws ScenarioError if there is no '=', nothing ahead of it, or the keyword was set before
  void set(const std::string& assignment);

  const std::string& name() const { return name_; }
  const std::vector<std::vector<ComCell>>& rows() const { return rows_; }
  /// Every pair (keyword, value) of that keyword, without regard to case; the value is not blank.
  /// First what was set, then the sheet's in order of reading.
  std::vector<const ComCell*> values(std::string_view keyword) const;
  /// Keywords given by set(), as written.
  const std::vector<ComCell>& set_keywords() const { return set_keywords_; }
  const std::vector<ComCell>& set_values() const { return set_values_; }

 private:
  std::string name_{};
  std::vector<std::vector<ComCell>> rows_{};
  std::vector<ComCell> set_keywords_{}, set_values_{};
};

/// Equal without regard to the case of ASCII letters.
bool same_keyword(std::string_view a, std::string_view b);

}  // namespace chappe
