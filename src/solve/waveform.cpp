#include "solve/waveform.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/parallel.hpp"
#include "base/units.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/ffe_dfe.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr std::size_t kRoundBlocks = 32;
constexpr std::uint64_t kEventGap_symbols = 16;

/// Uses of random numbers, one stream each; aggressors follow from kAggressors on.
enum Stream : std::uint32_t { kSymbols = 100, kTxNoise, kJitter, kJitterSign, kNoise, kAggressors };

/// What blocks share: transfer functions at the samples' rate, folded responses, levels.
struct Plan {
  const SectionSignals* signals{nullptr};
  EqualiserSettings settings{};
  double cursor_v{0.0};
  WaveformOptions options{};
  std::size_t symbols{0};  ///< of a block
  std::size_t bins{0};     ///< of the oversampled spectrum that carry anything
  std::vector<cd> path{};  ///< cell averages -> samples at t_s + nT, before folding
  std::vector<cd> noise{}; ///< unit Gaussian bins -> the same
  std::vector<std::vector<cd>> aggressors{};  ///< folded, on the symbol-rate spectrum
  std::vector<double> levels{}, thresholds{};
  RealFft fine;
  RealFft coarse;
};

/// Adds bin k of an oversampled half spectrum to the symbol-rate half spectrum.
void fold(std::vector<cd>& folded, std::size_t symbols, std::size_t k, cd value) {
  const std::size_t q = k % symbols;
  const std::size_t mirror = (symbols - q) % symbols;
  if (q < folded.size()) folded[q] += value;
  if (k != 0 && mirror < folded.size()) folded[mirror] += std::conj(value);
}

Plan make_plan(const SectionSignals& signals, const SearchResult& search, const AggressorPhases& phases,
               const WaveformOptions& options) {
  const SectionResponse& response = signals.response;
  const std::size_t symbols = response.grid.record_symbols;
  const auto m = static_cast<std::size_t>(options.samples_per_symbol);
  Plan plan{.signals = &signals,
            .settings = search.settings,
            .cursor_v = search.at_slicer.cursor_v,
            .options = options,
            .symbols = symbols,
            .levels = transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio),
            .fine = RealFft(symbols * m),
            .coarse = RealFft(symbols)};
  plan.thresholds = midway_thresholds(plan.levels);
  const double rate = response.symbol_rate_bd;
  const double scale = 1.0 / static_cast<double>(m);  // of the coarse inverse transform
  const double white = std::sqrt(0.25 * signals.rx.noise_v2_per_hz * rate *
                                 static_cast<double>(symbols * m * m)) * options.noise_factor;
  const CtleShape shape =
      ctle_shape(signals.rx, plan.settings.ctle_gain_db, plan.settings.ctle_lf_gain_db);
  plan.bins = std::min(symbols * m / 2, response.grid.size);
  plan.aggressors.assign(response.aggressors.size(), std::vector<cd>(plan.coarse.spectrum_size()));
  for (std::size_t k = 0; k < plan.bins; ++k) {
    const double f_hz = static_cast<double>(k) * response.grid.df_hz;
    const double cell = kPi * f_hz / (rate * static_cast<double>(m));
    const double sinc = cell == 0.0 ? 1.0 : std::sin(cell) / cell;
    const cd receiver = receiver_filter(signals.rx, f_hz) *
                        ctle_response(shape, f_hz);
    const cd advance = std::polar(1.0, 2.0 * kPi * f_hz * plan.settings.sampling_time_s - cell);
    plan.path.push_back(scale * signals.tx.amplitude_v * response.victim[k] * receiver * advance / sinc);
    plan.noise.push_back(scale * white * receiver);
    const double x = kPi * f_hz / rate;
    const cd hold = std::polar(x == 0.0 ? 1.0 : std::sin(x) / x, -x);
    for (std::size_t i = 0; i < plan.aggressors.size(); ++i) {
      const double t_s = static_cast<double>(phases[i]) /
                         (rate * static_cast<double>(response.grid.samples_per_symbol));
      fold(plan.aggressors[i], symbols, k,
           signals.aggressor_tx[i].amplitude_v * response.aggressors[i][k] * receiver * hold *
               std::polar(1.0, 2.0 * kPi * f_hz * t_s));
    }
  }
  return plan;
}

