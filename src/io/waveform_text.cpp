#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/errors.hpp"
#include "io/number_text.hpp"
#include "io/waveform_parts.hpp"

namespace chappe {
namespace {

struct Unit {
  std::string_view name{};
  double factor{1.0};
};
constexpr std::array<Unit, 5> kTimes{
    {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}}};
constexpr std::array<Unit, 4> kPowers{{{"mw", 1.0}, {"w", 1e3}, {"uw", 1e-3}, {"nw", 1e-6}}};

bool is_separator(char c) { return c == ',' || c == ';' || c == '\t' || c == ' '; }

/// Cells of a line; several blanks are one separator.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  std::size_t at = 0;
  while (at < line.size()) {
    while (at < line.size() && line[at] == ' ') ++at;
    std::size_t end = at;
    while (end < line.size() && !is_separator(line[end])) ++end;
    if (end > at || end < line.size()) cells.push_back(line.substr(at, end - at));
    while (end < line.size() && line[end] == ' ') ++end;
    at = end < line.size() && is_separator(line[end]) ? end + 1 : end;
  }
  return cells;
}

std::optional<double> number_of(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

/// The first unit among the words of a heading, cut at everything but letters.
template <std::size_t n>
std::optional<double> factor_in(std::string_view heading, const std::array<Unit, n>& units) {
  std::string word;
  for (std::size_t i = 0; i <= heading.size(); ++i) {
    const auto c = static_cast<unsigned char>(i < heading.size() ? heading[i] : ' ');
    if (std::isalpha(c) != 0) {
      word += static_cast<char>(std::tolower(c));
      continue;
    }
    for (const Unit& unit : units) {
      if (word == unit.name) return unit.factor;
    }
    word.clear();
  }
  return std::nullopt;
}

[[noreturn]] void fail(std::size_t line, const std::string& what) {
  throw DataError("line " + std::to_string(line) + ": " + what);
}

class TextReader {
 public:
  void line(std::string_view text, std::size_t number) {
    text = text.substr(0, text.find('#'));
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    const std::vector<std::string_view> cells = cells_of(text);
    if (cells.empty()) return;
    if (values_.empty() && !number_of(cells.front())) {
      if (!heading_.empty()) fail(number, "'" + std::string(text) + "' is no number");
      heading_ = text;
      return;
    }
    if (cells.size() > 2) fail(number, "more than two columns: time and value are expected");
    if (columns_ == 0) columns_ = cells.size();
    if (cells.size() != columns_) {
      fail(number, std::to_string(columns_) + " columns are expected as in the lines before");
    }
    if (columns_ == 2) times_.push_back(take(cells.front(), number));
    values_.push_back(take(cells.back(), number));
  }

  WaveformFile finish() {
    if (values_.empty()) throw DataError("holds no numbers: neither HDF5 nor text of numbers");
    WaveformFile file;
    const std::size_t cut = std::min(heading_.find_first_of(",;\t"), heading_.size());
    const std::string_view heading = heading_;
    const auto power =
        factor_in(columns_ == 2 && cut < heading.size() ? heading.substr(cut) : heading, kPowers);
    if (!power) file.assumed.push_back("powers are in mW");
    file.power_mw = std::move(values_);
    for (double& value : file.power_mw) value *= power.value_or(1.0);
    if (columns_ == 2) {
      const auto time = factor_in(heading.substr(0, cut), kTimes);
      if (!time) file.assumed.push_back("times are in s");
      take_rate(time.value_or(1.0), file);
    }
    return file;
  }

 private:
  double take(std::string_view cell, std::size_t number) const {
    const auto value = number_of(cell);
    if (!value) fail(number, "'" + std::string(cell) + "' is no number");
    if (!std::isfinite(*value)) fail(number, "'" + std::string(cell) + "' is not finite");
    return *value;
  }
  /// Of equidistant samples. @param unit  of the times [s]
  void take_rate(double unit, WaveformFile& file) const {
    const std::size_t n = times_.size();
    const double step = n < 2 ? 0.0 : (times_.back() - times_.front()) / static_cast<double>(n - 1);
    if (!(step > 0.0)) {
      file.time_trouble = "the times do not rise";
      return;
    }
    double worst = 0.0;
    std::size_t where = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double off = std::abs((times_[k] - times_.front()) / step - static_cast<double>(k));
      if (off <= worst) continue;
      worst = off;
      where = k;
    }
    if (worst > 0.5) {
      const bool coarse = std::adjacent_find(times_.begin(), times_.end()) != times_.end();
      file.time_trouble = "the samples are not equidistant: sample " + std::to_string(where + 1) +
                          " is " + rounded_text(worst, 3) + " steps away from where it should be" +
                          (coarse ? " (the times have too few digits)" : "");
      return;
    }
    if (worst > 0.02) {
      file.assumed.push_back("samples are equidistant; their times are off by up to " +
                             rounded_text(worst, 2) + " of a step");
    }
    file.sample_rate_hz = 1.0 / (step * unit);
  }

  std::string heading_{};
  std::size_t columns_{0};
  std::vector<double> times_{}, values_{};
};

}  // namespace

WaveformFile parse_waveform_text(std::string_view text) {
  constexpr std::string_view kByteOrderMark{"\xef\xbb\xbf"};
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  TextReader reader;
  std::size_t number = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end), number++);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

}  // namespace chappe
