#pragma once
// Which instruction set the kernels of this process run on.
#include <string>

namespace chappe::cli {

/// From here on, kernels that choose at run time run on what every machine of this architecture
/// has. For the whole process, and to be called before any kernel and any thread: that is why only
/// the command does it.
void use_portable_kernels();

/// What kernels run on now: "portable", or Highway's name of the best set of this machine.
std::string instruction_set();

}  // namespace chappe::cli
