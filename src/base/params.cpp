#include "base/params.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace chappe {
namespace {

/// Shortest text that reads back as the same number: "-3", "0.2", "1e+05".
std::string shortest(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

/// A TOML float is told from an integer by its point or exponent.
std::string toml_float(double value) {
  std::string text = shortest(value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string toml_string(const std::string& value) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string text = "\"";
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (code < 0x20 || code == 0x7f) {
      text += "\\u00";
      text += kHex[code >> 4];
      text += kHex[code & 15];
    } else {
      text += c;
    }
  }
  return text + '"';
}

template <class T, class F>
std::string toml_array(const std::vector<T>& values, F&& entry) {
  std::string text = "[";
  for (const T& value : values) {
    if (text.size() > 1) text += ", ";
    text += entry(value);
  }
  return text + "]";
}

std::string unit_suffix(const Info& info) {
  return info.unit.empty() || info.unit == "1" ? "" : " " + std::string(info.unit);
}

/// "key = value unit", the start of every message about a given value.
std::string given_text(const Info& info, const Value& value) {
  const double* real = std::get_if<double>(&value);
  const bool measured = real != nullptr || std::holds_alternative<std::int64_t>(value);
  return std::string(info.key) + " = " + (real != nullptr ? shortest(*real) : to_text(value)) +
         (measured ? unit_suffix(info) : "");
}

std::string range_text(const Info& info) {
  const std::string low = std::isinf(info.low) ? "(-inf" : "[" + shortest(info.low);
  const std::string high = std::isinf(info.high) ? "inf)" : shortest(info.high) + "]";
  return low + ", " + high + unit_suffix(info);
}

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> list;
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    list.emplace_back(choices.substr(0, bar));
    choices = bar == std::string_view::npos ? std::string_view{} : choices.substr(bar + 1);
  }
  return list;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Its value if it is a number of any kind.
std::optional<double> as_number(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

}  // namespace

std::string to_text(const Value& value) {
  struct Writer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return toml_float(v); }
    std::string operator()(const std::string& v) const { return toml_string(v); }
    std::string operator()(const std::vector<double>& v) const { return toml_array(v, toml_float); }
    std::string operator()(const std::vector<std::string>& v) const {
      return toml_array(v, toml_string);
    }
  };
  return std::visit(Writer{}, value);
}

ParamReader::ParamReader(const ParamMap& map, std::string what, Origin where, Faults& faults)
    : map_(map), what_(std::move(what)), where_(std::move(where)), faults_(faults) {}

const ParamValue* ParamReader::find(const Info& info) {
  known_.emplace_back(info.key);
  if (const auto it = map_.find(info.key); it != map_.end()) return &it->second;
  if (info.required) {
    faults_.add(where_, what_ + ": required key '" + std::string(info.key) + "' is absent");
  }
  return nullptr;
}

void ParamReader::wrong_type(const Info& info, const ParamValue& given, std::string_view wanted) {
  faults_.add(given.origin,
              given_text(info, given.value) + " is not " + std::string(wanted) +
                  (unit_suffix(info).empty() ? "" : " [" + std::string(info.unit) + "]"));
}

bool ParamReader::in_range(const Info& info, const ParamValue& given, double value) {
  const std::string text = given_text(info, Value{value});
  if (!std::isfinite(value)) {
    faults_.add(given.origin, text + " is not finite");
    return false;
  }
  if (value >= info.low && value <= info.high) return true;
  faults_.add(given.origin, text + " is outside " + range_text(info));
  return false;
}

std::optional<double> ParamReader::number(const Info& info, const ParamValue& given) {
  const std::optional<double> value = as_number(given.value);
  if (!value) {
    wrong_type(info, given, "a number");
    return std::nullopt;
  }
  return in_range(info, given, *value) ? value : std::nullopt;
}

void ParamReader::operator()(const Info& info, double& out) {
  if (const ParamValue* given = find(info)) out = number(info, *given).value_or(out);
}

