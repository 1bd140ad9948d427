#include "solve/adaptive_receiver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "dsp/ffe_dfe.hpp"
#include "dsp/lms.hpp"
#include "dsp/mlse.hpp"
#include "solve/received_stream.hpp"
#include "solve/slicer_density.hpp"

namespace chappe {
namespace {

constexpr std::int64_t kGainSymbols = 1024;  // that set the gain ahead of the ADC
constexpr std::size_t kBlock = 512;          // symbols of one mean of the error, and of one count
constexpr double kConverged = 1.35;          // of the last mean square: 5 sigma of a block's mean
constexpr double kTrimShare = 0.05;          // of the trim's corner in the loop's
constexpr double kTrimCurvature = 2.0;       // of the mean square error over UI^2, about
constexpr double kGainRate = 1e-3;
constexpr double kMostWander_ui = 8.0;
constexpr double kMostWrong = 0.25;  // symbols; more is no lock, whatever the slicer thinks
constexpr std::uint64_t kEventGap = 16;

/// The newest values first.
class Line {
 public:
  explicit Line(std::size_t size) : values_(size, 0.0) {}
  void push(double value) {
    std::copy_backward(values_.begin(), values_.end() - 1, values_.end());
    values_[0] = value;
  }
  double operator[](std::size_t i) const { return values_[i]; }
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
};

struct Received {
  double value{0.0}, slope{0.0}, edge{0.0};
};

/// Gain, sampler and ADC.
class FrontEnd {
 public:
  FrontEnd(const SectionSignals& signals, const SearchResult& search, const AdaptiveOptions& o)
      : options_(o),
        stream_(signals, search.settings,
                {.samples_per_symbol = o.samples_per_symbol,
                 .noise_factor = o.noise_factor,
                 .seed = o.seed,
                 .phases = worst_phases(signals, search)}) {
    double sum = 0.0;
    for (std::int64_t n = 0; n < kGainSymbols; ++n) {
      sum += std::pow(stream_.at(static_cast<double>(n) + o.start_phase_ui).value, 2);
    }
    ensure(sum > 0.0, "adaptive receiver: a waveform that is not 0");
    rms_ = symbol_rms(signals.pam_levels);
    gain_ = rms_ / std::sqrt(sum / static_cast<double>(kGainSymbols));
  }
  /// @param wander_ui  of the data's sampler about symbol n   @param edge_ui  of the edge's
  Received at(std::int64_t n, double wander_ui, double edge_ui, bool with_edge) {
    const Sampled data = stream_.at(static_cast<double>(n) + wander_ui);
    Received out{quantised(gain_ * data.value), gain_ * data.slope, 0.0};
    if (with_edge) out.edge = gain_ * stream_.at(static_cast<double>(n) - 0.5 + edge_ui).value;
    return out;
  }
  double gain() const { return gain_; }
  const ReceivedStream& stream() const { return stream_; }

 private:
  double quantised(double x) const {
    if (options_.adc_bits == 0) return x;
    const double most = options_.adc_full_scale * rms_;
    const double step = 2.0 * most / std::pow(2.0, options_.adc_bits);
    return std::clamp((std::floor(x / step) + 0.5) * step, -most + 0.5 * step, most - 0.5 * step);
  }

