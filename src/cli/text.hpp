#pragma once
// Numbers and tables as a reader likes them. Not for files: those hold every digit.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chappe::cli {

/// Shortest text that reads back: "0.5", "26", "5.3125e+10"; "nan" and "inf" as such.
std::string plain(double value);
/// A probability: "3.2e-07"; 0 stays "0"; not a number is "-".
/// @param decimals  digits behind the point
std::string probability(double value, int decimals = 1);
/// Fixed decimals, or three significant digits where those would show nothing; not a number is "-".
std::string fixed(double value, int decimals);

/// One column of a text table.
struct TextColumn {
  std::vector<std::string> head{};  ///< lines above the cells; all columns have equally many
  std::vector<std::string> cells{};
  bool left{false};  ///< left aligned (text); else right aligned (numbers)
};

/// Columns side by side, two blanks between; no trailing blanks. Each line ends with '\n'.
/// Head lines that are empty in every column are left out. @param indent  blanks ahead of each line
std::string columns_text(const std::vector<TextColumn>& columns, std::size_t indent);

/// A name over two lines: ("frame_loss_", "ratio"), broken behind '_' or '.' where that makes it
/// narrowest; ("", name) if it is no wider than `width` or cannot be broken.
std::pair<std::string, std::string> over_two_lines(const std::string& name, std::size_t width);

/// A key without the unit that it ends in: ("latency_ns", "ns") -> "latency".
std::string without_unit(std::string_view key, std::string_view unit);

}  // namespace chappe::cli
