// TDECQ against closed forms and against itself.
#include "solve/measure/tdecq.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "math/roots.hpp"
#include "math/special.hpp"
#include "signal/patterns.hpp"
#include "solve/measure/record.hpp"
#include "solve/measure/reference_noise.hpp"
#include "solve/measure/tdecq_search.hpp"
#include "tests/solve/pam4_waveform.hpp"
#include "tests/validation.hpp"

using namespace chappe;
using namespace chappe::measure;
using namespace chappe::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// A transmitter and filter that give some 1 dB.
constexpr double kSlow = 0.565;

TdecqResult measured(const std::vector<double>& samples, double per_symbol,
                     const std::vector<std::uint8_t>& symbols, const TdecqOptions& options = {}) {
  return measure_tdecq(take_periods(samples, per_symbol, symbols).wave, symbols, options);
}

double tdecq_db(const std::vector<double>& samples, double per_symbol,
                const std::vector<std::uint8_t>& symbols, const TdecqOptions& options = {}) {
  const TdecqResult result = measured(samples, per_symbol, symbols, options);
  REQUIRE(result.eye);
  return result.eye->tdecq_db;
}

TdecqOptions without_equaliser() {
  TdecqOptions options;
  options.taps = 1;
  return options;
}

/// TDECQ of sigma in half gaps.
double closed_form_db(double sigma) {
  return 10.0 * std::log10(1.0 / (q_inverse(4.8e-4 / 1.5) * sigma));
}

template <class Ratio>
double sigma_at_target(const Ratio& error_ratio) {
  return find_root([&](double s) { return error_ratio(s) - 4.8e-4; }, 0.01, 1.0, 1e-12).value();
}

}  // namespace

TEST_CASE("an ideal waveform has 0 dB, also with equalisers", "[validation][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::size_t per_symbol = GENERATE(8, 16, 32);
  const std::vector<double> samples = held_pam4(symbols, kEvenLevels, per_symbol);
  // The tolerance; the tap that the filtered noise's own correlation pays for gains 1e-4
  // dB.
  validate("TDECQ, ideal, " + std::to_string(per_symbol) + " a symbol [dB]", 0.0,
           tdecq_db(samples, static_cast<double>(per_symbol), symbols), 0.02);
  CHECK_THAT(tdecq_db(samples, static_cast<double>(per_symbol), symbols, without_equaliser()),
             WithinAbs(0.0, 1e-3));
}

TEST_CASE("T56 TDECQ does not depend on the samples a symbol", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const auto wave = [&](std::size_t n) {
    return filtered_pam4(symbols, kEvenLevels, n, slow_transmitter(kSlow));
  };
  const std::vector<double> fine = wave(64);
  const double reference = tdecq_db(fine, 64.0, symbols);
  CHECK(reference > 0.9);
  for (const std::size_t n : {16, 32, 50}) {  // the issue asks for 0.05 dB
    CHECK_THAT(tdecq_db(wave(n), static_cast<double>(n), symbols), WithinAbs(reference, 0.002));
  }
  // Any real number, also where a period is not a whole number of samples.
  for (const double n : {31.7, 4.8188}) {
    CHECK_THAT(tdecq_db(sampled(fine, 64, n, 1.0), n, symbols), WithinAbs(reference, 0.002));
  }
}

TEST_CASE("without interference TDECQ is the closed form of its levels", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  // In half gaps about the middle of the outer levels.
  const auto [lower, upper] =
      GENERATE(std::pair{-1.0, 1.0}, std::pair{-0.7, 0.7}, std::pair{-1.3, 0.9});
  const double middle = 0.25 * (lower + upper);
  const std::array<double, 4> level{-3.0, lower, upper, 3.0};
  const auto error_ratio = [&](double sigma) {
    double sum = 0.0;
    for (int t = 0; t < 3; ++t) {
      const double threshold = 2.0 * t - 2.0 + middle;
      sum += q_function((threshold - level[static_cast<std::size_t>(t)]) / sigma) +
             q_function((level[static_cast<std::size_t>(t) + 1] - threshold) / sigma);
    }
    return 0.25 * sum;
  };
  std::array<double, 4> powers{};
  for (std::size_t s = 0; s < 4; ++s) powers[s] = 1.0 + level[s] / 6.0;
  const TdecqResult result =
      measured(held_pam4(symbols, powers, 16), 16.0, symbols, without_equaliser());
  REQUIRE(result.eye);
  // Levels are counted (2047 or 2048 of each), distances gathered in steps of 1/512 half gap.
  CHECK_THAT(result.eye->tdecq_db, WithinAbs(closed_form_db(sigma_at_target(error_ratio)), 1e-3));
  CHECK_THAT(result.levels.oma_outer(), WithinAbs(1.0, 1e-12));
  CHECK_THAT(result.rlm, WithinAbs(std::min({-lower, upper, 2.0 + lower, 2.0 - upper}), 1e-9));
}

