#pragma once
// Closed forms of 2-ports: a uniform line and lumped elements, referred to a real z0 at both ports.
// Half circuits: an element in each leg of a balanced pair, with z0 that of one leg, gives the
// numbers of the differential 2-port referred to 2 z0 (COM writes its elements so, with z0 = R_0).
#include <span>

#include "signal/network.hpp"

namespace chappe {

/// A uniform line. With rho = (Zc - z0)/(Zc + z0) and E = exp(-gamma l),
///   S11 = S22 = rho (1 - E^2)/(1 - rho^2 E^2),  S21 = S12 = (1 - rho^2) E/(1 - rho^2 E^2).
/// Length 0 is a through. Source: IEEE Std 802.3 eq. 93A-13 and 93A-14; Pozar, Microwave
/// Engineering.
/// @param gamma_per_m     propagation constant [1/m], one a frequency, real part >= 0
/// @param impedance_ohm   characteristic impedance Zc [ohm], one a frequency; complex if lossy
/// @param length_m        [m], >= 0
/// @param z0_ohm          reference of both ports [ohm], > 0
/// @throws ModelError naming the frequency where S does not exist (Zc infinite, or Zc = -z0)
Network uniform_line(const FrequencyGrid& grid, std::span<const cd> gamma_per_m,
                     std::span<const cd> impedance_ohm, double length_m, double z0_ohm);
/// The same with one real Zc > 0 for all frequencies.
Network uniform_line(const FrequencyGrid& grid, std::span<const cd> gamma_per_m,
                     double impedance_ohm, double length_m, double z0_ohm);

/// Capacitor to ground: y = j 2 pi f C z0, S11 = S22 = -y/(2 + y), S21 = S12 = 2/(2 + y).
/// Source: IEEE Std 802.3 eq. 93A-8.   @param capacitance_f  [F], >= 0
Network shunt_capacitor(const FrequencyGrid& grid, double capacitance_f, double z0_ohm);
/// Inductor in series: u = j 2 pi f L/z0, S11 = S22 = u/(2 + u), S21 = S12 = 2/(2 + u).
/// @param inductance_h  [H], >= 0
Network series_inductor(const FrequencyGrid& grid, double inductance_h, double z0_ohm);
/// Resistor in series: u = R/z0 as above.   @param resistance_ohm  [ohm], >= 0
Network series_resistor(const FrequencyGrid& grid, double resistance_ohm, double z0_ohm);
/// Resistor to ground: y = z0/R as above.   @param resistance_ohm  [ohm], > 0
Network shunt_resistor(const FrequencyGrid& grid, double resistance_ohm, double z0_ohm);
/// Nothing between the ports: S21 = S12 = 1.
Network through(const FrequencyGrid& grid, double z0_ohm);

}  // namespace chappe
