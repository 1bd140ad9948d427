#pragma once
// A loop over independent cases whose outcome does not depend on the number of threads.
#include <atomic>
#include <cstddef>
#include <functional>

namespace chappe {

/// Calls body(i) once for each i in [0, n). Indices are begun in ascending order; each body writes
/// only to places of its own.
/// @param threads  how many may run at a time, >= 1 (never more than the machine has)
/// @param stop     once *stop is true no further body is begun; may be nullptr
/// @return true if every body was run, false if it was stopped
/// @throws what the body of the lowest failing index threw: every index below it has then been run,
/// so
///         the exception is the same on any number of threads
bool parallel_for(std::size_t n, int threads, const std::function<void(std::size_t)>& body,
                  const std::atomic<bool>* stop = nullptr);

}  // namespace chappe