TEST_CASE("T56 the windows are 0.04 UI wide, 0.05 UI beside the middle", "[unit][tdecq]") {
  // Every other symbol goes up from its middle on both sides, the others down: by 6 half gaps a UI.
  constexpr double kSlope = 6.0;
  const double per_symbol = GENERATE(200.0, 203.7);
  const std::vector<std::uint8_t> symbols = prbs13q();
  std::vector<double> samples(
      static_cast<std::size_t>(per_symbol * static_cast<double>(symbols.size())));
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const double t = static_cast<double>(k) / per_symbol, n = std::floor(t);
    const double away = std::abs(t - n - 0.5) * (std::fmod(n, 2.0) == 0.0 ? kSlope : -kSlope);
    samples[k] = 1.0 + (2.0 * symbols[static_cast<std::size_t>(t)] - 3.0 + away) / 6.0;
  }
  const TdecqResult result = measured(samples, per_symbol, symbols, without_equaliser());
  REQUIRE(result.eye);
  const auto error_ratio = [&](double sigma) {
    constexpr int kPoints = 200;
    double sum = 0.0;
    for (int i = 0; i < kPoints; ++i) {
      const double away = kSlope * (0.03 + 0.04 * (i + 0.5) / kPoints);
      sum += 0.75 * (q_function((1.0 - away) / sigma) + q_function((1.0 + away) / sigma)) / kPoints;
    }
    return sum;
  };
  // An even eye, so that its middle is found exactly; 0.02 dB is the rule of three instants on a
  // window over which the distance changes by 0.24 half gaps.
  CHECK_THAT(result.eye->tdecq_db, WithinAbs(closed_form_db(sigma_at_target(error_ratio)), 0.02));
  CHECK(result.eye->tdecq_db > 1.0);
}

TEST_CASE("the waveform's noise is missing in what may be added", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  std::vector<double> samples;
  Rng random({7, 1});
  constexpr double kNoise = 0.02;  // the same all over a symbol
  const auto same = [&](std::size_t n) { return symbols[n] == symbols[(n + 1) % 8191]; };
  for (std::size_t n = 0; n < symbols.size(); ++n) {
    // Runs of four and more, from which OMA outer is taken, are left clean: 3 % of all symbols.
    const bool run = same(n) && same((n + 1) % 8191) && same((n + 8190) % 8191);
    const double noise = run ? 0.0 : kNoise * random.normal();
    samples.insert(samples.end(), 16, kEvenLevels[symbols[n]] + noise);
  }
  TdecqOptions options = without_equaliser();
  const double ideal = 1.0 / 6.0 / q_inverse(4.8e-4 / 1.5);
  const double expected = 10.0 * std::log10(ideal / std::sqrt(ideal * ideal - kNoise * kNoise));
  // The noise's own variance is known to 3 %, 0.025 dB; 8191 samples have few in the tails.
  CHECK_THAT(tdecq_db(samples, 16.0, symbols, options), WithinAbs(expected, 0.05));
  // As the oscilloscope's noise it counts for nothing.
  options.scope_noise = kNoise;
  CHECK_THAT(tdecq_db(samples, 16.0, symbols, options), WithinAbs(0.0, 0.05));
}

TEST_CASE("more taps never do worse", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const double bandwidth = GENERATE(0.3, 0.45, 0.8);
  const std::vector<double> samples =
      filtered_pam4(symbols, kEvenLevels, 16, slow_transmitter(bandwidth));
  TdecqOptions options;
  double before = 1e9;
  for (const std::size_t taps : {1, 5, 9, 15}) {
    options.taps = taps;
    const TdecqResult result = measured(samples, 16.0, symbols, options);
    const double now = result.eye ? result.eye->tdecq_db : 1e9;
    CHECK(now <= before + 1e-3);  // both are found to 1e-4 dB, their time in steps
    before = now;
  }
  CHECK(before < 4.0);
}

TEST_CASE("the found taps cannot be bettered by small changes", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const PatternWave wave(filtered_pam4(symbols, kEvenLevels, 16, slow_transmitter(0.4)), 16.0,
                         symbols.size());
  const TdecqResult found = measure_tdecq(wave, symbols);
  REQUIRE(found.eye);
  const EyeWindows eye(wave, symbols, found.delay_ui + found.eye->centre_ui,
                       found.levels.balanced_average(), found.levels.oma_outer(), 5, Reading::full);
  const std::vector<double> r = filtered_noise_correlation(0.5, 5);
  const SearchSettings settings{4.8e-4, 0.0, r};
  const auto best = evaluate(eye, found.eye->equaliser, kEvenThresholds, settings);
  REQUIRE(best);
  for (std::size_t k = 0; k < 5; ++k) {
    for (const double change : {-0.01, 0.01}) {
      Equaliser other = found.eye->equaliser;
      other.taps[k] += change;
      other.taps[other.cursor] -= change;
      const auto there = evaluate(eye, other, kEvenThresholds, settings);
      REQUIRE(there);
      CHECK(there->sigma_in <= best->sigma_in * (1.0 + 1e-5));
    }
  }
}

