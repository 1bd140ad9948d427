#include "models/copper/round_wire.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"

using namespace chappe;

namespace {

constexpr double kCopper_ohm_m = 1.68e-8;

}  // namespace

TEST_CASE("T29 copper's skin depth is 65 um at 1 MHz and 0.40 um at 26.6 GHz",
          "[unit][round_wire]") {
  CHECK(skin_depth_m(kCopper_ohm_m, 1e6) == Approx(65e-6).margin(0.5e-6));
  CHECK(skin_depth_m(kCopper_ohm_m, 26.6e9) == Approx(0.40e-6).margin(0.005e-6));
  CHECK(surface_resistance_ohm(kCopper_ohm_m, 1e9) ==
        Approx(kCopper_ohm_m / skin_depth_m(kCopper_ohm_m, 1e9)).epsilon(1e-14));
  CHECK(surface_resistance_ohm(kCopper_ohm_m, 0.0) == 0.0);
}

TEST_CASE("T29 a wire has its DC resistance at 0 Hz, and near it", "[unit][round_wire]") {
  const double a = 0.2e-3, dc = kCopper_ohm_m / (kPi * a * a);
  CHECK(round_wire_impedance_ohm_per_m(a, kCopper_ohm_m, 0.0).real() == Approx(dc).epsilon(1e-14));
  CHECK(round_wire_impedance_ohm_per_m(a, kCopper_ohm_m, 0.0).imag() == 0.0);
  // R = R_dc (1 + (a/delta)^4/48), L = mu/(8 pi): next terms (a/delta)^4/1e2 smaller.
  const double f_hz = 1e4, ratio = a / skin_depth_m(kCopper_ohm_m, f_hz);
  const auto z = round_wire_impedance_ohm_per_m(a, kCopper_ohm_m, f_hz);
  CHECK(z.real() / dc - 1.0 == Approx(std::pow(ratio, 4) / 48.0).epsilon(0.01));
  CHECK(z.imag() / (2.0 * kPi * f_hz) ==
        Approx(kVacuumPermeability_h_per_m / (8.0 * kPi)).epsilon(1e-3));
}

TEST_CASE("a wire at high frequency has the surface impedance of its circumference",
          "[unit][round_wire]") {
  // Z = (1 + j) R_s/(2 pi a) + R_dc/4: the next term is smaller by delta/a squared.
  const double a = 0.2e-3, f_hz = 26.56e9;
  const double rs = surface_resistance_ohm(kCopper_ohm_m, f_hz) / (2.0 * kPi * a);
  const double quarter = 0.25 * kCopper_ohm_m / (kPi * a * a);
  const auto z = round_wire_impedance_ohm_per_m(a, kCopper_ohm_m, f_hz);
  CHECK(z.real() == Approx(rs + quarter).epsilon(1e-5));
  CHECK(z.imag() == Approx(rs).epsilon(1e-5));
}

TEST_CASE("a wire's resistance and reactance never fall with frequency", "[property][round_wire]") {
  std::complex<double> before{};
  for (double f_hz = 1e2; f_hz < 2e11; f_hz *= 1.1) {
    const auto z = round_wire_impedance_ohm_per_m(0.13e-3, kCopper_ohm_m, f_hz);
    REQUIRE(z.real() >= before.real());
    REQUIRE(z.imag() > before.imag());
    before = z;
  }
}
