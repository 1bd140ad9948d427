#include "models/optics/travelling_wave.hpp"

#include <cmath>

#include "base/constants.hpp"

namespace chappe {

cd TravellingWave::operator()(double f_hz) const {
  const double f = std::abs(f_hz);
  const double nepers = std::log(10.0) / 20.0 * loss_db * std::sqrt(f / loss_hz);
  const cd x{nepers, nepers + 2.0 * kPi * f * mismatch_m / kSpeedOfLight_m_per_s};
  // Below 1e-3 four terms of the series are exact to 1e-14.
  const cd out = std::abs(x) > 1e-3 ? (1.0 - std::exp(-x)) / x
                                    : 1.0 - x / 2.0 * (1.0 - x / 3.0 * (1.0 - x / 4.0));
  return f_hz < 0.0 ? std::conj(out) : out;
}

}  // namespace chappe
