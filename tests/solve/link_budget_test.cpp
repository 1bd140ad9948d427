#include "solve/optical/link_budget.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/units.hpp"
#include "math/special.hpp"
#include "solve/optical/closed_light.hpp"
#include "solve/optical/closed_penalties.hpp"
#include "solve/optical/closed_q.hpp"
#include "tests/solve/reference_rows.hpp"
#include "tests/validation.hpp"

using namespace chappe;
using namespace chappe::test;

TEST_CASE("links' error ratios against received power agree with tabulated closed forms",
          "[validation][budget]") {
  const auto rows = reference_rows("imdd/an_link_ber_vs_rop.csv");
  REQUIRE(rows.size() == 49);
  double worst = 0.0;
  for (const auto& row : rows) {
    const auto number = [&](std::size_t i) { return std::stod(row[i]); };
    DetectorNoise noise;
    noise.input_a2_per_hz = std::pow(number(4) * 1e-12, 2);
    noise.rin_per_hz = power_ratio_from_db(number(5));
    noise.bandwidth_hz = 1e9 * number(6);
    const double er = power_ratio_from_db(number(2)), mean_w = Dbm{number(7)}.watt();
    const NoisyLevels levels = detected_levels(level_powers_w(4, mean_w, er), number(3), noise);
    INFO(row[0] << " at " << row[7] << " dBm");
    CHECK(Dbm::from_watt(outer_oma_w(mean_w, er)).value() == Approx(number(8)).epsilon(1e-12));
    const auto check = [&](ThresholdRule rule, double reference) {
      const double ber = gaussian_pam_errors(levels, pam_thresholds(levels, rule)).ber;
      // 1e-9 is asked for; the table prints 13 digits and ends at 1e-30.
      CHECK(ber == Approx(reference).epsilon(1e-9).margin(1e-30));
      worst = std::max(worst, std::abs(ber / reference - 1.0));
    };
    check(ThresholdRule::mid, number(9));
    check(ThresholdRule::equal_errors, number(10));
  }
  testing::validate("an_link_ber_vs_rop.csv: worst relative difference of 98 values", 0.0, worst,
                    1e-9);
}

TEST_CASE("PAM4 error ratios against x agree with tabulated closed forms", "[validation][budget]") {
  const auto rows = reference_rows("imdd/an_pam4_ber_vs_x.csv");
  REQUIRE(rows.size() == 25);
  for (const auto& row : rows) {
    const double x = std::stod(row[0]);
    INFO("x = " << x);
    CHECK(db_from_power_ratio(even_pam_snr(4, x)) == Approx(std::stod(row[1])).epsilon(1e-12));
    // 1e-9; the *_exact columns were got from differences of numbers near 1, so 1e-16 besides.
    CHECK(even_pam_ber(4, x) == Approx(std::stod(row[2])).epsilon(1e-9).margin(1e-16));
    CHECK(even_pam_ser(4, x) == Approx(std::stod(row[3])).epsilon(1e-9).margin(1e-16));
    CHECK(even_pam_nearest_ber(4, x) == Approx(std::stod(row[4])).epsilon(1e-9));
    CHECK(even_pam_ser(4, x) == Approx(std::stod(row[5])).epsilon(1e-9));
    CHECK(even_pam_x(4, even_pam_ber(4, x)) == Approx(x).epsilon(1e-12));
  }
  const double own = even_pam_nearest_ber(4, 3.0);
  testing::validate("an_pam4_ber_vs_x.csv: BER at x = 3 by nearest neighbours",
                    0.001012423523722572, own, 1e-9 * own);
}

