#pragma once
// HDF5 by RAII: no loose hid_t, no error printed. Internal to src/io (the only user of hdf5.h).
// HDF5 is called from one thread at a time.
#include <hdf5.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/table.hpp"

namespace chappe::hdf5 {

/// A call of HDF5 failed; what() holds what we did and the library's innermost reason.
class Failure final : public std::runtime_error {
 public:
  explicit Failure(std::string_view what);
};

/// Owns one identifier.
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);
  /// @throws Failure if id < 0; @param what  what was tried, for the message
  Handle(hid_t id, Closer closer, std::string_view what);
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }
  hid_t get() const { return id_; }

 private:
  void close();
  hid_t id_{-1};
  Closer closer_{nullptr};
};

/// @throws Failure if status < 0
void check(long long status, std::string_view what);

/// While it lives, HDF5 prints no errors.
class SilentErrors {
 public:
  SilentErrors();
  SilentErrors(const SilentErrors&) = delete;
  SilentErrors& operator=(const SilentErrors&) = delete;
  ~SilentErrors();

 private:
  H5E_auto2_t function_{nullptr};
  void* data_{nullptr};
};

/// An empty file in memory; nothing is ever stored on disk.
Handle create_image_file();
/// The file's bytes as they would lie on disk.
std::vector<std::byte> image_of(const Handle& file);
/// Opens bytes as a file, read-only and without a copy; they must outlive the handle.
Handle open_image(std::span<const std::byte> bytes);

/// Variable-length UTF-8 text.
Handle text_type();
/// File type of a column: IEEE 64-bit, 64-bit integer, 8-bit unsigned (all little-endian) or text.
Handle file_type(const ColumnData& data);

Handle create_group(const Handle& parent, const std::string& name);
void write_attribute(const Handle& object, const std::string& name, const std::string& text);
void write_attribute(const Handle& object, const std::string& name, std::int64_t value);
void write_attribute(const Handle& object, const std::string& name,
                     const std::vector<std::string>& texts);
/// A contiguous dataset without times. @param dims  empty = a scalar
Handle write_dataset(const Handle& group, const std::string& name, std::span<const hsize_t> dims,
                     const ColumnData& data);

}  // namespace chappe::hdf5
