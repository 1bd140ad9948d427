#pragma once
// Runs a check on every instruction set of this machine for which the kernels were compiled.
#include <hwy/highway.h>

#include <string>

namespace chappe {

/// @param check  called with the target's name while Isa::automatic means that target
template <class Check>
void on_every_target(const Check& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check(std::string(hwy::TargetName(target)));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace chappe
