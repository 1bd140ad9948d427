#include "fec/burst.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/errors.hpp"
#include "base/rng.hpp"
#include "signal/patterns.hpp"

using namespace chappe;

namespace {

unsigned gray_label(int level) {
  for (unsigned bits = 0; bits < 4; ++bits) {
    const auto a = static_cast<std::uint8_t>(bits >> 1U), b = static_cast<std::uint8_t>(bits & 1U);
    if (gray_pam4(a, b) == level) return bits;
  }
  return 0;
}

/// p_k = (g_k - p_(k-1)) mod 4
std::vector<int> precode(const std::vector<int>& data) {
  std::vector<int> line;
  int before = 0;
  for (const int g : data) line.push_back(before = (g - before + 4) % 4);
  return line;
}

/// g_k = (p_k + p_(k-1)) mod 4
std::vector<int> undo(const std::vector<int>& line) {
  std::vector<int> data;
  int before = 0;
  for (const int p : line) {
    data.push_back((p + before) % 4);
    before = p;
  }
  return data;
}

BurstModel model_of(BurstSign sign, bool precoded) {
  return {.events_per_symbol = 1e-3, .length = {1.0}, .sign = sign, .precoded = precoded};
}

}  // namespace

TEST_CASE("E7 data errors of a burst agree with a precoder, bit by bit", "[validation][fec]") {
  // Every burst of a random line that its levels can take; what is wrong must be as stated each
  // time, and the share of first bits as stated within 4 standard deviations.
  for (const bool precoded : {false, true}) {
    for (const BurstSign sign : {BurstSign::alternating, BurstSign::same}) {
      const BurstModel model = model_of(sign, precoded);
      Rng random({.seed = 41, .stream = precoded ? 1U : 0U});
      double single = 0.0, first = 0.0;
      for (int trial = 0; trial < 20000; ++trial) {
        std::vector<int> data;
        for (int i = 0; i < 12; ++i) data.push_back(static_cast<int>(random.below(4)));
        const std::vector<int> line = precoded ? precode(data) : data;
        const int length = 1 + static_cast<int>(random.below(4));
        int step = random.below(2) == 0 ? 1 : -1;
        std::vector<int> received = line;
        bool possible = true;
        for (int i = 4; i < 4 + length; ++i) {
          received[static_cast<std::size_t>(i)] += step;
          const int level = received[static_cast<std::size_t>(i)];
          possible = possible && level >= 0 && level <= 3;
          if (sign == BurstSign::alternating) step = -step;
        }
        if (!possible) continue;
        if (precoded) received = undo(received);
        const std::vector<SymbolError> errors = data_errors(model, length);
        bool as_stated = true;
        for (std::size_t i = 0; i < data.size(); ++i) {
          const unsigned wrong = gray_label(received[i]) ^ gray_label(data[i]);
          const std::size_t at = i - 4;
          const SymbolError e = i >= 4 && at < errors.size() ? errors[at] : SymbolError::none;
          as_stated = as_stated && std::popcount(wrong) == static_cast<int>(e);
          single += std::popcount(wrong) == 1 ? 1.0 : 0.0;
          first += wrong == 2U ? 1.0 : 0.0;
        }
        REQUIRE(as_stated);
      }
      const double share = first_bit_share(model);
      CHECK(std::abs(first / single - share) < 4.0 * std::sqrt(share * (1.0 - share) / single));
    }
  }
}

TEST_CASE("E7 one line error becomes two, and so does a burst of 20 that alternates",
          "[validation][fec]") {
  for (const int length : {1, 20}) {
    BurstModel model = model_of(BurstSign::alternating, true);
    model.length = std::vector<double>(20, 0.0);
    model.length[static_cast<std::size_t>(length - 1)] = 1.0;
    CHECK(mean_wrong_symbols(model) == 2.0);
    CHECK(mean_wrong_bits(model) == 2.0);
    model.sign = BurstSign::same;
    CHECK(mean_wrong_symbols(model) == length + 1.0);
    CHECK(mean_wrong_bits(model) == 2.0 * length);
    model.bits_per_symbol = 1;  // two levels: 2 modulo 2 is no error
    CHECK(mean_wrong_bits(model) == 2.0);
    model.precoded = false;
    CHECK(mean_wrong_bits(model) == length);
  }
}

TEST_CASE("geometric burst lengths sum to 1 and last 1/(1-c) in the mean", "[unit][fec]") {
  const std::vector<double> length = geometric_lengths(0.6, 80);
  CHECK(std::accumulate(length.begin(), length.end(), 0.0) == Approx(1.0).epsilon(1e-14));
  BurstModel model{.events_per_symbol = 1e-4, .length = length};
  CHECK(mean_wrong_symbols(model) == Approx(2.5).epsilon(1e-12));
  CHECK(burst_ber(model) == Approx(1.25e-4).epsilon(1e-12));
  CHECK(dfe_continuation(1.0, 6.0, 2) == Approx(0.75).epsilon(1e-8));
  CHECK(dfe_continuation(0.5, 6.0, 2) == Approx(0.375).epsilon(1e-12));
  CHECK(dfe_continuation(0.5, 6.0, 1) == Approx(0.25).epsilon(1e-12));
  model.length.push_back(0.1);
  CHECK_THROWS_AS(check_burst(model), InternalError);
}
