#include "cli/instruction_set.hpp"

#include <hwy/highway.h>

#include "dsp/isa.hpp"

namespace chappe::cli {

void use_portable_kernels() { hwy::DisableTargets(~std::int64_t{HWY_STATIC_TARGET}); }

std::string instruction_set() {
  const bool portable = hwy::SupportedTargets() == HWY_STATIC_TARGET;
  return isa_name(portable ? Isa::portable : Isa::automatic);
}

}  // namespace chappe::cli