std::vector<std::uint8_t> random_symbols(const Plan& plan, std::uint32_t stream, std::uint64_t block) {
  Rng rng({plan.options.seed, stream}, block);
  std::vector<std::uint8_t> out(plan.symbols);
  const unsigned bits = plan.levels.size() == 2 ? 1 : 2;
  std::uint64_t word = 0;
  unsigned left = 0;
  for (auto& symbol : out) {
    if (left < bits) {
      word = rng.next();
      left = 64;
    }
    symbol = static_cast<std::uint8_t>(word & ((1U << bits) - 1U));
    word >>= bits;
    left -= bits;
  }
  return out;
}

std::vector<double> gaussian(const Plan& plan, std::uint32_t stream, std::uint64_t block, std::size_t n) {
  GaussianSource<double> source(BlockKey{{plan.options.seed, stream}, block});
  std::vector<double> out(n);
  source.fill(out);
  return out;
}

/// sum_i taps[i] in[n - (i - cursor)] on a ring.
std::vector<double> ring_filter(const std::vector<double>& in, const std::vector<double>& taps,
                                int cursor) {
  const auto n = static_cast<std::ptrdiff_t>(in.size());
  std::vector<double> out(in.size(), 0.0);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    std::ptrdiff_t from = (cursor - static_cast<std::ptrdiff_t>(i)) % n;
    if (from < 0) from += n;
    const auto split = static_cast<std::size_t>(n - from);
    for (std::size_t t = 0; t < split; ++t) out[t] += taps[i] * in[t + static_cast<std::size_t>(from)];
    for (std::size_t t = split; t < out.size(); ++t) out[t] += taps[i] * in[t - split];
  }
  return out;
}

/// Averages of the transmitted waveform over cells of T/m, each edge displaced by shift[n] UI.
std::vector<double> cell_averages(const std::vector<double>& x, const std::vector<double>& shift,
                                  std::size_t m) {
  const std::size_t n = x.size();
  std::vector<double> out(n * m);
  for (std::size_t i = 0; i < n; ++i) std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(i * m), m, x[i]);
  for (std::size_t i = 0; i < n; ++i) {
    const double before = x[i == 0 ? n - 1 : i - 1];
    // Late: the old level lasts into the new symbol; early: the new one begins in the old.
    const bool late = shift[i] > 0.0;
    const double change = late ? before - x[i] : x[i] - before;
    double left = std::min(std::abs(shift[i]), 1.0) * static_cast<double>(m);
    std::size_t cell = late ? i * m : (i * m + n * m - 1) % (n * m);
    while (left > 0.0) {
      out[cell] += change * std::min(left, 1.0);
      left -= 1.0;
      cell = late ? (cell + 1) % (n * m) : (cell + n * m - 1) % (n * m);
    }
  }
  return out;
}

/// The block's samples at the slicer's input ahead of the DFE.
std::vector<double> received(const Plan& plan, const std::vector<std::uint8_t>& symbols,
                             std::uint64_t block) {
  const TransmitterSpec& tx = plan.signals->tx;
  std::vector<double> data(plan.symbols);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = plan.levels[symbols[i]];
  std::vector<double> x = ring_filter(data, plan.settings.tx_ffe, plan.settings.tx_cursor);
  const std::vector<double> tx_noise = gaussian(plan, kTxNoise, block, plan.symbols);
  const double tx_rms = field_ratio_from_db(-tx.snr_db);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += tx_rms * tx_noise[i];
  std::vector<double> shift = gaussian(plan, kJitter, block, plan.symbols);
  Rng sign({plan.options.seed, kJitterSign}, block);
  for (double& s : shift) {
    s = s * tx.random_jitter_ui +
        ((sign.next() >> 63) != 0 ? tx.dual_dirac_jitter_ui : -tx.dual_dirac_jitter_ui);
  }
  const auto m = static_cast<std::size_t>(plan.options.samples_per_symbol);
  std::vector<cd> fine(plan.fine.spectrum_size());
  plan.fine.forward(cell_averages(x, shift, m), fine);
  const std::vector<double> noise = gaussian(plan, kNoise, block, 2 * plan.bins);
  std::vector<cd> folded(plan.coarse.spectrum_size());
  for (std::size_t k = 0; k < plan.bins; ++k) {
    fold(folded, plan.symbols, k,
         fine[k] * plan.path[k] + cd(noise[2 * k], noise[2 * k + 1]) * plan.noise[k]);
  }
  std::vector<cd> spectrum(plan.coarse.spectrum_size());
  for (std::size_t i = 0; i < plan.aggressors.size(); ++i) {
    const auto stream = static_cast<std::uint32_t>(kAggressors + i);
    const auto other = random_symbols(plan, stream, block);
    const auto own = transmitted_levels(plan.signals->pam_levels, plan.signals->aggressor_tx[i].level_mismatch_ratio);
    for (std::size_t t = 0; t < data.size(); ++t) data[t] = own[other[t]];
    const bool fext = plan.signals->section->aggressors[i].type == AggressorType::fext;
    if (fext) data = ring_filter(data, plan.settings.tx_ffe, plan.settings.tx_cursor);
    plan.coarse.forward(data, spectrum);
    for (std::size_t q = 0; q < folded.size(); ++q) folded[q] += spectrum[q] * plan.aggressors[i][q];
  }
  std::vector<double> y(plan.symbols);
  plan.coarse.inverse(folded, y);
  return ring_filter(y, plan.settings.rx_ffe, plan.settings.rx_cursor);
}

