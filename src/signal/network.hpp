#pragma once
// Frequency grids and S-parameter networks.
#include <complex>
#include <cstddef>
#include <string>
#include <vector>

namespace chappe {

using cd = std::complex<double>;

/// Ascending frequencies [Hz], >= 0.
struct FrequencyGrid {
  std::vector<double> f_hz{};
  /// n points 0, df, ..., (n-1) df.
  static FrequencyGrid uniform(double df_hz, std::size_t n);
  std::size_t size() const { return f_hz.size(); }
  double operator[](std::size_t k) const { return f_hz[k]; }
  bool operator==(const FrequencyGrid&) const = default;
};

/// S-parameters of an n-port over a grid, one contiguous vector a parameter (structure of arrays).
/// Power waves with real reference impedances; after a mixed-mode conversion "ports" are modes.
struct Network {
  FrequencyGrid grid{};
  int ports{0};
  std::vector<std::vector<cd>> s{};       ///< s[row * ports + column][k]
  std::vector<cd> z0_ohm{};               ///< one a port
  std::vector<std::string> port_names{};  ///< one a port

  Network() = default;
  /// Zero-filled. @param z0_ohm  reference of every port [ohm], > 0
  Network(FrequencyGrid g, int port_count, double z0_ohm);
  /// S_(row+1)(column+1) over the grid; row and column count from 0.
  std::vector<cd>& at(int row, int column) {
    return s[static_cast<std::size_t>(row * ports + column)];
  }
  const std::vector<cd>& at(int row, int column) const {
    return s[static_cast<std::size_t>(row * ports + column)];
  }
};

}  // namespace chappe