TEST_CASE("x of an error ratio agrees with tabulated closed forms", "[validation][budget]") {
  const auto rows = reference_rows("imdd/an_q_vs_ber.csv");
  REQUIRE(rows.size() == 8);
  for (const auto& row : rows) {
    const double ber = std::stod(row[0]);
    INFO("BER " << ber);
    const double x = even_pam_nearest_x(4, ber), nrz = even_pam_nearest_x(2, ber);
    CHECK(even_pam_ser(4, x) == Approx(std::stod(row[1])).epsilon(1e-9));
    CHECK(x == Approx(std::stod(row[2])).epsilon(1e-9));
    CHECK(db_from_field_ratio(x) == Approx(std::stod(row[3])).epsilon(1e-9));
    CHECK(db_from_power_ratio(even_pam_snr(4, x)) == Approx(std::stod(row[4])).epsilon(1e-9));
    CHECK(nrz == Approx(std::stod(row[5])).epsilon(1e-9));
    CHECK(even_pam_x(2, ber) == Approx(nrz).epsilon(1e-12));
    // Farther levels cost less than 3e-4 of x at the worst of these ratios.
    CHECK(even_pam_x(4, ber) == Approx(x).epsilon(3e-4));
  }
  testing::validate("an_q_vs_ber.csv: x of PAM4 at 2.4e-4", 3.4140705542274303,
                    even_pam_nearest_x(4, 2.4e-4), 1e-9 * 3.414);
}

TEST_CASE("the threshold of least errors lies where neighbouring densities cross",
          "[unit][budget]") {
  const NoisyLevels levels{{0.0, 2.0, 3.0, 7.0}, {0.1, 0.3, 0.3, 0.05}};
  const auto best = pam_thresholds(levels, ThresholdRule::optimum);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto density = [&](std::size_t i) {
      const double u = (best[k] - levels.mean[i]) / levels.sigma[i];
      return std::exp(-0.5 * u * u) / levels.sigma[i];
    };
    CHECK(density(k) == Approx(density(k + 1)).epsilon(1e-9));
  }
  const double least = gaussian_pam_errors(levels, best).ber;
  for (const ThresholdRule rule : {ThresholdRule::mid, ThresholdRule::equal_errors}) {
    CHECK(gaussian_pam_errors(levels, pam_thresholds(levels, rule)).ber >= least);
  }
  const NoisyLevels quiet{{0.0, 1.0}, {0.0, 0.0}};
  CHECK(pam_thresholds(quiet, ThresholdRule::optimum).front() == 0.5);
  CHECK(gaussian_pam_errors(quiet, pam_thresholds(quiet, ThresholdRule::equal_errors)).ber == 0.0);
}

TEST_CASE("RIN alone leaves the x of its floor", "[unit][budget]") {
  const double er = 4.0, bandwidth_hz = 55e9, rin = 1e-14;
  DetectorNoise noise;
  noise.rin_per_hz = rin;
  noise.bandwidth_hz = bandwidth_hz;
  // Power beyond all measure leaves shot noise behind: 1e6 W, 1e-9 of RIN's variance.
  const NoisyLevels levels = detected_levels(level_powers_w(4, 1e6, er), 1.0, noise);
  const double x = 0.5 * (levels.mean[3] - levels.mean[2]) / levels.sigma[3];
  CHECK(rin_limited_x(4, er, rin, bandwidth_hz) == Approx(x).epsilon(1e-8));
  CHECK(mean_power_w(outer_oma_w(2e-3, er), er) == Approx(2e-3).epsilon(1e-14));
  CHECK(resistor_noise_a2_per_hz(298.15, 50.0) == Approx(3.2932e-22).epsilon(1e-4));
}

