#pragma once
// Typed access to a COM sheet: each value with its range, each fault with its place.
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solve/com/com_sheet.hpp"
#include "solve/com/matlab_matrix.hpp"

namespace chappe {

/// Allowed values, in the sheet's unit.
struct ComRange {
  double low{-std::numeric_limits<double>::infinity()};
  double high{std::numeric_limits<double>::infinity()};
  bool open_low{false}, open_high{false};  ///< the end itself is not allowed
  bool holds(double value) const;
  std::string text() const;
};

/// Reads keyword after keyword. Faults are collected; what is faulty or missing yields a
/// stand-in, so that reading goes on.
class ComValues {
 public:
  ComValues(const ComSheet& sheet, Faults& faults) : sheet_(sheet), faults_(faults) {}

  /// The cell that counts; nullptr if the keyword is absent. Of several the first that holds a
  /// matrix expression: the word may also stand in the unit column, ahead of a note.
  const ComCell* find(std::string_view keyword) const;
  bool has(std::string_view keyword) const { return find(keyword) != nullptr; }
  /// True if --set gave it.
  bool is_set(std::string_view keyword) const {
    return has(keyword) && find(keyword)->origin.line == 0;
  }

  /// @param absent  what an absent keyword means; none: it must be there
  double number(const char* keyword, const ComRange& range, std::optional<double> absent = {});
  int whole(const char* keyword, int low, int high, std::optional<int> absent = {});
  bool flag(const char* keyword, bool absent);
  /// A word without MATLAB's quotes; one of `choices`, with any case, blanks or underscores.
  std::string word(const char* keyword, const std::vector<std::string>& choices,
                   const std::string& absent);
  std::optional<MatlabMatrix> matrix(const char* keyword, const ComRange& range);
  /// One row or column. @param absent  empty if nothing is given
  std::vector<double> list(const char* keyword, const ComRange& range,
                           std::vector<double> absent = {});
  /// [Tx Rx], or one number for both. @param absent  none: it must be there
  std::array<double, 2> pair(const char* keyword, const ComRange& range,
                             std::optional<double> absent = {});

  /// As number(), but an absent keyword is told: "KEYWORD = absent".
  double told_number(const char* keyword, const ComRange& range, double absent);

  /// A fault of that keyword's value, or of the sheet if it is absent.
  void fault(std::string_view keyword, const std::string& message);
  /// Notes what was assumed in place of an absent keyword.
  void assume(std::string_view keyword, const std::string& value);
  /// "KEYWORD = value" in the order of reading.
  const std::vector<std::string>& assumed() const { return assumed_; }
  /// What else was assumed, one line each.
  void remark(std::string line) { remarks_.push_back(std::move(line)); }
  const std::vector<std::string>& remarks() const { return remarks_; }
  const ComSheet& sheet() const { return sheet_; }

 private:
  void missing(const char* keyword);

  const ComSheet& sheet_;
  Faults& faults_;
  std::vector<std::string> assumed_{}, remarks_{};
};

/// As much of a text as a message should hold.
std::string com_elided(const std::string& text);
/// Cell text without blanks and MATLAB's quotes around it.
std::string com_word(std::string_view text);
/// The shortest text of a number that reads back.
std::string com_number_text(double value);

}  // namespace chappe
