#include <hdf5_hl.h>

#include <array>
#include <cstring>
#include <limits>

#include "base/errors.hpp"
#include "io/hdf5_file.hpp"
#include "io/waveform_parts.hpp"

namespace chappe {
namespace {

using hdf5::check;
using hdf5::Handle;

constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 28;

struct Attribute {
  const char* name;
  std::optional<double> WaveformFile::*value;
};
constexpr std::array<Attribute, 3> kNumbers{
    {{"sample_rate_hz", &WaveformFile::sample_rate_hz},
     {"samples_per_symbol", &WaveformFile::samples_per_symbol},
     {"symbol_rate_gbd", &WaveformFile::symbol_rate_gbd}}};

bool has_link(const Handle& root, const std::string& name) {
  const htri_t there = H5Lexists(root.get(), name.c_str(), H5P_DEFAULT);
  check(there, "look for '" + name + "'");
  return there > 0;
}

Handle open_plain(const Handle& root, const std::string& name) {
  H5L_info_t info{};
  check(H5Lget_info(root.get(), name.c_str(), &info, H5P_DEFAULT), "find '" + name + "'");
  if (info.type != H5L_TYPE_HARD) throw DataError("'" + name + "' is a soft or external link");
  Handle dataset(H5Dopen2(root.get(), name.c_str(), H5P_DEFAULT), H5Dclose,
                 "open dataset '" + name + "'");
  const Handle made(H5Dget_create_plist(dataset.get()), H5Pclose, "properties of '" + name + "'");
  const H5D_layout_t layout = H5Pget_layout(made.get());
  if (layout == H5D_VIRTUAL || H5Pget_external_count(made.get()) != 0) {
    throw DataError("'" + name + "' lies in other files");
  }
  return dataset;
}

/// One number of an attribute, if it is there; a flag may be of an enumeration, as h5py writes it.
std::optional<double> number(const Handle& object, const std::string& name) {
  const htri_t there = H5Aexists(object.get(), name.c_str());
  check(there, "look for attribute '" + name + "'");
  if (there == 0) return std::nullopt;
  const std::string what = "attribute '" + name + "'";
  const Handle attribute(H5Aopen(object.get(), name.c_str(), H5P_DEFAULT), H5Aclose,
                         "open " + what);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose, "type of " + what);
  const Handle space(H5Aget_space(attribute.get()), H5Sclose, "size of " + what);
  const H5T_class_t kind = H5Tget_class(type.get());
  if (H5Sget_simple_extent_npoints(space.get()) != 1) throw DataError(what + " is not one number");
  if (kind == H5T_ENUM && H5Tget_size(type.get()) == 1) {
    std::uint8_t flag = 0;
    check(H5Aread(attribute.get(), type.get(), &flag), "read " + what);
    return flag;
  }
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) throw DataError(what + " is not a number");
  double value = 0.0;
  check(H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &value), "read " + what);
  return value;
}

std::vector<double> values(const Handle& dataset, const std::string& name) {
  const Handle type(H5Dget_type(dataset.get()), H5Tclose, "type of '" + name + "'");
  const Handle space(H5Dget_space(dataset.get()), H5Sclose, "size of '" + name + "'");
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) throw DataError("'" + name + "' holds no numbers");
  if (H5Sget_simple_extent_ndims(space.get()) != 1) {
    throw DataError("'" + name + "' has not one dimension");
  }
  const auto n = static_cast<std::uint64_t>(H5Sget_simple_extent_npoints(space.get()));
  if (n > kMostSamples) throw DataError("'" + name + "' has more than 2^28 samples");
  std::vector<double> out(static_cast<std::size_t>(n));
  if (n > 0) {
    check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()),
          "read '" + name + "'");
  }
  return out;
}

std::string dataset_name(const Handle& root) {
  const bool milliwatts = has_link(root, "power_mw"), watts = has_link(root, "power_w");
  if (milliwatts && watts) throw DataError("holds both 'power_mw' and 'power_w'");
  if (!milliwatts && !watts) {
    throw DataError("holds no waveform: neither dataset 'power_mw' nor 'power_w'");
  }
  return milliwatts ? "power_mw" : "power_w";
}

WaveformFile load(std::span<const std::byte> bytes) {
  check(H5PLset_loading_state(0), "switch plugins off");
  const Handle file = hdf5::open_image(bytes);
  const Handle root(H5Gopen2(file.get(), "/", H5P_DEFAULT), H5Gclose, "open the root");
  const std::string name = dataset_name(root);
  const Handle dataset = open_plain(root, name);
  WaveformFile out;
  const auto either = [&](const char* attribute) {
    const auto own = number(dataset, attribute);
    return own ? own : number(root, attribute);
  };
  for (const Attribute& attribute : kNumbers) {
    out.*attribute.value = either(attribute.name);
    if (out.*attribute.value && !(*(out.*attribute.value) > 0.0)) {
      throw DataError("attribute '" + std::string(attribute.name) + "' is not above 0");
    }
  }
  if (const auto filtered = either("filtered")) {
    if (*filtered != 0.0 && *filtered != 1.0) throw DataError("attribute 'filtered' is not 0 or 1");
    out.filtered = *filtered == 1.0;
  }
  out.power_mw = values(dataset, name);
  if (name == "power_w") {
    for (double& value : out.power_mw) value *= 1e3;
  }
  return out;
}

/// Numbers that may be missing are NaN on the way.
constexpr std::size_t kHead = 4;

}  // namespace

std::string load_waveform_image(std::span<const std::byte> bytes) {
  const hdf5::SilentErrors silent;
  try {
    const WaveformFile file = load(bytes);
    std::vector<double> head(kHead, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < kNumbers.size(); ++i) {
      head[i] = (file.*kNumbers[i].value).value_or(head[i]);
    }
    if (file.filtered) head[3] = *file.filtered ? 1.0 : 0.0;
    std::string out(sizeof(double) * (kHead + file.power_mw.size()), '\0');
    std::memcpy(out.data(), head.data(), sizeof(double) * kHead);
    std::memcpy(out.data() + sizeof(double) * kHead, file.power_mw.data(),
                sizeof(double) * file.power_mw.size());
    return out;
  } catch (const hdf5::Failure& failure) {
    throw DataError("truncated or damaged: " + std::string(failure.what()));
  }
}

WaveformFile decode_waveform(std::string_view bytes) {
  if (bytes.size() % sizeof(double) != 0 || bytes.size() < kHead * sizeof(double)) {
    throw DataError("reading it failed");
  }
  std::vector<double> all(bytes.size() / sizeof(double));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  WaveformFile file;
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    if (all[i] == all[i]) file.*kNumbers[i].value = all[i];
  }
  if (all[3] == all[3]) file.filtered = all[3] == 1.0;
  file.power_mw.assign(all.begin() + kHead, all.end());
  return file;
}

}  // namespace chappe
