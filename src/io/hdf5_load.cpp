#include "io/hdf5_load.hpp"

#include <hdf5_hl.h>

#include <map>

#include "base/errors.hpp"
#include "base/sha256.hpp"
#include "io/hdf5_get.hpp"
#include "io/hdf5_layout.hpp"
#include "io/hdf5_writer.hpp"
#include "io/result_check.hpp"
#include "io/result_codec.hpp"

namespace chappe {
namespace {

using hdf5::Getter;
using hdf5::Handle;

constexpr const char* kNotOurs = "not one of ours: no chappe schema_version";

[[noreturn]] void damaged(const std::string& why) {
  throw DataError("truncated or damaged: " + why);
}

void check_version(const Getter& get, const Handle& root) {
  if (!get.has_attribute(root, layout::kSchemaVersion) ||
      !get.has_attribute(root, layout::kFormat)) {
    throw DataError(kNotOurs);
  }
  if (get.text(root, layout::kFormat) != layout::kFormatName) throw DataError(kNotOurs);
  const std::int64_t version = get.integer(root, layout::kSchemaVersion);
  if (version > kSchemaVersion) {
    throw DataError("schema_version " + std::to_string(version) + " is newer than " +
                    std::to_string(kSchemaVersion) + ", the newest that this program reads");
  }
  if (version < 1) damaged("schema_version " + std::to_string(version));
}

Handle open_table(const Getter& get, const Handle& root, const std::string& path) {
  std::size_t cut = path.find('/');
  Handle group = get.open_group(root, path.substr(0, cut));
  while (cut != std::string::npos) {
    const std::size_t next = path.find('/', cut + 1);
    group = get.open_group(group, path.substr(cut + 1, next - cut - 1));
    cut = next;
  }
  return group;
}

/// The axes of a table by the address of their dataset in the file.
struct Scales {
  std::map<haddr_t, std::string> names{};
  std::map<std::string, std::size_t> sizes{};
};

haddr_t address_of(hid_t object) {
  H5O_info_t info{};
  hdf5::check(H5Oget_info2(object, &info, H5O_INFO_BASIC), "ask for an address");
  return info.addr;
}

Axis load_axis(const Getter& get, const Handle& group, const std::string& name, Scales& scales) {
  const Handle dataset = get.open_dataset(group, name);
  Axis axis{name, get.text(dataset, "units"), get.text(dataset, "long_name"), {}};
  ColumnData values = get.values(dataset);
  if (auto* numbers = std::get_if<std::vector<double>>(&values)) {
    axis.values = std::move(*numbers);
  } else if (auto* texts = std::get_if<std::vector<std::string>>(&values)) {
    axis.values = std::move(*texts);
  } else {
    damaged("axis '" + name + "' holds integers");
  }
  if (get.dims(dataset).size() != 1) damaged("axis '" + name + "' has not one dimension");
  scales.names.emplace(address_of(dataset.get()), name);
  scales.sizes.emplace(name, axis.size());
  return axis;
}

/// Address of the one scale of a dimension.
haddr_t scale_of(const Handle& dataset, unsigned dimension) {
  const auto visit = [](hid_t, unsigned, hid_t scale, void* out) -> herr_t {
    H5O_info_t info{};
    if (H5Oget_info2(scale, &info, H5O_INFO_BASIC) < 0) return -1;
    *static_cast<haddr_t*>(out) = info.addr;
    return 1;
  };
  haddr_t address = HADDR_UNDEF;
  hdf5::check(H5DSiterate_scales(dataset.get(), dimension, nullptr, visit, &address),
              "look for the scale of a dimension");
  return address;
}

Column load_column(const Getter& get, const Handle& group, const std::string& name,
                   const Scales& scales) {
  const Handle dataset = get.open_dataset(group, name);
  Column column{name, get.text(dataset, "units"), get.text(dataset, "long_name"), {}, {}};
  const std::vector<hsize_t> dims = get.dims(dataset);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const auto axis = scales.names.find(scale_of(dataset, static_cast<unsigned>(i)));
    if (axis == scales.names.end() || scales.sizes.at(axis->second) != dims[i]) {
      damaged("column '" + name + "' has a dimension without its axis");
    }
    column.axes.push_back(axis->second);
  }
  column.data = get.values(dataset);
  return column;
}

Table load_table(const Getter& get, const Handle& root, const std::string& path) {
  const Handle group = open_table(get, root, path);
  Table table;
  table.name = path;
  table.title = get.text(group, layout::kTitle);
  if (get.has_attribute(group, layout::kSignal)) table.signal = get.text(group, layout::kSignal);
  Scales scales;
  for (const std::string& name : get.texts(group, layout::kTableAxes)) {
    table.axes.push_back(load_axis(get, group, name, scales));
  }
  for (const std::string& name : get.texts(group, layout::kColumns)) {
    table.columns.push_back(load_column(get, group, name, scales));
  }
  return table;
}

ResultSet load_all(const Getter& get, const Handle& root) {
  ResultSet results;
  for (const std::string& name : get.texts(root, layout::kAttributes)) {
    results.attributes.emplace_back(name, get.text(root, name));
  }
  for (const std::string& path : get.texts(root, layout::kTables)) {
    results.tables.push_back(load_table(get, root, path));
  }
  try {
    check_results(results);
  } catch (const InternalError& error) {
    damaged(error.what());
  }
  if (get.text(root, layout::kContent) != sha256_hex(encode_results(results))) {
    damaged("the content does not match content_sha256");
  }
  return results;
}

}  // namespace

ResultSet load_image(std::span<const std::byte> bytes) {
  const hdf5::SilentErrors silent;
  try {
    hdf5::check(H5PLset_loading_state(0), "switch plugins off");
    const Handle file = hdf5::open_image(bytes);
    const Handle root(H5Gopen2(file.get(), "/", H5P_DEFAULT), H5Gclose, "open the root");
    const Getter get(bytes.size());
    check_version(get, root);
    return load_all(get, root);
  } catch (const hdf5::Failure& failure) {
    damaged(failure.what());
  }
}

}  // namespace chappe
