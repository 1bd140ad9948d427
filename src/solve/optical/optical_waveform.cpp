#include "solve/optical/optical_waveform.hpp"

#include <optional>

#include "base/parallel.hpp"
#include "solve/optical/optical_block.hpp"
#include "solve/waveform_decisions.hpp"

namespace chappe {
namespace {

constexpr std::size_t kRoundBlocks = 32;

int slice(const OpticalDecisions& decisions, double y) {
  int level = 0;
  for (const double threshold : decisions.thresholds_v) level += y > threshold ? 1 : 0;
  return level;
}

/// Feedback of what was sent, and of the slicer's own decisions; ahead of the block what was sent.
BlockDecisions decide(const OpticalDecisions& decisions, const std::vector<double>& levels,
                      std::span<const std::uint8_t> sent, std::span<const double> y) {
  const std::size_t n = sent.size();
  BlockDecisions out;
  out.ideal.resize(n);
  out.real.assign(sent.begin(), sent.end());
  for (std::size_t i = 0; i < n; ++i) {
    double ideal = y[i], real = y[i];
    for (std::size_t k = 0; k < decisions.settings.dfe.size(); ++k) {
      const double tap = decisions.settings.dfe[k] * decisions.cursor_v;
      const std::size_t from = (i + n - (k + 1) % n) % n;
      ideal -= tap * levels[sent[from]];
      real -= tap * levels[out.real[from]];
    }
    out.ideal[i] = static_cast<std::uint8_t>(slice(decisions, ideal));
    out.real[i] = static_cast<std::uint8_t>(slice(decisions, real));
  }
  return out;
}

}  // namespace

WaveformCount count_optical_errors(const OpticalChain& chain, const OpticalDecisions& decisions,
                                   const WaveformOptions& options) {
  if (chain.rx.adc_bits > 0) {
    throw ModelError("an ADC has no waveform model in a section with light");
  }
  const OpticalBlocks blocks(chain, decisions, options);
  struct Block {
    std::vector<std::uint8_t> sent{};
    BlockDecisions decided{};
  };
  WaveformCount total;
  std::optional<CodewordCounter> codewords;
  if (options.codewords != nullptr) codewords = *options.codewords;
  for (std::uint64_t first = 0;; first += kRoundBlocks) {
    if (options.stop != nullptr && *options.stop)
      throw Interrupted("stopped while counting errors");
    std::vector<Block> round(kRoundBlocks);
    parallel_for(kRoundBlocks, options.threads, [&](std::size_t i) {
      round[i].sent = blocks.symbols(first + i);
      round[i].decided = decide(decisions, blocks.levels(), round[i].sent,
                                blocks.received(round[i].sent, first + i));
    });
    for (const Block& block : round) {
      total += count_decisions(chain.pam_levels, block.sent, block.decided);
      if (codewords) codewords->add(block.sent, block.decided.real);
    }
    if (codewords) total.codewords = codewords->counts();
    const bool enough = static_cast<double>(total.events) >= options.error_events;
    if (enough || static_cast<double>(total.symbols) >= options.symbols_max) return total;
  }
}

}  // namespace chappe
