#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/json_schema.hpp"
#include "cli/tdecq_report.hpp"

namespace chappe::cli {
namespace {

using schema::Json;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double dbm(double power_mw) { return power_mw > 0.0 ? 10.0 * std::log10(power_mw) : kNone; }

/// Of an open eye.
template <class Get>
double of_eye(const TdecqReport& r, Get get) {
  return r.result.eye ? get(*r.result.eye) : kNone;
}

/// UI to ps.
double ps(const TdecqReport& r, double ui) { return ui * 1e3 / r.symbol_rate_gbd; }

double edge(const TdecqReport& r, double (*get)(const measure::TransitionTime&)) {
  return r.result.transition ? ps(r, get(*r.result.transition)) : kNone;
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::vector<TdecqFigure> eye_figures() {
  using R = TdecqReport;
  using E = measure::TdecqEye;
  return {
      {"tdecq_db", "dB", "transmitter and dispersion eye closure (TECQ, SECQ: of such a waveform)",
       [](const R& r) { return of_eye(r, [](const E& e) { return e.tdecq_db; }); }},
      {"ceq_db", "dB", "10 log10 of the equaliser's noise gain Ceq",
       [](const R& r) { return of_eye(r, [](const E& e) { return e.ceq_db; }); }},
      {"tdecq_less_ceq_db", "dB", "|TDECQ - 10 log10(Ceq)|",
       [](const R& r) { return of_eye(r, [](const E& e) { return e.tdecq_less_ceq_db; }); }},
      {"sigma_g_mw", "mW", "the most noise ahead of the equaliser that meets the target",
       [](const R& r) { return of_eye(r, [](const E& e) { return e.sigma_g; }); }},
      {"window_centre_ui", "UI", "middle between the windows, against the pulses' peaks",
       [](const R& r) { return of_eye(r, [](const E& e) { return e.centre_ui; }); }}};
}

std::vector<TdecqFigure> level_figures() {
  using R = TdecqReport;
  return {{"oma_outer_mw", "mW", "outer optical modulation amplitude, P3 - P0",
           [](const R& r) { return r.result.levels.oma_outer(); }},
          {"oma_outer_dbm", "dBm", "the same",
           [](const R& r) { return dbm(r.result.levels.oma_outer()); }},
          {"average_power_mw", "mW", "mean of the waveform",
           [](const R& r) { return r.result.levels.average; }},
          {"average_power_dbm", "dBm", "the same",
           [](const R& r) { return dbm(r.result.levels.average); }},
          {"extinction_ratio_db", "dB", "outer: P3 over P0; null if P0 is not above 0",
           [](const R& r) {
             const measure::Levels& l = r.result.levels;
             return l.p0 > 0.0 ? 10.0 * std::log10(l.p3 / l.p0) : kNone;
           }},
          {"rlm", "1", "ratio of level mismatch, from the mean levels ahead of the equaliser",
           [](const R& r) { return r.result.rlm; }},
          {"transition_time_ps", "ps", "20 % to 80 % of OMA outer, the slower of rise and fall",
           [](const R& r) {
             return edge(r, [](const measure::TransitionTime& t) { return t.slower_ui(); });
           }},
          {"rise_time_ps", "ps", "from 20 % to 80 % of OMA outer",
           [](const R& r) {
             return edge(r, [](const measure::TransitionTime& t) { return t.rise_ui; });
           }},
          {"fall_time_ps", "ps", "from 80 % to 20 % of OMA outer",
           [](const R& r) {
             return edge(r, [](const measure::TransitionTime& t) { return t.fall_ui; });
           }},
          {"overshoot_percent", "%", "of OMA outer, above P3 in 1 % of the time; below 0: inside",
           [](const R& r) { return r.result.excursions.overshoot_percent; }},
          {"undershoot_percent", "%", "of OMA outer, below P0 in 1 % of the time",
           [](const R& r) { return r.result.excursions.undershoot_percent; }}};
}

std::vector<TdecqFigure> record_figures() {
  using R = TdecqReport;
  return {
      {"target_ser", "1", "symbol error ratio that both windows meet",
       [](const R& r) { return r.options.target_ser; }},
      {"q_target", "1", "Qt of that ratio", [](const R& r) { return r.result.q_target; }},
      {"scope_noise_mw", "mW", "sigma_S, the oscilloscope's noise",
       [](const R& r) { return r.options.scope_noise; }},
      {"delay_ui", "UI", "of the symbols: without it symbol n fills n to n+1 UI of the record",
       [](const R& r) {
         const double late = r.result.delay_ui - 0.5;
         return late < 0.0 ? late + static_cast<double>(r.pattern_symbols) : late;
       }},
      {"correlation", "1", "of samples and symbols at the pulses' peaks",
       [](const R& r) { return r.result.correlation; }},
      {"symbol_rate_gbd", "GBd", "as given", [](const R& r) { return r.symbol_rate_gbd; }},
      {"samples_per_symbol", "1", "of the record", [](const R& r) { return r.samples_per_symbol; }},
      {"rate_error_ppm", "1e-6", "correction of the samples a symbol; 0 if none was needed",
       [](const R& r) { return r.rate_error_ppm; }},
      {"unused_symbols", "1", "symbols behind the last whole period",
       [](const R& r) { return r.unused_symbols; }}};
}

Json eye_lists(const TdecqReport& report) {
  Json json;
  const auto& eye = report.result.eye;
  json["taps"] = eye ? Json(eye->equaliser.taps) : Json(nullptr);
  json["cursor"] = eye ? Json(eye->equaliser.cursor) : Json(nullptr);
  json["thresholds_mw"] = eye ? Json(eye->thresholds) : Json(nullptr);
  return json;
}

}  // namespace

std::vector<TdecqFigure> tdecq_figures() {
  std::vector<TdecqFigure> all = eye_figures();
  for (const auto& some : {level_figures(), record_figures()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string tdecq_json(const TdecqReport& report) {
  Json json;
  json["schema"] = kTdecqSchema;
  json["waveform"] = report.waveform;
  json["status"] = report.result.eye ? "ok" : "closed";
  for (const TdecqFigure& figure : tdecq_figures()) {
    json[figure.key] = number_or_null(figure.value(report));
  }
  json.update(eye_lists(report));
  json["tap_limits"] = report.options.limits;
  json["timing"] = report.options.timing == measure::Timing::best ? "best" : "crossing";
  json["threshold_travel_percent"] = 100.0 * report.options.threshold_travel;
  json["pattern"] = report.pattern;
  json["pattern_symbols"] = report.pattern_symbols;
  json["periods"] = report.periods;
  json["inverted"] = report.result.inverted;
  json["filter_applied"] = report.filter_applied;
  json["assumed"] = report.assumed;
  json["unverified"] = report.unverified;
  json["warnings"] = report.warnings;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string tdecq_json_schema() {
  using namespace schema;
  Json json;
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = kTdecqSchema;
  json["title"] = "TDECQ of a waveform, and what is measured with it";
  json["type"] = "object";
  json["required"] = {"schema", "waveform", "status", "tdecq_db"};
  Json& keys = json["properties"];
  keys["schema"] = Json{{"const", kTdecqSchema}};
  keys["waveform"] = typed("string", "its file");
  keys["status"] = Json{{"enum", {"ok", "closed"}},
                        {"description", "closed: without any noise the target is not met"}};
  for (const TdecqFigure& f : tdecq_figures()) {
    keys[f.key] = typed({"number", "null"}, f.unit == "1" ? f.doc : f.doc + " [" + f.unit + "]");
  }
  keys["taps"] = typed({"array", "null"}, "at one a symbol, farthest pre-cursor first; sum 1");
  keys["taps"]["items"] = Json{{"type", "number"}};
  keys["cursor"] = typed({"integer", "null"}, "index of the cursor in taps, from 0");
  keys["thresholds_mw"] = typed({"array", "null"}, "behind the equaliser [mW]");
  keys["thresholds_mw"]["items"] = Json{{"type", "number"}};
  keys["tap_limits"] = typed("string", "802.3cd, 802.3dj or none");
  keys["timing"] = Json{{"enum", {"best", "crossing"}}};
  keys["threshold_travel_percent"] = typed("number", "of OMA outer: how far thresholds may move");
  keys["pattern"] = typed("string", "prbs13q, ssprq or the file of the symbols");
  keys["pattern_symbols"] = typed("integer", "of one period");
  keys["periods"] = typed("integer", "whole periods that were measured");
  keys["inverted"] = typed("boolean", "true: the symbols were taken as 3 - s");
  keys["filter_applied"] = typed("boolean", "true: the reference filter was applied here");
  keys["assumed"] = list("string", "what was assumed");
  keys["unverified"] = list("string", "definitions whose source was not seen");
  keys["warnings"] = list("string", "what may mislead");
  return json.dump(2) + "\n";
}

}  // namespace chappe::cli
