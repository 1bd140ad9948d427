#include "io/hdf5_file.hpp"

#include <hdf5_hl.h>

namespace chappe::hdf5 {
namespace {

/// The innermost entry of the library's error stack.
std::string innermost_error() {
  std::string text;
  const auto take = [](unsigned, const H5E_error2_t* entry, void* out) -> herr_t {
    if (entry->desc != nullptr) *static_cast<std::string*>(out) = entry->desc;
    return 1;  // the first one is enough
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &text);
  return text;
}

std::string message(std::string_view what) {
  const std::string reason = innermost_error();
  return std::string(what) + (reason.empty() ? "" : ": " + reason);
}

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose, "make a scalar"}; }

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) out.push_back(text.c_str());
  return out;
}

Handle create_attribute(const Handle& object, const std::string& name, const Handle& type,
                        const Handle& space) {
  return {H5Acreate2(object.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
          H5Aclose, "make attribute '" + name + "'"};
}

/// Times would make equal runs differ.
void forget_times(const Handle& properties) {
  check(H5Pset_obj_track_times(properties.get(), false), "switch times off");
}

}  // namespace

Failure::Failure(std::string_view what) : std::runtime_error(message(what)) {}

Handle::Handle(hid_t id, Closer closer, std::string_view what) : id_(id), closer_(closer) {
  if (id < 0) throw Failure(what);
}

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    close();
    id_ = std::exchange(other.id_, -1);
    closer_ = other.closer_;
  }
  return *this;
}

void Handle::close() {
  if (id_ >= 0) closer_(id_);
  id_ = -1;
}

void check(long long status, std::string_view what) {
  if (status < 0) throw Failure(what);
}

SilentErrors::SilentErrors() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

SilentErrors::~SilentErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Handle create_image_file() {
  constexpr std::size_t kGrowBy = 1 << 16;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make access properties");
  check(H5Pset_fapl_core(access.get(), kGrowBy, false), "choose the core driver");
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "make creation properties");
  forget_times(creation);
  return {H5Fcreate("chappe-image", H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose,
          "make a file in memory"};
}

std::vector<std::byte> image_of(const Handle& file) {
  check(H5Fflush(file.get(), H5F_SCOPE_GLOBAL), "flush the file in memory");
  const ssize_t size = H5Fget_file_image(file.get(), nullptr, 0);
  check(size, "size of the file in memory");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  check(H5Fget_file_image(file.get(), bytes.data(), bytes.size()), "take the file from memory");
  return bytes;
}

Handle open_image(std::span<const std::byte> bytes) {
  constexpr unsigned kReadInPlace = H5LT_FILE_IMAGE_DONT_COPY | H5LT_FILE_IMAGE_DONT_RELEASE;
  // The library takes a pointer to non-const, but does not write without H5LT_FILE_IMAGE_OPEN_RW.
  void* data = const_cast<std::byte*>(bytes.data());
  return {H5LTopen_file_image(data, bytes.size(), kReadInPlace), H5Fclose, "open"};
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a text type");
  check(H5Tset_size(type.get(), H5T_VARIABLE), "make a text type");
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "make a text type");
  return type;
}

Handle file_type(const ColumnData& data) {
  if (std::holds_alternative<std::vector<std::string>>(data)) return text_type();
  hid_t type = H5T_IEEE_F64LE;
  if (std::holds_alternative<std::vector<std::int64_t>>(data)) type = H5T_STD_I64LE;
  if (std::holds_alternative<std::vector<std::uint8_t>>(data)) type = H5T_STD_U8LE;
  return {H5Tcopy(type), H5Tclose, "make a number type"};
}

Handle create_group(const Handle& parent, const std::string& name) {
  const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make group properties");
  forget_times(creation);
  return {H5Gcreate2(parent.get(), name.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
          H5Gclose, "make group '" + name + "'"};
}

void write_attribute(const Handle& object, const std::string& name, const std::string& text) {
  const Handle type = text_type();
  const Handle attribute = create_attribute(object, name, type, scalar_space());
  const char* value = text.c_str();
  check(H5Awrite(attribute.get(), type.get(), &value), "write attribute '" + name + "'");
}

void write_attribute(const Handle& object, const std::string& name, std::int64_t value) {
  const Handle type(H5Tcopy(H5T_STD_I64LE), H5Tclose, "make a number type");
  const Handle attribute = create_attribute(object, name, type, scalar_space());
  check(H5Awrite(attribute.get(), H5T_NATIVE_INT64, &value), "write attribute '" + name + "'");
}

void write_attribute(const Handle& object, const std::string& name,
                     const std::vector<std::string>& texts) {
  const Handle type = text_type();
  const hsize_t size = texts.size();
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose, "make a list");
  const Handle attribute = create_attribute(object, name, type, space);
  if (texts.empty()) return;
  const auto values = pointers(texts);
  check(H5Awrite(attribute.get(), type.get(), values.data()), "write attribute '" + name + "'");
}

Handle write_dataset(const Handle& group, const std::string& name, std::span<const hsize_t> dims,
                     const ColumnData& data) {
  const Handle space =
      dims.empty() ? scalar_space()
                   : Handle(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr),
                            H5Sclose, "make the space of '" + name + "'");
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make dataset properties");
  forget_times(creation);
  check(H5Pset_layout(creation.get(), H5D_CONTIGUOUS), "choose the layout");
  const Handle type = file_type(data);
  Handle dataset(H5Dcreate2(group.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT,
                            creation.get(), H5P_DEFAULT),
                 H5Dclose, "make dataset '" + name + "'");
  const auto write = [&]<class T>(const std::vector<T>& values) {
    if (values.empty()) return;
    const void* from = values.data();
    std::vector<const char*> texts;
    if constexpr (std::is_same_v<T, std::string>) {
      texts = pointers(values);
      from = texts.data();
    }
    check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, from),
          "write dataset '" + name + "'");
  };
  std::visit(write, data);
  return dataset;
}

}  // namespace chappe::hdf5
