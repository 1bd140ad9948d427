#include "solve/section_outcome.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "math/roots.hpp"
#include "solve/adc_figures.hpp"
#include "solve/closed_form.hpp"
#include "solve/counted.hpp"
#include "solve/cross_check.hpp"
#include "solve/decision_errors.hpp"
#include "solve/importance.hpp"
#include "solve/optical/optical_section.hpp"

namespace chappe {
namespace {

constexpr double kLeastBer = 1e-18;  // DESIGN.md section 3
constexpr double kSampleBins = 1024.0;
constexpr double kSampleCases = 16384.0;
constexpr GridFineness kSampleGrid{1024.0, 32, false};

std::string text(const char* format, double value) {
  char out[200];
  std::snprintf(out, sizeof out, format, value);
  return out;
}

void add_assumptions(const Section& section, const SectionSignals& signals, SectionOutcome& out) {
  std::vector<std::string>& lines = out.assumptions;
  lines.push_back(
      "section '" + section.name +
      "': equaliser settings by a local search of the figure of merit, sampled where it is best;"
      " decision feedback taken as error free");
  if (signals.rx.mlse) {
    lines.push_back("section '" + section.name +
                    "': MLSE in place of the first DFE tap, for which the equaliser is searched;"
                    " its metrics are those of white noise, what noise there is adds up with its"
                    " correlation; its own latency and energy are not counted; com_db, fom_db,"
                    " vec_db, veo_mv and the eye are those of a slicer with that tap");
  }
  if (signals.response.tail_fraction > 1e-9) {
    constexpr double kMuch = 1e-3;
    lines.push_back(
        "section '" + section.name +
        (signals.response.tail_fraction > kMuch ? "': WARNING: " : "': ") +
        text("beyond %.6g GHz", signals.response.grid.data_end_hz * 1e-9) +
        text(" the transfer function goes on a straight line to zero (below 1e%.0f of the energy)",
             std::ceil(std::log10(signals.response.tail_fraction))) +
        (signals.response.tail_fraction > kMuch ? "; what is there is not known" : ""));
  }
  if (signals.tx.sinusoidal_jitter_ui > 0.0 || signals.tx.even_odd_jitter_ui > 0.0 ||
      signals.rx.sampling_offset_ui != 0.0) {
    lines.push_back("section '" + section.name +
                    "': the equaliser search and the closed form do not see sinusoidal jitter,"
                    " even-odd jitter and the sampling offset; density and waveform do");
  }
  if (out.at_slicer.adc_step_v > 0.0) {
    lines.push_back(adc_assumption(signals, out.at_slicer, out.ber.ber));
  }
  for (const std::string& remark : signals.response.remarks) lines.push_back(remark);
  for (const std::string& remark : out.channel.remarks) lines.push_back(remark);
  for (const Aggressor& aggressor : section.aggressors) {
    lines.push_back(
        "aggressor '" + aggressor.name + "': " +
        (aggressor.phase == PhaseRule::worst ? "its phase of largest rms"
                                             : "all phases equally likely") +
        ", the victim's symbol rate, " +
        (aggressor.type == AggressorType::fext ? "the victim's transmit FFE" : "no transmit FFE"));
  }
}

/// True if something looks beside the sampling instant, or at the waveform.
bool reads_pulses(const SectionSignals& signals, const SolveOptions& solve) {
  return solve.fidelity == "waveform" || solve.cross_check || solve.eye ||
         signals.tx.sinusoidal_jitter_ui > 0.0 || signals.tx.even_odd_jitter_ui > 0.0 ||
         signals.rx.sampling_offset_ui != 0.0;
}

void add_com(const SlicerDensity& density, double detector_error_ratio, SectionOutcome& out) {
  const double interference = density.interference_v(detector_error_ratio);
  const double available = density.available_v();
  out.com_db = 20.0 * std::log10(available / std::max(interference, 1e-12 * available));
  out.veo_mv = 2e3 * (available - interference);
  const double open = (available - interference) / available;
  out.vec_db = open > 0.0 ? -20.0 * std::log10(open) : std::numeric_limits<double>::quiet_NaN();
}

void add_margin(const DecisionErrors& errors, const SectionRequest& request, SectionOutcome& out) {
  const auto ber_at = [&](double scale) { return errors.ber_as_isolated(scale); };
  out.margin_db = margin_db(ber_at, request.target_ber);
  if (!request.burst_target) return;
  // Bursts where the requirement is just met, not where the link stands.
  const double target = request.burst_target(errors.bursts(std::pow(10.0, -out.margin_db / 20.0)));
  if (target != request.target_ber) out.margin_db = margin_db(ber_at, target, out.margin_db);
}

/// What densities tell but the interval. @returns the BER
double add_densities(const DecisionErrors& errors, const SectionRequest& request,
                     SectionOutcome& out) {
  const double ber = errors.ber();
  out.ber = with_interval(ber, 0.0, "density");
  out.isolated_share = errors.isolated_share();
  if (request.burst_target) out.bursts = errors.bursts();
  return ber;
}

void solve_by_density(const SectionSignals& signals, const SearchResult& search,
                      const SectionRequest& request, SectionOutcome& out) {
  DensityOptions options{request.solve.pdf_bins};
  options.worst_phases = worst_phases(signals, search);
  const DecisionErrors errors(signals, search, options);
  const double ber = add_densities(errors, request, out);
  options.bins *= 0.5;
  const double coarse = DecisionErrors(signals, search, options).ber();
  out.ber = with_interval(ber, std::abs(ber - coarse), "density");
  out.jitter_enumerated = errors.slicer().enumerated_share();
  add_margin(errors, request, out);
  add_com(errors.slicer(), request.solve.com_detector_error_ratio, out);
}

void solve_by_gaussian(const SectionSignals& signals, const SearchResult& search,
                       const SectionRequest& request, SectionOutcome& out) {
  const auto ber_at = [&](double scale) { return gaussian_ber(signals, search, 1.0, scale); };
  const double ber = ber_at(1.0);
  out.ber = with_interval(ber, 1e-12 * ber, "closed_form");
  out.margin_db = margin_db([&](double scale) { return out.isolated_share * ber_at(scale); },
                            request.target_ber);
}

void sample_waveform(const SectionSignals& signals, const SearchResult& search,
                     const SectionRequest& request, SectionOutcome& out) {
  ImportanceOptions options;
  options.samples_per_symbol = request.solve.waveform_samples_per_symbol;
  options.symbols_max = request.solve.waveform_symbols_max;
  options.seed = request.seed;
  options.threads = request.threads;
  options.stop = request.stop;
  const ImportanceResult result =
      importance_errors(signals, search, worst_phases(signals, search), options);
  out.ber = {result.ber, result.low, result.high, result.method};
  out.assumptions.push_back(
      text("waveform: importance sampling, a standard error of %.2g of the ratio",
           result.relative_error) +
      text(" from %.3g effective samples", result.effective_samples) +
      (result.warning.empty() ? "" : "; WARNING: " + result.warning));
}

/// Fewer bins and cases: below 0.01 decades of the error ratio, most of it by the cases.
void sample_by_density(const SectionSignals& signals, const SearchResult& search,
                       const SectionRequest& request, SectionOutcome& out) {
  const DensityOptions options{.bins = std::min(request.solve.pdf_bins, kSampleBins),
                               .cases_max = kSampleCases};
  const DecisionErrors errors(signals, search, options);
  add_densities(errors, request, out);
  if (request.sample->margin) add_margin(errors, request, out);
  if (request.sample->com) add_com(errors.slicer(), request.solve.com_detector_error_ratio, out);
}

SectionOutcome solve_sample(const Section& section, const OperatingPoint& at,
                            const SectionRequest& request) {
  SectionOutcome out;
  const SectionSignals signals =
      section_signals(section, at, request.allow_extrapolation, kSampleGrid);
  const SearchResult search =
      search_equalisers(signals, request.stop, reads_pulses(signals, request.solve), request.near);
  out.settings = search.settings;
  out.margin_db = out.com_db = out.vec_db = out.veo_mv = std::numeric_limits<double>::quiet_NaN();
  const bool gaussian = request.solve.fidelity == "closed_form";
  sample_by_density(signals, search, request, out);
  if (gaussian) solve_by_gaussian(signals, search, request, out);
  if (section.precoded) double_errors(section, signals.rx.mlse, out);
  return out;
}

void count_waveform(const SectionSignals& signals, const SearchResult& search,
                    const SectionRequest& request, SectionOutcome& out) {
  WaveformOptions options = waveform_options(request);
  if (request.codewords) options.codewords = &*request.codewords;
  take_count(count_errors(signals, search, worst_phases(signals, search), options), out);
}

}  // namespace

BitErrorRatio with_interval(double ber, double error, const char* method) {
  if (ber < kLeastBer) return {kLeastBer, 0.0, kLeastBer, method};
  return {ber, std::max(0.0, ber - error), std::min(0.5, ber + error), method};
}

void double_errors(const Section& section, bool mlse, SectionOutcome& out) {
  for (double* ratio : {&out.ber.ber, &out.ber.low, &out.ber.high}) {
    *ratio = std::min(0.5, 2.0 * out.isolated_share * *ratio);
  }
  out.assumptions.push_back("section '" + section.name + "': precoded, " +
                            (mlse ? "MLSE's events counted at what the precoder leaves of them"
                                  : "every error taken as isolated and counted twice"));
}

double margin_db(const std::function<double(double scale)>& ber_of, double target_ber,
                 double near_db) {
  constexpr double kMost_db = 60.0;
  const double wanted = std::log(target_ber);
  const auto excess = [&](double db) {
    return std::log(std::max(ber_of(std::pow(10.0, -db / 20.0)), 1e-300)) - wanted;
  };
  // Outwards in growing steps: every look costs a sum over all cases.
  double near = std::clamp(near_db, -kMost_db, kMost_db), step = 1.0;
  const double sign = excess(near) < 0.0 ? 1.0 : -1.0;
  const auto beyond = [&] { return std::clamp(near + sign * step, -kMost_db, kMost_db); };
  while (sign * excess(beyond()) < 0.0) {
    near = beyond();
    step *= 1.6;
    if (std::abs(near) >= kMost_db) return near;
  }
  const double far = beyond();
  return find_root(excess, std::min(near, far), std::max(near, far), 1e-6)
      .value_or(sign * kMost_db);
}

BitErrorRatio density_ber(const SectionSignals& signals, const SearchResult& search, double bins,
                          double noise_factor) {
  DensityOptions options{bins, noise_factor};
  options.worst_phases = worst_phases(signals, search);
  const double ber = DecisionErrors(signals, search, options).ber();
  options.bins *= 0.5;
  const double coarse = DecisionErrors(signals, search, options).ber();
  return with_interval(ber, std::abs(ber - coarse), "density");
}

SectionOutcome solve_section(const Section& section, const OperatingPoint& at,
                             const SectionRequest& given) {
  SectionRequest request = given;
  if (section.precoded) {
    request.target_ber *= 0.5;
    if (given.burst_target) {
      request.burst_target = [&](const SectionBursts& b) { return 0.5 * given.burst_target(b); };
    }
  }
  OperatingPoint here = at;
  here.symbol_rate_bd = section.symbol_rate_bd;
  here.bits_per_symbol = bits_per_symbol(section.modulation);
  if (has_light(section)) return solve_optical_section(section, here, request);
  if (request.sample) return solve_sample(section, here, request);
  SectionOutcome out;
  const SectionSignals signals = section_signals(section, here, request.allow_extrapolation);
  const SearchResult search =
      search_equalisers(signals, request.stop, reads_pulses(signals, request.solve));
  out.settings = search.settings;
  out.at_slicer = search.at_slicer;
  out.fom_db = search.at_slicer.fom_db;
  out.pulse_peak_mv = 1e3 * unequalised_peak_v(signals);
  solve_by_density(signals, search, request, out);
  if (request.solve.eye) {
    out.eye = statistical_eye(signals, search,
                              {.opening_ber = request.solve.eye_ber,
                               .bins = request.solve.pdf_bins,
                               .threads = request.threads,
                               .stop = request.stop});
  }
  if (request.solve.fidelity == "closed_form") solve_by_gaussian(signals, search, request, out);
  if (request.solve.fidelity == "waveform") {
    const bool counts = request.solve.waveform_method == "count";
    (counts ? count_waveform : sample_waveform)(signals, search, request, out);
  }
  if (section.precoded) double_errors(section, signals.rx.mlse, out);
  if (request.solve.cross_check) {
    out.cross_check = cross_check(signals, search, request, out.assumptions);
  }
  out.channel =
      channel_figures(section, here, signals.response.grid, request.solve.com_detector_error_ratio);
  add_assumptions(section, signals, out);
  return out;
}

}  // namespace chappe
