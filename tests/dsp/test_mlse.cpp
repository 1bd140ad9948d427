#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "dsp/mlse.hpp"
#include "math/special.hpp"
#include "pam_stream.hpp"

namespace chappe {
namespace {

std::vector<double> pulse_of(const std::vector<double>& taps) {
  std::vector<double> pulse{1.0};
  pulse.insert(pulse.end(), taps.begin(), taps.end());
  return pulse;
}

std::vector<std::uint8_t> detect(const std::vector<double>& y, const std::vector<double>& levels,
                                 const std::vector<double>& taps, std::size_t traceback = 64) {
  Mlse mlse(levels, taps, traceback);
  std::vector<std::uint8_t> out;
  mlse.run(y, out);
  mlse.finish(out);
  return out;
}

/// The sequence of least squared distance, ahead of which `memory` symbols are free, by trying all.
std::vector<std::uint8_t> try_all(const std::vector<double>& y, const std::vector<double>& levels,
                                  const std::vector<double>& taps) {
  const std::size_t count = levels.size(), n = y.size() + taps.size();
  std::vector<std::size_t> trial(n, 0), best;
  double least = std::numeric_limits<double>::infinity();
  while (true) {
    double sum = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double miss = y[i] - levels[trial[i + taps.size()]];
      for (std::size_t k = 0; k < taps.size(); ++k) {
        miss -= taps[k] * levels[trial[i + taps.size() - 1 - k]];
      }
      sum += miss * miss;
    }
    if (sum < least) least = sum, best = trial;
    std::size_t digit = 0;
    while (digit < n && ++trial[digit] == count) trial[digit++] = 0;
    if (digit == n) break;
  }
  return {best.begin() + static_cast<std::ptrdiff_t>(taps.size()), best.end()};
}

std::size_t errors(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < b.size(); ++i) wrong += a[i] != b[i] ? 1 : 0;
  return wrong;
}

}  // namespace

TEST_CASE("MLSE without noise returns what was sent", "[unit][mlse]") {
  const int count = GENERATE(2, 4, 6, 8);
  const std::vector<double> taps =
      GENERATE(std::vector<double>{0.7}, std::vector<double>{-0.5}, std::vector<double>{0.6, 0.25});
  const PamStream s = pam_stream(1000, count, pulse_of(taps), 0.0, 41);
  const auto decided = detect(s.y, s.levels, taps);
  REQUIRE(decided.size() == s.sent.size());
  // The first samples lack the symbols ahead of them, which the detector takes for unknown levels.
  CHECK(errors({decided.begin() + 40, decided.end()}, {s.sent.begin() + 40, s.sent.end()}) == 0);
}

TEST_CASE("MLSE finds the most likely sequence of all", "[validation][mlse]") {
  const int count = GENERATE(2, 4);
  const std::vector<double> taps =
      GENERATE(std::vector<double>{0.9}, std::vector<double>{0.8, 0.4});
  std::size_t differ = 0, wrong = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::size_t n = count == 2 ? 11 : 5;
    const PamStream s = pam_stream(n, count, pulse_of(taps), count == 2 ? 0.8 : 0.3, 500 + seed);
    const auto all = try_all(s.y, s.levels, taps);
    differ += errors(detect(s.y, s.levels, taps), all);
    wrong += errors(all, s.sent);
  }
  CHECK(differ == 0);  // taps below 1: no alternating pair of sequences ties
  CHECK(wrong > 5);    // noise strong enough for it to matter
}

TEST_CASE("MLSE gives the same decisions however its input is cut", "[property][mlse]") {
  const PamStream s = pam_stream(3000, 4, {1.0, 0.9}, 0.15, 42);
  Mlse mlse(s.levels, {0.9}, 32);
  std::vector<std::uint8_t> out;
  for (std::size_t from = 0, cut = 1; from < s.y.size(); from += cut, cut = cut * 3 % 97) {
    cut = std::min(cut, s.y.size() - from);
    mlse.run(std::span(s.y).subspan(from, cut), out);
  }
  mlse.finish(out);
  CHECK(out == detect(s.y, s.levels, {0.9}, 32));
}

