#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "base/errors.hpp"
#include "base/rng.hpp"
#include "dsp/ffe_dfe.hpp"

namespace chappe {
namespace {

std::vector<std::uint8_t> random_symbols(std::size_t n, unsigned levels, std::uint64_t seed) {
  Rng rng({seed, 1});
  std::vector<std::uint8_t> symbols(n);
  for (auto& s : symbols) s = static_cast<std::uint8_t>(rng.below(levels));
  return symbols;
}

/// Levels through a pulse (cursor first), plus noise.
std::vector<double> received(const std::vector<std::uint8_t>& symbols,
                             const std::vector<double>& levels, const std::vector<double>& pulse,
                             double noise_rms) {
  Rng rng({5, 2});
  std::vector<double> y(symbols.size());
  for (std::size_t n = 0; n < y.size(); ++n) {
    y[n] = noise_rms * rng.normal();
    for (std::size_t k = 0; k < pulse.size() && k <= n; ++k)
      y[n] += pulse[k] * levels[symbols[n - k]];
  }
  return y;
}

}  // namespace

TEST_CASE("T40 the Gray map of PAM4 is 00, 01, 11, 10", "[unit][gray]") {
  CHECK(gray_bits(0) == 0b00);
  CHECK(gray_bits(1) == 0b01);
  CHECK(gray_bits(2) == 0b11);
  CHECK(gray_bits(3) == 0b10);
  for (unsigned level = 0; level < 256; ++level)
    CHECK(level_of_gray_bits(gray_bits(level)) == level);
}

TEST_CASE("a slicer decides by its thresholds, each belonging to the level below",
          "[unit][slicer]") {
  const Slicer slicer({-0.5, 0.1, 2.0});
  CHECK(slicer.levels() == 4);
  CHECK(slicer.decide(-9.0) == 0);
  CHECK(slicer.decide(-0.5) == 0);
  CHECK(slicer.decide(0.0) == 1);
  CHECK(slicer.decide(1.0) == 2);
  CHECK(slicer.decide(3.0) == 3);
  CHECK(pam_levels(4, 3.0) == std::vector<double>{-3.0, -1.0, 1.0, 3.0});
  CHECK(midway_thresholds(pam_levels(4, 3.0)) == std::vector<double>{-2.0, 0.0, 2.0});
  CHECK_THROWS_AS(Slicer({0.0, 0.0}), InternalError);
  CHECK_THROWS_AS(Slicer({}), InternalError);
}

TEST_CASE("a receive FFE keeps samples in their place", "[unit][ffe]") {
  const std::size_t n = GENERATE(1, 2, 3, 40);
  std::vector<double> x(n), y(n), expected(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(1.0 + static_cast<double>(i));
  const std::vector<double> taps{0.1, -0.2, 1.0, -0.3, 0.05};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < taps.size(); ++j) {
      const auto from = static_cast<std::ptrdiff_t>(i + 2) - static_cast<std::ptrdiff_t>(j);
      if (from >= 0 && from < static_cast<std::ptrdiff_t>(n)) {
        expected[i] += taps[j] * x[static_cast<std::size_t>(from)];
      }
    }
  }
  apply_ffe(x, taps, 2, y);
  for (std::size_t i = 0; i < n; ++i) CHECK(y[i] == expected[i]);
  const std::vector<double> one{0.0, 0.0, 1.0};
  apply_ffe(x, one, 2, y);
  CHECK(y == x);
}

TEST_CASE("decision feedback removes exactly its post-cursors", "[unit][dfe]") {
  const std::vector<double> levels = pam_levels(4, 0.3);
  const Slicer slicer(midway_thresholds(levels));
  const auto symbols = random_symbols(3000, 4, 1);
  const auto y = received(symbols, levels, {1.0, 0.9, -0.4, 0.2}, 0.0);
  std::vector<std::uint8_t> decided(y.size());
  std::vector<double> z(y.size());
  DecisionFeedback dfe({0.9, -0.4, 0.2}, levels, slicer);
  // Nothing precedes the record: its first symbols see no ISI either. In uneven blocks.
  for (std::size_t n = 0; n < y.size(); n += 700) {
    const std::size_t count = std::min<std::size_t>(700, y.size() - n);
    dfe.run(std::span(y).subspan(n, count), std::span(decided).subspan(n, count),
            std::span(z).subspan(n, count));
  }
  CHECK(decided == symbols);
  for (std::size_t n = 0; n < y.size(); ++n) {
    CHECK(std::abs(z[n] - levels[symbols[n]]) < 1e-15);  // a few roundings of values below 1
  }
  std::vector<std::uint8_t> plain(y.size());
  slicer.decide(y, plain);
  CHECK(plain != symbols);
}

TEST_CASE("with a tap of 1, errors come in bursts of L on average, alone if feedback is ideal",
          "[validation][dfe]") {
  // An error of one step moves the next sample by one step the other way: wrong again with
  // probability (L-1)/L, and so on: L errors an event. Nearest-neighbour errors only: noise is
  // small.
  const unsigned count = GENERATE(2U, 4U);
  const std::vector<double> levels = pam_levels(static_cast<int>(count), count - 1.0);
  const auto symbols = random_symbols(2'000'000, count, 2);
  const auto y = received(symbols, levels, {1.0, 1.0}, 0.36);
  std::vector<std::uint8_t> decided(y.size());
  DecisionFeedback dfe({1.0}, levels, Slicer(midway_thresholds(levels)));
  dfe.run(y, decided);
  ErrorCounter real(3);
  real.add(symbols, decided);
  dfe.reset();
  dfe.run_ideal(y, symbols, decided);
  ErrorCounter ideal(3);
  ideal.add(symbols, decided);
  CHECK(ideal.counts().events > 3000);
  const double burst =
      static_cast<double>(real.counts().symbol_errors) / static_cast<double>(real.counts().events);
  const double events = static_cast<double>(real.counts().events);
  // A geometric run's spread is below its mean L; two events that meet within the gap: 2 %.
  CHECK(std::abs(burst - count) < count * (3.5 / std::sqrt(events) + 0.02));
  CHECK(100 * ideal.counts().symbol_errors < 102 * ideal.counts().events);
  // As many events as errors of ideal feedback, within counting: one starts the other.
  CHECK(std::abs(events / static_cast<double>(ideal.counts().events) - 1.0) < 0.05);
}

TEST_CASE("an event ends after the gap, across blocks too", "[unit][errors]") {
  const std::vector<std::uint8_t> sent(20, 1);
  std::vector<std::uint8_t> decided = sent;
  decided[2] = 2;   // 01 -> 11: one bit
  decided[5] = 3;   // 01 -> 10: two bits; two correct symbols between
  decided[9] = 0;   // three between
  decided[10] = 0;  // none between
  const auto events = [&](std::uint64_t gap) {
    ErrorCounter counter(gap);
    counter.add(std::span(sent).first(4), std::span(decided).first(4));
    counter.add(std::span(sent).subspan(4), std::span(decided).subspan(4));
    CHECK(counter.counts().symbols == 20);
    CHECK(counter.counts().symbol_errors == 4);
    CHECK(counter.counts().bit_errors == 5);
    return counter.counts().events;
  };
  CHECK(events(0) == 4);
  CHECK(events(1) == 3);
  CHECK(events(2) == 3);
  CHECK(events(3) == 2);
  CHECK(events(4) == 1);
}

}  // namespace chappe
