// What TDECQ is made of: records, alignment, noise, levels, edges, limits.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "base/errors.hpp"
#include "signal/patterns.hpp"
#include "solve/measure/alignment.hpp"
#include "solve/measure/crossing.hpp"
#include "solve/measure/levels.hpp"
#include "solve/measure/record.hpp"
#include "solve/measure/reference_noise.hpp"
#include "solve/measure/tap_limits.hpp"
#include "solve/measure/tdecq.hpp"
#include "solve/measure/transitions.hpp"
#include "tests/solve/pam4_waveform.hpp"

using namespace chappe;
using namespace chappe::measure;
using namespace chappe::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

/// A tone of 3 cycles over 8 symbols.
double tone(double t_ui) { return std::cos(kTurn * 3.0 / 8.0 * t_ui + 0.4); }

std::vector<double> tone_samples(double per_symbol, double symbols) {
  std::vector<double> samples(static_cast<std::size_t>(std::ceil(symbols * per_symbol)));
  for (std::size_t k = 0; k < samples.size(); ++k) {
    samples[k] = tone(static_cast<double>(k) / per_symbol);
  }
  return samples;
}

}  // namespace

TEST_CASE("a repeating pattern is read at any instant, across its seam", "[unit][tdecq]") {
  // Lagrange of 2m nodes errs by less than binomial(2m, m) (pi f/fs)^2m of a tone at f.
  struct Row {
    double per_symbol, tolerance;
  };
  const Row row =
      GENERATE(Row{32.0, 1e-9}, Row{31.7, 1e-9}, Row{9.3, 2e-4}, Row{4.81, 1e-6}, Row{2.5, 1e-3});
  const PatternWave wave(tone_samples(row.per_symbol, 64.0), row.per_symbol, 64);
  CAPTURE(row.per_symbol);
  double worst = 0.0;
  for (double t = -1.0; t < 66.0; t += 0.0371) {
    worst = std::max(worst, std::abs(wave.at(t) - tone(t)));
  }
  CHECK(worst < row.tolerance);
  const std::vector<double> column = wave.column(0.3);
  REQUIRE(column.size() == 64);
  for (std::size_t n = 0; n < column.size(); ++n) {
    CHECK_THAT(column[n], WithinAbs(wave.at(static_cast<double>(n) + 0.3), 1e-12));
  }
}

TEST_CASE("filtering twice is filtering with the square", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = random_symbols(500, 1);
  const PatternWave once(filtered_pam4(symbols, kEvenLevels, 16, receiver_filter()), 16.0, 500);
  const PatternWave twice = bessel_thomson_filtered(once, 0.5);
  const std::vector<double> expected =
      filtered_pam4(symbols, kEvenLevels, 16, [f = BesselThomson4(0.5)](double x) {
        const cd h = f(x);
        return h * h;
      });
  for (std::size_t k = 0; k < expected.size(); ++k) {
    REQUIRE_THAT(twice.samples()[k], WithinAbs(expected[k], 1e-12));
  }
}

TEST_CASE("averaging periods takes out noise and leaves the waveform", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = random_symbols(500, 2);
  const std::vector<double> once = filtered_pam4(symbols, kEvenLevels, 16, receiver_filter());
  std::vector<double> samples;
  for (int p = 0; p < 9; ++p) samples.insert(samples.end(), once.begin(), once.end());
  add_noise(samples, 0.01, 4);
  const PatternWave mean = averaged(PatternWave(samples, 16.0, 4500), 500);
  REQUIRE(mean.symbols() == 500);
  double power = 0.0;
  for (std::size_t k = 0; k < once.size(); ++k) {
    power += std::pow(mean.samples()[k] - once[k], 2) / static_cast<double>(once.size());
  }
  CHECK_THAT(std::sqrt(power), WithinRel(0.01 / 3.0, 0.05));  // 8000 samples: 1 % each sigma
}

TEST_CASE("symbols are found wherever the record begins", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> fine = filtered_pam4(symbols, kEvenLevels, 32, receiver_filter());
  const double start = GENERATE(0.0, 100.3, 8190.9);
  const std::vector<double> samples = sampled(fine, 32, 16.0, 1.0, start);
  const Alignment found = align(PatternWave(samples, 16.0, symbols.size()), symbols);
  const Alignment base = align(PatternWave(fine, 32.0, symbols.size()), symbols);
  // A step of the correlation is 1/8 UI; its parabola is good to a tenth of that.
  CHECK_THAT(std::remainder(found.delay_ui + start - base.delay_ui, 8191.0),
             WithinAbs(0.0, 0.0125));
  CHECK_FALSE(found.inverted);
  // The Bessel filter delays by w0/(2 pi f3dB) = 0.673 UI; a symbol's middle is at 0.5 UI.
  CHECK_THAT(base.delay_ui, WithinAbs(0.5 + 2.114 / std::numbers::pi, 0.05));
  std::vector<double> turned = samples;
  for (double& v : turned) v = -v;
  const Alignment inverted = align(PatternWave(turned, 16.0, symbols.size()), symbols);
  CHECK(inverted.inverted);
  CHECK_THAT(inverted.delay_ui, WithinAbs(found.delay_ui, 1e-9));
}

