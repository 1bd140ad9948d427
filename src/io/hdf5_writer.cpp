#include "io/hdf5_writer.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <map>

#include "base/atomic_file.hpp"
#include "base/errors.hpp"
#include "base/sha256.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_layout.hpp"
#include "io/result_check.hpp"
#include "io/result_codec.hpp"

namespace chappe {
namespace {

using hdf5::Handle;

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& one : list) names.push_back(one.name);
  return names;
}

ColumnData column_data(const Axis& axis) {
  return std::visit([](const auto& values) { return ColumnData(values); }, axis.values);
}

void describe(const Handle& dataset, const std::string& units, const std::string& long_name) {
  hdf5::write_attribute(dataset, "units", units);
  hdf5::write_attribute(dataset, "long_name", long_name);
}

Handle write_axis(const Handle& group, const Axis& axis) {
  const hsize_t size = axis.size();
  Handle dataset = hdf5::write_dataset(group, axis.name, {&size, 1}, column_data(axis));
  hdf5::check(H5DSset_scale(dataset.get(), axis.name.c_str()), "make axis '" + axis.name + "'");
  describe(dataset, axis.unit, axis.long_name);
  return dataset;
}

void write_column(const Handle& group, const Table& table, const Column& column,
                  const std::map<std::string, Handle>& scales) {
  std::vector<hsize_t> dims;
  for (const std::string& axis : column.axes) dims.push_back(table.find_axis(axis)->size());
  const Handle dataset = hdf5::write_dataset(group, column.name, dims, column.data);
  for (std::size_t i = 0; i < column.axes.size(); ++i) {
    hdf5::check(
        H5DSattach_scale(dataset.get(), scales.at(column.axes[i]).get(), static_cast<unsigned>(i)),
        "attach axis '" + column.axes[i] + "' to '" + column.name + "'");
  }
  describe(dataset, column.unit, column.long_name);
}

/// NXdata: the signal and its axes; and, for our reader, all axes and columns in order.
void write_group_attributes(const Handle& group, const Table& table) {
  hdf5::write_attribute(group, layout::kClass, std::string("NXdata"));
  hdf5::write_attribute(group, layout::kTitle, table.title);
  if (const Column* signal = table.find(table.signal)) {
    hdf5::write_attribute(group, layout::kSignal, table.signal);
    if (!signal->axes.empty()) hdf5::write_attribute(group, layout::kAxes, signal->axes);
  }
  hdf5::write_attribute(group, layout::kTableAxes, names_of(table.axes));
  hdf5::write_attribute(group, layout::kColumns, names_of(table.columns));
}

void write_table(const Handle& group, const Table& table) {
  write_group_attributes(group, table);
  std::map<std::string, Handle> scales;
  for (const Axis& axis : table.axes) scales.emplace(axis.name, write_axis(group, axis));
  for (const Column& column : table.columns) write_column(group, table, column, scales);
}

/// All groups, parents first; a parent that is no table is an NXcollection.
class Groups {
 public:
  explicit Groups(const Handle& root) : root_(root) {}
  const Handle& make(const std::string& path, const std::vector<Table>& tables) {
    if (const auto found = made_.find(path); found != made_.end()) return found->second;
    const std::size_t cut = path.rfind('/');
    const bool top = cut == std::string::npos;
    const Handle& parent = top ? root_ : make(path.substr(0, cut), tables);
    Handle group = hdf5::create_group(parent, top ? path : path.substr(cut + 1));
    const bool is_table =
        std::any_of(tables.begin(), tables.end(), [&](const Table& t) { return t.name == path; });
    if (!is_table) hdf5::write_attribute(group, layout::kClass, std::string("NXcollection"));
    return made_.emplace(path, std::move(group)).first->second;
  }

 private:
  const Handle& root_;
  std::map<std::string, Handle> made_{};
};

void write_root_attributes(const Handle& root, const ResultSet& results) {
  std::vector<std::string> names;
  for (const auto& [name, value] : results.attributes) {
    ensure(!layout::is_reserved(name), "attribute '" + name + "' is the file's own");
    names.push_back(name);
  }
  hdf5::write_attribute(root, layout::kClass, std::string("NXroot"));
  hdf5::write_attribute(root, layout::kFormat, std::string(layout::kFormatName));
  hdf5::write_attribute(root, layout::kSchemaVersion, std::int64_t{kSchemaVersion});
  if (!results.tables.empty()) {
    hdf5::write_attribute(root, layout::kDefault, results.tables.front().name);
  }
  hdf5::write_attribute(root, layout::kTables, names_of(results.tables));
  hdf5::write_attribute(root, layout::kAttributes, names);
  hdf5::write_attribute(root, layout::kContent, sha256_hex(encode_results(results)));
  for (const auto& [name, value] : results.attributes) hdf5::write_attribute(root, name, value);
}

}  // namespace

std::vector<std::byte> hdf5_image(const ResultSet& results) {
  check_results(results);
  const hdf5::SilentErrors silent;
  try {
    const Handle file = hdf5::create_image_file();
    {
      const Handle root(H5Gopen2(file.get(), "/", H5P_DEFAULT), H5Gclose, "open the root");
      write_root_attributes(root, results);
      Groups groups(root);
      for (const Table& table : results.tables) {
        write_table(groups.make(table.name, results.tables), table);
      }
    }
    return hdf5::image_of(file);
  } catch (const hdf5::Failure& failure) {
    throw OutputError(std::string("cannot build the HDF5 file: ") + failure.what());
  }
}

void write_hdf5(const std::string& target, const ResultSet& results) {
  const std::vector<std::byte> image = hdf5_image(results);
  write_output(target, {reinterpret_cast<const char*>(image.data()), image.size()});
}

Hdf5Sink::Hdf5Sink(std::string target) : target_(std::move(target)) {
  check_output_target(target_);
}

void Hdf5Sink::write(const ResultSet& results) { write_hdf5(target_, results); }

}  // namespace chappe
