#include "solve/importance_block.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/units.hpp"
#include "dsp/gaussian.hpp"
#include "solve/adc.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

/// Uses of random numbers, one stream each; aggressors follow from kAggressors on.
enum Stream : std::uint32_t {
  kOrder = 400,
  kSymbols,
  kTxNoise,
  kJitter,
  kJitterSign,
  kNoise,
  kPhases,
  kAggressors
};

/// A decision looked at: its component, and ln(q/p) of what was drawn for each component of the
/// sent level (at most two).
struct Instant {
  std::size_t at{0};
  std::size_t component{0};
  std::array<double, 2> log_ratio{};
};

class Block {
 public:
  Block(const ImportancePlan& plan, std::uint64_t block) : plan_(plan), block_(block) {}
  BlockSum run();

 private:
  void choose_components();
  void draw_symbols();
  std::vector<double> drive();
  std::vector<double> edge_shifts(const std::vector<double>& x);
  void add_signal(const std::vector<double>& x, const std::vector<double>& shift,
                  std::vector<cd>& folded) const;
  std::vector<double> receiver_noise();
  void add_crosstalk(std::vector<cd>& folded);
  BlockSum weigh(const std::vector<double>& y) const;

  Rng rng(std::uint32_t stream) const { return Rng({plan_.seed, stream}, block_); }
  std::vector<double> gaussian(std::uint32_t stream, std::size_t n) const {
    GaussianSource<double> source(BlockKey{{plan_.seed, stream}, block_});
    std::vector<double> out(n);
    source.fill(out);
    return out;
  }
  /// Place on the ring `lag` symbols before an instant.
  std::size_t before(const Instant& here, std::ptrdiff_t lag) const {
    const auto n = static_cast<std::ptrdiff_t>(wave_.symbols);
    return static_cast<std::size_t>((static_cast<std::ptrdiff_t>(here.at) - lag + n) % n);
  }
  double tilt(const Instant& here) const { return plan_.components[here.component].tilt_per_v; }
  /// Adds f(component) to the ln(q/p) of each component of the instant's level.
  template <class F>
  void add_log_ratio(Instant& here, F&& f) const {
    const std::size_t level = plan_.components[here.component].level;
    const std::size_t first = plan_.first_of_level[level];
    for (std::size_t c = first; c < plan_.first_of_level[level + 1]; ++c) {
      here.log_ratio[c - first] += f(plan_.components[c]);
    }
  }

  const ImportancePlan& plan_;
  const WaveformPlan& wave_{plan_.waveform};
  std::uint64_t block_;
  std::vector<Instant> instants_{};
  std::vector<std::uint8_t> sent_{};
};

/// Every component equally often, in random order, so that neighbours' tilts have no pattern.
void Block::choose_components() {
  instants_.resize(plan_.instants);
  Rng order = rng(kOrder);
  for (std::size_t j = 0; j < instants_.size(); ++j) {
    instants_[j].at = j * plan_.spacing;
    instants_[j].component = j % plan_.components.size();
    std::swap(instants_[j].component, instants_[order.below(j + 1)].component);
  }
}

void Block::draw_symbols() {
  Rng random = rng(kSymbols);
  sent_.resize(wave_.symbols);
  for (auto& symbol : sent_) symbol = static_cast<std::uint8_t>(random.below(wave_.levels.size()));
  for (Instant& here : instants_) {
    const SymbolChain& chain = plan_.components[here.component].chain;
    std::size_t last = 0;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const std::size_t now = chain.draw(i, last, random.uniform());
      add_log_ratio(here, [&](const TiltComponent& c) { return c.chain.log_ratio(i, last, now); });
      sent_[before(here, plan_.oldest_lag - static_cast<std::ptrdiff_t>(i))] =
          static_cast<std::uint8_t>(now);
      last = now;
    }
  }
}

/// The transmitter's levels behind its FFE, with its noise.
std::vector<double> Block::drive() {
  std::vector<double> data(wave_.symbols);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = wave_.levels[sent_[i]];
  std::vector<double> x = ring_fir(data, wave_.settings.tx_ffe, wave_.settings.tx_cursor);
  std::vector<double> noise = gaussian(kTxNoise, wave_.symbols);
  const Lags& lags = plan_.tx_noise;
  for (Instant& here : instants_) {
    double sum = 0.0;
    for (std::size_t i = 0; i < lags.v.size(); ++i) {
      double& z = noise[before(here, lags.first + static_cast<std::ptrdiff_t>(i))];
      z += tilt(here) * lags.v[i];
      sum += z * lags.v[i];
    }
    add_log_ratio(here, [&](const TiltComponent& c) {
      return c.tilt_per_v * (sum - 0.5 * c.tilt_per_v * plan_.tx_variance_v2);
    });
  }
  const double rms = field_ratio_from_db(-wave_.signals->tx.snr_db);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += rms * noise[i];
  return x;
}

