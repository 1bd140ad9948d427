#pragma once
// Interpolation on strictly ascending grids, and phase without jumps.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chappe {

/// What happens outside the grid: an error, or the end's value.
enum class Outside { error, hold };

/// Linear interpolation of (x, y) at each point of `at`.
/// @param x, y  equally long, at least one point, x strictly ascending
/// @param what  the axis with its unit, for messages: "frequency [Hz]"
/// @throws ModelError naming `what`, the value and the range, if Outside::error and a point is
/// outside
std::vector<double> interpolate_linear(std::span<const double> x, std::span<const double> y,
                                       std::span<const double> at, Outside outside,
                                       std::string_view what = "x");
double interpolate_linear(std::span<const double> x, std::span<const double> y, double at,
                          Outside outside, std::string_view what = "x");

/// Monotone cubic interpolation (PCHIP): between two points the curve never leaves their range;
/// exact for straight lines; the slope is continuous. Source: F. N. Fritsch and J. Butland, SIAM J.
/// Sci. Stat. Comput. 5 (1984) 300, the weighted harmonic mean of neighbouring slopes; one-sided
/// three-point slopes, limited, at the ends.
class Pchip {
 public:
  /// Parameters as for interpolate_linear.
  Pchip(std::vector<double> x, std::vector<double> y, Outside outside, std::string what = "x");
  double operator()(double at) const;
  /// dy/dx; 0 outside the grid where the value is held.
  double slope(double at) const;

 private:
  std::vector<double> x_, y_, slope_;
  Outside outside_;
  std::string what_;
};

/// The phases [rad] with multiples of 2 pi added so that neighbours differ by at most pi.
std::vector<double> unwrap_phase(std::span<const double> phase_rad);

}  // namespace chappe
