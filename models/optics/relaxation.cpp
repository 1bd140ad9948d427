#include "models/optics/relaxation.hpp"

#include "base/constants.hpp"

namespace chappe {

cd Relaxation::response(double f_hz) const {
  const double x = f_hz / resonance_hz;
  return 1.0 / cd{1.0 - x * x, x * damping_per_s / (2.0 * kPi * resonance_hz)};
}

double Relaxation::noise_shape(double f_hz) const {
  const double x = 2.0 * kPi * f_hz / carrier_rate_per_s;
  return (1.0 + x * x) * std::norm(response(f_hz));
}

double Relaxation::mean_noise_shape(double to_hz) const {
  constexpr int kPoints = 512;  // midpoints; a resonance is several of them wide
  double sum = 0.0;
  for (int k = 0; k < kPoints; ++k) sum += noise_shape((k + 0.5) * to_hz / kPoints);
  return sum / kPoints;
}

}  // namespace chappe
