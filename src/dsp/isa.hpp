#pragma once
// Which instruction set a kernel runs on. Passed in by the caller; there is no global choice.
#include <string>

namespace chappe {

/// automatic: the best instruction set of this machine (Highway's run-time dispatch).
/// portable: plain C++, the oracle of every vector kernel.
/// The kernels of src/dsp use no fused multiply-add, fixed lanes and fixed orders of summation, so
/// that both give the same bits; the choice matters for speed and for tests.
enum class Isa { automatic, portable };

/// What kernels run on for this choice: "portable", or Highway's name, e.g. "AVX3".
std::string isa_name(Isa isa);

}  // namespace chappe