TEST_CASE("MLSE of PAM2 behind 1 + D errs as its error events say, and less than DFE",
          "[validation][mlse]") {
  // Events: n wrong symbols of alternating sign; each has distance 2 sqrt(2) (levels +-1) and the
  // share 2^-(n-1) of patterns. Union bound of the first-event rate: 2 Q(sqrt 2/sigma), of wrong
  // symbols: sum n 2^-(n-1) = 4 times Q. The bound counts events that overlap twice: it lies above.
  const double sigma = 0.45;
  const std::size_t n = 400000;
  const PamStream s = pam_stream(n, 2, {1.0, 1.0}, sigma, 43);
  const auto decided = detect(s.y, s.levels, {1.0});
  const double bound = 4.0 * q_function(std::sqrt(2.0) / sigma);
  const double ratio = static_cast<double>(errors(decided, s.sent)) / static_cast<double>(n);
  const double events = 2.0 * q_function(std::sqrt(2.0) / sigma) * static_cast<double>(n);
  CHECK(events > 500.0);
  CHECK(ratio < bound * (1.0 + 3.5 * std::sqrt(1.5 / events)));  // variance of n: 2, mean 2
  CHECK(ratio > bound * (0.9 - 3.5 * std::sqrt(1.5 / events)));
  DecisionFeedback dfe({1.0}, s.levels, Slicer({0.0}));
  std::vector<std::uint8_t> fed(n);
  dfe.run(s.y, fed);
  const double of_dfe = static_cast<double>(errors(fed, s.sent)) / static_cast<double>(n);
  CHECK(of_dfe == Approx(2.0 * q_function(1.0 / sigma)).epsilon(0.1));  // each error is followed by
  CHECK(ratio < 0.4 * of_dfe);                                          // one more on average
}

TEST_CASE("MLSE's error events behind 1 + D alternate and are geometric in length",
          "[validation][mlse]") {
  const std::size_t n = 600000;
  const PamStream s = pam_stream(n, 2, {1.0, 1.0}, 0.45, 44);
  const auto decided = detect(s.y, s.levels, {1.0});
  std::vector<double> length(64, 0.0);
  std::size_t run = 0, same_sign = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    const bool wrong = i < n && decided[i] != s.sent[i];
    if (wrong && run > 0) same_sign += decided[i] == decided[i - 1] ? 1 : 0;
    if (!wrong && run > 0) length[std::min<std::size_t>(run, 63)] += 1.0;
    run = wrong ? run + 1 : 0;
  }
  double all = 0.0;
  for (const double count : length) all += count;
  CHECK(all > 500.0);
  CHECK(static_cast<double>(same_sign) < 0.02 * all);
  for (std::size_t k = 1; k <= 4; ++k) {
    const double expected = all * std::pow(0.5, static_cast<double>(k));
    CHECK(std::abs(length[k] - expected) < 3.5 * std::sqrt(expected) + 0.05 * expected);
  }
}

TEST_CASE("MLSE outside its ranges is refused", "[unit][mlse]") {
  CHECK_THROWS_AS(Mlse({-1.0, 1.0}, {}), InternalError);
  CHECK_THROWS_AS(Mlse({-1.0, 1.0}, {0.1, 0.1, 0.1}), InternalError);
  CHECK_THROWS_AS(Mlse({1.0, -1.0}, {0.5}), InternalError);
  CHECK_THROWS_AS(Mlse({-1.0, 1.0}, {0.5}, 4), InternalError);
  Mlse mlse({-1.0, 1.0}, {0.5});
  std::vector<std::uint8_t> out;
  CHECK_THROWS_AS(mlse.run(std::vector<double>{std::nan("")}, out), InternalError);
}

}  // namespace chappe
