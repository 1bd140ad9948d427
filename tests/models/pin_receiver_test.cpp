#include "models/optics/pin_receiver.hpp"

#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "math/special.hpp"

using namespace chappe;

namespace {

PinReceiver::Params usual() {
  PinReceiver::Params p;
  p.front.responsivity_a_per_w = 0.8;
  p.front.noise_pa_per_sqrt_hz = 16.0;
  p.front.transimpedance_ohm = 1000.0;
  return p;
}

double outer_volts(const PinReceiver::Params& p, double oma_w) {
  OperatingPoint at;
  at.received_oma_w = oma_w;
  const PinReceiver receiver("rx", p, {});
  const double current = receiver.map(std::sqrt(oma_w), at).real();
  return 0.5 * current * receiver.transimpedance_ohm(at);
}

/// One row of an_link_ber_vs_rop.csv.
struct Row {
  double extinction_db, responsivity, noise_pa, rin_db, bandwidth_ghz, rop_dbm, ber;
};

/// PAM4, equal steps of power, Gray, thresholds in the middle, white noise in a bandwidth.
double link_ber(const Row& row) {
  PinReceiver::Params p = usual();
  p.front.responsivity_a_per_w = row.responsivity;
  p.front.noise_pa_per_sqrt_hz = row.noise_pa;
  const PinReceiver receiver("rx", p, {});
  const double ratio = std::pow(10.0, 0.1 * row.extinction_db);
  const double low_w = 2e-3 * std::pow(10.0, 0.1 * row.rop_dbm) / (ratio + 1.0);
  std::array<double, 4> level{}, sigma{};
  for (std::size_t k = 0; k < 4; ++k) {
    const double power = low_w * (1.0 + (ratio - 1.0) * static_cast<double>(k) / 3.0);
    level[k] = receiver.map(std::sqrt(power), {}).real();
    const double density = receiver.added({{0.0}}, {}, level[k]).density.front() +
                           std::pow(10.0, 0.1 * row.rin_db) * level[k] * level[k];
    sigma[k] = std::sqrt(1e9 * row.bandwidth_ghz * density);
  }
  const auto above = [&](std::size_t sent, std::size_t step) {  // of threshold `step`, 0 to 2
    return (0.5 * (level[step] + level[step + 1]) - level[sent]) / sigma[sent];
  };
  double ber = 0.0;
  for (unsigned sent = 0; sent < 4; ++sent) {
    for (unsigned seen = 0; seen < 4; ++seen) {
      double p_seen = 0.0;
      if (seen > sent) {
        p_seen = q_function(above(sent, seen - 1)) - (seen < 3 ? q_function(above(sent, seen)) : 0);
      } else if (seen < sent) {
        p_seen =
            q_function(-above(sent, seen)) - (seen > 0 ? q_function(-above(sent, seen - 1)) : 0.0);
      }
      const unsigned bits = (sent ^ (sent >> 1U)) ^ (seen ^ (seen >> 1U));
      ber += p_seen * std::popcount(bits) / 8.0;
    }
  }
  return ber;
}

}  // namespace

TEST_CASE("a PIN receiver's noise gives the reference BER of PAM4 links",
          "[validation][receiver]") {
  // Printed to 13 digits.
  const Row rows[] = {
      {200, 1.0, 18.14, -300, 27.79417356057649, -14.0, 6.387141316331e-06},
      {5, 0.8, 16, -139, 55.58834712115298, -11.0, 4.132146700857e-03},
      {5, 0.8, 16, -139, 55.58834712115298, -5.0, 5.535656908946e-06},
      {5, 0.8, 16, -140, 29.29832883561945, -10.0, 1.194415795070e-05},
      {5, 0.8, 16, -140, 29.29832883561945, -5.0, 1.788759475329e-10},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bandwidth_ghz, row.rop_dbm);
    CHECK(link_ber(row) == Approx(row.ber).epsilon(1e-9));
  }
}

TEST_CASE("a PIN receiver: current from the field's power, volts by its transimpedance",
          "[unit][receiver]") {
  PinReceiver::Params p = usual();
  p.front.coupling_loss_db = 3.0;
  p.front.bandwidth = {.response = "butterworth", .bandwidth_ghz = 30.0, .order = 4};
  const PinReceiver receiver("rx", p, {});
  const double current = 1e-3 * 0.8 * std::pow(10.0, -0.3);
  CHECK(receiver.map(std::polar(std::sqrt(1e-3), 0.7), {}).real() ==
        Approx(current).epsilon(1e-12));
  CHECK(receiver.map(std::polar(std::sqrt(1e-3), 0.7), {}).imag() == 0.0);
  FrequencyGrid grid;
  grid.f_hz = {0.0, 30e9};
  const std::vector<cd> h = receiver.transfer(grid, {});
  CHECK(h[0].real() == Approx(1000.0).epsilon(1e-12));
  CHECK(std::abs(h[1]) == Approx(1000.0 / std::sqrt(2.0)).epsilon(1e-9));
}

