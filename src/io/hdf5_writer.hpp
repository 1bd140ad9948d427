#pragma once
// Results to HDF5, as FORMAT.md says: equal results give equal bytes.
#include <cstddef>
#include <string>
#include <vector>

#include "base/table.hpp"

namespace chappe {

/// Version of the layout in FORMAT.md that is written and the newest that is read.
inline constexpr int kSchemaVersion = 1;

/// The whole file, built in memory.
/// @throws OutputError if HDF5 cannot build it; InternalError if the results contradict themselves
///         (check_results)
std::vector<std::byte> hdf5_image(const ResultSet& results);

/// Writes the file by write_file_atomically; "-" is standard output.
/// @throws as hdf5_image, and OutputError if it cannot be written
void write_hdf5(const std::string& target, const ResultSet& results);

/// One HDF5 file; each write replaces it.
class Hdf5Sink final : public ResultSink {
 public:
  /// @throws OutputError if the target could not be written (check_output_target)
  explicit Hdf5Sink(std::string target);
  void write(const ResultSet& results) override;

 private:
  std::string target_;
};

}  // namespace chappe
