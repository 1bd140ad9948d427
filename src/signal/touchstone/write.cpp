#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <sstream>

#include "base/atomic_file.hpp"
#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/network_ops.hpp"
#include "signal/touchstone.hpp"

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

double one_reference(const Network& network) {
  const cd z0 = network.z0_ohm.front();
  for (const cd z : network.z0_ohm) {
    if (z == z0 && z.imag() == 0.0) continue;
    throw DataError(
        "a version 1 file holds one real reference impedance for all ports: renormalise first");
  }
  return z0.real();
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

}  // namespace

void write_touchstone(std::ostream& out, const Network& network, TouchstoneFormat format) {
  check_shape(network);
  ensure(network.ports <= kTouchstonePortsMax, "a Touchstone file has at most 128 ports");
  static constexpr std::array<const char*, 3> kNames{"RI", "MA", "DB"};
  std::string text = std::string("# Hz S ") + kNames[static_cast<std::size_t>(format)] + " R ";
  append(text, one_reference(network));
  text += '\n';
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    append_record(text, network, k, format);
    out << text;
    text.clear();
  }
}

void write_touchstone(const std::string& path, const Network& network, TouchstoneFormat format) {
  std::ostringstream out;
  write_touchstone(out, network, format);
  write_file_atomically(path, out.view());
}

}  // namespace chappe
