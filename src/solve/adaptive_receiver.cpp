#include "solve/adaptive_receiver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "dsp/ffe_dfe.hpp"
#include "dsp/lms.hpp"
#include "dsp/mlse.hpp"
#include "solve/adaptive_front_end.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr std::size_t kBlock = 512;  // symbols of one mean of the error, and of one count
constexpr double kConverged = 1.35;  // of the last mean square: 5 sigma of a block's mean
constexpr double kGainRate = 1e-3;
constexpr double kMostWander_ui = 8.0;
constexpr double kMostWrong = 0.25;  // symbols; more is no lock, whatever the slicer thinks
constexpr std::uint64_t kEventGap = 16;

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
    const auto n = static_cast<double>(n_ - FrontEnd::kGainSymbols);
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
  std::int64_t n_{FrontEnd::kGainSymbols};
  double before_{0.0}, slicer_gain_{1.0};
  LmsEqualiser::Step last_{};
  double mlse_tap_{0.0};
  double unfed_{0.0};  ///< at the slicer, with mlse_tap_ of the symbol before put back
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
  // What MLSE sees holds one fixed tap, however the DFE's drifts on.
  const double first_fed = lms_.dfe().empty() ? 0.0 : mlse_tap_ * lms_.fed()[0];
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
    if (i == 0) timing_.set_trim_speed(4.0);
    if (i == symbols / 2) {
      lms_.set_steps(options_.ffe_step, options_.dfe_step);
      timing_.set_trim_speed(1.0);
    }
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
  out.bits = static_cast<std::uint64_t>(std::llround(
      static_cast<double>(counts.symbols) * counted_bits(static_cast<int>(levels_.size()))));
}

void AdaptiveReceiver::count(AdaptedResult& out) {
  std::optional<Mlse> mlse;
  if (options_.mlse) {
    std::vector<double> scaled = levels_;
    for (double& level : scaled) level *= slicer_gain_;
    mlse_tap_ = lms_.dfe()[0];
    mlse.emplace(scaled, std::vector<double>{mlse_tap_ / slicer_gain_});
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
  ensure(std::abs(options.start_phase_ui) <= 1.0, "adaptive receiver: start phase within 1 UI");
  ensure(options.training_symbols >= 2000.0 && options.settling_symbols >= 0.0 &&
             options.symbols_max >= 1.0,
         "adaptive receiver: at least 2000 symbols of training, one that is counted");
  return AdaptiveReceiver(signals, search, options).run();
}

}  // namespace chappe
