#include "dsp/isa.hpp"

#include <hwy/highway.h>

namespace chappe {

std::string isa_name(Isa isa) {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  const std::int64_t best = targets & -targets;  // the lowest bit is the best target
  if (isa == Isa::portable || best == 0 || best == HWY_SCALAR) return "portable";
  return hwy::TargetName(best);
}

}  // namespace chappe