TEST_CASE("a PIN receiver's noise: amplifier at 0 current, shot noise above it",
          "[unit][receiver]") {
  PinReceiver::Params p = usual();
  FrequencyGrid grid;
  grid.f_hz = {0.0, 40e9};
  const double white = 256e-24, shot = 2.0 * kElementaryCharge_c * 1e-3;
  const NoisePsd dark = PinReceiver("rx", p, {}).added(grid, {}, 0.0);
  CHECK(dark.unit == NoisePsd::Unit::a2_per_hz);
  CHECK(dark.density[1] == Approx(white).epsilon(1e-12));
  CHECK(PinReceiver("rx", p, {}).added(grid, {}, 1e-3).density[1] ==
        Approx(white + shot).epsilon(1e-12));
  p.front.dark_current_na = 1e6;
  CHECK(PinReceiver("rx", p, {}).added(grid, {}, 0.0).density[0] ==
        Approx(white + shot).epsilon(1e-12));
  p = usual();
  p.front.noise_corner_ghz = 20.0;
  OperatingPoint hot;
  hot.temperature_c = 70.0;
  const double heat = (70.0 + 273.15) / (25.0 + 273.15);
  CHECK(PinReceiver("rx", p, {}).added(grid, hot, 0.0).density[1] ==
        Approx(5.0 * heat * white).epsilon(1e-12));
}

TEST_CASE("gain control holds the outer level between its limits", "[unit][receiver]") {
  PinReceiver::Params p = usual();
  CHECK(outer_volts(p, 1e-3) == Approx(0.4).epsilon(1e-12));  // 0.8 mA x 1000 ohm/2
  p.front.output_peak_v = 0.1;
  p.front.transimpedance_min_ohm = 200.0;
  CHECK(outer_volts(p, 1e-3) == Approx(0.1).epsilon(1e-12));
  CHECK(outer_volts(p, 0.1e-3) == Approx(0.04).epsilon(1e-12));  // at the most gain
  CHECK(outer_volts(p, 2e-3) == Approx(0.16).epsilon(1e-12));    // at the least
  CHECK(PinReceiver("rx", p, {}).transimpedance_ohm({}) == 1000.0);
}

TEST_CASE("a receiver refuses more current than its overload", "[unit][receiver]") {
  PinReceiver::Params p = usual();
  p.front.overload_ma = 1.8;
  OperatingPoint at;
  at.received_oma_w = 2.2e-3;
  const PinReceiver receiver("rx", p, {});
  CHECK_NOTHROW(receiver.transfer({{0.0}}, at));
  at.received_oma_w = 2.5e-3;
  CHECK_THROWS_AS(receiver.transfer({{0.0}}, at), ModelError);
  CHECK_THROWS_WITH(receiver.transfer({{0.0}}, at),
                    Catch::Contains("'rx' (optics.pin_receiver): outer current of 2 mA") &&
                        Catch::Contains("overload, 1.8 mA"));
}

TEST_CASE("a receiver's reflections: none of a bare output, of the light as stated",
          "[unit][receiver]") {
  PinReceiver::Params p = usual();
  FrequencyGrid grid;
  grid.f_hz = {0.0, 26.5625e9};
  CHECK(std::isinf(PinReceiver("rx", p, {}).reflectance_db()));
  CHECK(PinReceiver("rx", p, {}).reflection(grid, {}, 1)[1] == cd{});
  p.front.reflectance_db = -26.0;
  p.front.output_capacitance_ff = 40.0;
  const PinReceiver receiver("rx", p, {});
  CHECK(receiver.reflectance_db() == -26.0);
  CHECK(receiver.reflection(grid, {}, 0)[1] == cd{});
  const cd half_y = 0.5 * 100.0 * cd{0.0, 2.0 * kPi * grid[1] * 40e-15};
  CHECK(std::abs(receiver.reflection(grid, {}, 1)[1] + half_y / (1.0 + half_y)) < 1e-12);
}

TEST_CASE("a receiver's energy is its power over the lane's rate", "[unit][receiver]") {
  PinReceiver::Params p = usual();
  p.front.power_w = 0.047;
  OperatingPoint at;
  at.symbol_rate_bd = 56e9;
  std::vector<LedgerRow> rows;
  PinReceiver("rx", p, {}).ledger(at, rows);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].quantity == "energy");
  CHECK(rows[1].value == Approx(0.047e12 / 112e9).epsilon(1e-12));  // 0.42 pJ/bit
}

TEST_CASE("a receiver's parameters must fit one another", "[unit][receiver]") {
  PinReceiver::Params p = usual();
  p.front.noise_pa_per_sqrt_hz.reset();
  p.front.transimpedance_min_ohm = 2000.0;
  CHECK_THROWS_WITH(PinReceiver("rx", p, {}),
                    Catch::Contains("needs noise_pa_per_sqrt_hz or noise_file") &&
                        Catch::Contains("needs output_peak_v") &&
                        Catch::Contains("= 2000.0 is above transimpedance_ohm = 1000.0"));
}