int decide(const Plan& plan, double y) {
  int level = 0;
  for (const double threshold : plan.thresholds) level += y > threshold * plan.cursor_v ? 1 : 0;
  return level;
}

WaveformCount count_block(const Plan& plan, std::uint64_t block) {
  const std::vector<std::uint8_t> sent = random_symbols(plan, kSymbols, block);
  const std::vector<double> y = received(plan, sent, block);
  const std::vector<double>& dfe = plan.settings.dfe;
  const auto levels = static_cast<int>(plan.levels.size());
  WaveformCount count;
  count.symbols = plan.symbols;
  count.bits = plan.symbols * (levels == 2 ? 1 : 2);
  std::vector<double> fed_back(dfe.size());  // decided levels, newest first
  for (std::size_t k = 0; k < dfe.size(); ++k) fed_back[k] = plan.levels[sent[plan.symbols - 1 - k]];
  std::uint64_t last_error = 0;
  double event_bits = 0.0;
  for (std::size_t i = 0; i < plan.symbols; ++i) {
    double ideal = y[i], real = y[i];
    for (std::size_t k = 0; k < dfe.size(); ++k) {
      const std::size_t from = (i + plan.symbols - 1 - k) % plan.symbols;
      ideal -= plan.cursor_v * dfe[k] * plan.levels[sent[from]];
      real -= plan.cursor_v * dfe[k] * fed_back[k];
    }
    const int decided = decide(plan, real);
    if (!fed_back.empty()) {
      std::rotate(fed_back.rbegin(), fed_back.rbegin() + 1, fed_back.rend());
      fed_back.front() = plan.levels[static_cast<std::size_t>(decided)];
    }
    count.bit_errors_feedback +=
        static_cast<std::uint64_t>(bit_distance(sent[i], decided));
    const int wrong = bit_distance(sent[i], decide(plan, ideal));
    if (wrong == 0) continue;
    if (count.events == 0 || i - last_error > kEventGap_symbols) {
      count.event_bits_squared += event_bits * event_bits;
      event_bits = 0.0;
      ++count.events;
    }
    last_error = i;
    event_bits += wrong;
    ++count.symbol_errors;
    count.bit_errors += static_cast<std::uint64_t>(wrong);
  }
  count.event_bits_squared += event_bits * event_bits;
  return count;
}

}  // namespace

WaveformCount& WaveformCount::operator+=(const WaveformCount& other) {
  symbols += other.symbols;
  bits += other.bits;
  bit_errors += other.bit_errors;
  symbol_errors += other.symbol_errors;
  events += other.events;
  event_bits_squared += other.event_bits_squared;
  bit_errors_feedback += other.bit_errors_feedback;
  return *this;
}

WaveformCount count_errors(const SectionSignals& signals, const SearchResult& search,
                           const AggressorPhases& phases, const WaveformOptions& options) {
  const Plan plan = make_plan(signals, search, phases, options);
  WaveformCount total;
  for (std::uint64_t first = 0;; first += kRoundBlocks) {
    if (options.stop != nullptr && *options.stop) throw Interrupted("stopped while counting errors");
    std::vector<WaveformCount> round(kRoundBlocks);
    parallel_for(kRoundBlocks, options.threads,
                 [&](std::size_t i) { round[i] = count_block(plan, first + i); });
    for (const WaveformCount& count : round) total += count;
    const bool enough = static_cast<double>(total.events) >= options.error_events;
    if (enough || static_cast<double>(total.symbols) >= options.symbols_max) return total;
  }
}

}  // namespace chappe
