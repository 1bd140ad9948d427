#include "solve/com/com_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace chappe {
namespace {

std::string plain_letters(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

}  // namespace

std::string com_number_text(double value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), result.ptr);
}

std::string com_elided(const std::string& text) {
  constexpr std::size_t kMost = 200, kShown = 60;
  if (text.size() <= kMost) return text;
  return text.substr(0, kShown) + "... (" + std::to_string(text.size()) + " characters)";
}

std::string com_word(std::string_view text) {
  const auto strip = [&](std::string_view marks) {
    while (!text.empty() && marks.find(text.front()) != std::string_view::npos) {
      text.remove_prefix(1);
    }
    while (!text.empty() && marks.find(text.back()) != std::string_view::npos) {
      text.remove_suffix(1);
    }
  };
  strip(" \t");
  strip("'");
  return std::string(text);
}

bool ComRange::holds(double value) const {
  const bool above = open_low ? value > low : value >= low;
  const bool below = open_high ? value < high : value <= high;
  return above && below && std::isfinite(value);
}

std::string ComRange::text() const {
  const bool from = std::isfinite(low), to = std::isfinite(high);
  return (open_low || !from ? "(" : "[") + com_number_text(low) + ", " + com_number_text(high) +
         (open_high || !to ? ")" : "]");
}

const ComCell* ComValues::find(std::string_view keyword) const {
  const std::vector<const ComCell*> all = sheet_.values(keyword);
  if (all.size() > 1 && all.front()->origin.line > 0) {  // --set always counts
    for (const ComCell* cell : all) {
      if (parse_matlab_matrix(com_word(cell->text)).ok()) return cell;
    }
  }
  return all.empty() ? nullptr : all.front();
}

void ComValues::fault(std::string_view keyword, const std::string& message) {
  const ComCell* cell = find(keyword);
  Origin origin{sheet_.name(), 0, 0};
  if (cell != nullptr) origin = cell->origin;
  faults_.add(origin, std::string(keyword) +
                          (cell != nullptr ? " = " + com_elided(cell->text) : "") + message);
}

void ComValues::missing(const char* keyword) { fault(keyword, " is missing"); }

void ComValues::assume(std::string_view keyword, const std::string& value) {
  assumed_.push_back(std::string(keyword) + " = " + value);
}

std::optional<MatlabMatrix> ComValues::matrix(const char* keyword, const ComRange& range) {
  const ComCell* cell = find(keyword);
  if (cell == nullptr) return std::nullopt;
  MatlabOutcome outcome = parse_matlab_matrix(com_word(cell->text));
  if (!outcome.ok()) {
    const bool comma =
        cell->text.find(',') != std::string::npos && cell->text.find('[') == std::string::npos;
    fault(keyword, ": " + outcome.fault + " at its character " + std::to_string(outcome.at + 1) +
                       (comma ? " (decimals have a point here)" : ""));
    return std::nullopt;
  }
  for (const double value : outcome.value.values) {
    if (range.holds(value)) continue;
    fault(keyword, ": " + com_number_text(value) + " is outside " + range.text());
    return std::nullopt;
  }
  return std::move(outcome.value);
}

double ComValues::number(const char* keyword, const ComRange& range, std::optional<double> absent) {
  const double stand_in = absent.value_or(std::isfinite(range.low) ? range.low : 0.0);
  if (!has(keyword)) {
    if (!absent) missing(keyword);
    return stand_in;
  }
  const std::optional<MatlabMatrix> value = matrix(keyword, range);
  if (!value) return stand_in;
  if (value->size() == 1) return value->values[0];
  fault(keyword, ": expected one number, found " + std::to_string(value->size()));
  return stand_in;
}

double ComValues::told_number(const char* keyword, const ComRange& range, double absent) {
  if (!has(keyword)) assume(keyword, com_number_text(absent));
  return number(keyword, range, absent);
}

int ComValues::whole(const char* keyword, int low, int high, std::optional<int> absent) {
  const ComRange range{static_cast<double>(low), static_cast<double>(high), false, false};
  const double value = number(
      keyword, range, absent ? std::optional<double>(static_cast<double>(*absent)) : std::nullopt);
  if (has(keyword) && value != std::floor(value)) fault(keyword, ": expected a whole number");
  return static_cast<int>(std::floor(value));
}

bool ComValues::flag(const char* keyword, bool absent) {
  const ComCell* cell = find(keyword);
  if (cell == nullptr) return absent;
  const std::string text = plain_letters(com_word(cell->text));
  if (text == "true") return true;
  if (text == "false" || text == "[]") return false;
  return number(keyword, ComRange{}, 0.0) != 0.0;
}

std::string ComValues::word(const char* keyword, const std::vector<std::string>& choices,
                            const std::string& absent) {
  const ComCell* cell = find(keyword);
  if (cell == nullptr) return absent;
  const std::string text = plain_letters(com_word(cell->text));
  std::string list;
  for (const std::string& choice : choices) {
    if (text == plain_letters(choice)) return choice;
    list += (list.empty() ? "" : ", ") + choice;
  }
  fault(keyword, " is none of " + list + did_you_mean(text, choices));
  return absent;
}

std::vector<double> ComValues::list(const char* keyword, const ComRange& range,
                                    std::vector<double> absent) {
  if (!has(keyword)) return absent;
  std::optional<MatlabMatrix> value = matrix(keyword, range);
  if (!value) return absent;
  if (value->size() > 0 && !value->is_vector()) {
    fault(keyword, ": expected one row or column");
    return absent;
  }
  return std::move(value->values);
}

std::array<double, 2> ComValues::pair(const char* keyword, const ComRange& range,
                                      std::optional<double> absent) {
  const double stand_in = absent.value_or(range.low);
  if (!has(keyword) && !absent) missing(keyword);
  const std::vector<double> values = list(keyword, range, {stand_in});
  if (values.size() == 1) return {values[0], values[0]};
  if (values.size() == 2) return {values[0], values[1]};
  fault(keyword, ": expected [Tx Rx] or one number, found " + std::to_string(values.size()));
  return {stand_in, stand_in};
}

}  // namespace chappe