TEST_CASE("an inverted waveform has the same TDECQ", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  std::vector<double> samples = filtered_pam4(symbols, kEvenLevels, 16, slow_transmitter(0.565));
  const TdecqResult upright = measure_tdecq(PatternWave(samples, 16.0, 8191), symbols);
  for (double& v : samples) v = 2.0 - v;
  const TdecqResult inverted = measure_tdecq(PatternWave(samples, 16.0, 8191), symbols);
  CHECK(inverted.inverted);
  REQUIRE(upright.eye);
  REQUIRE(inverted.eye);
  CHECK_THAT(inverted.eye->tdecq_db, WithinAbs(upright.eye->tdecq_db, 1e-3));
  CHECK_THAT(inverted.levels.oma_outer(), WithinAbs(upright.levels.oma_outer(), 1e-4));
}

TEST_CASE("whole periods are taken, a record without one is refused", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = random_symbols(1000, 5);
  const std::vector<double> fine = filtered_pam4(symbols, kEvenLevels, 32, receiver_filter());
  const Record record = take_periods(sampled(fine, 32, 10.5, 3.25, 0.4), 10.5, symbols);
  CHECK(record.periods == 3);
  CHECK_THAT(record.unused_symbols, WithinAbs(250.0, 0.1));
  CHECK(record.rate_error_ppm == 0.0);
  const std::vector<double> half = sampled(fine, 32, 10.5, 0.5);
  CHECK_THROWS_WITH(take_periods(half, 10.5, symbols),
                    Contains("too short") && Contains("500.00 symbols") && Contains("1000"));
}

TEST_CASE("a rate that is a little wrong is taken from the waveform", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> fine = filtered_pam4(symbols, kEvenLevels, 32, slow_transmitter(0.565));
  const std::vector<double> samples = sampled(fine, 32, 16.0, 2.0);
  const double ppm = GENERATE(-80.0, 50.0);
  const Record record = take_periods(samples, 16.0 * (1.0 + 1e-6 * ppm), symbols);
  // 0.03 UI over two periods, 2 ppm, are let pass.
  CHECK_THAT(record.rate_error_ppm, WithinAbs(-ppm, 2.0));
  const TdecqResult right = measure_tdecq(PatternWave(samples, 16.0, 16382), symbols);
  const TdecqResult found = measure_tdecq(record.wave, symbols);
  REQUIRE(right.eye);
  REQUIRE(found.eye);
  CHECK_THAT(found.eye->tdecq_db, WithinAbs(right.eye->tdecq_db, 0.02));
}

TEST_CASE("T56 Ceq is the filtered noise spectrum's", "[unit][tdecq]") {
  const std::vector<double> taps{0.01, -0.11, 1.21, -0.12, 0.01};
  const BesselThomson4 filter(0.5);
  double through = 0.0, ahead = 0.0;
  for (double f = 0.0005; f < 8.0; f += 0.001) {
    cd h{0.0, 0.0};
    for (std::size_t k = 0; k < taps.size(); ++k) {
      h += taps[k] * std::polar(1.0, -kTurn * f * static_cast<double>(k));
    }
    through += std::norm(filter(f) * h);
    ahead += std::norm(filter(f));
  }
  const std::vector<double> r = filtered_noise_correlation(0.5, 5);
  CHECK_THAT(noise_gain(taps, r), WithinRel(std::sqrt(through / ahead), 1e-6));
  // White noise of the samples would give sqrt(sum w^2), which is more.
  double white = 0.0;
  for (const double w : taps) white += w * w;
  CHECK(noise_gain(taps, r) < std::sqrt(white) - 1e-3);
  // A filter far above the symbol rate leaves it white.
  const std::vector<double> wide = filtered_noise_correlation(50.0, 5);
  CHECK_THAT(noise_gain(taps, wide), WithinRel(std::sqrt(white), 1e-4));
}

TEST_CASE("the level mismatch ratio is 120D's", "[unit][tdecq]") {
  CHECK_THAT(level_mismatch_ratio({0.0, 1.0, 2.0, 3.0}), WithinAbs(1.0, 1e-12));
  CHECK_THAT(level_mismatch_ratio({-3.0, -0.9, 1.0, 3.0}), WithinAbs(0.9, 1e-12));
  CHECK_THAT(level_mismatch_ratio({-3.0, -1.0, 1.2, 3.0}), WithinAbs(0.8, 1e-12));
}

