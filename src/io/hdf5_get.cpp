#include "io/hdf5_get.hpp"

#include <limits>

#include "base/errors.hpp"

namespace chappe::hdf5 {
namespace {

/// Bytes in the file of one element of variable length: its size and where it lies.
constexpr std::size_t kReferenceBytes = 16;

[[noreturn]] void unusual(const std::string& what) {
  throw DataError("holds what a result file never holds: " + what);
}

void check_hard_link(const Handle& parent, const std::string& name) {
  H5L_info_t info{};
  check(H5Lget_info(parent.get(), name.c_str(), &info, H5P_DEFAULT), "find '" + name + "'");
  if (info.type != H5L_TYPE_HARD) unusual("'" + name + "' is a soft or external link");
}

Handle open_attribute(const Handle& object, const std::string& name) {
  return {H5Aopen(object.get(), name.c_str(), H5P_DEFAULT), H5Aclose,
          "open attribute '" + name + "'"};
}

bool same_type(const Handle& a, const Handle& b) {
  const htri_t same = H5Tequal(a.get(), b.get());
  check(same, "compare types");
  return same > 0;
}

/// Texts that HDF5 allocated: given back on every way out.
class RawTexts {
 public:
  RawTexts(std::size_t n, const Handle& type, const Handle& space)
      : pointers_(n), type_(type), space_(space) {}
  RawTexts(const RawTexts&) = delete;
  RawTexts& operator=(const RawTexts&) = delete;
  ~RawTexts() {
    if (!pointers_.empty()) {
      H5Dvlen_reclaim(type_.get(), space_.get(), H5P_DEFAULT, pointers_.data());
    }
  }
  char** data() { return pointers_.data(); }
  std::vector<std::string> strings() const {
    std::vector<std::string> out;
    out.reserve(pointers_.size());
    for (const char* p : pointers_) out.emplace_back(p == nullptr ? "" : p);
    return out;
  }

 private:
  std::vector<char*> pointers_;
  const Handle& type_;
  const Handle& space_;
};

template <class T>
std::vector<T> read_numbers(const Handle& dataset, const Handle& type, std::size_t n) {
  std::vector<T> values(n);
  if (n > 0) {
    check(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          "read a dataset");
  }
  return values;
}

}  // namespace

std::size_t Getter::count(const Handle& space, std::size_t element_bytes) const {
  const hssize_t points = H5Sget_simple_extent_npoints(space.get());
  check(points, "ask for a size");
  const auto n = static_cast<std::uint64_t>(points);
  if (n > file_bytes_ / element_bytes)
    throw DataError("damaged: more values than the file can hold");
  return static_cast<std::size_t>(n);
}

bool Getter::has_attribute(const Handle& object, const std::string& name) const {
  const htri_t has = H5Aexists(object.get(), name.c_str());
  check(has, "look for attribute '" + name + "'");
  return has > 0;
}

std::vector<std::string> Getter::attribute_texts(const Handle& object, const std::string& name,
                                                 int rank) const {
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose, "type of attribute '" + name + "'");
  const Handle wanted = text_type();
  if (!same_type(type, wanted)) unusual("attribute '" + name + "' is not UTF-8 text");
  const Handle space(H5Aget_space(attribute.get()), H5Sclose, "size of attribute '" + name + "'");
  if (H5Sget_simple_extent_ndims(space.get()) != rank)
    unusual("attribute '" + name + "' of that rank");
  RawTexts raw(count(space, kReferenceBytes), wanted, space);
  const std::vector<std::string> none;
  if (count(space, kReferenceBytes) == 0) return none;
  check(H5Aread(attribute.get(), wanted.get(), raw.data()), "read attribute '" + name + "'");
  return raw.strings();
}

std::string Getter::text(const Handle& object, const std::string& attribute) const {
  const auto list = attribute_texts(object, attribute, 0);
  if (list.size() != 1) unusual("attribute '" + attribute + "' is not one text");
  return list.front();
}

std::vector<std::string> Getter::texts(const Handle& object, const std::string& attribute) const {
  return attribute_texts(object, attribute, 1);
}

std::int64_t Getter::integer(const Handle& object, const std::string& name) const {
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose, "type of attribute '" + name + "'");
  const Handle space(H5Aget_space(attribute.get()), H5Sclose, "size of attribute '" + name + "'");
  if (H5Tget_class(type.get()) != H5T_INTEGER || count(space, 1) != 1) {
    unusual("attribute '" + name + "' is not an integer");
  }
  std::int64_t value = 0;
  check(H5Aread(attribute.get(), H5T_NATIVE_INT64, &value), "read attribute '" + name + "'");
  return value;
}

Handle Getter::open_group(const Handle& parent, const std::string& name) const {
  check_hard_link(parent, name);
  return {H5Gopen2(parent.get(), name.c_str(), H5P_DEFAULT), H5Gclose, "open group '" + name + "'"};
}

Handle Getter::open_dataset(const Handle& group, const std::string& name) const {
  check_hard_link(group, name);
  Handle dataset(H5Dopen2(group.get(), name.c_str(), H5P_DEFAULT), H5Dclose,
                 "open dataset '" + name + "'");
  const Handle made(H5Dget_create_plist(dataset.get()), H5Pclose, "properties of '" + name + "'");
  if (H5Pget_layout(made.get()) != H5D_CONTIGUOUS || H5Pget_external_count(made.get()) != 0 ||
      H5Pget_nfilters(made.get()) != 0) {
    unusual("dataset '" + name + "' is not stored in one plain piece");
  }
  return dataset;
}

std::vector<hsize_t> Getter::dims(const Handle& dataset) const {
  const Handle space(H5Dget_space(dataset.get()), H5Sclose, "size of a dataset");
  const int rank = H5Sget_simple_extent_ndims(space.get());
  check(rank, "rank of a dataset");
  std::vector<hsize_t> out(static_cast<std::size_t>(rank));
  if (rank > 0)
    check(H5Sget_simple_extent_dims(space.get(), out.data(), nullptr), "size of a dataset");
  return out;
}

ColumnData Getter::values(const Handle& dataset) const {
  const Handle type(H5Dget_type(dataset.get()), H5Tclose, "type of a dataset");
  const Handle space(H5Dget_space(dataset.get()), H5Sclose, "size of a dataset");
  const std::vector<ColumnData> kinds{std::vector<double>{}, std::vector<std::int64_t>{},
                                      std::vector<std::uint8_t>{}, std::vector<std::string>{}};
  for (const ColumnData& kind : kinds) {
    const Handle wanted = file_type(kind);
    if (!same_type(type, wanted)) continue;
    const bool is_text = std::holds_alternative<std::vector<std::string>>(kind);
    const std::size_t n = count(space, is_text ? kReferenceBytes : H5Tget_size(wanted.get()));
    if (std::holds_alternative<std::vector<double>>(kind))
      return read_numbers<double>(dataset, wanted, n);
    if (std::holds_alternative<std::vector<std::int64_t>>(kind)) {
      return read_numbers<std::int64_t>(dataset, wanted, n);
    }
    if (!is_text) return read_numbers<std::uint8_t>(dataset, wanted, n);
    RawTexts raw(n, wanted, space);
    if (n > 0) {
      check(H5Dread(dataset.get(), wanted.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data()),
            "read a dataset");
    }
    return raw.strings();
  }
  unusual("a dataset of another type");
}

}  // namespace chappe::hdf5
