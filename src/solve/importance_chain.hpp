#pragma once
// Symbols tilted by what they and the jitter of the edges between them add to the slicer: a Markov
// chain, exactly normalised and drawn from.
#include <cstddef>
#include <vector>

namespace chappe {

/// Jitter of an edge [UI].
struct EdgeJitter {
  double random_ui{0.0}, dirac_ui{0.0};
};

/// ln E exp(tilt * displacement) of an edge that moves the slicer by `move_v` per UI.
double jitter_cumulant(const EdgeJitter& jitter, double tilt_per_v, double move_v);

/// Neighbouring symbols, oldest first.
struct ChainInput {
  std::vector<double> levels{};
  std::vector<double> isi_v{};   ///< of each symbol per unit level
  std::vector<double> edge_v{};  ///< of the edge ahead of each symbol, per unit step and UI
  std::size_t cursor{0};         ///< index of the symbol whose level is given
  EdgeJitter jitter{};
};

/// P(symbols) proportional to exp(tilt sum isi a + sum of the cumulants of the edges' jitter), the
/// cursor's level given.
class SymbolChain {
 public:
  SymbolChain() = default;
  /// @param tilt_per_v  [1/V]   @param level  index of the cursor's level
  SymbolChain(const ChainInput& input, double tilt_per_v, std::size_t level);

  std::size_t size() const { return size_; }
  /// Symbol i behind symbol `before` (ignored for i = 0). @param uniform  in (0, 1)
  std::size_t draw(std::size_t i, std::size_t before, double uniform) const;
  /// ln of the probability of symbol i behind `before`, over that of equally likely symbols.
  double log_ratio(std::size_t i, std::size_t before, std::size_t symbol) const {
    return log_ratio_[(i * levels_ + (i == 0 ? 0 : before)) * levels_ + symbol];
  }
  /// ln E exp(tilt * sum): the cumulant function of ISI and jitter at the tilt.
  double cumulant() const { return cumulant_; }

 private:
  std::size_t levels_{0}, size_{0};
  double cumulant_{0.0};
  std::vector<double> below_{};      ///< [symbol i][before][level]: probability up to the level
  std::vector<double> log_ratio_{};  ///< [symbol i][before][level]
};

}  // namespace chappe
