#pragma once
// The range of a cross-section's ratio.

namespace chappe {

/// @param what  model and key   @param of  what the value is counted in, in words
/// @throws ModelError outside [low, high]
void check_ratio(const char* what, const char* of, double value, double low, double high);

}  // namespace chappe
