#include "models/copper/dielectric.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"

using namespace chappe;

namespace {

double loss_tangent(std::complex<double> eps) { return -eps.imag() / eps.real(); }

}  // namespace

TEST_CASE("the wide-band dielectric has the tabulated values", "[validation][dielectric]") {
  // er 3.4, tan_d 0.004 at 10 GHz; computed from the same published formula elsewhere, printed to
  // the digits that the margins hold.
  const WidebandDielectric d(3.4, 0.004, 10e9);
  struct Row {
    double f_hz, er, tan_d, er_margin, tan_margin;
  };
  for (const Row& row :
       {Row{10e9, 3.4, 0.004, 1e-12, 1e-15}, Row{1e9, 3.420063, 0.0039995, 6e-7, 6e-8},
        Row{26.5625e9, 3.39149, 0.0039675, 6e-6, 6e-8},
        Row{53.125e9, 3.38546, 0.0039063, 6e-6, 6e-8}, Row{1e20, 3.35987244, 0.0, 6e-9, 1e-9}}) {
    INFO(row.f_hz << " Hz");
    CHECK(d.relative_permittivity(row.f_hz).real() == Approx(row.er).margin(row.er_margin));
    CHECK(loss_tangent(d.relative_permittivity(row.f_hz)) ==
          Approx(row.tan_d).margin(row.tan_margin));
  }
}

TEST_CASE("a dielectric never gains, and its permittivity only falls", "[property][dielectric]") {
  const WidebandDielectric d(1.7, 2e-4, 10e9);
  double before = 1e300;
  for (double f_hz = 1e2; f_hz <= 1.001e15; f_hz *= 1.2589254) {
    const auto eps = d.relative_permittivity(f_hz);
    REQUIRE(eps.imag() <= 0.0);
    REQUIRE(eps.real() > 1.0);
    REQUIRE(eps.real() < before);
    before = eps.real();
  }
  CHECK(d.relative_permittivity(0.0).imag() == 0.0);
  const WidebandDielectric lossless(2.1, 0.0, 1e9);
  CHECK(lossless.relative_permittivity(3e10) == std::complex<double>(2.1));
}

TEST_CASE("a dielectric's permittivity and loss are a Kramers-Kronig pair",
          "[property][dielectric]") {
  // eps'(w) - eps'(inf) = (2/pi) integral of (x eps''(x) - w eps''(w))/(x^2 - w^2) dx. Midpoints in
  // ln x, 200 a decade, from 14 decades below to 12 above: what is left out is below 1e-7.
  const WidebandDielectric d(3.4, 0.02, 10e9);
  const auto loss = [&](double f_hz) { return -d.relative_permittivity(f_hz).imag(); };
  const double f_hz = GENERATE(1e5, 1e9, 26.5625e9, 3e11);
  const double step = std::log(10.0) / 200.0;
  double sum = 0.0;
  for (int i = -200 * 14; i < 200 * 12; ++i) {
    const double x = f_hz * std::exp((i + 0.5) * step);
    sum += (x * loss(x) - f_hz * loss(f_hz)) / (x * x - f_hz * f_hz) * x * step;
  }
  const double difference =
      d.relative_permittivity(f_hz).real() - d.relative_permittivity(1e25).real();
  CHECK(2.0 / kPi * sum == Approx(difference).epsilon(1e-4));
}

TEST_CASE("a dielectric given outside 1 kHz to 1 THz is refused", "[unit][dielectric]") {
  CHECK_THROWS_AS(WidebandDielectric(3.4, 0.004, 2e12), InternalError);
  CHECK_THROWS_AS(WidebandDielectric(3.4, 0.004, 500.0), InternalError);
}
