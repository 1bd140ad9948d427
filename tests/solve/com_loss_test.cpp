#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "solve/com/icn.hpp"
#include "solve/com/insertion_loss.hpp"

using namespace chappe;

namespace {

/// A matched two-port of 0 .. 40 GHz with loss a0 + a1 sqrt f + a2 f + a4 f^2 dB, a delay, a
/// ripple.
Network channel(const FittedLoss& loss, double delay_s, double ripple_db = 0.0) {
  Network out(FrequencyGrid::uniform(10e6, 4001), 2, 100.0);
  for (std::size_t k = 0; k < out.grid.size(); ++k) {
    const double f = out.grid[k];
    const double db = loss.at_db(f) + ripple_db * std::cos(2.0 * kPi * f / 0.5e9);
    out.at(1, 0)[k] = out.at(0, 1)[k] =
        std::polar(std::pow(10.0, -db / 20.0), -2.0 * kPi * f * delay_s);
  }
  return out;
}

constexpr FittedLoss kLoss{{0.3, 1.2, 0.25, 0.004}};

}  // namespace

TEST_CASE("loss between points is read from magnitude and unwrapped phase", "[unit][com]") {
  // 20 ns: 72 degrees a step; the chord between the points lies 1.84 dB too low in its middle.
  const Network line = channel(kLoss, 20e-9);
  const double f = 26.565e9;
  CHECK(insertion_loss_db(line, f) == Approx(kLoss.at_db(f)).margin(1e-6));
  const cd exact = std::polar(std::pow(10.0, -kLoss.at_db(f) / 20.0), -2.0 * kPi * f * 20e-9);
  CHECK(std::abs(transmission_at(line, f) - exact) < 1e-6 * std::abs(exact));
  const cd chord = 0.5 * (line.at(1, 0)[2656] + line.at(1, 0)[2657]);
  CHECK(-20.0 * std::log10(std::abs(chord)) > kLoss.at_db(f) + 1.8);
  CHECK(insertion_loss_db(line, 0.0) == Approx(0.3));
  CHECK(insertion_loss_db(line, 40e9) == Approx(kLoss.at_db(40e9)));
  CHECK_THROWS_WITH(insertion_loss_db(line, 41e9), Catch::Contains("outside"));
}

TEST_CASE("the fit of a loss finds the coefficients that made it", "[unit][com]") {
  const FittedLoss fit = fit_insertion_loss(channel(kLoss, 1e-9));
  for (std::size_t i = 0; i < 4; ++i) CHECK(fit.a[i] == Approx(kLoss.a[i]).epsilon(1e-8));
}

TEST_CASE("the loss deviation of a smooth channel is 0, of a rippled one the ripple's weight",
          "[unit][com]") {
  const ComBand band{50e9, 50e6, 35e9, 0.75, 0.6};
  CHECK(fom_ild_db(channel(kLoss, 1e-9), band) < 1e-9);
  double weights = 0.0;
  for (double f = 50e6; f < 35e9 + 1.0; f += 10e6) weights += com_power_weight(f, band);
  const double expected = 0.4 / std::sqrt(2.0) * std::sqrt(10e6 / (35e9 - 50e6) * weights);
  // The fit takes a little of the ripple along: 2 %.
  CHECK(fom_ild_db(channel(kLoss, 1e-9, 0.4), band) == Approx(expected).epsilon(0.02));
}

TEST_CASE("the power weight falls from 1 as its three factors say", "[unit][com]") {
  const ComBand band{50e9, 0.0, 40e9, 0.75, 0.6};
  CHECK(com_power_weight(0.0, band) == 1.0);
  CHECK(com_power_weight(50e9, band) == Approx(0.0).margin(1e-30));
  const double sinc = std::sin(kPi * 0.6) / (kPi * 0.6);
  CHECK(com_power_weight(30e9, band) ==
        Approx(sinc * sinc / (2.0 * (1.0 + std::pow(0.8, 8)))).epsilon(1e-12));
}

TEST_CASE("crosstalk of a flat aggressor is A a sqrt(2 (f2 - f1)/f2)", "[unit][com]") {
  Network flat(FrequencyGrid::uniform(10e6, 4001), 2, 100.0);
  for (cd& s21 : flat.at(1, 0)) s21 = 0.01;
  // At a symbol rate far above the band the weight is 1 (to 1e-4), and the sum is an integral to
  // half a step (2e-4).
  IcnOptions options{.symbol_rate_bd = 10e12, .low_hz = 10e9, .high_hz = 40e9};
  options.fext_amplitude_v = 0.4;
  options.next_amplitude_v = 0.6;
  const std::vector<Network> one{flat}, two{flat, flat};
  const IcnResult out = integrated_crosstalk_noise(two, one, options);
  const double unit_mv = 1e3 * 0.01 * std::sqrt(2.0 * 30.0 / 40.0);
  CHECK(out.mdfext_mv == Approx(0.4 * std::sqrt(2.0) * unit_mv).epsilon(3e-4));
  CHECK(out.mdnext_mv == Approx(0.6 * unit_mv).epsilon(3e-4));
  CHECK(out.icn_mv == Approx(std::hypot(out.mdfext_mv, out.mdnext_mv)).epsilon(1e-12));
  CHECK(out.reference_icn_mv == Approx(out.icn_mv).epsilon(1e-12));
  CHECK(integrated_crosstalk_noise({}, {}, options).icn_mv == 0.0);
}

TEST_CASE("the reference's own crosstalk figure weighs all by the last file's edge",
          "[unit][com]") {
  const std::vector<Network> aggressor{channel(kLoss, 1e-9)};
  IcnOptions options{.symbol_rate_bd = 50e9, .low_hz = 50e6, .high_hz = 40e9};
  options.fext_amplitude_v = options.next_amplitude_v = 0.6;
  options.fext_edge_ratio = 0.3;
  options.next_edge_ratio = 0.6;
  const IcnResult out = integrated_crosstalk_noise(aggressor, aggressor, options);
  CHECK(out.mdfext_mv < out.mdnext_mv);
  CHECK(out.reference_icn_mv == Approx(std::sqrt(2.0) * out.mdnext_mv).epsilon(1e-12));
}

TEST_CASE("aggressors on different frequencies are refused", "[unit][com]") {
  const Network a(FrequencyGrid::uniform(10e6, 4001), 2, 100.0);
  const Network b(FrequencyGrid::uniform(20e6, 2001), 2, 100.0);
  const IcnOptions options{.symbol_rate_bd = 50e9, .low_hz = 50e6, .high_hz = 40e9};
  CHECK_THROWS_AS(
      integrated_crosstalk_noise(std::vector<Network>{a}, std::vector<Network>{b}, options),
      DataError);
}
