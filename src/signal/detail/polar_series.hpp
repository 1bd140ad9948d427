#pragma once
// One S-parameter as a function of frequency, by magnitude and unwrapped phase.
#include <optional>
#include <span>
#include <vector>

#include "math/interpolate.hpp"
#include "signal/resample.hpp"

namespace chappe::detail {

/// Mean delay [s] from the turn of phase between neighbours, weighted by power; unambiguous while
/// that turn stays within 180 degrees. Only steps of the commonest width count.
double mean_delay_s(std::span<const double> f_hz, std::span<const cd> s);

/// Real value at 0 Hz from the two points given (resample.hpp).
double value_at_0_hz(double f1_hz, cd s1, double f2_hz, cd s2, double delay_s);

class PolarSeries {
 public:
  /// At least two points, f ascending.
  PolarSeries(std::vector<double> f_hz, std::vector<cd> s, double delay_s, Interpolation how);
  /// f within the points; `cell` is the index of the last point <= f.
  cd at(double f_hz, std::size_t cell) const;
  /// f above the last point: faded to 0 at top_hz.
  cd faded(double f_hz, double top_hz) const;

 private:
  std::vector<double> f_;
  std::vector<cd> s_;
  double delay_s_;
  std::vector<cd> slow_{};      ///< with the delay taken out
  std::vector<double> turn_{};  ///< of the phase of slow_ to the next point [rad]
  std::optional<Pchip> magnitude_{}, phase_{};
};

}  // namespace chappe::detail
