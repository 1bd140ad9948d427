#pragma once
// What the blocks of an importance sampling share: where instants lie, what each random quantity
// adds to the slicer, and the tilts.
#include <vector>

#include "solve/importance.hpp"
#include "solve/importance_chain.hpp"
#include "solve/importance_response.hpp"

namespace chappe {

/// One sent level and one threshold beside it.
struct TiltComponent {
  std::size_t level{0};
  double tilt_per_v{0.0};  ///< negative towards the threshold below
  SymbolChain chain{};
};

struct ImportancePlan {
  WaveformPlan waveform;
  std::uint64_t seed{0};
  std::size_t instants{0}, spacing{0};         ///< decisions of a block, symbols apart
  std::vector<TiltComponent> components{};     ///< by ascending level
  std::vector<std::size_t> first_of_level{};   ///< component; one more entry than levels
  std::ptrdiff_t oldest_lag{0};                ///< of the chains' first symbol
  Lags tx_noise{};                             ///< of unit Gaussian transmitter noise [V]
  Lags edge{};                                 ///< of edges, per unit step and UI [V]
  std::vector<std::vector<Lags>> crosstalk{};  ///< [aggressor][phase], per level [V]
  std::vector<cd> matched{};  ///< per bin: mean of unit noise per tilt, at instant 0 [V]
  double noise_variance_v2{0.0}, tx_variance_v2{0.0};
  double leak{0.0};
};

/// ln of the mean of exp(x a) over the levels a.
double level_cumulant(const std::vector<double>& levels, double x);

/// @throws ModelError where no tilt reaches a threshold
ImportancePlan make_importance_plan(const SectionSignals& signals, const SearchResult& search,
                                    const AggressorPhases& phases,
                                    const ImportanceOptions& options);

}  // namespace chappe
