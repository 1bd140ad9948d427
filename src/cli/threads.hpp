#pragma once
// How many cases may run at a time.

namespace chappe::cli {

/// Cores that this process may use, >= 1: less than the machine has where a scheduler says so.
int cores();

}  // namespace chappe::cli
