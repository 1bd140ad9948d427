#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "dsp/clock_recovery.hpp"
#include "pam_stream.hpp"

namespace chappe {
namespace {

constexpr int kSamples = 16;
constexpr double kRollOff = 0.6;
constexpr int kSpan = 12;  // symbols to each side

double raised_cosine(double t) {
  const double side = 1.0 - std::pow(2.0 * kRollOff * t, 2);
  if (std::abs(t) < 1e-9) return 1.0;
  const double sinc = std::sin(kPi * t) / (kPi * t);
  if (std::abs(side) < 1e-9) return kPi / 4.0 * std::sin(kPi * t) / (kPi * t);
  return sinc * std::cos(kPi * kRollOff * t) / side;
}

double raised_cosine_slope(double t) {
  return (raised_cosine(t + 1e-5) - raised_cosine(t - 1e-5)) / 2e-5;
}

struct Wave {
  std::vector<double> level{}, sample{};  ///< symbol i peaks at sample (i + kSpan) kSamples
  double mean_square{0.0};
};

Wave wave(std::size_t n, int count, std::uint64_t seed) {
  const PamStream stream = pam_stream(n, count, {1.0}, 0.0, seed);
  Wave out;
  out.level = stream.level;
  out.sample.assign((n + 2 * kSpan) * kSamples, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = 0; k < 2 * kSpan * kSamples; ++k) {
      const double t = static_cast<double>(k) / kSamples - kSpan;
      out.sample[i * kSamples + static_cast<std::size_t>(k)] += out.level[i] * raised_cosine(t);
    }
  }
  out.mean_square = (count + 1.0) / (3.0 * (count - 1.0));
  return out;
}

/// Mean of Mueller and Mueller's detector per UI, at the peak.
double slope(const Wave& w) {
  return w.mean_square * (raised_cosine_slope(-1.0) - raised_cosine_slope(1.0));
}

struct Tracked {
  std::vector<double> phase{};  ///< of each symbol [UI]
  double drift{0.0};
};

enum class Detector { mueller_muller, bang_bang };

/// Follows the wave with known symbols. @param displaced  UI by which symbol n comes late
template <class Displaced>
Tracked follow(const Wave& w, Detector detector, ClockLoop loop, const Displaced& displaced) {
  Tracked out;
  double before = 0.0;
  for (std::size_t n = 1; n + 1 < w.level.size(); ++n) {
    out.phase.push_back(loop.phase_ui());
    const double t = static_cast<double>(n) + loop.phase_ui() - displaced(n) + kSpan;
    const double y = sample_cubic(w.sample, t * kSamples).value;
    if (detector == Detector::mueller_muller) {
      loop.update(mueller_muller(before, w.level[n - 1], y, w.level[n]));
    } else {
      const double edge = sample_cubic(w.sample, (t - 0.5) * kSamples).value;
      loop.update(bang_bang(edge, w.level[n - 1], w.level[n]));
    }
    before = y;
  }
  out.drift = loop.drift_ui();
  return out;
}

double mean_of_last(const std::vector<double>& v, std::size_t n) {
  double sum = 0.0;
  for (std::size_t i = v.size() - n; i < v.size(); ++i) sum += v[i];
  return sum / static_cast<double>(n);
}

const auto kStill = [](std::size_t) { return 0.0; };

}  // namespace

TEST_CASE("the cubic sampler is exact for cubics and converges as the fourth power",
          "[convergence][clock]") {
  std::vector<double> cubic;
  for (int i = 0; i < 10; ++i) cubic.push_back(1.0 + i * (2.0 + i * (0.5 - 0.1 * i)));
  for (const double at : {1.0, 2.25, 4.5, 6.999}) {
    const Sampled s = sample_cubic(cubic, at);
    CHECK(s.value == Approx(1.0 + at * (2.0 + at * (0.5 - 0.1 * at))).epsilon(1e-12));
    CHECK(s.slope == Approx(2.0 + at * (1.0 - 0.3 * at)).epsilon(1e-11));
  }
  const auto worst = [](double per_sample) {
    std::vector<double> tone;
    for (int i = 0; i < 200; ++i) tone.push_back(std::sin(per_sample * i));
    double error = 0.0;
    for (double at = 5.0; at < 190.0; at += 0.173) {
      error = std::max(error, std::abs(sample_cubic(tone, at).value - std::sin(per_sample * at)));
    }
    return error;
  };
  CHECK(worst(0.2) <= 3.0 / 128.0 * std::pow(0.2, 4));
  CHECK(std::log2(worst(0.2) / worst(0.1)) == Approx(4.0).margin(0.1));
  CHECK_THROWS_AS(sample_cubic(cubic, 0.9), InternalError);
  CHECK_THROWS_AS(sample_cubic(cubic, 8.0), InternalError);
}

TEST_CASE("timing loops find the eye's middle from a wrong phase", "[unit][clock]") {
  const int count = GENERATE(2, 4);
  const double start = GENERATE(-0.35, 0.2, 0.4);
  const Wave w = wave(12000, count, 21);
  const ClockLoop linear(clock_loop_gains(1e-3, slope(w), 2.0), start);
  CHECK(mean_of_last(follow(w, Detector::mueller_muller, linear, kStill).phase, 2000) ==
        Approx(0.0).margin(0.01));  // noiseless; the interpolator's step is 0.016
  const ClockLoop bang({.proportional = 1e-3, .integral = 0.0, .steps_per_ui = 64}, start);
  CHECK(mean_of_last(follow(w, Detector::bang_bang, bang, kStill).phase, 2000) ==
        Approx(0.0).margin(0.01));
}

