#pragma once
// One block of an importance sampling: a record drawn under the tilts, sent through the section,
// decided at the instants, weighed.
#include "solve/importance_plan.hpp"

namespace chappe {

/// Sums over the decisions of a block.
struct BlockSum {
  double sum{0.0};      ///< of weight * wrong bits
  double square{0.0};   ///< of its square
  double largest{0.0};  ///< of one decision
  std::uint64_t wrong{0};
};

/// @param block  number of the block: what is drawn depends on the plan's seed and this alone
BlockSum importance_block(const ImportancePlan& plan, std::uint64_t block);

}  // namespace chappe
