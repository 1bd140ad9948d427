#pragma once
// Reads pieces of a file that is not trusted. Internal to src/io.
#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

namespace chappe::hdf5 {

/// Every count is held against the file's size before memory is taken. All throw Failure for what
/// HDF5 cannot read and DataError for what a result file never holds: soft or external links,
/// chunks, filters, external or virtual storage, other types.
class Getter {
 public:
  explicit Getter(std::size_t file_bytes) : file_bytes_(file_bytes) {}

  bool has_attribute(const Handle& object, const std::string& name) const;
  std::string text(const Handle& object, const std::string& attribute) const;
  std::vector<std::string> texts(const Handle& object, const std::string& attribute) const;
  std::int64_t integer(const Handle& object, const std::string& attribute) const;

  Handle open_group(const Handle& parent, const std::string& name) const;
  Handle open_dataset(const Handle& group, const std::string& name) const;
  /// Empty for a scalar.
  std::vector<hsize_t> dims(const Handle& dataset) const;
  ColumnData values(const Handle& dataset) const;

 private:
  std::size_t count(const Handle& space, std::size_t element_bytes) const;
  std::vector<std::string> attribute_texts(const Handle& object, const std::string& name,
                                           int rank) const;
  std::size_t file_bytes_;
};

}  // namespace chappe::hdf5
