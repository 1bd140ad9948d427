#pragma once
// What `chappe tdecq` prints.
#include <string>
#include <vector>

#include "solve/measure/tdecq.hpp"

namespace chappe::cli {

inline constexpr const char* kTdecqSchema = "chappe.tdecq/1";

/// One call with its result.
struct TdecqReport {
  std::string waveform{}, pattern{};
  std::size_t pattern_symbols{0}, periods{0};
  double symbol_rate_gbd{0.0}, samples_per_symbol{0.0}, rate_error_ppm{0.0}, unused_symbols{0.0};
  bool filter_applied{false};
  measure::TdecqOptions options{};
  measure::TdecqResult result{};
  std::vector<std::string> assumed{}, unverified{}, warnings{};
};

/// A figure of the report: its JSON key, unit and meaning; NaN where there is none.
struct TdecqFigure {
  std::string key{}, unit{}, doc{};
  double (*value)(const TdecqReport&){nullptr};
};
std::vector<TdecqFigure> tdecq_figures();

std::string tdecq_json(const TdecqReport& report);
std::string tdecq_json_schema();
std::string tdecq_block(const TdecqReport& report);

}  // namespace chappe::cli
