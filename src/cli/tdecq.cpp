// chappe tdecq: the eye closure of a PAM4 waveform, and its levels and edges.
#include <array>
#include <cmath>

#include "cli/tdecq_report.hpp"
#include "cli/text.hpp"
#include "cli/verbs.hpp"
#include "io/waveform_file.hpp"
#include "signal/patterns.hpp"
#include "solve/measure/record.hpp"

namespace chappe::cli {
namespace {

std::vector<OptionSpec> options() {
  return {
      {"symbols", 's', "FILE", "the pattern, one period: numbers 0 to 3; this or --pattern", false},
      {"pattern", 'p', "prbs13q|ssprq", "a pattern of IEEE Std 802.3 120.5.11.2", false},
      {"symbol-rate-gbd", 'r', "GBD", "default: the HDF5 file's attribute", false},
      {"samples-per-symbol", '\0', "N", "of the waveform, >= 2, any real number", false},
      {"sample-rate-gsps", '\0', "GSPS", "of the waveform, in place of --samples-per-symbol",
       false},
      {"taps", 'n', "N", "of the reference equaliser, 1 to 31; default 5 (802.3: 5, 9, 15)", false},
      {"pre", '\0', "N", "taps ahead of the cursor; default: the best within the limits", false},
      {"limits", '\0', "NAME",
       "802.3cd (default): the cursor is the largest tap, at least 0.8, among the first three (of "
       "9 "
       "taps or more: four); 802.3dj: a draft's ranges; none",
       false},
      {"target-ser", '\0', "RATIO",
       "symbol error ratio, 1e-8 to 0.1; default 4.8e-4; with an inner code 9.6e-3", false},
      {"scope-noise-mw", '\0', "MW", "rms noise of the oscilloscope; default 0", false},
      {"threshold-travel", '\0', "PERCENT",
       "how far each threshold may move, of OMA outer, up to 10; default 0; 802.3cd: 1", false},
      {"timing", '\0', "best|crossing",
       "the windows lie where TDECQ is least (default), or about the middle between the mean "
       "crossings of the average power",
       false},
      {"apply-filter", 'f', "", "filter the waveform first (see above)", false},
      {"average", '\0', "", "average the periods of the waveform first, which takes out noise",
       false},
      {"json", '\0', "", "print one JSON document (see 'chappe schema tdecq')", false},
      {"quiet", 'q', "",
       "no assumptions, nothing of what is unverified; warnings and errors are still told", false}};
}

Syntax syntax() {
  Syntax s;
  s.verb = "tdecq";
  s.purpose = "measure TDECQ, OMA, RLM and edges of a PAM4 waveform";
  s.operands = "WAVEFORM";
  s.operands_min = s.operands_max = 1;
  s.detail =
      "TDECQ as in IEEE Std 802.3 121.8.5, with taps that are optimised for the least; TECQ is the "
      "same of a waveform without the fibre, SECQ of a stressed receiver's signal. WAVEFORM holds "
      "whole periods of the symbols, which are found by correlation; inverted ones are told. It is "
      "HDF5 (dataset power_mw or power_w, attributes samples_per_symbol or sample_rate_hz, "
      "symbol_rate_gbd, filtered) or text (time and value a line, or values alone). It is taken as "
      "behind the reference receiver's filter (fourth-order Bessel-Thomson, half the symbol rate); "
      "--apply-filter filters it, and so does the attribute filtered = 0; filtered = 1 is never "
      "filtered again. A closed eye has no TDECQ (null in JSON), which is no error.";
  s.options = options();
  s.examples = {"chappe tdecq scope.h5 --pattern ssprq --symbol-rate-gbd 53.125",
                "chappe tdecq scope.csv --symbols pattern.txt --symbol-rate-gbd 106.25 --taps 15 "
                "--apply-filter --json",
                "chappe tdecq values.txt --pattern prbs13q --symbol-rate-gbd 26.5625 "
                "--samples-per-symbol 32"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::data, ExitCode::output,
                  ExitCode::internal};
  return s;
}

measure::TdecqOptions read_options(const Arguments& arguments) {
  measure::TdecqOptions o;
  o.taps = static_cast<std::size_t>(arguments.whole_number("taps", 1, 31).value_or(5));
  if (const auto pre = arguments.whole_number("pre", 0, 30)) {
    if (*pre >= o.taps) {
      throw ScenarioError("--pre " + std::to_string(*pre) + ": of " + std::to_string(o.taps) +
                          " taps at most " + std::to_string(o.taps - 1) + " lie ahead");
    }
    o.precursors = static_cast<std::size_t>(*pre);
  }
  o.limits = arguments.choice("limits", measure::tap_limit_names());
  const auto number = [&](const char* name, const char* unit, double fallback) {
    return arguments.positive_number(name, unit).value_or(fallback);
  };
  o.target_ser = number("target-ser", "1", o.target_ser);
  if (o.target_ser < 1e-8 || o.target_ser > 0.1) {
    throw ScenarioError("--target-ser: " + plain(o.target_ser) + " is outside [1e-8, 0.1]");
  }
  o.scope_noise = number("scope-noise-mw", "mW", 0.0);
  o.threshold_travel = number("threshold-travel", "%", 0.0) / 100.0;
  if (o.threshold_travel > 0.1) throw ScenarioError("--threshold-travel: more than 10 %");
  o.timing = arguments.choice("timing", {"best", "crossing"}) == "best" ? measure::Timing::best
                                                                        : measure::Timing::crossing;
  return o;
}

std::vector<std::uint8_t> read_pattern(const Arguments& arguments, TdecqReport& report) {
  const auto file = arguments.value("symbols"), name = arguments.value("pattern");
  if (file && name) throw ScenarioError("--symbols and --pattern are two patterns: give one");
  if (!file && !name) {
    throw ScenarioError("'chappe tdecq' needs --symbols FILE or --pattern prbs13q|ssprq");
  }
  if (name) {
    report.pattern = arguments.choice("pattern", {"prbs13q", "ssprq"});
    return report.pattern == "ssprq" ? ssprq() : prbs13q();
  }
  report.pattern = *file;
  std::vector<std::uint8_t> symbols = read_symbols(*file);
  std::array<bool, 4> there{};
  for (const std::uint8_t s : symbols) there[s] = true;
  for (std::size_t s = 0; s < there.size(); ++s) {
    if (!there[s]) throw DataError(*file + ": no symbol is " + std::to_string(s));
  }
  if (symbols.size() < 64) {
    throw DataError(*file + ": " + std::to_string(symbols.size()) +
                    " symbols; a pattern of 64 or more is needed");
  }
  return symbols;
}

bool differ(double a, double b) { return std::abs(a / b - 1.0) > 1e-6; }

double read_symbol_rate(const Arguments& arguments, const WaveformFile& file, TdecqReport& report) {
  const auto given = arguments.positive_number("symbol-rate-gbd", "GBd");
  if (!given && !file.symbol_rate_gbd) {
    throw ScenarioError("'chappe tdecq' needs --symbol-rate-gbd: the file does not say it");
  }
  if (!given) {
    report.assumed.push_back("symbol rate " + plain(*file.symbol_rate_gbd) + " GBd (the file's)");
  } else if (file.symbol_rate_gbd && differ(*given, *file.symbol_rate_gbd)) {
    report.warnings.push_back("the file says " + plain(*file.symbol_rate_gbd) +
                              " GBd, --symbol-rate-gbd is " + plain(*given));
  }
  return given ? *given : *file.symbol_rate_gbd;
}

/// From the command line, else from the file; the file's samples a symbol are of its own rate.
double read_samples_per_symbol(const Arguments& arguments, const WaveformFile& file,
                               double symbol_rate_gbd) {
  const auto count = arguments.positive_number("samples-per-symbol", "1");
  const auto rate = arguments.positive_number("sample-rate-gsps", "GSa/s");
  if (count && rate) {
    throw ScenarioError("--samples-per-symbol and --sample-rate-gsps are one thing: give one");
  }
  if (count) return *count;
  if (rate) return *rate / symbol_rate_gbd;
  if (!file.time_trouble.empty()) {
    throw DataError(arguments.operands().front() + ": " + file.time_trouble +
                    "; with --samples-per-symbol the times are not needed");
  }
  if (file.sample_rate_hz) return *file.sample_rate_hz / (symbol_rate_gbd * 1e9);
  if (file.samples_per_symbol) {
    return *file.samples_per_symbol * file.symbol_rate_gbd.value_or(symbol_rate_gbd) /
           symbol_rate_gbd;
  }
  throw ScenarioError(
      "the file holds values without times: --samples-per-symbol or --sample-rate-gsps is needed");
}

void check_sampling(double samples_per_symbol, const std::string& file) {
  if (samples_per_symbol >= 2.0 && samples_per_symbol <= 1e5) return;
  throw DataError(file + ": " + plain(samples_per_symbol) +
                  " samples a symbol; 2 to 100000 are needed (is the unit of time right?)");
}

/// Whether to filter here, told.
bool filter_here(const Arguments& arguments, const WaveformFile& file, TdecqReport& report) {
  const bool asked = arguments.has("apply-filter");
  if (file.filtered && *file.filtered) {
    if (asked) {
      report.warnings.push_back(
          "the file says that it is filtered already: --apply-filter has no effect");
    }
    return false;
  }
  if (asked) return true;
  if (file.filtered) {
    report.assumed.push_back("the file says that it is not filtered: the filter is applied");
    return true;
  }
  report.assumed.push_back("the waveform is behind the reference filter (else: --apply-filter)");
  return false;
}

/// Whole periods, averaged and filtered as asked.
measure::PatternWave prepare(const Arguments& arguments, const WaveformFile& file,
                             const std::vector<std::uint8_t>& symbols, TdecqReport& report) {
  measure::Record record = measure::take_periods(file.power_mw, report.samples_per_symbol, symbols);
  report.periods = record.periods;
  report.unused_symbols = record.unused_symbols;
  report.rate_error_ppm = record.rate_error_ppm;
  report.samples_per_symbol = record.wave.samples_per_symbol();
  if (record.unused_symbols >= 1.0) {
    report.assumed.push_back(fixed(record.unused_symbols, 1) +
                             " symbols behind the last whole period are not used");
  }
  if (record.rate_error_ppm != 0.0) {
    report.warnings.push_back(
        "the symbols drift against their rate: " + fixed(record.rate_error_ppm, 2) +
        " ppm more samples a symbol are taken, as the waveform has it");
  }
  if (arguments.has("average")) record.wave = averaged(record.wave, symbols.size());
  if (filter_here(arguments, file, report)) {
    report.filter_applied = true;
    return bessel_thomson_filtered(record.wave, report.options.receiver_bandwidth);
  }
  return record.wave;
}

/// Definitions whose text was not at hand.
void add_unverified(TdecqReport& report) {
  report.unverified.push_back(
      "the definitions of IEEE Std 802.3 121.8 and kin (windows, OMA outer, edges, excursions) are "
      "recalled; TDECQ agrees with independent codes");
  const measure::TapLimits limits = measure::tap_limits(report.options.limits, report.options.taps);
  if (limits.verified || limits.source.empty()) return;
  report.unverified.push_back("tap limits " + limits.name + ": " + limits.source);
}

void add_remarks(TdecqReport& report) {
  const measure::TdecqResult& result = report.result;
  if (result.inverted) {
    report.warnings.push_back("inverted: low power stands for high symbols; taken as 3 - symbol");
  }
  if (result.levels.run_of_threes != 7 || result.levels.run_of_zeros != 6) {
    report.assumed.push_back(
        "OMA outer from runs of " + std::to_string(result.levels.run_of_threes) + " threes and " +
        std::to_string(result.levels.run_of_zeros) + " zeros: the pattern has no runs of 7 and 6");
  }
  if (!(result.levels.p0 > 0.0)) {
    report.warnings.push_back("P0 is not above 0 mW: there is no extinction ratio");
  }
  if (!result.eye) {
    report.warnings.push_back("closed eye: without any noise the symbol error ratio is above " +
                              plain(report.options.target_ser) + "; TDECQ is not defined");
  }
}

void tell(const TdecqReport& report, bool quiet, Console& console) {
  const auto lines = [&](const char* kind, const std::vector<std::string>& list) {
    for (const std::string& line : list) console.err << std::string(kind) + ": " + line + "\n";
  };
  if (!quiet) {
    lines("assumed", report.assumed);
    lines("unverified", report.unverified);
  }
  lines("WARNING", report.warnings);
}

ExitCode run(const Arguments& arguments, Console& console) {
  TdecqReport report;
  report.waveform = arguments.operands().front();
  report.options = read_options(arguments);
  const std::vector<std::uint8_t> symbols = read_pattern(arguments, report);
  report.pattern_symbols = symbols.size();
  const WaveformFile file = read_waveform(report.waveform);
  report.assumed = file.assumed;
  report.symbol_rate_gbd = read_symbol_rate(arguments, file, report);
  report.samples_per_symbol = read_samples_per_symbol(arguments, file, report.symbol_rate_gbd);
  check_sampling(report.samples_per_symbol, report.waveform);
  try {
    const measure::PatternWave wave = prepare(arguments, file, symbols, report);
    report.result = measure_tdecq(wave, symbols, report.options);
  } catch (const DataError& fault) {
    throw DataError(report.waveform + ": " + fault.what());
  }
  add_remarks(report);
  add_unverified(report);
  tell(report, arguments.has("quiet"), console);
  console.out << (arguments.has("json") ? tdecq_json(report) : tdecq_block(report));
  return ExitCode::done;
}

}  // namespace

Verb tdecq_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