  AdaptiveOptions options_;
  ReceivedStream stream_;
  double rms_{1.0}, gain_{1.0};
};

/// Mean of Mueller and Mueller's detector per UI at the searched instant, for a gain of 1.
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

/// The clock's loop, with the offset between the detector's null and the best instant.
class Timing {
 public:
  Timing(const AdaptiveOptions& o, double slope)
      : options_(o), mueller_(o.detector == PhaseDetector::mueller_muller), loop_(gains(o, slope)) {
    const double corner = 2.0 * kPi * o.loop_corner * kTrimShare / kTrimCurvature;
    trim_rate_ = o.trim_phase ? corner * (mueller_ ? slope : 1.0) : 0.0;
    // The loop starts at 0: the first phase is the clock's own error.
  }
  bool with_edge() const { return !mueller_; }
  double data_ui() const { return loop_.phase_ui() + (mueller_ ? 0.0 : trim_); }
  double edge_ui() const { return loop_.phase_ui(); }
  double drift_ui() const { return loop_.drift_ui(); }
  /// @param x, edge  newest first, of the symbol decided at [symbol]
  void update(const Line& x, const Line& edge, std::size_t symbol, double before,
              const LmsEqualiser::Step& step, double slope) {
    const double late = mueller_
                            ? mueller_muller(x[symbol + 1], before, x[symbol], step.target) - trim_
                            : bang_bang(edge[symbol], before, step.target);
    trim_ -= trim_rate_ * step.error * slope;
    loop_.update(late);
  }

 private:
  static ClockLoopSpec gains(const AdaptiveOptions& o, double slope) {
    const bool linear = o.detector == PhaseDetector::mueller_muller;
    ClockLoopSpec spec = clock_loop_gains(o.loop_corner, linear ? slope : 1.0, o.loop_damping);
    if (!linear) spec.proportional = o.loop_corner;
    spec.steps_per_ui = o.phase_steps;
    return spec;
  }

  AdaptiveOptions options_;
  bool mueller_{true};
  ClockLoop loop_;
  double trim_{0.0}, trim_rate_{0.0};
};

LmsSpec lms_spec(const SectionSignals& signals, const std::vector<double>& levels,
                 const AdaptiveOptions& o) {
  LmsSpec spec;
  spec.ffe_taps = static_cast<std::size_t>(signals.rx.ffe_pre + 1 + signals.rx.ffe_post);
  spec.ffe_cursor = static_cast<std::size_t>(signals.rx.ffe_pre);
  spec.dfe_taps = signals.rx.dfe.size();
  spec.levels = levels;
  spec.ffe_step = 4.0 * o.ffe_step;
  spec.dfe_step = 4.0 * o.dfe_step;
  for (const TapLimit& limit : signals.rx.dfe) spec.dfe_limits.push_back({limit.low, limit.high});
  return spec;
}

/// Runs of wrong symbols, whatever the blocks.
struct Runs {
  std::vector<std::uint64_t> lengths{};
  std::size_t now{0};
  void add(bool wrong) {
    if (wrong) {
      ++now;
    } else if (now > 0) {
      if (lengths.size() < now) lengths.resize(now, 0);
      ++lengths[now - 1];
      now = 0;
    }
  }
};

class AdaptiveReceiver {
 public:
  AdaptiveReceiver(const SectionSignals& signals, const SearchResult& search,
                   const AdaptiveOptions& o)
      : options_(o),
        front_(signals, search, o),
        levels_(front_.stream().levels()),
        lms_(lms_spec(signals, levels_, o)),
        timing_(o, front_.gain() * detector_slope(signals, search)),
        cursor_(signals.rx.ffe_pre),
        x_(lms_.ffe().size() + 1),
        slope_(lms_.ffe().size()),
        edge_(lms_.ffe().size()),
        lock_(least_distance(), 1000.0) {}

  AdaptedResult run();

 private:
  double least_distance() const {
    double least = levels_[1] - levels_[0];
    for (std::size_t i = 2; i < levels_.size(); ++i) {
      least = std::min(least, levels_[i] - levels_[i - 1]);
    }
    return least;
  }
  /// Of the sampler about its symbol.
  double wander(double loop_ui) const {
    const auto n = static_cast<double>(n_ - kGainSymbols);
    return options_.start_phase_ui + loop_ui + 1e-6 * options_.frequency_offset_ppm * n -
           options_.sinusoidal_jitter_ui *
               std::sin(2.0 * kPi * options_.sinusoidal_jitter_ratio * n);
  }
  /// One symbol. @return false once the sampler has left its symbol
  bool step(bool training);
  bool train();
  void count(AdaptedResult& out);
  void count_block(AdaptedResult& out, std::span<const std::uint8_t> decided);
  void report(AdaptedResult& out) const;

