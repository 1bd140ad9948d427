#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <sstream>

#include "base/atomic_file.hpp"
#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/detail/dense.hpp"
#include "signal/network_ops.hpp"
#include "signal/touchstone.hpp"
#include "signal/touchstone/impedance.hpp"
#include "signal/touchstone/mixed_order.hpp"

namespace chappe {
namespace {

constexpr double kDbOfZero = -9999.0;  ///< 10^(-9999/20) is below the smallest double

/// Shortest digits that read back to the same double.
void append(std::string& line, double value) {
  std::array<char, 32> text{};
  line.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

void append_pair(std::string& line, cd x, TouchstoneFormat format) {
  line += ' ';
  if (format == TouchstoneFormat::ri) {
    append(line, x.real());
    line += ' ';
    append(line, x.imag());
    return;
  }
  const double magnitude = std::abs(x);
  if (format == TouchstoneFormat::ma) {
    append(line, magnitude);
  } else {
    append(line, magnitude > 0.0 ? 20.0 * std::log10(magnitude) : kDbOfZero);
  }
  line += ' ';
  append(line, std::arg(x) * (180.0 / kPi));
}

/// Row by row, four pairs a line; 2-ports column by column on one line.
void append_record(std::string& text, const Network& network, std::size_t k,
                   TouchstoneFormat format) {
  append(text, network.grid[k]);
  const int n = network.ports;
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      const bool break_before = n > 2 && ((col == 0 && row > 0) || (col > 0 && col % 4 == 0));
      if (break_before) text += "\n ";
      append_pair(text, n == 2 ? network.at(col, row)[k] : network.at(row, col)[k], format);
    }
  }
  text += '\n';
}

/// @param rn_unit_ohm  what the noise resistance is written in
void append_noise(std::string& text, const TouchstoneNoise& noise, double rn_unit_ohm) {
  for (std::size_t k = 0; k < noise.f_hz.size(); ++k) {
    append(text, noise.f_hz[k]);
    text += ' ';
    append(text, noise.nfmin_db[k]);
    append_pair(text, noise.gamma_opt[k], TouchstoneFormat::ma);
    text += ' ';
    append(text, noise.rn_ohm[k] / rn_unit_ohm);
    text += '\n';
  }
}

void check_noise(const TouchstoneNoise& noise, const TouchstoneData& data,
                 TouchstoneVersion version) {
  const std::size_t n = noise.f_hz.size();
  ensure(noise.nfmin_db.size() == n && noise.gamma_opt.size() == n && noise.rn_ohm.size() == n,
         "noise parameters have one entry a frequency");
  if (n == 0) return;
  if (data.network.ports != 2 || data.mixed_mode) {
    throw DataError("a Touchstone file holds noise parameters of a 2-port only");
  }
  if (version == TouchstoneVersion::v1 && noise.f_hz.front() > data.network.grid.f_hz.back()) {
    throw DataError(
        "noise parameters that begin above the last frequency of S need a version 2 file");
  }
}

void check_references(const TouchstoneData& data, TouchstoneVersion version) {
  const std::vector<cd>& z0 = data.network.z0_ohm;
  for (const cd z : z0) {
    if (z.imag() == 0.0 && z.real() > 0.0 && std::isfinite(z.real())) continue;
    throw DataError("a Touchstone file holds real reference impedances only: renormalise first");
  }
  if (version == TouchstoneVersion::v2) return;
  if (data.mixed_mode) throw DataError("a version 1 file holds no modes: write version 2");
  if (!touchstone::all_equal(z0)) {
    throw DataError(
        "a version 1 file holds one real reference impedance for all ports: renormalise first, or "
        "write version 2");
  }
}

void append_options(std::string& text, TouchstoneFormat format, double z0_ohm) {
  static constexpr std::array<const char*, 3> kNames{"RI", "MA", "DB"};
  text += std::string("# Hz S ") + kNames[static_cast<std::size_t>(format)] + " R ";
  append(text, z0_ohm);
  text += '\n';
}

/// [Mixed-Mode Order] of the modes that name the ports. @returns the references of the ports
std::vector<cd> append_modes(std::string& text, const Network& network) {
  std::vector<touchstone::Mode> modes;
  text += "[Mixed-Mode Order]";
  for (const std::string& name : network.port_names) {
    const std::optional<touchstone::Mode> mode = touchstone::parse_mode(name);
    if (!mode) throw DataError("'" + name + "' names no mode; expected D1,2 or C1,2 or S3");
    modes.push_back(*mode);
    text += " " + touchstone::mode_name(*mode);
  }
  text += '\n';
  touchstone::check_modes(modes, network.ports, Origin{});
  const std::vector<cd> z0 = touchstone::port_references(modes, network.z0_ohm);
  if (touchstone::mode_references(modes, z0, Origin{}) != network.z0_ohm) {
    throw DataError(
        "references of modes that are not 2 z0 (differential) and z0/2 (common): renormalise "
        "first");
  }
  return z0;
}

/// What stands ahead of the data of a version 2 file.
std::string version_2_head(const TouchstoneData& data, TouchstoneFormat format) {
  const Network& network = data.network;
  const std::size_t noise_points = data.noise.f_hz.size();
  std::string modes;
  const std::vector<cd> z0 = data.mixed_mode ? append_modes(modes, network) : network.z0_ohm;
  std::string text = "[Version] 2.0\n";
  append_options(text, format, z0.front().real());
  text += "[Number of Ports] " + std::to_string(network.ports) + '\n';
  if (network.ports == 2) text += "[Two-Port Data Order] 21_12\n";
  text += "[Number of Frequencies] " + std::to_string(network.grid.size()) + '\n';
  if (noise_points > 0) {
    text += "[Number of Noise Frequencies] " + std::to_string(noise_points) + '\n';
  }
  text += "[Reference]";
  for (const cd z : z0) append(text += ' ', z.real());
  return text + "\n" + modes + "[Matrix Format] Full\n[Network Data]\n";
}

TouchstoneData as_data(const Network& network) {
  TouchstoneData data;
  data.network = network;
  return data;
}

}  // namespace

