#pragma once
// Work on what is not trusted, in a child process with limits.
#include <cstdint>
#include <functional>
#include <string>

namespace chappe {

struct ChildLimits {
  std::uint64_t memory_bytes{512ULL << 20};  ///< beside what the parent holds
  unsigned cpu_s{60};
  unsigned wall_s{600};
};

/// Runs `job` in a child process and returns its text. Nothing else that the job does is seen here.
/// @throws DataError: the message of an Error that the job threw, or that it crashed, took too long
/// or
///         too much memory, or that no process can be started
std::string run_in_child(const std::function<std::string()>& job, const ChildLimits& limits);

}  // namespace chappe
