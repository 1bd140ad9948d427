#include "fec/burst_outcome.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

using namespace chappe;

namespace {

BurstModel singles(double ber) { return {.events_per_symbol = 2.0 * ber, .length = {1.0}}; }

}  // namespace

TEST_CASE("events of one bit are independent errors", "[validation][fec]") {
  // Left: two bits of one PAM4 symbol cannot both be wrong here: (t+1) p/2 = 8 p of CER for KP4,
  // 8e-4 in log10 at 2.4e-4 less what the mean number of hits takes off.
  for (const char* name : {"rs544_514", "rs528_514", "rs272_258"}) {
    const FecCode& code = fec_code(name);
    for (const double ber : {1e-100, 1e-9, 1e-6, 1e-5, 1e-4, 2.4e-4}) {
      for (const MuxKind kind : {MuxKind::bit, MuxKind::symbol}) {
        const BurstModel model = singles(ber);
        const FecFraming framing{.frame_bytes = 64, .codeword_interleave = 1};
        const FecOutcome expected = fec_outcome(code, ber, framing);
        const BurstOutcome out = burst_outcome(
            code, burst_spread(code, round_robin_mux(kind, 4, 1, 1), model), model, framing);
        INFO(name << " " << ber);
        CHECK(out.fec.ber_pre_fec == ber);
        CHECK(*out.fec.log10_codeword_error_ratio ==
              Approx(*expected.log10_codeword_error_ratio).margin(1e-3));
        CHECK(*out.fec.log10_ber_post_fec == Approx(*expected.log10_ber_post_fec).margin(1e-3));
        CHECK(*out.fec.log10_frame_loss_ratio ==
              Approx(*expected.log10_frame_loss_ratio).margin(1e-3));
      }
    }
  }
}

TEST_CASE("single symbols of two and four words fail independently", "[validation][fec]") {
  // P_ij = CER^2 in both the rare and the frequent branch of the joint tail, to rounding.
  const FecCode& kp4 = fec_code("rs544_514");
  for (const double ber : {2.4e-4, 1e-3, 1.5e-3, 2e-3}) {
    for (const int words : {2, 4}) {
      const BurstModel model = singles(ber);
      const FecFraming framing{.frame_bytes = 64, .codeword_interleave = words};
      const BurstSpread spread =
          burst_spread(kp4, round_robin_mux(MuxKind::symbol, 4, 1, words), model);
      const BurstOutcome out = burst_outcome(kp4, spread, model, framing);
      const double cer = *out.fec.codeword_error_ratio;
      INFO(ber << " " << words << " cer " << cer);
      const double any = -std::expm1(words * std::log1p(-cer));
      CHECK(*out.log10_group_failure_low <= std::log10(any) + 1e-6);
      CHECK(*out.log10_group_failure_high >= std::log10(any) - 1e-6);
      if (words == 2) CHECK(*out.log10_group_failure == Approx(std::log10(any)).margin(1e-6));
    }
  }
}

TEST_CASE("one event that hits all words makes them fail together", "[property][fec]") {
  // Each event makes 16 symbols of both words wrong: no word fails alone.
  const FecCode& kp4 = fec_code("rs544_514");
  BurstModel model{.events_per_symbol = 1e-12, .length = std::vector<double>(170, 0.0)};
  model.length.back() = 1.0;
  const FecFraming framing{.frame_bytes = 64, .codeword_interleave = 2};
  const BurstOutcome out = burst_outcome(
      kp4, burst_spread(kp4, round_robin_mux(MuxKind::symbol, 4, 1, 2), model), model, framing);
  CHECK(*out.log10_group_failure - *out.fec.log10_codeword_error_ratio < std::log10(1.2));
  // Some 5400 starts a group, each a failure.
  CHECK(*out.log10_group_failure == Approx(std::log10(5440e-12)).margin(0.03));
}

TEST_CASE("T41 rare bursts never give a ratio of 0", "[property][fec]") {
  const FecCode& kp4 = fec_code("rs544_514");
  BurstModel model{.events_per_symbol = 1e-30, .length = geometric_lengths(0.3, 30)};
  const BurstSpread spread = burst_spread(kp4, round_robin_mux(MuxKind::bit, 4, 2, 4), model);
  const FecFraming framing{.frame_bytes = 64, .codeword_interleave = 4};
  double before = 1.0;
  for (const double events : {0.9, 1e-2, 1e-3, 1e-4, 1e-6, 1e-12, 1e-30, 1e-200}) {
    model.events_per_symbol = events;
    const BurstOutcome out = burst_outcome(kp4, spread, model, framing);
    INFO(events);
    CHECK(out.fec.frame_loss_ratio > 0.0);
    CHECK(out.fec.ber_post_fec > 0.0);
    CHECK(std::isfinite(*out.fec.log10_frame_loss_ratio));
    CHECK(*out.log10_group_failure <= before);
    CHECK(*out.log10_group_failure_low <= *out.log10_group_failure_high);
    before = *out.log10_group_failure;
  }
  model.events_per_symbol = 0.0;
  const BurstOutcome none = burst_outcome(kp4, spread, model, framing);
  CHECK(none.fec.frame_loss_ratio == 0.0);
  CHECK_FALSE(none.fec.log10_frame_loss_ratio);
}

TEST_CASE("an outcome of four words takes about a millisecond", "[unit][fec]") {
  // The best of 20, 60 symbols a burst: 0.15 ms (symbols in turn) and 0.9 ms (bits) were seen on a
  // 2-core machine; ten times as much is allowed, so that a busy machine passes.
  const FecCode& kp4 = fec_code("rs544_514");
  const FecFraming framing{.frame_bytes = 64, .codeword_interleave = 4};
  for (const MuxKind kind : {MuxKind::bit, MuxKind::symbol}) {
    const BurstModel model{.events_per_symbol = 1e-5, .length = geometric_lengths(0.6, 60)};
    const BurstSpread spread = burst_spread(kp4, round_robin_mux(kind, 4, 2, 4), model);
    double best_ms = 1e9;
    for (int i = 0; i < 20; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      const BurstOutcome out = burst_outcome(kp4, spread, model, framing);
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - begin;
      REQUIRE(out.log10_group_failure);
      best_ms = std::min(best_ms, took.count());
    }
    CHECK(best_ms < (kind == MuxKind::bit ? 10.0 : 2.0));
  }
}
