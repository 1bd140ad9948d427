#pragma once
// Bytes of a result file -> results. Runs in a child process: hdf5_reader.hpp is the way in.
#include <cstddef>
#include <span>

#include "base/table.hpp"

namespace chappe {

/// Changes the process: dynamically loaded filters are off from here on.
/// @throws DataError whatever is wrong with the file
ResultSet load_image(std::span<const std::byte> bytes);

}  // namespace chappe
