#include "models/optics/csv_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>

#include "base/errors.hpp"
#include "base/input_file.hpp"

namespace chappe {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kLongestLine = 4096;

struct Field {
  std::string_view text{};
  int column{0};  ///< of its first letter, from 1
};

std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> out;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t comma = std::min(line.find(',', from), line.size());
    std::size_t first = from, last = comma;
    while (first < last && (line[first] == ' ' || line[first] == '\t')) ++first;
    while (last > first && (line[last - 1] == ' ' || line[last - 1] == '\t')) --last;
    out.push_back({line.substr(first, last - first), static_cast<int>(first) + 1});
    from = comma + 1;
  }
  return out;
}

/// The reader of one file; it knows where it stands.
class Reader {
 public:
  explicit Reader(const std::string& path) : in_(path), at_{path, 0, 0} {
    const std::string trouble = input_trouble(path);
    if (!trouble.empty()) throw DataError(path + ": " + trouble);
    if (path == "-" || !in_) throw DataError(path + ": cannot be read");
  }

  /// Fields of the next line that counts; none at the end.
  std::vector<Field> next() {
    while (std::getline(in_, line_)) {
      ++at_.line;
      if (line_.size() > kLongestLine) fail(0, "a line of more than 4096 letters");
      if (at_.line == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
      if (!line_.empty() && line_.back() == '\r') line_.pop_back();
      const std::size_t first = line_.find_first_not_of(" \t");
      if (first != std::string::npos && line_[first] != '#') return fields_of(line_);
    }
    return {};
  }

  double number(const Field& field) const {
    double value = 0.0;
    const std::string_view text = field.text.starts_with('+') ? field.text.substr(1) : field.text;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
      fail(field.column, "'" + std::string(field.text) + "' is not a number");
    }
    return value;
  }

  [[noreturn]] void fail(int column, const std::string& message) const {
    throw DataError(Origin{at_.file, at_.line, column}, message);
  }

 private:
  std::ifstream in_;
  Origin at_;
  std::string line_{};
};

/// Where each wanted column stands in the file; nothing for an optional one that is not there.
std::vector<std::optional<std::size_t>> places_of(const Reader& reader,
                                                  const std::vector<Field>& head,
                                                  const std::vector<std::string>& wanted,
                                                  std::size_t required) {
  std::vector<std::optional<std::size_t>> places(wanted.size());
  for (std::size_t i = 0; i < head.size(); ++i) {
    const auto it = std::find(wanted.begin(), wanted.end(), head[i].text);
    if (it == wanted.end()) {
      reader.fail(head[i].column, "unknown column '" + std::string(head[i].text) + "'" +
                                      did_you_mean(head[i].text, wanted));
    }
    auto& place = places[static_cast<std::size_t>(it - wanted.begin())];
    if (place) reader.fail(head[i].column, "column '" + *it + "' is there twice");
    place = i;
  }
  for (std::size_t k = 0; k < required; ++k) {
    if (!places[k]) reader.fail(1, "no column '" + wanted[k] + "'");
  }
  return places;
}

}  // namespace

std::vector<std::vector<double>> read_csv_table(const std::string& path,
                                                std::span<const std::string_view> required,
                                                std::span<const std::string_view> optional) {
  Reader reader(path);
  std::vector<std::string> wanted(required.begin(), required.end());
  wanted.insert(wanted.end(), optional.begin(), optional.end());
  const std::vector<Field> head = reader.next();
  if (head.empty()) throw DataError(path + ": empty; its first line names the columns");
  const std::size_t width = head.size();
  const auto places = places_of(reader, head, wanted, required.size());
  std::vector<std::vector<double>> out(wanted.size());
  for (std::vector<Field> row = reader.next(); !row.empty(); row = reader.next()) {
    if (row.size() != width) {
      reader.fail(1, std::to_string(row.size()) + " fields where the first line has " +
                         std::to_string(width));
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      if (places[k]) out[k].push_back(reader.number(row[*places[k]]));
    }
    const std::vector<double>& x = out.front();
    if (x.size() > 1 && x.back() <= x[x.size() - 2]) {
      reader.fail(row[*places[0]].column, wanted[0] + " does not ascend");
    }
    if (x.size() > kMostRows) reader.fail(1, "more than 100000 rows");
  }
  if (out.front().size() < 2) throw DataError(path + ": fewer than two rows");
  return out;
}

}  // namespace chappe