/// Displacement of each edge [UI], positive is late; near an instant tilted given the edge's step.
std::vector<double> Block::edge_shifts(const std::vector<double>& x) {
  const double random_ui = wave_.signals->tx.random_jitter_ui;
  const double dirac_ui = wave_.signals->tx.dual_dirac_jitter_ui;
  std::vector<double> shift = gaussian(kJitter, wave_.symbols);
  Rng random = rng(kJitterSign);
  std::vector<double> sign(wave_.symbols);
  for (double& s : sign) s = (random.next() >> 63) != 0 ? 1.0 : -1.0;
  const Lags& lags = plan_.edge;
  for (Instant& here : instants_) {
    for (std::size_t i = 0; i < lags.v.size(); ++i) {
      const std::size_t n = before(here, lags.first + static_cast<std::ptrdiff_t>(i));
      // Late by 1 UI, this edge moves the slicer by `move` [V].
      const double move = -(x[n] - x[n == 0 ? wave_.symbols - 1 : n - 1]) * lags.v[i];
      shift[n] += tilt(here) * random_ui * move;
      const double late = 1.0 / (1.0 + std::exp(-2.0 * tilt(here) * dirac_ui * move));
      sign[n] = random.uniform() < late ? 1.0 : -1.0;
      const double moved = move * (random_ui * shift[n] + dirac_ui * sign[n]);
      add_log_ratio(here, [&](const TiltComponent& c) {
        return c.tilt_per_v * moved - jitter_cumulant({random_ui, dirac_ui}, c.tilt_per_v, move);
      });
    }
  }
  for (std::size_t n = 0; n < shift.size(); ++n)
    shift[n] = random_ui * shift[n] + dirac_ui * sign[n];
  return shift;
}

/// The steps on a grid of m cells a symbol, each spread over four cells by a cubic B-spline (whose
/// spectrum the plan's path divides out), through the section, folded to the symbol rate.
void Block::add_signal(const std::vector<double>& x, const std::vector<double>& shift,
                       std::vector<cd>& folded) const {
  const auto m = static_cast<std::size_t>(wave_.options.samples_per_symbol);
  const std::size_t n = x.size(), cells = n * m;
  std::vector<double> grid(cells, 0.0);
  double mean = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double step = x[i] - x[i == 0 ? n - 1 : i - 1];
    mean += x[i] - step * shift[i];
    const double place = static_cast<double>(cells + i * m) + shift[i] * static_cast<double>(m);
    const double whole = std::floor(place), t = place - whole, u = 1.0 - t;
    const std::size_t first = static_cast<std::size_t>(whole) + cells - 1;
    grid[first % cells] += step * u * u * u / 6.0;
    grid[(first + 1) % cells] += step * (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0;
    grid[(first + 2) % cells] += step * (4.0 - 6.0 * u * u + 3.0 * u * u * u) / 6.0;
    grid[(first + 3) % cells] += step * t * t * t / 6.0;
  }
  std::vector<cd> fine(wave_.fine.spectrum_size());
  wave_.fine.forward(grid, fine);
  fine[0] = mean * static_cast<double>(m);
  for (std::size_t k = 0; k < wave_.path.size(); ++k)
    fold(folded, wave_.symbols, k, fine[k] * wave_.path[k]);
}

/// Ahead of the receive FFE; its mean in each bin is moved along what the decisions hear of it.
std::vector<double> Block::receiver_noise() {
  std::vector<double> train(wave_.symbols, 0.0);
  for (const Instant& here : instants_) train[here.at] = tilt(here);
  std::vector<cd> tilts(wave_.coarse.spectrum_size());
  wave_.coarse.forward(train, tilts);
  const std::size_t bins = wave_.noise.size();
  const std::vector<double> unit = gaussian(kNoise, 2 * bins);
  std::vector<cd> folded(tilts.size());
  for (std::size_t k = 0; k < bins; ++k) {
    const std::size_t q = k % wave_.symbols;
    const cd moved = q < tilts.size() ? tilts[q] : std::conj(tilts[wave_.symbols - q]);
    const cd z = cd(unit[2 * k], unit[2 * k + 1]) + plan_.matched[k] * moved;
    fold(folded, wave_.symbols, k, z * wave_.noise[k]);
  }
  std::vector<double> y(wave_.symbols);
  wave_.coarse.inverse(folded, y);
  const std::vector<double> heard = ring_fir(y, wave_.settings.rx_ffe, wave_.settings.rx_cursor);
  for (Instant& here : instants_) {
    add_log_ratio(here, [&](const TiltComponent& c) {
      return c.tilt_per_v * (heard[here.at] - 0.5 * c.tilt_per_v * plan_.noise_variance_v2);
    });
  }
  return y;
}

