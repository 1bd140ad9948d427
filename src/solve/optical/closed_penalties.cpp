#include "solve/optical/closed_penalties.hpp"

#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "base/units.hpp"

namespace chappe {
namespace {

constexpr double kTenToNinety = 2.5631031310892007;     // of a Gaussian step, in sigmas
constexpr double kTwentyToEighty = 1.6832424671458286;  // the same

}  // namespace

double closure_penalty_db(double closure) {
  if (closure >= 1.0) return std::numeric_limits<double>::infinity();
  return -db_from_power_ratio(1.0 - closure);
}

double noise_penalty_db(double x, double sigma_over_half_gap) {
  const double share = x * sigma_over_half_gap;
  if (share >= 1.0) return std::numeric_limits<double>::infinity();
  return -0.5 * db_from_power_ratio((1.0 - share) * (1.0 + share));
}

double echo_field_sum(std::span<const double> reflectances_db, std::span<const double> losses_db) {
  ensure(losses_db.empty() || losses_db.size() + 1 == reflectances_db.size(),
         "one loss between neighbouring reflections");
  double sum = 0.0;
  for (std::size_t i = 0; i < reflectances_db.size(); ++i) {
    double between_db = 0.0;
    for (std::size_t j = i + 1; j < reflectances_db.size(); ++j) {
      if (!losses_db.empty()) between_db += losses_db[j - 1];
      sum += power_ratio_from_db(0.5 * (reflectances_db[i] + reflectances_db[j]) - between_db);
    }
  }
  return sum;
}

double echo_closure(int levels, double field_sum, double extinction_ratio) {
  return 4.0 * field_sum * (levels - 1) / (1.0 - 1.0 / extinction_ratio);
}

double mode_partition_sigma(double partition_factor, double symbol_rate_bd,
                            double dispersion_s_per_m, double width_m) {
  const double spread = kPi * symbol_rate_bd * dispersion_s_per_m * width_m;
  return -partition_factor * std::sqrt(0.5) * std::expm1(-spread * spread);
}

double gaussian_rise_s(double optical_bandwidth_hz) {
  return kTenToNinety * std::sqrt(2.0 * std::log(2.0)) / (2.0 * kPi * optical_bandwidth_hz);
}

double receiver_rise_s(double electrical_bandwidth_hz) { return 0.329 / electrical_bandwidth_hz; }

double rise_from_20_80_s(double rise_20_80_s) {
  return rise_20_80_s * kTenToNinety / kTwentyToEighty;
}

double joined_rise_s(std::span<const double> rises_s) {
  double square = 0.0;
  for (const double rise : rises_s) square += rise * rise;
  return std::sqrt(square);
}

double isi_closure(int levels, double rise_10_90_s, double symbol_rate_bd) {
  const double reach = kTenToNinety / (std::sqrt(8.0) * rise_10_90_s * symbol_rate_bd);
  return levels * std::erfc(reach);
}

double dispersion_fading(double frequency_hz, double dispersion_s_per_m, double wavelength_m) {
  const double phase =
      kPi * dispersion_s_per_m * std::pow(wavelength_m * frequency_hz, 2) / kSpeedOfLight_m_per_s;
  return std::abs(std::cos(phase));
}

}  // namespace chappe