  AdaptiveOptions options_;
  FrontEnd front_;
  std::vector<double> levels_;
  LmsEqualiser lms_;
  Timing timing_;
  std::int64_t cursor_{0};
  Line x_, slope_, edge_;
  LockDetector lock_;
  std::int64_t n_{kGainSymbols};
  double before_{0.0}, slicer_gain_{1.0};
  LmsEqualiser::Step last_{};
  double unfed_{0.0};                     ///< behind FFE and all DFE taps but the first
  std::vector<double> training_error_{};  ///< mean squares of blocks
  double wander_sum_{0.0}, wander_square_{0.0}, error_sum_{0.0};
  ErrorCounter counter_{kEventGap};
  Runs runs_{};
  std::vector<std::uint8_t> sent_{};  ///< counted symbols whose decisions are not yet there
};

bool AdaptiveReceiver::step(bool training) {
  const double data = wander(timing_.data_ui());
  if (std::abs(data) > kMostWander_ui) return false;
  const Received now = front_.at(n_, data, wander(timing_.edge_ui()), timing_.with_edge());
  x_.push(now.value);
  slope_.push(now.slope);
  edge_.push(now.edge);
  const double sent = levels_[front_.stream().sent(n_ - cursor_)];
  const double first_fed = lms_.dfe().empty() ? 0.0 : lms_.dfe()[0] * lms_.fed()[0];
  last_ = lms_.step(now.value, training ? &sent : nullptr);
  unfed_ = last_.y + first_fed;
  const double slope =
      std::inner_product(lms_.ffe().begin(), lms_.ffe().end(), slope_.values().begin(), 0.0);
  timing_.update(x_, edge_, static_cast<std::size_t>(cursor_), before_, last_, slope);
  before_ = last_.target;
  const double miss = last_.y - slicer_gain_ * last_.target;
  slicer_gain_ = std::max(0.1, slicer_gain_ + kGainRate * miss * last_.target);
  lms_.set_slicer_gain(slicer_gain_);
  lock_.update(miss);
  ++n_;
  return std::isfinite(last_.y);
}

bool AdaptiveReceiver::train() {
  const auto symbols = static_cast<std::size_t>(options_.training_symbols);
  double sum = 0.0;
  for (std::size_t i = 0; i < symbols; ++i) {
    if (i == symbols / 2) lms_.set_steps(options_.ffe_step, options_.dfe_step);
    if (!step(true)) return false;
    sum += last_.error * last_.error;
    if (i % kBlock != kBlock - 1) continue;
    training_error_.push_back(sum / static_cast<double>(kBlock));
    sum = 0.0;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(options_.settling_symbols); ++i) {
    if (!step(false)) return false;
  }
  return lock_.locked();
}

void AdaptiveReceiver::count_block(AdaptedResult& out, std::span<const std::uint8_t> decided) {
  const std::span<const std::uint8_t> sent(sent_.data(), decided.size());
  counter_.add(sent, decided);
  for (std::size_t i = 0; i < decided.size(); ++i) runs_.add(sent[i] != decided[i]);
  sent_.erase(sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(decided.size()));
  const ErrorCounts& counts = counter_.counts();
  out.symbols = counts.symbols;
  out.symbol_errors = counts.symbol_errors;
  out.bit_errors = counts.bit_errors;
  out.events = counts.events;
  out.bits = counts.symbols * (levels_.size() == 2 ? 1 : 2);
}

void AdaptiveReceiver::count(AdaptedResult& out) {
  std::optional<Mlse> mlse;
  if (options_.mlse) {
    std::vector<double> scaled = levels_;
    for (double& level : scaled) level *= slicer_gain_;
    mlse.emplace(scaled, std::vector<double>{lms_.dfe()[0] / slicer_gain_});
  }
  std::uint64_t taken = 0;
  bool going = true;
  while (going && static_cast<double>(out.events) < options_.error_events &&
         static_cast<double>(taken) < options_.symbols_max) {
    std::vector<std::uint8_t> decided;
    for (std::size_t i = 0; i < kBlock && going; ++i) {
      const double late = wander(timing_.data_ui());
      going = step(false);
      if (!going) break;
      ++taken;
      sent_.push_back(front_.stream().sent(n_ - 1 - cursor_));
      mlse ? mlse->run({&unfed_, 1}, decided) : decided.push_back(last_.decided);
      wander_sum_ += late;
      wander_square_ += late * late;
      error_sum_ += std::pow(last_.y / slicer_gain_ - last_.target, 2);
    }
    count_block(out, decided);
  }
  if (mlse) {
    std::vector<std::uint8_t> decided;
    mlse->finish(decided);
    count_block(out, decided);
  }
  runs_.add(false);
  const bool right =
      static_cast<double>(out.symbol_errors) <= kMostWrong * static_cast<double>(out.symbols);
  out.status = going && right && lock_.locked() ? AdaptedStatus::ok : AdaptedStatus::no_lock;
}

void AdaptiveReceiver::report(AdaptedResult& out) const {
  out.ffe_cursor = static_cast<int>(cursor_);
  const double tap = lms_.ffe()[static_cast<std::size_t>(cursor_)];
  for (const double w : lms_.ffe()) out.ffe.push_back(w / tap);
  for (const double b : lms_.dfe()) out.dfe.push_back(b / slicer_gain_);
  out.frequency_offset_ppm = -1e6 * timing_.drift_ui();
  out.run_lengths = runs_.lengths;
  const auto n = static_cast<double>(out.symbols);
  out.phase_ui = wander_sum_ / n;
  out.phase_rms_ui = std::sqrt(std::max(0.0, wander_square_ / n - out.phase_ui * out.phase_ui));
  out.error_rms = std::sqrt(error_sum_ / n);
  const double limit = kConverged * std::pow(out.error_rms * slicer_gain_, 2);
  for (std::size_t i = 0; i < training_error_.size(); ++i) {
    if (training_error_[i] > limit) out.convergence_symbols = static_cast<double>((i + 1) * kBlock);
  }
  out.ber = static_cast<double>(out.bit_errors) / static_cast<double>(out.bits);
  out.ber_interval = error_ratio_interval(static_cast<std::int64_t>(out.bit_errors),
                                          static_cast<std::int64_t>(out.events),
                                          static_cast<std::int64_t>(out.bits));
}

AdaptedResult AdaptiveReceiver::run() {
  AdaptedResult out;
  if (!train()) return out;
  count(out);
  if (out.status == AdaptedStatus::ok) report(out);
  return out;
}

}  // namespace

AdaptedResult run_adaptive_receiver(const SectionSignals& signals, const SearchResult& search,
                                    const AdaptiveOptions& options) {
  if (options.mlse && signals.rx.dfe.empty()) {
    throw ModelError("section '" + signals.section->name +
                     "': MLSE stands in for the first DFE tap, and the receiver has no DFE");
  }
  ensure(options.adc_bits == 0 || (options.adc_bits >= 3 && options.adc_bits <= 16),
         "adaptive receiver: an ADC of 3 to 16 bits");
  ensure(std::abs(options.start_phase_ui) <= 1.0, "adaptive receiver: start phase within 1 UI");
  ensure(options.training_symbols >= 2000.0 && options.settling_symbols >= 0.0 &&
             options.symbols_max >= 1.0,
         "adaptive receiver: at least 2000 symbols of training, one that is counted");
  return AdaptiveReceiver(signals, search, options).run();
}

}  // namespace chappe