TEST_CASE("the bound of multipath interference is that of its source", "[validation][budget]") {
  const std::vector<double> mirrors{-25.0, -25.0, -25.0, -25.0, -35.0, -35.0};
  const double er = power_ratio_from_db(6.02);
  const double penalty_db = closure_penalty_db(echo_closure(4, echo_field_sum(mirrors), er));
  // The source prints 2.5; the notes' own reckoning 2.49.
  testing::validate("MPI upper bound, 4 x 25 dB and 2 x 35 dB, ER 6.02 dB, PAM4 [dB]", 2.49,
                    penalty_db, 0.005);
  const std::vector<double> losses{0.5, 0.25, 0.0, 0.0, 1.0};
  CHECK(echo_field_sum(mirrors, losses) < echo_field_sum(mirrors));
  const std::vector<double> pair{-26.0, -30.0}, between{1.5};
  CHECK(echo_field_sum(pair, between) == Approx(power_ratio_from_db(-29.5)).epsilon(1e-12));
  CHECK(closure_penalty_db(1.0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("penalties of budgets in closed form", "[unit][budget]") {
  // sigma of a Gaussian from 10 to 90 %: 2.563; 480 ns MHz of the link model, three digits.
  CHECK(gaussian_rise_s(1e6) == Approx(480e-9).epsilon(1e-3));
  CHECK(rise_from_20_80_s(1.0) == Approx(1.518).epsilon(4e-3));
  const std::vector<double> rises{3e-12, 4e-12};
  CHECK(joined_rise_s(rises) == Approx(5e-12).epsilon(1e-14));
  // A rise of 0.7 T: h = erf(2.563103/(2.828427 0.7)) = erf(1.294563).
  CHECK(isi_closure(2, 0.7e-10, 1e10) == Approx(2.0 * (1.0 - std::erf(1.2945626))).epsilon(1e-5));
  CHECK(closure_penalty_db(isi_closure(4, 1e-15, 1e10)) == Approx(0.0).margin(1e-12));
  // k/sqrt 2 where delays spread without bound; small spreads go with their square.
  CHECK(mode_partition_sigma(0.3, 1e10, 1.0, 1e-9) == Approx(0.3 / std::sqrt(2.0)).epsilon(1e-12));
  CHECK(mode_partition_sigma(0.3, 1e10, 1e-3, 1e-9) ==
        Approx(0.3 / std::sqrt(2.0) * std::pow(3.14159265 * 1e-2, 2)).epsilon(1e-3));
  CHECK(noise_penalty_db(7.0, 0.1) == Approx(-5.0 * std::log10(0.51)).epsilon(1e-12));
  CHECK(noise_penalty_db(7.0, 0.2) == std::numeric_limits<double>::infinity());
  // 17 ps/nm over 1 km at 1550 nm: the first null of the reference values, 60.58138 GHz.
  CHECK(dispersion_fading(60.58138456827995e9, 17e-3, 1550e-9) < 1e-9);
}

TEST_CASE("a receiver limited by its amplifier needs 2 (L - 1) x sigma/R", "[unit][budget]") {
  BudgetReceiver receiver;
  receiver.responsivity_a_per_w = 0.8;
  receiver.noise.input_a2_per_hz = 2.56e-22;
  receiver.noise.bandwidth_hz = 40e9;
  receiver.extinction_ratio = 4.0;
  const double target = 2.4e-4;
  const auto level_dbm = sensitivity_oma_dbm(receiver, target);
  REQUIRE(level_dbm);
  const double oma_w = 6.0 * even_pam_x(4, target) * std::sqrt(2.56e-22 * 40e9) / 0.8;
  // Shot noise of 0.1 mA adds 1 in 8 to the variance: 0.2 to 0.3 dB.
  const double shot_db = *level_dbm - Dbm::from_watt(oma_w).value();
  CHECK(shot_db > 0.1);
  CHECK(shot_db < 0.4);
  CHECK(budget_ber(receiver, Dbm{*level_dbm}.watt()) == Approx(target).epsilon(1e-8));
  receiver.noise.rin_per_hz = 1e-12;
  CHECK_FALSE(sensitivity_oma_dbm(receiver, target));
}

TEST_CASE("the inner code's threshold is worth its x in optical dB", "[validation][budget]") {
  // Thermal noise alone: 4.8e-3 against 2.4e-4 is 2.74 dB electrical, 1.37 dB optical.
  const double gain_db =
      db_from_power_ratio(even_pam_nearest_x(4, 2.4e-4) / even_pam_nearest_x(4, 4.8e-3));
  testing::validate("optical gain between BER 4.8e-3 and 2.4e-4, thermal noise [dB]", 1.37, gain_db,
                    0.005);
}

TEST_CASE("a budget adds up", "[unit][budget]") {
  LinkBudget budget;
  budget.launch_oma_dbm = 0.5;
  budget.losses = {{"fibre", 0.2}, {"connectors", 1.0}};
  budget.penalties = {{"intersymbol interference", 1.1}, {"RIN", 0.3}};
  budget.sensitivity_oma_dbm = -6.0;
  CHECK(budget.received_oma_dbm() == Approx(-0.7).epsilon(1e-12));
  CHECK(budget.margin_db() == Approx(3.9).epsilon(1e-12));
}
