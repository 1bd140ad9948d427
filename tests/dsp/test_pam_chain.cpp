#include <catch2/catch.hpp>
#include <cmath>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "bench/naive_chain.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/pam_chain.hpp"
#include "dsp/pam_chain_kernel.hpp"
#include "targets.hpp"

namespace chappe {
namespace {

ChainCount run_blocks(const Pam4Chain& chain, std::uint64_t first, std::uint64_t count) {
  ChainCount total{};
  for (std::uint64_t b = first; b < first + count; ++b) {
    total += chain.run_block({{7, 1}, b}, {{7, 2}, b});
  }
  return total;
}

/// One block in double, one symbol at a time, on the symbols and the noise that the chain draws.
ChainCount replay(const Pam4ChainSpec& spec, std::uint64_t block) {
  const std::size_t n = kChainBlock;
  std::vector<std::int32_t> sent(n);
  std::vector<float> level(n), noise(n);
  LaneState symbols = seed_lanes({{7, 1}, block});
  pam_chain::draw_portable(symbols, n / pam_chain::kSymbolGroup, spec.levels, sent.data(),
                           level.data());
  LaneState lanes = seed_lanes({{7, 2}, block});
  fill_gaussian_groups(lanes, std::span<float>(noise), Isa::portable);
  std::vector<double> received(n);
  const std::size_t delay = static_cast<std::size_t>(spec.channel_cursor + spec.ffe_cursor);
  ChainCount count{};
  for (std::size_t i = 0; i < n; ++i) {
    received[i] = static_cast<double>(spec.noise_rms) * noise[i];
    for (std::size_t k = 0; k < spec.channel.size() && k <= i; ++k) {
      received[i] += static_cast<double>(spec.channel[k]) * level[i - k];
    }
    if (i < kChainWarmUp) continue;
    double y = 0.0;
    for (std::size_t k = 0; k < spec.ffe.size(); ++k) {
      y += static_cast<double>(spec.ffe[k]) * received[i - k];
    }
    int decided = 0;
    for (const float threshold : spec.thresholds) decided += y > threshold ? 1 : 0;
    const int wrong = decided ^ (decided >> 1) ^ sent[i - delay] ^ (sent[i - delay] >> 1);
    ++count.symbols;
    count.symbol_errors += wrong != 0 ? 1 : 0;
    count.bit_errors += static_cast<std::uint64_t>((wrong & 1) + (wrong >> 1));
  }
  return count;
}

/// Difference of two error ratios in standard errors. @param burst  errors that come together
double z_score(double errors_a, double n_a, double errors_b, double n_b, double burst) {
  const double pooled = (errors_a + errors_b) / (n_a + n_b);
  return (errors_a / n_a - errors_b / n_b) / std::sqrt(burst * pooled * (1.0 / n_a + 1.0 / n_b));
}

double bit_error_ratio(const ChainCount& c) {
  return static_cast<double>(c.bit_errors) / (2.0 * static_cast<double>(c.symbols));
}

}  // namespace

TEST_CASE("the PAM4 chain counts the same on every instruction set", "[property][pam_chain]") {
  const ChainCount portable = run_blocks(Pam4Chain(example_chain(), Isa::portable), 0, 3);
  CHECK(portable.symbols == 3 * (kChainBlock - kChainWarmUp));
  CHECK(portable.symbol_errors > 100);
  on_every_target([&](const std::string& target) {
    INFO(target);
    CHECK(run_blocks(Pam4Chain(example_chain()), 0, 3) == portable);
  });
}

TEST_CASE("the PAM4 chain's errors are those of the same numbers in double", "[unit][pam_chain]") {
  const std::uint64_t block = GENERATE(0, 1, 2);
  const ChainCount expected = replay(example_chain(), block);
  const ChainCount counted = run_blocks(Pam4Chain(example_chain()), block, 1);
  CHECK(counted.symbols == expected.symbols);
  CHECK(expected.symbol_errors > 50);
  // Single precision may decide otherwise within 1e-6 of a threshold: 1 symbol in 1e5 at most.
  CHECK(std::abs(static_cast<double>(counted.symbol_errors) -
                 static_cast<double>(expected.symbol_errors)) <= 1.0);
  CHECK(std::abs(static_cast<double>(counted.bit_errors) -
                 static_cast<double>(expected.bit_errors)) <= 2.0);
}

TEST_CASE("the PAM4 chain and the naive loop err alike", "[validation][pam_chain]") {
  const ChainCount fast = run_blocks(Pam4Chain(example_chain()), 0, 100);
  const ChainCount naive = NaivePam4Chain(example_chain(), 99).run(2'000'000);
  CHECK(naive.symbol_errors > 1000);
  const auto z =
      z_score(static_cast<double>(fast.symbol_errors), static_cast<double>(fast.symbols),
              static_cast<double>(naive.symbol_errors), static_cast<double>(naive.symbols), 1.2);
  INFO("symbol error ratios " << bit_error_ratio(fast) << " and " << bit_error_ratio(naive));
  CHECK(std::abs(z) < 3.5);
}

TEST_CASE("T40 Gray PAM4 at 18 and 20 dB errs as the closed form", "[validation][pam_chain]") {
  // SNR = Es/N, N the variance of the real noise; BER = 3/4 Q(sqrt(SNR/5)) for nearest neighbours.
  const auto [snr_db, ber, blocks] =
      GENERATE(table<double, double, int>({{18.0, 1.43e-4, 400}, {20.0, 2.90e-6, 4000}}));
  Pam4ChainSpec spec{};
  spec.noise_rms = static_cast<float>(std::sqrt(5.0 / 9.0 / std::pow(10.0, snr_db / 10.0)));
  const ChainCount c = run_blocks(Pam4Chain(spec), 0, static_cast<std::uint64_t>(blocks));
  const double expected = ber * 2.0 * static_cast<double>(c.symbols);
  CHECK(expected > 1000.0);
  // 3.5 standard errors, and the half unit of the reference's last digit.
  const double tolerance = 3.5 * std::sqrt(expected) + 0.0035 * expected;
  CHECK(std::abs(static_cast<double>(c.bit_errors) - expected) < tolerance);
}

TEST_CASE("T42 the bit error ratio tends to 1/2 at low SNR", "[property][pam_chain]") {
  Pam4ChainSpec spec{};
  spec.noise_rms = 1e4F;
  const ChainCount c = run_blocks(Pam4Chain(spec), 0, 10);
  CHECK(std::abs(bit_error_ratio(c) - 0.5) < 3.5 * 0.5 / std::sqrt(2.0 * 6.5e5));
}

TEST_CASE("a PAM4 chain without noise and ISI makes no error, whatever its delay",
          "[property][pam_chain]") {
  const int cursor = GENERATE(0, 1, 15, 127);
  Pam4ChainSpec spec{};
  spec.channel.assign(static_cast<std::size_t>(cursor) + 1, 0.0F);
  spec.channel.back() = 2.0F;
  spec.channel_cursor = cursor;
  spec.ffe.assign(static_cast<std::size_t>(cursor) + 1, 0.0F);
  spec.ffe.back() = 0.5F;
  spec.ffe_cursor = cursor;
  const ChainCount c = run_blocks(Pam4Chain(spec), 0, 2);
  CHECK(c.symbol_errors == 0);
  CHECK(c.symbols == 2 * (kChainBlock - kChainWarmUp));
}

TEST_CASE("a PAM4 chain's blocks give the same counts on any threads", "[property][pam_chain]") {
  const Pam4Chain chain(example_chain());
  ChainCount first{};
  ChainCount second{};
  std::thread other([&] { second = run_blocks(chain, 2, 2); });
  first = run_blocks(chain, 0, 2);
  other.join();
  first += second;
  CHECK(first == run_blocks(chain, 0, 4));
}

TEST_CASE("a PAM4 chain outside its ranges is refused", "[unit][pam_chain]") {
  Pam4ChainSpec spec{};
  spec.channel_cursor = 1;
  CHECK_THROWS_AS(Pam4Chain(spec), InternalError);
  spec = {};
  spec.ffe.assign(129, 0.0F);
  CHECK_THROWS_AS(Pam4Chain(spec), InternalError);
  spec = {};
  spec.noise_rms = std::nanf("");
  CHECK_THROWS_AS(Pam4Chain(spec), InternalError);
}

}  // namespace chappe
