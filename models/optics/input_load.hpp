#pragma once
// What the input (or output) of a driver, modulator or laser is to the line ahead of it.
#include <vector>

#include "base/constants.hpp"
#include "base/params.hpp"
#include "signal/network.hpp"

namespace chappe {

/// A resistance with a capacitance across it, between the legs. With Y = 1/R + j 2 pi f C it takes
/// 2/(1 + 100 Y) of the voltage that comes in on a line of 100 ohm, and Gamma = that - 1 goes back.
struct InputLoad {
  double input_ohm{100.0};
  double input_capacitance_ff{0.0};
  void visit(auto&& f) {
    f(Info{"input_ohm", "ohm", "of the input, differential", 1, 1e4}, input_ohm);
    f(Info{"input_capacitance_ff", "fF", "between the legs, at the input", 0, 1e4},
      input_capacitance_ff);
  }

  /// Voltage across it over that of the wave coming in; 1 where it is matched.
  cd voltage(double f_hz) const {
    return 2.0 /
           cd{1.0 + 100.0 / input_ohm, 100.0 * 2.0 * kPi * f_hz * input_capacitance_ff * 1e-15};
  }
  /// Reflection coefficient referred to 100 ohm differential.
  std::vector<cd> reflection(const FrequencyGrid& grid) const {
    std::vector<cd> out;
    out.reserve(grid.size());
    for (const double f : grid.f_hz) out.push_back(voltage(f) - 1.0);
    return out;
  }
};

}  // namespace chappe
