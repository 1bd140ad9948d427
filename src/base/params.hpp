#pragma once
// A parameter is declared once, in a struct's `visit` (STYLE.md section 2). The strict reader, the
// help, the resolved scenario and the attributes of result files all come from that one
// declaration.
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/errors.hpp"

namespace chappe {

/// Declaration of one parameter or column.
struct Info {
  std::string_view key{};   ///< name with its unit as suffix, as in TOML, HDF5, CSV, JSON
  std::string_view unit{};  ///< "1" for a pure number, "" for text and flags
  std::string_view doc{};   ///< one line
  double low{-std::numeric_limits<double>::infinity()};  ///< allowed range, ends included
  double high{std::numeric_limits<double>::infinity()};
  std::string_view choices{};  ///< for text: "a|b|c"; empty = free
  bool required{false};        ///< no default: absent is a fault
};

using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<double>,
                           std::vector<std::string>>;

/// Where a number comes from. What is not verified says so in every ledger that rests on it.
struct Provenance {
  std::string source{};
  std::string date{};
  std::optional<double> low{};  ///< spread given by the source
  std::optional<double> high{};
  bool verified{false};
};

/// A value as it was written: in a part, a scenario or by --set.
struct ParamValue {
  Value value{};
  Origin origin{};
  Provenance provenance{};
  int key_column{0};  ///< where its key begins, on the origin's line; 0 = unknown
};

using ParamMap = std::map<std::string, ParamValue, std::less<>>;

/// One parameter as help and `list models` show it.
struct ParamDoc {
  std::string key{}, unit{}, doc{}, choices{};
  double low{0.0}, high{0.0};
  bool required{false};
  Value default_value{};
};

/// A value as TOML writes it.
std::string to_text(const Value& value);

/// Reads one value with type, range and choices checked; an absent one leaves `out` (its default)
/// as it is. std::optional<double> holds no value for the word "auto". A fault is added to `faults`
/// and leaves `out` unchanged.
class ParamReader {
 public:
  /// @param what  what the parameters belong to, for messages: "element 'cable' (copper.twinax)"
  ParamReader(const ParamMap& map, std::string what, Origin where, Faults& faults);
  void operator()(const Info& info, double& out);
  void operator()(const Info& info, int& out);
  void operator()(const Info& info, bool& out);
  void operator()(const Info& info, std::string& out);
  void operator()(const Info& info, std::optional<double>& out);
  void operator()(const Info& info, std::vector<double>& out);
  /// Adds a fault, with a suggestion, for each key of the map that was never asked for.
  void report_unknown_keys();

 private:
  const ParamValue* find(const Info& info);
  std::optional<double> number(const Info& info, const ParamValue& given);
  void wrong_type(const Info& info, const ParamValue& given, std::string_view wanted);
  bool in_range(const Info& info, const ParamValue& given, double value);

  const ParamMap& map_;
  std::string what_;
  Origin where_;
  Faults& faults_;
  std::vector<std::string> known_{};
};

/// Params from a map; faults are collected, unknown keys among them.
template <class P>
P read_params(const ParamMap& map, std::string what, const Origin& where, Faults& faults) {
  P params{};
  ParamReader reader(map, std::move(what), where, faults);
  params.visit(reader);
  reader.report_unknown_keys();
  return params;
}

namespace detail {
Value as_value(double v);
Value as_value(int v);
Value as_value(bool v);
Value as_value(const std::string& v);
Value as_value(const std::optional<double>& v);
Value as_value(const std::vector<double>& v);
ParamDoc make_doc(const Info& info, Value default_value);
}  // namespace detail

/// Declarations with defaults, for help.
template <class P>
std::vector<ParamDoc> describe_params() {
  std::vector<ParamDoc> docs;
  P params{};
  params.visit([&](const Info& info, auto& v) {
    docs.push_back(detail::make_doc(info, detail::as_value(v)));
  });
  return docs;
}

/// Every parameter with the value in force; origin and provenance are taken from `given` where it
/// has the key, so that a resolved scenario still says where each number came from.
template <class P>
ParamMap resolve_params(P params, const ParamMap& given) {
  ParamMap out;
  params.visit([&](const Info& info, auto& v) {
    ParamValue entry;
    if (auto it = given.find(info.key); it != given.end()) entry = it->second;
    entry.value = detail::as_value(v);
    out.emplace(std::string(info.key), std::move(entry));
  });
  return out;
}

}  // namespace chappe
