#pragma once
// Physical constants in SI. Source: SI Brochure, 9th edition (2019), exact unless noted.

namespace chappe {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kSpeedOfLight_m_per_s = 299792458.0;
inline constexpr double kPlanck_j_s = 6.62607015e-34;
inline constexpr double kBoltzmann_j_per_k = 1.380649e-23;
inline constexpr double kElementaryCharge_c = 1.602176634e-19;
/// Vacuum permeability; CODATA 2018: 1.25663706212(19)e-6 H/m.
inline constexpr double kVacuumPermeability_h_per_m = 1.25663706212e-6;
/// 0 degrees Celsius in kelvin.
inline constexpr double kZeroCelsius_k = 273.15;

}  // namespace chappe