void ParamReader::operator()(const Info& info, int& out) {
  const ParamValue* given = find(info);
  if (given == nullptr) return;
  Info limits = info;
  limits.low = std::max(info.low, static_cast<double>(std::numeric_limits<int>::min()));
  limits.high = std::min(info.high, static_cast<double>(std::numeric_limits<int>::max()));
  const std::optional<double> value = as_number(given->value);
  if (!value || (std::isfinite(*value) && *value != std::floor(*value))) {
    wrong_type(info, *given, "a whole number");
  } else if (in_range(limits, *given, *value)) {
    out = static_cast<int>(*value);
  }
}

void ParamReader::operator()(const Info& info, bool& out) {
  const ParamValue* given = find(info);
  if (given == nullptr) return;
  if (const bool* flag = std::get_if<bool>(&given->value)) {
    out = *flag;
  } else {
    wrong_type(info, *given, "true or false");
  }
}

void ParamReader::operator()(const Info& info, std::string& out) {
  const ParamValue* given = find(info);
  if (given == nullptr) return;
  const auto* text = std::get_if<std::string>(&given->value);
  if (text == nullptr) {
    wrong_type(info, *given, "a text in quotes");
    return;
  }
  const std::vector<std::string> choices = split_choices(info.choices);
  if (choices.empty() || std::find(choices.begin(), choices.end(), *text) != choices.end()) {
    out = *text;
    return;
  }
  faults_.add(given->origin, given_text(info, given->value) + " is not one of " + joined(choices) +
                                 did_you_mean(*text, choices));
}

void ParamReader::operator()(const Info& info, std::optional<double>& out) {
  const ParamValue* given = find(info);
  if (given == nullptr) return;
  const auto* word = std::get_if<std::string>(&given->value);
  if (word != nullptr && *word == "auto") {
    out.reset();
  } else if (!as_number(given->value)) {
    wrong_type(info, *given, "a number or \"auto\"");
  } else if (const std::optional<double> value = number(info, *given)) {
    out = value;
  }
}

void ParamReader::operator()(const Info& info, std::vector<double>& out) {
  const ParamValue* given = find(info);
  if (given == nullptr) return;
  const auto* words = std::get_if<std::vector<std::string>>(&given->value);
  if (words != nullptr && words->empty()) {  // an empty list has no type of its own
    out.clear();
    return;
  }
  const auto* values = std::get_if<std::vector<double>>(&given->value);
  if (values == nullptr) {
    wrong_type(info, *given, "a list of numbers");
    return;
  }
  bool all_good = true;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const std::string name = std::string(info.key) + "[" + std::to_string(i) + "]";
    Info entry = info;
    entry.key = name;
    all_good = in_range(entry, *given, (*values)[i]) && all_good;
  }
  if (all_good) out = *values;
}

void ParamReader::report_unknown_keys() {
  for (const auto& [key, given] : map_) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    Origin at = given.origin;
    if (given.key_column > 0) at.column = given.key_column;
    faults_.add(at, "unknown key '" + key + "'" + did_you_mean(key, known_));
  }
}

namespace detail {

Value as_value(double v) { return v; }
Value as_value(int v) { return std::int64_t{v}; }
Value as_value(bool v) { return v; }
Value as_value(const std::string& v) { return v; }
Value as_value(const std::optional<double>& v) {
  return v ? Value{*v} : Value{std::string("auto")};
}
Value as_value(const std::vector<double>& v) { return v; }

ParamDoc make_doc(const Info& info, Value default_value) {
  return {.key = std::string(info.key),
          .unit = std::string(info.unit),
          .doc = std::string(info.doc),
          .choices = std::string(info.choices),
          .low = info.low,
          .high = info.high,
          .required = info.required,
          .default_value = std::move(default_value)};
}

}  // namespace detail
}  // namespace chappe
