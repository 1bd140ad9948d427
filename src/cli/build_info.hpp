#pragma once
// What this program was built from.
#include <string>

namespace chappe::cli {

/// "0.1.0"
std::string version();
/// Compiler and build type: "GNU 12.2.0, Release"
std::string build();
/// True if the compiler did not optimise: results are the same, only slower (T67).
bool is_debug_build();

}  // namespace chappe::cli