TEST_CASE("levels are free of interference, whatever the pattern", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = random_symbols(1000, 11);
  const std::array<double, 4> powers{0.5, 0.9, 1.2, 1.5};
  const PatternWave wave(filtered_pam4(symbols, powers, 16, slow_transmitter(0.4)), 16.0, 1000);
  const Levels levels = measure_levels(wave, symbols, align(wave, symbols).delay_ui);
  // Interference of uneven levels is not quite that of even ones.
  CHECK_THAT(level_mismatch_ratio(levels.level), WithinAbs(0.6, 0.02));
  CHECK_THAT(levels.balanced_average(), WithinAbs(1.025, 0.005));
}

TEST_CASE("the transition time of a straight ramp is 0.6 of it", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  constexpr double kRamp = 0.8;
  const PatternWave wave(filtered_pam4(symbols, kEvenLevels, 32,
                                       [](double f) {
                                         const double x = std::numbers::pi * f * kRamp;
                                         return cd{x == 0.0 ? 1.0 : std::sin(x) / x, 0.0};
                                       }),
                         32.0, symbols.size());
  const Levels levels = measure_levels(wave, symbols, 0.5);
  const auto found = transition_time(wave, symbols, 0.5, levels);
  REQUIRE(found);
  // The corners of the ramp ring: harmonics end at 16 times the symbol rate.
  CHECK_THAT(found->rise_ui, WithinRel(0.6 * kRamp, 0.005));
  CHECK_THAT(found->fall_ui, WithinRel(0.6 * kRamp, 0.005));
  CHECK(found->slower_ui() >= found->rise_ui);
}

TEST_CASE("excursions are what the power exceeds in 1 % of the time", "[unit][tdecq]") {
  // 0.5 to 1.5 evenly: P3 1.4 and P0 0.6 leave 9 and 9 percent of their difference outside.
  std::vector<double> samples(10000);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    samples[k] = 0.5 + static_cast<double>(k) / 9999.0;
  }
  Levels levels;
  levels.p3 = 1.4;
  levels.p0 = 0.6;
  const Excursions found = excursions(PatternWave(samples, 10.0, 1000), levels);
  CHECK_THAT(found.overshoot_percent, WithinAbs(100.0 * 0.09 / 0.8, 0.02));
  CHECK_THAT(found.undershoot_percent, WithinAbs(100.0 * 0.09 / 0.8, 0.02));
}

TEST_CASE("crossings of the average lie half a symbol from the middle", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const PatternWave wave(filtered_pam4(symbols, kEvenLevels, 16,
                                       [](double f) {
                                         return cd{std::exp(-f * f), 0.0};
                                       }),
                         16.0, symbols.size());
  const Equaliser single{{1.0}, 0};
  CHECK_THAT(mean_crossing(wave, symbols, 0.5, single, 1.0).value(), WithinAbs(0.5, 1e-3));
  CHECK_THAT(mean_crossing(wave, symbols, 0.4, single, 1.0).value(), WithinAbs(0.6, 2e-3));
  CHECK_FALSE(mean_crossing(wave, symbols, 0.5, single, 9.0));
}

TEST_CASE("found taps keep their limits", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  // A reflection of 15 % three symbols behind: the draft's ranges hold the tap there.
  const PatternWave wave(filtered_pam4(symbols, kEvenLevels, 16,
                                       [f = slow_transmitter(0.4)](double x) {
                                         return f(x) *
                                                (0.87 + 0.13 * std::polar(1.0, -kTurn * 3.0 * x));
                                       }),
                         16.0, symbols.size());
  const std::string name = GENERATE("802.3cd", "802.3dj");
  TdecqOptions options;
  options.taps = 15;
  options.limits = name;
  const TdecqResult found = measure_tdecq(wave, symbols, options);
  REQUIRE(found.eye);
  const Equaliser& e = found.eye->equaliser;
  double sum = 0.0;
  for (const double tap : e.taps) sum += tap;
  CHECK_THAT(sum, WithinAbs(1.0, 1e-12));
  const TapLimits limits = tap_limits(name, 15);
  CHECK(e.cursor <= limits.most_precursors);
  for (const TapConstraint& c : tap_constraints(limits, 15, e.cursor)) {
    double value = 0.0;
    for (std::size_t k = 0; k < 15; ++k) value += c.factor[k] * e.taps[k];
    CHECK(value <= c.bound + 1e-9);
  }
  if (name == "802.3dj") {
    CHECK_THAT(e.taps[e.cursor + 3] / e.taps[e.cursor], WithinAbs(-0.1, 2e-3));
  }
}

TEST_CASE("tap limits are known by name", "[unit][tdecq]") {
  CHECK(tap_limits("802.3cd", 5).most_precursors == 2);
  CHECK(tap_limits("802.3cd", 9).most_precursors == 3);
  CHECK(tap_limits("none", 7).most_precursors == 6);
  CHECK_FALSE(tap_limits("802.3dj", 15).verified);
  CHECK_THROWS_WITH(tap_limits("802.3cdd", 5), Contains("did you mean '802.3cd'"));
}