TEST_CASE("moving thresholds help uneven levels, no farther than allowed", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> samples =
      filtered_pam4(symbols, {0.5, 0.88, 1.2, 1.5}, 16, slow_transmitter(kSlow));
  TdecqOptions options;
  const TdecqResult fixed = measured(samples, 16.0, symbols, options);
  options.threshold_travel = 0.01;
  const TdecqResult moved = measured(samples, 16.0, symbols, options);
  REQUIRE(fixed.eye);
  REQUIRE(moved.eye);
  CHECK(moved.eye->tdecq_db < fixed.eye->tdecq_db - 0.05);
  for (std::size_t t = 0; t < 3; ++t) {
    CHECK(std::abs(moved.eye->thresholds[t] - fixed.eye->thresholds[t]) <=
          0.01 * fixed.levels.oma_outer() * (1.0 + 1e-9));
  }
}

TEST_CASE("both times of the windows agree in an even eye", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> samples =
      filtered_pam4(symbols, kEvenLevels, 16, [filter = BesselThomson4(0.5)](double f) {
        return filter(f) / cd{1.0, f / 0.4};  // a single pole: uneven in time
      });
  TdecqOptions options;
  const double best = tdecq_db(samples, 16.0, symbols, options);
  options.timing = Timing::crossing;
  const double crossing = tdecq_db(samples, 16.0, symbols, options);
  CHECK(best <= crossing + 1e-4);
  CHECK_THAT(crossing, WithinAbs(best, 0.05));  // the eye is flat there
}

TEST_CASE("a target of an inner code lets more noise in", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> samples = held_pam4(symbols, kEvenLevels, 16);
  TdecqOptions options = without_equaliser();
  options.target_ser = 9.6e-3;
  const TdecqResult result = measured(samples, 16.0, symbols, options);
  REQUIRE(result.eye);
  // BER 4.8e-3: x = 2.489 (sources/optics.md 9.1).
  CHECK_THAT(result.q_target, WithinAbs(2.489, 5e-4));
  CHECK_THAT(result.eye->tdecq_db, WithinAbs(0.0, 1e-3));
}

TEST_CASE("TDECQ gives the same bytes each time", "[property][tdecq]") {
  const std::vector<std::uint8_t> symbols = random_symbols(1000, 3);
  const std::vector<double> samples =
      filtered_pam4(symbols, kEvenLevels, 16, slow_transmitter(kSlow));
  const TdecqResult a = measured(samples, 16.0, symbols), b = measured(samples, 16.0, symbols);
  REQUIRE(a.eye);
  REQUIRE(b.eye);
  CHECK(a.eye->tdecq_db == b.eye->tdecq_db);
  CHECK(a.eye->equaliser.taps == b.eye->equaliser.taps);
}

TEST_CASE("a closed eye has no TDECQ, another pattern is an error", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> samples =
      filtered_pam4(symbols, kEvenLevels, 16, slow_transmitter(0.1));
  CHECK_FALSE(measured(samples, 16.0, symbols).eye);
  const std::vector<double> other =
      filtered_pam4(random_symbols(symbols.size(), 1), kEvenLevels, 16, receiver_filter());
  CHECK_THROWS_WITH(measured(other, 16.0, symbols), Contains("does not follow the symbols"));
  const std::vector<double> flat(symbols.size() * 16, 1.0);
  CHECK_THROWS_AS(measured(flat, 16.0, symbols), DataError);
}

TEST_CASE("options of TDECQ are checked", "[unit][tdecq]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  const std::vector<double> samples = held_pam4(symbols, kEvenLevels, 8);
  const auto refuse = [&](auto change, const std::string& says) {
    TdecqOptions options;
    change(options);
    CHECK_THROWS_WITH(measured(samples, 8.0, symbols, options), Contains(says));
  };
  refuse([](TdecqOptions& o) { o.taps = 32; }, "[1, 31]");
  refuse([](TdecqOptions& o) { o.precursors = 5; }, "at most one less");
  refuse([](TdecqOptions& o) { o.target_ser = 0.2; }, "[1e-8, 0.1]");
  refuse([](TdecqOptions& o) { o.scope_noise = -1.0; }, "below 0");
  refuse([](TdecqOptions& o) { o.threshold_travel = 0.2; }, "[0, 0.1]");
  refuse([](TdecqOptions& o) { o.limits = "802.3ck"; }, "802.3cd, 802.3dj or none");
}
