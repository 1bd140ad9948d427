#include "solve/adaptive_front_end.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "solve/adc.hpp"
#include "solve/slicer_density.hpp"

namespace chappe {
namespace {

constexpr double kTrimShare = 0.2;      // of the trim's corner in the loop's
constexpr double kTrimCurvature = 2.0;  // of the mean square error over UI^2, taps held

ClockLoopSpec gains(const AdaptiveOptions& o, double slope) {
  const bool linear = o.detector == PhaseDetector::mueller_muller;
  ClockLoopSpec spec = clock_loop_gains(o.loop_corner, linear ? slope : 1.0, o.loop_damping);
  if (!linear) spec.proportional = o.loop_corner;
  spec.steps_per_ui = o.phase_steps;
  return spec;
}

}  // namespace

FrontEnd::FrontEnd(const SectionSignals& signals, const SearchResult& search,
                   const AdaptiveOptions& options)
    : stream_(signals, search.settings,
              {.samples_per_symbol = options.samples_per_symbol,
               .noise_factor = options.noise_factor,
               .seed = options.seed,
               .phases = worst_phases(signals, search)}),
      adc_bits_(signals.rx.adc_bits) {
  double sum = 0.0;
  for (std::int64_t n = 0; n < kGainSymbols; ++n) {
    sum += std::pow(stream_.at(static_cast<double>(n) + options.start_phase_ui).value, 2);
  }
  ensure(sum > 0.0, "adaptive receiver: a waveform that is not 0");
  gain_ = symbol_rms(signals.pam_levels) / std::sqrt(sum / static_cast<double>(kGainSymbols));
  adc_step_ = gain_ * search.at_slicer.adc_step_v;
}

Received FrontEnd::at(std::int64_t n, double data_ui, double edge_ui, bool with_edge) {
  const auto symbol = static_cast<double>(n);
  const Sampled data = stream_.at(symbol + data_ui);
  Received out{gain_ * data.value, gain_ * data.slope, 0.0};
  if (adc_step_ > 0.0) quantise({&out.value, 1}, adc_step_, adc_bits_);
  if (with_edge) out.edge = gain_ * stream_.at(symbol - 0.5 + edge_ui).value;
  return out;
}

double detector_slope(const SectionSignals& signals, const SearchResult& search) {
  const PulseBank& bank = search.bank;
  const std::size_t period = bank.victim.size();
  const auto at = [&](std::size_t sample) {
    const SymbolPulse bare =
        sample_record(bank.victim, bank.samples_per_symbol, sample % period, {8, 8});
    return filter_symbols(bare, search.settings.tx_ffe, search.settings.tx_cursor);
  };
  const SymbolPulse before = at(search.candidate.sample + period - 1);
  const SymbolPulse after = at(search.candidate.sample + 1);
  const auto slope = [&](std::size_t i) {
    return 0.5 * bank.samples_per_symbol * (after.v[i] - before.v[i]);
  };
  return std::pow(symbol_rms(signals.pam_levels), 2) *
         (slope(after.cursor - 1) - slope(after.cursor + 1));
}

Timing::Timing(const AdaptiveOptions& options, double slope)
    : mueller_(options.detector == PhaseDetector::mueller_muller), loop_(gains(options, slope)) {
  const double rate = 2.0 * kPi * options.loop_corner * kTrimShare / kTrimCurvature;
  if (options.trim_phase) trim_rate_ = rate * (mueller_ ? slope : 1.0);
}

void Timing::update(const Line& x, const Line& edge, std::size_t symbol, double before,
                    const LmsEqualiser::Step& step, double slope) {
  const double late = mueller_
                          ? mueller_muller(x[symbol + 1], before, x[symbol], step.target) - trim_
                          : bang_bang(edge[symbol], before, step.target);
  trim_ -= trim_speed_ * trim_rate_ * step.error * slope;
  loop_.update(late);
}

}  // namespace chappe
