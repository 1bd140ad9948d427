#include "solve/cross_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "math/roots.hpp"
#include "solve/adaptive_receiver.hpp"
#include "solve/closed_form.hpp"
#include "solve/counted.hpp"
#include "solve/decision_errors.hpp"
#include "solve/importance.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kLeastCounted = 1e-6;  // error ratios below by importance sampling

std::string about(const CrossCheckRow& row, const std::string& what) {
  char target[32];
  std::snprintf(target, sizeof target, "%.3g", row.target_ber);
  return "section '" + row.section + "': cross-check at " + target + ": " + what;
}

void count(const SectionSignals& signals, const SearchResult& search, const AggressorPhases& phases,
           const SectionRequest& request, CrossCheckRow& row) {
  WaveformOptions options = waveform_options(request);
  options.noise_factor = row.noise_factor;
  take_count(count_errors(signals, search, phases, options), row);
}

void sample(const SectionSignals& signals, const SearchResult& search,
            const AggressorPhases& phases, const SectionRequest& request, CrossCheckRow& row,
            std::vector<std::string>& remarks) {
  ImportanceOptions options;
  options.samples_per_symbol = request.solve.waveform_samples_per_symbol;
  options.symbols_max = request.solve.waveform_symbols_max;
  options.noise_factor = row.noise_factor;
  options.seed = request.seed;
  options.threads = request.threads;
  options.stop = request.stop;
  const ImportanceResult result = importance_errors(signals, search, phases, options);
  row.method = result.method;
  row.ber_count = result.ber;
  row.ber_count_low = result.low;
  row.ber_count_high = result.high;
  row.events = result.effective_samples;
  row.bits = static_cast<double>(result.symbols) * counted_bits(signals.pam_levels);
  row.ber_feedback = std::numeric_limits<double>::quiet_NaN();
  row.z = (result.ber - row.ber_density) / std::max(result.relative_error * result.ber, 1e-300);
  if (result.warning.empty()) return;
  remarks.push_back(about(row, "WARNING: its interval is not to be trusted: " + result.warning));
}

void adapt(const SectionSignals& signals, const SearchResult& search, const SectionRequest& request,
           CrossCheckRow& row) {
  AdaptiveOptions options;
  options.noise_factor = row.noise_factor;
  options.seed = request.seed;
  options.error_events = request.solve.waveform_error_events;
  options.symbols_max = request.solve.waveform_symbols_max;
  options.mlse = signals.rx.mlse;
  // A clock as slow as those that IEEE 802.3 asks for (4 MHz at 53.125 GBd): at ten times that, the
  // pulses' own ISI and bursts of wrong decisions walk it off. Time to settle goes with it.
  constexpr double kCorner = 1e-4;
  const double of_receiver =
      signals.rx.clock_recovery_bandwidth_hz / signals.response.symbol_rate_bd;
  options.loop_corner = of_receiver > 0.0 ? std::clamp(of_receiver, kCorner, 1e-2) : kCorner;
  options.training_symbols = 8.0 / options.loop_corner;
  const AdaptedResult result = run_adaptive_receiver(signals, search, options);
  row.adapted = result.status == AdaptedStatus::ok ? "ok" : "no_lock";
  if (!result.ber) return;
  row.ber_adapted = *result.ber;
  row.adapted_phase_ui = result.phase_ui;
}

}  // namespace

double noise_factor_for(double target, const std::function<double(double factor)>& ber_at) {
  const auto excess = [&](double log_factor) {
    return std::log(std::max(ber_at(std::exp(log_factor)), 1e-300)) - std::log(target);
  };
  // The bracket grows from nominal noise: a density far wider than its grid would take minutes.
  constexpr double kStep = 0.4, kMost = 4.7;  // ln of the factor
  double near = 0.0;
  const double sign = excess(0.0) < 0.0 ? 1.0 : -1.0;
  while (std::abs(near) < kMost && sign * excess(near + sign * kStep) < 0.0) near += sign * kStep;
  if (std::abs(near) >= kMost) return 0.0;
  const auto root = find_root(excess, std::min(near, near + sign * kStep),
                              std::max(near, near + sign * kStep), 1e-4);
  return root ? std::exp(*root) : 0.0;
}

std::string no_noise_factor(const std::string& section, double target) {
  char text[160];
  std::snprintf(text, sizeof text,
                "': WARNING: no cross-check at %.3g: at no receiver noise of 0.01 to 100 times"
                " its own is the density's error ratio that",
                target);
  return "section '" + section + text;
}

std::vector<CrossCheckRow> cross_check(const SectionSignals& signals, const SearchResult& search,
                                       const SectionRequest& request,
                                       std::vector<std::string>& remarks) {
  std::vector<CrossCheckRow> rows;
  const auto phases = worst_phases(signals, search);
  for (const double target : request.solve.cross_check_ber) {
    const bool counted = target >= kLeastCounted;
    CrossCheckRow row;
    row.section = signals.section->name;
    if (!counted && signals.rx.mlse) {
      remarks.push_back("section '" + row.section +
                        "': no cross-check below 1e-6: importance sampling does not know MLSE");
      continue;
    }
    row.target_ber = target;
    row.noise_factor = noise_factor_for(target, [&](double factor) {
      return DecisionErrors(signals, search, {request.solve.pdf_bins, factor}).ber();
    });
    if (row.noise_factor <= 0.0) {
      remarks.push_back(no_noise_factor(row.section, target));
      continue;
    }
    row.ber_density =
        DecisionErrors(signals, search, {request.solve.pdf_bins, row.noise_factor}).ber();
    row.ber_closed_form = gaussian_ber(signals, search, row.noise_factor);
    const bool shared_jitter =
        signals.tx.sinusoidal_jitter_ui > 0.0 || signals.tx.even_odd_jitter_ui > 0.0;
    if (!counted && shared_jitter) {
      remarks.push_back(about(row,
                              "counted, few events or none: importance sampling knows no"
                              " sinusoidal and no even-odd jitter"));
    }
    if (counted || shared_jitter) {
      count(signals, search, phases, request, row);
      if (request.solve.cross_check_adapted) adapt(signals, search, request, row);
    } else {
      sample(signals, search, phases, request, row, remarks);
    }
    row.agrees = std::abs(row.z) <= 3.5;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace chappe
