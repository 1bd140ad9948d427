#pragma once
// Results for tests: everything that a file may hold.
#include <cmath>
#include <limits>

#include "base/table.hpp"

namespace chappe::samples {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A link over a numeric and a text axis: doubles, integers, flags, texts, a scalar, and a column
/// over one axis only; with a column over a further axis.
inline Table link_table() {
  Table table;
  table.name = "dac";
  table.title = "passive copper, 106.25 Gb/s";
  table.signal = "ber_pre_fec";
  table.axes = {
      {"element.cable.length_m", "m", "length of the cable", std::vector<double>{0.5, 1, 2}},
      {"element.cable.part", "", "part of the cable",
       std::vector<std::string>{"cable/awg26", "cable/awg30"}},
      {"cross_check_ber", "1", "raised to", std::vector<double>{1e-3, 1e-4}}};
  const std::vector<std::string> cases{"element.cable.length_m", "element.cable.part"};
  table.columns = {
      {"status", "", "ok, or why not", cases,
       std::vector<std::string>{"ok", "ok", "ok", "ok", "", "no_reach, \"far\""}},
      {"ber_pre_fec", "1", "bit error ratio", cases,
       std::vector<double>{1e-18, 1e-15, 0.1, 2.5e-9, 1e-5, kNan}},
      {"lanes", "1", "lanes", {}, std::vector<std::int64_t>{8}},
      {"locked", "", "flag", cases, std::vector<std::uint8_t>{1, 1, 1, 1, 1, 0}},
      {"reach_m", "m", "reach", {"element.cable.part"}, std::vector<double>{2.25, 1.125}},
      {"latency_ns", "ns", "one way", cases, std::vector<double>{11, 11, 13.5, 13.5, 18.5, 18.5}},
      {"cross_check_z",
       "1",
       "agreement",
       {"element.cable.length_m", "element.cable.part", "cross_check_ber"},
       std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}};
  return table;
}

inline Table ledger_table() {
  Table table;
  table.name = "dac/ledger";
  table.title = "where it comes from";
  table.signal = "value";
  const Table link = link_table();
  table.axes = {link.axes[0],
                link.axes[1],
                {"row", "1", "row of the ledger", std::vector<double>{0, 1, 2, 3, 4}}};
  const std::vector<std::string> row{"row"};
  const auto text = [&](const char* name, std::vector<std::string> values) {
    return Column{name, "", name, row, std::move(values)};
  };
  table.columns = {text("section", {"main", "main", "main", "main", "main"}),
                   text("element", {"tx", "cable", "rx", "tx", "rx"}),
                   text("quantity", {"latency", "latency", "latency", "noise", "noise"}),
                   text("unit", {"ns", "ns", "ns", "mV", "mV"}),
                   text("source", {"IEEE 802.3", "5 ns/m, µ", "", "thermal, 4kTR", "datasheet"}),
                   {"verified", "", "source seen", row, std::vector<std::uint8_t>{1, 0, 1, 1, 1}},
                   {"value",
                    "",
                    "value",
                    {"element.cable.length_m", "element.cable.part", "row"},
                    std::vector<double>{3, 2.5, 5.5, 3, 4, 3, 2.5, 5.5, 3, 4, 3, 5,  5.5, 3, 4,
                                        3, 5,   5.5, 3, 4, 3, 10,  5.5, 3, 4, 3, 10, 5.5, 3, 4}}};
  return table;
}

/// A table without axes, an empty one, one with an axis of one value, one with an axis of none.
inline std::vector<Table> odd_tables() {
  Table scalars{"limits", "", {}, {}, ""};
  scalars.columns = {{"reach_m", "m", "", {}, std::vector<double>{2.25}},
                     {"note", "", "", {}, std::vector<std::string>{""}}};
  Table single{"one/case", "one", {{"x", "1", "", std::vector<double>{7}}}, {}, "y"};
  single.columns = {{"y", "1", "", {"x"}, std::vector<double>{-0.0}}};
  Table none{"none", "no case", {{"x", "1", "", std::vector<double>{}}}, {}, ""};
  none.columns = {{"y", "1", "", {"x"}, std::vector<double>{}},
                  {"t", "", "", {"x"}, std::vector<std::string>{}}};
  return {scalars, {"empty", "", {}, {}, ""}, single, none};
}

inline ResultSet results() {
  ResultSet all;
  all.attributes = {{"program", "chappe 0.1.0"},
                    {"seed", "1"},
                    {"scenario", "# 70 000 characters\n" + std::string(70000, 'x') + "\n"},
                    {"empty", ""},
                    {"author", "Ünïcode €"}};
  all.tables = {link_table(), ledger_table()};
  for (Table& table : odd_tables()) all.tables.push_back(std::move(table));
  return all;
}

}  // namespace chappe::samples
