#include "signal/lines.hpp"

#include <cmath>
#include <sstream>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/detail/dense.hpp"

namespace chappe {
namespace {

/// Fills the symmetric 2-port whose S11 and S21 at frequency index k are given by `law`.
template <class Law>
Network symmetric(const FrequencyGrid& grid, double z0_ohm, Law law) {
  Network out(grid, 2, z0_ohm);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const auto [s11, s21] = law(k);
    out.at(0, 0)[k] = out.at(1, 1)[k] = s11;
    out.at(1, 0)[k] = out.at(0, 1)[k] = s21;
  }
  return out;
}

struct Pair {
  cd s11, s21;
};

/// 1/x for x of ordinary size: a plain quotient of complex numbers guards against overflow, slowly.
cd inverse(cd x) { return std::conj(x) / std::norm(x); }

Pair shunt(cd y) {
  const cd part = inverse(2.0 + y);
  return {-y * part, 2.0 * part};
}
Pair series(cd u) {
  const cd part = inverse(2.0 + u);
  return {u * part, 2.0 * part};
}

Pair line(cd gamma_l, cd zc, double z0) {
  const cd rho = (zc - z0) / (zc + z0);
  const cd e = std::exp(-gamma_l);
  const cd square = rho * rho, there_and_back = e * e;
  const cd scale = inverse(1.0 - square * there_and_back);
  return {scale * rho * (1.0 - there_and_back), scale * (1.0 - square) * e};
}

void check_line(const Network& out) {
  for (std::size_t k = 0; k < out.grid.size(); ++k) {
    const cd s11 = out.at(0, 0)[k], s21 = out.at(1, 0)[k];
    if (detail::is_finite(s11) && detail::is_finite(s21)) continue;
    std::ostringstream message;
    message << "uniform line: S does not exist at " << out.grid[k]
            << " Hz (characteristic impedance infinite, or minus the reference)";
    throw ModelError(message.str());
  }
}

}  // namespace

Network uniform_line(const FrequencyGrid& grid, std::span<const cd> gamma_per_m,
                     std::span<const cd> impedance_ohm, double length_m, double z0_ohm) {
  ensure(gamma_per_m.size() == grid.size() && impedance_ohm.size() == grid.size(),
         "a line has gamma and impedance at every frequency");
  ensure(length_m >= 0.0, "a line's length is not negative");
  if (length_m == 0.0) return through(grid, z0_ohm);
  const Network out = symmetric(grid, z0_ohm, [&](std::size_t k) {
    return line(gamma_per_m[k] * length_m, impedance_ohm[k], z0_ohm);
  });
  check_line(out);
  return out;
}

Network uniform_line(const FrequencyGrid& grid, std::span<const cd> gamma_per_m,
                     double impedance_ohm, double length_m, double z0_ohm) {
  const std::vector<cd> all(grid.size(), cd{impedance_ohm});
  return uniform_line(grid, gamma_per_m, all, length_m, z0_ohm);
}

Network shunt_capacitor(const FrequencyGrid& grid, double capacitance_f, double z0_ohm) {
  ensure(capacitance_f >= 0.0, "a capacitance is not negative");
  return symmetric(grid, z0_ohm, [&](std::size_t k) {
    return shunt(cd{0.0, 2.0 * kPi * grid[k] * capacitance_f * z0_ohm});
  });
}

Network series_inductor(const FrequencyGrid& grid, double inductance_h, double z0_ohm) {
  ensure(inductance_h >= 0.0, "an inductance is not negative");
  return symmetric(grid, z0_ohm, [&](std::size_t k) {
    return series(cd{0.0, 2.0 * kPi * grid[k] * inductance_h / z0_ohm});
  });
}

Network series_resistor(const FrequencyGrid& grid, double resistance_ohm, double z0_ohm) {
  ensure(resistance_ohm >= 0.0, "a resistance in series is not negative");
  return symmetric(grid, z0_ohm, [&](std::size_t) { return series(cd{resistance_ohm / z0_ohm}); });
}

Network shunt_resistor(const FrequencyGrid& grid, double resistance_ohm, double z0_ohm) {
  ensure(resistance_ohm > 0.0, "a resistance to ground is positive");
  return symmetric(grid, z0_ohm, [&](std::size_t) { return shunt(cd{z0_ohm / resistance_ohm}); });
}

Network through(const FrequencyGrid& grid, double z0_ohm) {
  return symmetric(grid, z0_ohm, [](std::size_t) { return Pair{0.0, 1.0}; });
}

}  // namespace chappe
