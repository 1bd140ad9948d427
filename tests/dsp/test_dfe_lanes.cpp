#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "dsp/dfe_lanes.hpp"
#include "pam_stream.hpp"
#include "targets.hpp"

namespace chappe {
namespace {

struct Streams {
  std::vector<PamStream> stream{};
  std::vector<float> y{};
};

Streams streams(std::size_t n, int count, const std::vector<double>& pulse) {
  Streams out;
  for (std::size_t s = 0; s < kDfeStreams; ++s) {
    out.stream.push_back(pam_stream(n, count, pulse, 0.1, 300 + s));
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (const PamStream& s : out.stream) out.y.push_back(static_cast<float>(s.y[i]));
  }
  return out;
}

std::vector<float> as_float(const std::vector<double>& v) { return {v.begin(), v.end()}; }

}  // namespace

TEST_CASE("DFE in lanes decides as one stream after the other does", "[unit][dfe_lanes]") {
  const int count = GENERATE(2, 4, 8);
  const std::vector<double> taps = GENERATE(std::vector<double>{}, std::vector<double>{0.6},
                                            std::vector<double>{0.5, -0.2, 0.1});
  std::vector<double> pulse{1.0};
  pulse.insert(pulse.end(), taps.begin(), taps.end());
  const std::size_t n = 300;
  const Streams data = streams(n, count, pulse);
  DfeLanes lanes(as_float(taps), as_float(pam_levels(count, 1.0)));
  std::vector<std::int32_t> decided(data.y.size());
  const std::size_t cut = 77 * kDfeStreams;  // into two calls, anywhere
  lanes.run(std::span(data.y).first(cut), std::span(decided).first(cut));
  lanes.run(std::span(data.y).subspan(cut), std::span(decided).subspan(cut));
  std::size_t differ = 0;
  for (std::size_t s = 0; s < kDfeStreams; ++s) {
    const std::vector<double> levels = pam_levels(count, 1.0);
    DecisionFeedback one(taps, levels, Slicer(midway_thresholds(levels)));
    std::vector<std::uint8_t> expected(n);
    one.run(data.stream[s].y, expected);
    for (std::size_t i = 0; i < n; ++i) differ += expected[i] != decided[i * kDfeStreams + s];
  }
  // 19,200 symbols; rounding of 1e-7 about a threshold turns one in 1e6, with what follows it.
  CHECK(differ == 0);
}

TEST_CASE("DFE in lanes gives the same bits on every instruction set", "[property][dfe_lanes]") {
  const Streams data = streams(150, 4, {1.0, 0.5, 0.2});
  const auto run = [&](Isa isa) {
    DfeLanes lanes({0.5F, 0.2F}, as_float(pam_levels(4, 1.0)), isa);
    std::vector<std::int32_t> decided(data.y.size());
    lanes.run(data.y, decided);
    return decided;
  };
  const auto portable = run(Isa::portable);
  on_every_target([&](const std::string& target) {
    INFO(target);
    CHECK(run(Isa::automatic) == portable);
  });
}

TEST_CASE("DFE in lanes outside its ranges is refused", "[unit][dfe_lanes]") {
  CHECK_THROWS_AS(DfeLanes({}, {1.0F}), InternalError);
  CHECK_THROWS_AS(DfeLanes({}, {1.0F, -1.0F}), InternalError);
  DfeLanes lanes({0.5F}, {-1.0F, 1.0F});
  std::vector<float> y(kDfeStreams + 1);
  std::vector<std::int32_t> decided(y.size());
  CHECK_THROWS_AS(lanes.run(y, decided), InternalError);
}

}  // namespace chappe
