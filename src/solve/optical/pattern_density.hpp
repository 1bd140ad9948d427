#pragma once
// Error ratios of a pattern's decisions: a mixture of Gaussians, one a decision, about what the
// pattern became there, and what is independent of it beside (echoes, other channels).
#include <cstdint>
#include <span>
#include <vector>

#include "math/density.hpp"
#include "solve/instant_density.hpp"
#include "solve/optical/symbol_noise.hpp"

namespace chappe {

/// What jitter of the edges near a decision does to it [V].
struct DecisionJitter {
  double random_v2{0.0};                 ///< Gaussian
  double largest_v{0.0}, second_v{0.0};  ///< dual Dirac, of the two edges that matter most
  double others_v2{0.0};                 ///< of all others
};

/// One pattern at its decisions.
struct PatternPart {
  std::vector<std::uint8_t> symbols{};
  std::vector<double> y{};  ///< [V]
  std::vector<SymbolNoise> noise{};
  std::vector<DecisionJitter> jitter{};
};

/// By the steps that the pattern takes at those edges. @param sent  levels behind the transmit FFE
std::vector<DecisionJitter> decision_jitter(const TransmitterSpec& tx, std::span<const double> sent,
                                            std::span<const SymbolNoise> noise);

/// What is independent of the pattern, by the level that it adds to [V].
using LevelDensities = std::vector<Density>;

class PatternDensity {
 public:
  /// Dual-Dirac jitter of the two edges that matter most is a mixture, of all others it counts as
  /// Gaussian.
  /// @param level_v   means of the levels, ascending [V]
  /// @param optimum_thresholds  of equal errors to either side, not midway
  /// @param beside    one a level, or empty
  PatternDensity(std::vector<double> level_v, bool optimum_thresholds,
                 std::span<const PatternPart> parts, const LevelDensities& beside);

  /// @param distance_scale  multiplies the distances between levels and thresholds, nothing else
  SlicerErrors errors(double distance_scale = 1.0) const;
  /// P(interference + noise < -distance), mean over levels and both sides. @param distance_v  [V]
  double tail(double distance_v) const;
  /// A_ni: the distance whose tail is `probability`. @param probability  (0, 0.5)
  double interference_v(double probability) const;
  /// Half of the least distance between neighbouring levels [V].
  double available_v() const;
  const std::vector<double>& thresholds_v() const { return thresholds_; }
  /// rms of the Gaussian parts and of the deviations from the levels' means [V].
  double sigma_v() const;

 private:
  /// Decisions of one level, each with every combination of jitter's signs, all of the same
  /// probability, padded to whole groups of tails.
  struct Level {
    std::vector<double> shift_v{}, per_sigma{};
    std::size_t count{0};
    /// What is beside the pattern, thinned to a few points; what this takes from its variance is in
    /// the Gaussians.
    std::vector<double> offset_v{0.0}, weight{1.0};
    double beside_v2{0.0};
  };
  void thin(const LevelDensities& beside, std::span<const PatternPart> parts);
  void add_cases(const PatternPart& part);
  void place_thresholds(bool optimum);
  /// Sum over a level's cases of the chance to be farther off than `distance`.
  double beyond(const Level& level, double distance_v, bool above) const;

  std::vector<double> level_v_{}, thresholds_{};
  std::vector<Level> cases_{};  ///< by level
  double square_v2_{0.0};       ///< sum over all cases
  std::size_t count_{0};
};

}  // namespace chappe