void write_touchstone(std::ostream& out, const TouchstoneData& data, TouchstoneFormat format,
                      TouchstoneVersion version) {
  const Network& network = data.network;
  check_shape(network);
  ensure(network.ports <= kTouchstonePortsMax, "a Touchstone file has at most 128 ports");
  if (network.grid.f_hz.empty()) throw DataError("a network without frequencies is not written");
  detail::check_finite(network, "the network to be written");
  check_references(data, version);
  check_noise(data.noise, data, version);
  const bool v2 = version == TouchstoneVersion::v2;
  const double z0_ohm = network.z0_ohm.front().real();
  std::string text;
  if (v2) {
    text = version_2_head(data, format);
  } else {
    append_options(text, format, z0_ohm);
  }
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    append_record(text, network, k, format);
    out << text;
    text.clear();
  }
  if (v2 && !data.noise.f_hz.empty()) text += "[Noise Data]\n";
  append_noise(text, data.noise, v2 ? 1.0 : z0_ohm);
  out << text << (v2 ? "[End]\n" : "");
}

void write_touchstone(std::ostream& out, const Network& network, TouchstoneFormat format) {
  write_touchstone(out, as_data(network), format, TouchstoneVersion::v1);
}

void write_touchstone(const std::string& path, const TouchstoneData& data, TouchstoneFormat format,
                      TouchstoneVersion version) {
  const int ports = touchstone_ports(path);
  const bool fits = ports == data.network.ports || (ports == 0 && version == TouchstoneVersion::v2);
  if (!fits) {
    throw DataError(path + ": the name does not fit a " +
                    (version == TouchstoneVersion::v1 ? "version 1" : "version 2") + " file of " +
                    std::to_string(data.network.ports) + " ports");
  }
  std::ostringstream out;
  write_touchstone(out, data, format, version);
  write_file_atomically(path, out.view());
}

void write_touchstone(const std::string& path, const Network& network, TouchstoneFormat format) {
  write_touchstone(path, as_data(network), format, TouchstoneVersion::v1);
}

}  // namespace chappe
