#include "solve/waveform.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/constants.hpp"
#include "base/parallel.hpp"
#include "base/units.hpp"
#include "dsp/gaussian.hpp"
#include "solve/adc.hpp"
#include "solve/ring.hpp"
#include "solve/shared_jitter.hpp"
#include "solve/slicer.hpp"
#include "solve/waveform_decisions.hpp"

namespace chappe {
namespace {

constexpr std::size_t kRoundBlocks = 32;

/// Uses of random numbers, one stream each; aggressors follow from kAggressors on.
enum Stream : std::uint32_t { kSymbols = 100, kTxNoise, kJitter, kJitterSign, kNoise, kAggressors };

std::vector<std::uint8_t> random_symbols(const WaveformPlan& plan, std::uint32_t stream,
                                         std::uint64_t block) {
  Rng rng({plan.options.seed, stream}, block);
  std::vector<std::uint8_t> out(plan.symbols);
  draw_symbols(rng, out, plan.levels.size());
  return out;
}

std::vector<double> gaussian(const WaveformPlan& plan, std::uint32_t stream, std::uint64_t block,
                             std::size_t n) {
  GaussianSource<double> source(BlockKey{{plan.options.seed, stream}, block});
  std::vector<double> out(n);
  source.fill(out);
  return out;
}

/// Adds what edges share: sinusoidal jitter that the clock does not follow, even-odd jitter. Blocks
/// begin at phases of the sinusoid that fill its period evenly (multiples of the golden ratio).
void add_shared_shifts(const WaveformPlan& plan, std::uint64_t block, std::vector<double>& shift) {
  const TransmitterSpec& tx = plan.signals->tx;
  const double sinusoid_ui = sinusoidal_jitter_left_ui(tx, plan.signals->rx);
  const double turn = tx.sinusoidal_jitter_hz / plan.signals->response.symbol_rate_bd;
  const double start = static_cast<double>(block) * 0.6180339887498949;
  for (std::size_t i = 0; i < shift.size() && sinusoid_ui > 0.0; ++i) {
    shift[i] += sinusoid_ui * std::sin(2.0 * kPi * (start + turn * static_cast<double>(i)));
  }
  const double late_ui = 0.5 * tx.even_odd_jitter_ui;
  for (std::size_t i = 0; i < shift.size() && late_ui > 0.0; ++i) {
    shift[i] += i % 2 == 0 ? late_ui : -late_ui;
  }
}

/// Displacement of each edge [UI], positive is late.
std::vector<double> edge_shifts(const WaveformPlan& plan, std::uint64_t block) {
  const TransmitterSpec& tx = plan.signals->tx;
  std::vector<double> shift = gaussian(plan, kJitter, block, plan.symbols);
  Rng sign({plan.options.seed, kJitterSign}, block);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < shift.size(); ++i) {
    word = i % 64 == 0 ? sign.next() : word >> 1;
    shift[i] = shift[i] * tx.random_jitter_ui +
               ((word & 1U) != 0 ? tx.dual_dirac_jitter_ui : -tx.dual_dirac_jitter_ui);
  }
  add_shared_shifts(plan, block, shift);
  return shift;
}

void add_crosstalk(const WaveformPlan& plan, std::uint64_t block, std::vector<cd>& folded) {
  std::vector<cd> spectrum(plan.coarse.spectrum_size());
  std::vector<double> data(plan.symbols);
  std::uint64_t phase_code = block;  // every combination of phases in turn
  for (std::size_t i = 0; i < plan.aggressors.size(); ++i) {
    const CrosstalkPlan& from = plan.aggressors[i];
    const auto sent = random_symbols(plan, static_cast<std::uint32_t>(kAggressors + i), block);
    for (std::size_t t = 0; t < data.size(); ++t) data[t] = from.levels[sent[t]];
    if (from.fext) data = ring_filter(data, plan.settings.tx_ffe, plan.settings.tx_cursor);
    plan.coarse.forward(data, spectrum);
    const std::vector<cd>& response = from.at_phase[phase_code % from.at_phase.size()];
    phase_code /= from.at_phase.size();
    for (std::size_t q = 0; q < folded.size(); ++q) folded[q] += spectrum[q] * response[q];
  }
}

/// The block's samples at the slicer's input ahead of the DFE.
std::vector<double> received(const WaveformPlan& plan, const std::vector<std::uint8_t>& symbols,
                             std::uint64_t block) {
  std::vector<double> data(plan.symbols);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = plan.levels[symbols[i]];
  std::vector<double> x = ring_filter(data, plan.settings.tx_ffe, plan.settings.tx_cursor);
  const std::vector<double> tx_noise = gaussian(plan, kTxNoise, block, plan.symbols);
  const double tx_rms = field_ratio_from_db(-plan.signals->tx.snr_db);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += tx_rms * tx_noise[i];
  const std::vector<double> shift = edge_shifts(plan, block);
  const auto m = static_cast<std::size_t>(plan.options.samples_per_symbol);
  std::vector<cd> fine(plan.fine.spectrum_size());
  plan.fine.forward(gridded_steps(x, shift, m), fine);
  fine[0] = sum_of_cells(x, shift, m);
  const std::size_t bins = plan.path.size();
  const std::vector<double> noise = gaussian(plan, kNoise, block, 2 * bins);
  std::vector<cd> folded(plan.coarse.spectrum_size());
  for (std::size_t k = 0; k < bins; ++k) {
    fold(folded, plan.symbols, k,
         fine[k] * plan.path[k] + cd(noise[2 * k], noise[2 * k + 1]) * plan.noise[k]);
  }
  add_crosstalk(plan, block, folded);
  std::vector<double> y(plan.symbols);
  plan.coarse.inverse(folded, y);
  if (plan.adc_step_v > 0.0) quantise(y, plan.adc_step_v, plan.signals->rx.adc_bits);
  return ring_filter(y, plan.settings.rx_ffe, plan.settings.rx_cursor);
}

struct BlockCount {
  WaveformCount count{};
  std::vector<std::uint8_t> sent{}, decided{};  ///< with the slicer's own decisions fed back
};

BlockCount count_block(const WaveformPlan& plan, std::uint64_t block) {
  std::vector<std::uint8_t> sent = random_symbols(plan, kSymbols, block);
  BlockDecisions decided = decide_block(plan, sent, received(plan, sent, block));
  const WaveformCount count = count_decisions(static_cast<int>(plan.levels.size()), sent, decided);
  return {count, std::move(sent), std::move(decided.real)};
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
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i] += other.runs[i];
  return *this;
}

WaveformCount count_errors(const SectionSignals& signals, const SearchResult& search,
                           const AggressorPhases& phases, const WaveformOptions& options) {
  const WaveformPlan plan = make_waveform_plan(signals, search, phases, options);
  WaveformCount total;
  std::optional<CodewordCounter> codewords;
  if (options.codewords != nullptr) codewords = *options.codewords;
  for (std::uint64_t first = 0;; first += kRoundBlocks) {
    if (options.stop != nullptr && *options.stop)
      throw Interrupted("stopped while counting errors");
    std::vector<BlockCount> round(kRoundBlocks);
    parallel_for(kRoundBlocks, options.threads,
                 [&](std::size_t i) { round[i] = count_block(plan, first + i); });
    for (const BlockCount& block : round) {
      total += block.count;
      if (codewords) codewords->add(block.sent, block.decided);
    }
    if (codewords) total.codewords = codewords->counts();
    const bool enough = static_cast<double>(total.events) >= options.error_events;
    if (enough || static_cast<double>(total.symbols) >= options.symbols_max) return total;
  }
}

}  // namespace chappe
