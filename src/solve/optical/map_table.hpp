#pragma once
// A memoryless map of one real variable as a table: what a Static element does to a waveform.
#include <array>
#include <complex>
#include <functional>
#include <span>
#include <vector>

namespace chappe {

using cd = std::complex<double>;

/// Cubic Hermite interpolation on an even grid: for a map that is smooth over the grid's step h the
/// error is h^4/384 of its fourth derivative. Beyond its ends the map goes on along its tangent.
class MapTable {
 public:
  /// @param map  asked at the grid's points and midway   @param low, high  the range, low < high
  MapTable(const std::function<cd(double)>& map, double low, double high);

  cd value(double x) const;
  cd slope(double x) const;
  /// @param x, out  same size
  void values(std::span<const double> x, std::span<cd> out) const;
  void values(std::span<const float> x, std::span<std::complex<float>> out) const;
  /// Of a map whose values are real. @param x, out  same size; they may be one
  void real_values(std::span<const double> x, std::span<double> out) const;
  void real_values(std::span<const float> x, std::span<float> out) const;

 private:
  /// v(u) = c0 + u (c1 + u (c2 + u c3)) in a cell, u from 0 to 1.
  struct Cell {
    cd c0, c1, c2, c3;
  };
  const Cell& cell(double x, double& u) const;

  double low_, per_step_;
  std::vector<Cell> cells_{};
  std::vector<std::array<float, 8>> single_{};  ///< the same: real parts, then imaginary ones
};

}  // namespace chappe