TEST_CASE("timing loops follow a frequency offset without a lasting error", "[unit][clock]") {
  const int count = GENERATE(2, 4);
  const double ppm = GENERATE(-200.0, 100.0);
  const Wave w = wave(20000, count, 22);
  const auto late = [&](std::size_t n) { return 1e-6 * ppm * static_cast<double>(n); };
  const auto error = [&](const Tracked& t) {
    double sum = 0.0;
    for (std::size_t i = t.phase.size() - 2000; i < t.phase.size(); ++i) {
      sum += t.phase[i] - late(i + 1);
    }
    return sum / 2000.0;
  };
  const ClockLoop linear(clock_loop_gains(1e-3, slope(w), 1.0));
  const Tracked mm = follow(w, Detector::mueller_muller, linear, late);
  CHECK(error(mm) == Approx(0.0).margin(0.01));
  CHECK(mm.drift == Approx(1e-6 * ppm).margin(4e-5));  // pattern noise of the detector
  const ClockLoop bang({.proportional = 2e-3, .integral = 2e-6, .steps_per_ui = 64});
  const Tracked bb = follow(w, Detector::bang_bang, bang, late);
  CHECK(error(bb) == Approx(0.0).margin(0.02));
  CHECK(bb.drift == Approx(1e-6 * ppm).margin(1e-4));
}

TEST_CASE("a timing loop passes jitter as its first-order corner says", "[validation][clock]") {
  const double corner = 1e-3;
  const double ratio = GENERATE(0.1, 1.0, 10.0);  // of the jitter's frequency to the corner
  const Wave w = wave(60000, 2, 23);
  const double turn = 2.0 * kPi * ratio * corner;
  ClockLoopSpec spec = clock_loop_gains(corner, slope(w), 0.0);
  spec.steps_per_ui = 0;
  const auto jitter = [&](std::size_t n) { return 0.05 * std::sin(turn * static_cast<double>(n)); };
  const Tracked t = follow(w, Detector::mueller_muller, ClockLoop(spec), jitter);
  std::complex<double> passed{};
  const auto whole = static_cast<std::size_t>(2.0 * kPi / turn + 0.5) * (ratio < 1.0 ? 5 : 50);
  for (std::size_t i = t.phase.size() - whole; i < t.phase.size(); ++i) {
    passed += t.phase[i] *
              std::polar(2.0 / static_cast<double>(whole), -turn * static_cast<double>(i + 1));
  }
  const double gain = std::abs(passed) / 0.05;
  // Exact for one pole at 1 - k; 3 % of the input for pattern noise and the detector's curvature.
  const double k = 1.0 - std::exp(-2.0 * kPi * corner);
  const std::complex<double> z = std::polar(1.0, turn);
  CHECK(gain == Approx(std::abs(k / (z - 1.0 + k))).margin(0.03));
  CHECK(gain == Approx(1.0 / std::sqrt(1.0 + ratio * ratio)).margin(0.04));
}

TEST_CASE("slow jitter of a whole UI is followed, fast jitter is not", "[property][clock]") {
  const Wave w = wave(40000, 4, 24);
  const ClockLoop loop(clock_loop_gains(2e-3, slope(w), 2.0));
  const auto worst = [&](double period) {
    const auto jitter = [&](std::size_t n) {
      return 0.5 * std::sin(2.0 * kPi * static_cast<double>(n) / period);
    };
    const Tracked t = follow(w, Detector::mueller_muller, loop, jitter);
    double most = 0.0;
    for (std::size_t i = 20000; i < t.phase.size(); ++i) {
      most = std::max(most, std::abs(t.phase[i] - jitter(i + 1)));
    }
    return most;
  };
  CHECK(worst(20000.0) < 0.06);
  CHECK(worst(100.0) > 0.3);
}

TEST_CASE("the lock detector tells a locked slicer from noise", "[unit][clock]") {
  Rng rng({25, 1});
  LockDetector lock(2.0 / 3.0, 500.0);
  CHECK_FALSE(lock.locked());
  for (int i = 0; i < 5000; ++i) lock.update(0.1 * rng.normal());
  CHECK(lock.locked());
  CHECK(lock.mean_square() == Approx(0.01).epsilon(0.3));
  for (int i = 0; i < 5000; ++i) lock.update(2.0 / 3.0 * (rng.uniform() - 0.5));
  CHECK_FALSE(lock.locked());
}

TEST_CASE("clock loops outside their ranges are refused", "[unit][clock]") {
  CHECK_THROWS_AS(clock_loop_gains(0.2, 1.0, 1.0), InternalError);
  CHECK_THROWS_AS(clock_loop_gains(0.01, 0.0, 1.0), InternalError);
  CHECK_THROWS_AS(ClockLoop({.proportional = -1.0}), InternalError);
  CHECK_THROWS_AS(LockDetector(0.0, 10.0), InternalError);
}

}  // namespace chappe
