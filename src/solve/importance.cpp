#include "solve/importance.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/errors.hpp"
#include "base/parallel.hpp"
#include "solve/importance_block.hpp"

namespace chappe {
namespace {

constexpr std::uint64_t kRoundBlocks = 32;
constexpr std::uint64_t kLeastBlocks = 64;  // before the spread over blocks is believed
constexpr double kTwoSided95 = 2.0;         // Student's t at 63 degrees of freedom
constexpr double kLeastSamples = 100.0;     // effective, for an interval to be trusted
constexpr double kMostShare = 0.05;         // of one decision
constexpr double kMostLeak = 0.02;

/// Sums over blocks, in order of their numbers.
struct Totals {
  double sum{0.0}, block_square{0.0}, square{0.0}, largest{0.0};
  std::uint64_t wrong{0}, blocks{0};
  void add(const BlockSum& block) {
    sum += block.sum;
    block_square += block.sum * block.sum;
    square += block.square;
    largest = std::max(largest, block.largest);
    wrong += block.wrong;
    ++blocks;
  }
  /// Standard error of the mean over blocks, relative to it.
  double relative_error() const {
    const auto n = static_cast<double>(blocks);
    return std::sqrt(std::max(0.0, n * block_square / (sum * sum) - 1.0) / (n - 1.0));
  }
};

std::string warning_of(const ImportanceResult& result) {
  std::string out;
  const auto say = [&](bool bad, const char* what) {
    if (bad) out += (out.empty() ? "" : "; ") + std::string(what);
  };
  say(result.effective_samples < kLeastSamples, "fewer than 100 effective samples");
  say(result.largest_share > kMostShare, "one decision holds more than 5 % of the sum of weights");
  say(result.leak > kMostLeak, "instants of a block disturb each other by more than 2 %");
  return out;
}

ImportanceResult result_of(const ImportancePlan& plan, const Totals& totals) {
  ImportanceResult out;
  out.decisions = totals.blocks * plan.instants;
  out.symbols = totals.blocks * plan.waveform.symbols;
  out.wrong = totals.wrong;
  out.leak = plan.leak;
  if (!(totals.sum > 0.0)) {
    out.ber = out.high = 0.5;
    out.warning = "no biased decision was wrong: there is no estimate";
    return out;
  }
  out.ber = totals.sum / static_cast<double>(out.decisions);
  out.relative_error = totals.relative_error();
  out.effective_samples = totals.sum * totals.sum / totals.square;
  out.largest_share = totals.largest / totals.sum;
  // On the logarithm, so that the low end stays above 0.
  const double factor = std::exp(kTwoSided95 * out.relative_error);
  out.low = out.ber / factor;
  out.high = std::min(0.5, out.ber * factor);
  out.warning = warning_of(out);
  return out;
}

}  // namespace

ImportanceResult importance_errors(const SectionSignals& signals, const SearchResult& search,
                                   const AggressorPhases& phases,
                                   const ImportanceOptions& options) {
  if (signals.tx.sinusoidal_jitter_ui > 0.0 || signals.tx.even_odd_jitter_ui > 0.0) {
    throw ModelError("section '" + signals.section->name +
                     "': importance sampling knows no sinusoidal and no even-odd jitter");
  }
  if (signals.rx.mlse) {
    throw ModelError("section '" + signals.section->name +
                     "': importance sampling looks at single decisions and does not know MLSE;"
                     " count errors (waveform_method = \"count\")");
  }
  const ImportancePlan plan = make_importance_plan(signals, search, phases, options);
  Totals totals;
  for (;;) {
    if (options.stop != nullptr && *options.stop)
      throw Interrupted("stopped while sampling errors");
    std::vector<BlockSum> round(kRoundBlocks);
    parallel_for(kRoundBlocks, options.threads,
                 [&](std::size_t i) { round[i] = importance_block(plan, totals.blocks + i); });
    for (const BlockSum& block : round) totals.add(block);
    if (totals.blocks < kLeastBlocks) continue;
    const bool enough = totals.sum > 0.0 && totals.relative_error() <= options.relative_error;
    const auto symbols = static_cast<double>(totals.blocks * plan.waveform.symbols);
    if (enough || symbols >= options.symbols_max) return result_of(plan, totals);
  }
}

}  // namespace chappe