void Block::add_crosstalk(std::vector<cd>& folded) {
  Rng phases = rng(kPhases);
  std::vector<cd> spectrum(wave_.coarse.spectrum_size());
  std::vector<double> data(wave_.symbols);
  for (std::size_t i = 0; i < wave_.aggressors.size(); ++i) {
    const CrosstalkPlan& from = wave_.aggressors[i];
    const std::size_t phase = phases.below(from.at_phase.size());
    const Lags& lags = plan_.crosstalk[i][phase];
    Rng random = rng(kAggressors + static_cast<std::uint32_t>(i));
    for (double& level : data) level = from.levels[random.below(from.levels.size())];
    for (Instant& here : instants_) {
      double sum = 0.0;
      for (std::size_t k = 0; k < lags.v.size(); ++k) {
        const double scale = tilt(here) * lags.v[k];
        double left = random.uniform() * static_cast<double>(from.levels.size()) *
                      std::exp(level_cumulant(from.levels, scale));
        std::size_t a = 0;
        while (a + 1 < from.levels.size() && (left -= std::exp(scale * from.levels[a])) > 0.0) ++a;
        data[before(here, lags.first + static_cast<std::ptrdiff_t>(k))] = from.levels[a];
        sum += lags.v[k] * from.levels[a];
      }
      add_log_ratio(here, [&](const TiltComponent& c) {
        double out = c.tilt_per_v * sum;
        for (const double v : lags.v) out -= level_cumulant(from.levels, c.tilt_per_v * v);
        return out;
      });
    }
    if (from.fext) data = ring_fir(data, wave_.settings.tx_ffe, wave_.settings.tx_cursor);
    wave_.coarse.forward(data, spectrum);
    for (std::size_t q = 0; q < folded.size(); ++q)
      folded[q] += spectrum[q] * from.at_phase[phase][q];
  }
}

/// @param y  at the slicer's input ahead of the DFE
BlockSum Block::weigh(const std::vector<double>& y) const {
  BlockSum out;
  const double components = static_cast<double>(plan_.components.size());
  const auto levels = static_cast<int>(wave_.levels.size());
  for (const Instant& here : instants_) {
    double v = y[here.at];
    for (std::size_t k = 0; k < wave_.settings.dfe.size(); ++k) {
      const std::size_t from = before(here, static_cast<std::ptrdiff_t>(k) + 1);
      v -= wave_.settings.dfe[k] * wave_.cursor_v * wave_.levels[sent_[from]];
    }
    int decided = 0;
    for (const double threshold : wave_.thresholds) decided += v > threshold * wave_.cursor_v;
    const std::size_t level = plan_.components[here.component].level;
    if (decided == static_cast<int>(level)) continue;
    const std::size_t siblings = plan_.first_of_level[level + 1] - plan_.first_of_level[level];
    double density = 0.0;
    for (std::size_t c = 0; c < siblings; ++c) density += std::exp(here.log_ratio[c]);
    const double weight = components / (static_cast<double>(wave_.levels.size()) * density);
    const double wrong =
        weight * bit_distance(levels, static_cast<int>(level), decided) / counted_bits(levels);
    out.sum += wrong;
    out.square += wrong * wrong;
    out.largest = std::max(out.largest, wrong);
    ++out.wrong;
  }
  return out;
}

BlockSum Block::run() {
  choose_components();
  draw_symbols();
  const std::vector<double> x = drive();
  const std::vector<double> shift = edge_shifts(x);
  std::vector<cd> folded(wave_.coarse.spectrum_size());
  add_signal(x, shift, folded);
  add_crosstalk(folded);
  std::vector<double> y(wave_.symbols);
  wave_.coarse.inverse(folded, y);
  const std::vector<double> noise = receiver_noise();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += noise[i];
  if (wave_.adc_step_v > 0.0) quantise(y, wave_.adc_step_v, wave_.signals->rx.adc_bits);
  return weigh(ring_fir(y, wave_.settings.rx_ffe, wave_.settings.rx_cursor));
}

}  // namespace

BlockSum importance_block(const ImportancePlan& plan, std::uint64_t block) {
  return Block(plan, block).run();
}

}  // namespace chappe
