#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "dsp/lms.hpp"
#include "dsp/mmse.hpp"
#include "pam_stream.hpp"
#include "targets.hpp"

namespace chappe {
namespace {

const std::vector<double> kPulse{0.12, 1.0, 0.35, 0.15, -0.08};  // cursor at 1
constexpr double kNoise = 0.05;

LmsSpec example(LmsRule rule = LmsRule::lms, std::size_t ffe = 7, std::size_t dfe = 2) {
  LmsSpec spec;
  spec.ffe_taps = ffe;
  spec.ffe_cursor = ffe / 3;
  spec.dfe_taps = dfe;
  spec.levels = pam_levels(4, 1.0);
  spec.rule = rule;
  if (rule == LmsRule::sign_sign) spec.ffe_step = spec.dfe_step = 2e-5;
  return spec;
}

/// kLmsStreams streams of n symbols, side by side, and the levels that step n is trained with.
struct Lanes {
  std::vector<PamStream> stream{};
  std::vector<float> x{}, sent{};
};

Lanes lanes(std::size_t n, std::size_t delay) {
  Lanes out;
  for (std::size_t l = 0; l < kLmsStreams; ++l) {
    out.stream.push_back(pam_stream(n, 4, kPulse, kNoise, 100 + l));
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (const PamStream& s : out.stream) {
      out.x.push_back(static_cast<float>(s.y[i]));
      out.sent.push_back(static_cast<float>(i < delay ? s.level[0] : s.level[i - delay]));
    }
  }
  return out;
}

/// Trains on all of the stream. @return the mean square error of its last half
double train(LmsEqualiser& equaliser, const PamStream& stream, std::size_t delay) {
  double sum = 0.0;
  for (std::size_t i = delay; i < stream.y.size(); ++i) {
    const auto step = equaliser.step(stream.y[i], &stream.level[i - delay]);
    if (i >= stream.y.size() / 2) sum += step.error * step.error;
  }
  return sum / static_cast<double>(stream.y.size() - stream.y.size() / 2);
}

MmseTaps best_taps(const LmsSpec& spec) {
  const std::vector<double> noise{kNoise * kNoise};
  return *design_mmse({.pulse = kPulse,
                       .cursor = 1,
                       .symbol_variance = 5.0 / 9.0,
                       .noise = noise,
                       .pre = spec.ffe_cursor,
                       .post = spec.ffe_taps - 1 - spec.ffe_cursor,
                       .dfe_taps = spec.dfe_taps});
}

}  // namespace

TEST_CASE("LMS in lanes gives the same bits on every instruction set", "[property][lms]") {
  const LmsRule rule = GENERATE(LmsRule::lms, LmsRule::sign_sign);
  const std::size_t ffe = GENERATE(1, 6, 16);
  const std::size_t dfe = GENERATE(0, 3);
  LmsSpec spec = example(rule, ffe, dfe);
  spec.dfe_limits.assign(dfe, {-0.2, 0.3});
  const Lanes data = lanes(700, spec.ffe_cursor + 1);
  const auto run = [&](Isa isa) {
    LmsLanes equaliser(spec, isa);
    std::vector<float> y(data.x.size());
    std::vector<std::int32_t> decided(data.x.size());
    const std::size_t half = 333 * kLmsStreams;  // trained, then on its own
    equaliser.run(std::span(data.x).first(half), std::span(data.sent).first(half),
                  std::span(decided).first(half), std::span(y).first(half));
    equaliser.run(std::span(data.x).subspan(half), {}, std::span(decided).subspan(half),
                  std::span(y).subspan(half));
    return std::pair(y, decided);
  };
  const auto portable = run(Isa::portable);
  on_every_target([&](const std::string& target) {
    INFO(target);
    CHECK(run(Isa::automatic) == portable);
  });
}

TEST_CASE("LMS in lanes follows each stream as one stream in double does", "[unit][lms]") {
  const LmsRule rule = GENERATE(LmsRule::lms, LmsRule::sign_sign);
  const LmsSpec spec = example(rule);
  const std::size_t n = 4000, delay = 1 + spec.ffe_cursor;
  const Lanes data = lanes(n, delay);
  LmsLanes fast(spec);
  std::vector<std::int32_t> decided(data.x.size());
  std::vector<float> y(data.x.size());
  fast.run(data.x, data.sent, decided, y);
  double worst_y = 0.0, worst_tap = 0.0;
  std::size_t differ = 0;
  for (std::size_t l = 0; l < kLmsStreams; ++l) {
    LmsEqualiser oracle(spec);
    for (std::size_t i = 0; i < n; ++i) {
      const double sent = static_cast<double>(data.sent[i * kLmsStreams + l]);
      const auto step = oracle.step(static_cast<double>(data.x[i * kLmsStreams + l]), &sent);
      worst_y = std::max(worst_y, std::abs(step.y - static_cast<double>(y[i * kLmsStreams + l])));
      differ += step.decided != decided[i * kLmsStreams + l] ? 1 : 0;
    }
    for (std::size_t j = 0; j < spec.ffe_taps; ++j) {
      worst_tap = std::max(worst_tap, std::abs(oracle.ffe()[j] - fast.ffe(j, l)));
    }
    for (std::size_t k = 0; k < spec.dfe_taps; ++k) {
      worst_tap = std::max(worst_tap, std::abs(oracle.dfe()[k] - fast.dfe(k, l)));
    }
  }
  // Rounding of taps near 1 is 6e-8 a step; 4000 steps add up to 4e-6 as a random walk. Sign-sign
  // turns a rounding at an error of 0 into two steps of 2e-5.
  const double tolerance = rule == LmsRule::lms ? 2e-5 : 4e-4;
  CHECK(worst_tap < tolerance);
  CHECK(worst_y < 5.0 * tolerance);
  CHECK(differ <= n * kLmsStreams / 10000);
}

TEST_CASE("LMS taps tend to those of least mean square error", "[validation][lms]") {
  const LmsRule rule = GENERATE(LmsRule::lms, LmsRule::sign_sign);
  // Taps of the FFE behind the cursor and of the DFE stand for each other but for noise: LMS takes
  // some 1e6 symbols to tell them apart. Here it has either.
  const auto [ffe, cursor_at, dfe] =
      GENERATE(table<std::size_t, std::size_t, std::size_t>({{4, 3, 3}, {9, 3, 0}}));
  LmsSpec spec = example(rule, ffe, dfe);
  spec.ffe_cursor = cursor_at;
  const MmseTaps best = best_taps(spec);
  const PamStream stream = pam_stream(200000, 4, kPulse, kNoise, 7);
  LmsEqualiser equaliser(spec);
  const double reached = train(equaliser, stream, 1 + spec.ffe_cursor);
  const double cursor = equaliser.ffe()[spec.ffe_cursor];
  // The tap noise of steps of 1e-3 is sqrt(mu x mean square error/2), about 1e-3; four of it.
  // Sign-sign minimises another mean of the error, which is Gaussian here only in part.
  const double tolerance = rule == LmsRule::lms ? 4e-3 : 1.5e-2;
  for (std::size_t j = 0; j < spec.ffe_taps; ++j) {
    CHECK(equaliser.ffe()[j] / cursor == Approx(best.ffe[j]).margin(tolerance));
  }
  const double gain = cursor * best.cursor_amplitude;  // of the cursor behind the FFE
  for (std::size_t k = 0; k < spec.dfe_taps; ++k) {
    CHECK(equaliser.dfe()[k] / gain == Approx(best.dfe[k]).margin(tolerance));
  }
  // Free scale: e/(1 + e) of the least error e for a cursor of 1; misadjustment mu x power/2.
  const double relative = best.mean_square_error / (5.0 / 9.0);
  const double least = best.mean_square_error / (1.0 + relative);
  CHECK(reached > 0.97 * least);  // 1e5 symbols: 0.5 % rms
  CHECK(reached < 1.06 * least);
}

TEST_CASE("LMS keeps DFE taps within their limits", "[unit][lms]") {
  LmsSpec spec = example();
  spec.dfe_limits = {{0.0, 0.1}, {-0.02, 0.02}};
  const PamStream stream = pam_stream(20000, 4, kPulse, kNoise, 8);
  LmsEqualiser equaliser(spec);
  train(equaliser, stream, 1 + spec.ffe_cursor);
  CHECK(equaliser.dfe()[0] >= 0.0);
  CHECK(equaliser.dfe()[0] <= 0.1);
  CHECK(std::abs(equaliser.dfe()[1]) <= 0.02);
}

TEST_CASE("LMS goes on without training once it has converged", "[property][lms]") {
  const int count = GENERATE(2, 4, 6, 8);
  LmsSpec spec = example();
  spec.levels = pam_levels(count, 1.0);
  const PamStream stream = pam_stream(40000, count, kPulse, 0.02, 9);
  LmsEqualiser equaliser(spec);
  const std::size_t delay = 1 + spec.ffe_cursor;
  std::size_t wrong = 0;
  for (std::size_t i = delay; i < stream.y.size(); ++i) {
    const double* sent = i < 20000 ? &stream.level[i - delay] : nullptr;
    const auto step = equaliser.step(stream.y[i], sent);
    if (i >= 20000) wrong += step.decided != stream.sent[i - delay] ? 1 : 0;
  }
  CHECK(wrong <= (count < 8 ? 0U : 200U));  // PAM8: half a distance is 3.1 rms of noise and rest
}

TEST_CASE("LMS outside its ranges is refused", "[unit][lms]") {
  LmsSpec spec = example();
  spec.ffe_cursor = spec.ffe_taps;
  CHECK_THROWS_AS(LmsEqualiser(spec), InternalError);
  spec = example();
  spec.levels = {1.0};
  CHECK_THROWS_AS(LmsLanes(spec), InternalError);
  spec = example();
  spec.ffe_step = -1.0;
  CHECK_THROWS_AS(LmsEqualiser(spec), InternalError);
  spec = example();
  spec.dfe_limits = {{0.0, 1.0}};
  CHECK_THROWS_AS(LmsLanes(spec), InternalError);
}

}  // namespace chappe
