#pragma once
// Values of parameters as scenarios and parts write them: plain, with provenance, swept or spread.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "link/spec.hpp"
#include "scenario/node.hpp"
#include "solve/tolerance.hpp"

namespace chappe {

/// What a value inherits that names no source of its own, and where its file names start.
struct Frame {
  std::string source{}, date{};
  bool verified{false};
  std::filesystem::path folder{};
  bool may_sweep{false};  ///< a part states numbers; only a scenario varies them
};

/// The frame within a table that may hold `source`, `date`, `verified`. A new source starts without
/// a date and unverified.
Frame inner_frame(TableReader& table, const Frame& outer);

/// A value; where it is swept, also its values in order (the first is the value); where it is
/// spread, also its law (whose centre is the value).
struct ReadValue {
  ParamValue value{};
  std::vector<Value> sweep{};
  std::optional<ToleranceLaw> law{};
};

/// Files named by keys `file` and `..._file` are taken from the frame's folder.
/// @param key     of the parameter: the last word of a member that names a whole path
/// @param member  the value with its place
/// @return none with a fault, if the value has no meaning
std::optional<ReadValue> read_value(std::string_view key, const Member& member, const Frame& frame,
                                    Faults& faults);

/// `valid = { key = [low, high], ... }`; a `source` among the keys is that of the ranges.
std::vector<ValidRange> read_valid(TableReader& table, const Frame& frame, Faults& faults);

/// True for letters, digits, '_' and '-': what names of links, sections and elements are made of.
bool is_plain_name(std::string_view name);

bool is_file_key(std::string_view key);

/// Numbers compared as numbers (to 1e-9, relative), all else exactly.
bool same_value(const Value& a, const Value& b);

}  // namespace chappe
