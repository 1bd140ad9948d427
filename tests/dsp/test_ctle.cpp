#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "base/errors.hpp"
#include "dsp/ctle.hpp"
#include "math/fft.hpp"

namespace chappe {
namespace {

/// The shape of IEEE 802.3ck sheets for 106.25 Gb/s: f_b/2.5, f_b/2.5, f_b, f_b/80 at 53.125 GBd.
CtleShape shape_100g(double gain_db, double lf_gain_db) {
  return {gain_db, lf_gain_db, 21.25e9, 21.25e9, 53.125e9, 0.6640625e9};
}

}  // namespace

TEST_CASE("the CTLE's transfer is the COM reference's", "[validation][ctle]") {
  // Checkpoints of an independent implementation of the COM reference, printed to nine digits.
  const auto [f_ghz, magnitude, degrees] =
      GENERATE(table<double, double, double>({{0.0, 0.281838293, 0.0},
                                              {5.0, 0.446226764, 14.161157},
                                              {13.28, 0.609223116, 12.298863},
                                              {26.56, 0.732875920, -5.149766},
                                              {40.0, 0.721051542, -20.662139},
                                              {50.0, 0.679680120, -29.619833}}));
  const std::complex<double> h = ctle_response(shape_100g(-8.0, -3.0), f_ghz * 1e9);
  CHECK(std::abs(std::abs(h) - magnitude) < 1e-9);
  CHECK(std::abs(std::arg(h) * 180.0 / std::numbers::pi - degrees) < 1e-6);
}

TEST_CASE("the CTLE in time is its transfer at the bilinear transform's frequency",
          "[unit][ctle]") {
  const double lf_hz = GENERATE(0.0, 0.6640625e9);
  CtleShape shape = shape_100g(-6.0, -2.0);
  shape.lf_hz = lf_hz;
  const double fs = 32 * 53.125e9;
  const std::size_t n = 1 << 16;  // the slowest pole, 0.66 GHz, has decayed by exp(-160)
  std::vector<double> h(n, 0.0);
  h[0] = 1.0;
  ctle_filter(shape, fs, h);
  const RealFft fft(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  fft.forward(h, spectrum);
  for (std::size_t k = 0; k < n / 2; k += 97) {
    const double warped =
        fs / std::numbers::pi *
        std::tan(std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
    // Rounding of 65536 terms.
    CHECK(std::abs(spectrum[k] - ctle_response(shape, warped)) < 1e-12);
  }
}

TEST_CASE("a CTLE of 0 dB whose zero is on its first pole is a single pole", "[property][ctle]") {
  const std::vector<double> f{0.0, 1e9, 5e10};
  const auto h = ctle_response(shape_100g(0.0, 0.0), f);
  for (std::size_t i = 0; i < f.size(); ++i) {
    CHECK(std::abs(h[i] - 1.0 / cd{1.0, f[i] / 53.125e9}) < 1e-15);
  }
}

TEST_CASE("a CTLE without a pole is refused", "[unit][ctle]") {
  CtleShape shape = shape_100g(0.0, 0.0);
  shape.pole1_hz = 0.0;
  std::vector<double> x(4, 0.0);
  CHECK_THROWS_AS(ctle_response(shape, 1e9), InternalError);
  CHECK_THROWS_AS(ctle_filter(shape, 1e12, x), InternalError);
}

}  // namespace chappe
