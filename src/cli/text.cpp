#include "cli/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace chappe::cli {
namespace {

std::string formatted(double value, std::chars_format format, int precision) {
  std::array<char, 400> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return {buffer.data(), result.ptr};
}

/// Bytes of UTF-8 that start a character.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::size_t width(const TextColumn& column) {
  std::size_t widest = 0;
  for (const std::string& line : column.head) widest = std::max(widest, width(line));
  for (const std::string& cell : column.cells) widest = std::max(widest, width(cell));
  return widest;
}

std::string line_of(const std::vector<TextColumn>& columns, const std::vector<std::size_t>& widths,
                    std::vector<std::string> TextColumn::*part, std::size_t row,
                    std::size_t indent) {
  std::string line(indent, ' ');
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& cell = (columns[i].*part)[row];
    const std::string blanks(widths[i] - width(cell), ' ');
    if (i > 0) line += "  ";
    line += columns[i].left ? cell + blanks : blanks + cell;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string plain(double value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string probability(double value, int decimals) {
  if (std::isnan(value)) return "-";
  if (value == 0.0) return "0";
  return formatted(value, std::chars_format::scientific, decimals);
}

std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return "-";
  const double least = std::pow(10.0, -decimals);
  const double size = std::abs(value);
  if (size != 0.0 && (size < least || size >= 1e9)) {
    return formatted(value, std::chars_format::general, 3);
  }
  // -0 says no more than 0.
  return formatted(size == 0.0 ? 0.0 : value, std::chars_format::fixed, decimals);
}

std::string columns_text(const std::vector<TextColumn>& columns, std::size_t indent) {
  if (columns.empty()) return "";
  std::vector<std::size_t> widths;
  widths.reserve(columns.size());
  for (const TextColumn& column : columns) widths.push_back(width(column));
  std::string text;
  for (std::size_t row = 0; row < columns.front().head.size(); ++row) {
    const bool empty = std::all_of(columns.begin(), columns.end(), [&](const TextColumn& column) {
      return column.head[row].empty();
    });
    if (empty) continue;
    text += line_of(columns, widths, &TextColumn::head, row, indent);
  }
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    text += line_of(columns, widths, &TextColumn::cells, row, indent);
  }
  return text;
}

std::pair<std::string, std::string> over_two_lines(const std::string& name, std::size_t width) {
  std::pair<std::string, std::string> best{"", name};
  if (name.size() <= width) return best;
  std::size_t least = name.size();
  for (std::size_t i = 1; i < name.size(); ++i) {
    const std::size_t wider = std::max(i, name.size() - i);
    if ((name[i - 1] != '_' && name[i - 1] != '.') || wider >= least) continue;
    least = wider;
    best = {name.substr(0, i), name.substr(i)};
  }
  return best;
}

std::string without_unit(std::string_view key, std::string_view unit) {
  std::string suffix = "_";
  for (const char c : unit) {
    if (c == '/') {
      suffix += "_per_";
    } else {
      suffix += (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  if (unit.empty() || key.size() <= suffix.size() || !key.ends_with(suffix)) {
    return std::string(key);
  }
  return std::string(key.substr(0, key.size() - suffix.size()));
}

}  // namespace chappe::cli
