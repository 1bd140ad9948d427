#pragma once
// Reads back what hdf5_writer wrote. The file is not trusted: it is read in a child process with
// limits on memory and time, without plugins, filters, soft or external links, and must match its
// checksum.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/table.hpp"

namespace chappe {

struct ReadLimits {
  std::uint64_t file_bytes{std::uint64_t{2} << 30};  ///< largest file
  std::uint64_t extra_memory_bytes{512ULL << 20};    ///< beside 8 times the file's size
  unsigned cpu_s{10};  ///< processor time of the child, beside 1 s for 10 MB
};

/// @param source  file name; "-" is standard input
/// @throws DataError naming the source: not readable, not an HDF5 file, not one of ours, a newer
///         schema_version, truncated or damaged, larger than the limits
ResultSet read_hdf5(const std::string& source, const ReadLimits& limits = {});

/// As read_hdf5, from memory. @param name  what messages call it
ResultSet read_hdf5_bytes(std::span<const std::byte> bytes, const std::string& name,
                          const ReadLimits& limits = {});

}  // namespace chappe
