// Bursts through the whole chain, bit by bit: payload, Reed-Solomon code, lanes, precoder, Gray
// PAM4, errors, and back.
#include "tests/fec/burst_chain.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "fec/burst_outcome.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// Events that the levels of the line can take, each by itself.
class ModelErrors {
 public:
  explicit ModelErrors(const BurstModel& model) : model_(model) {
    for (std::size_t i = 0; i < model.length.size(); ++i) {
      // 3 of 4 levels take an error of one sign: asked for more often by as much
      asked_.push_back(model.length[i] * std::pow(4.0 / 3.0, static_cast<double>(i + 1)));
      total_ += asked_.back();
    }
  }

  std::vector<int> operator()(const std::vector<int>& line, Rng& random) const {
    std::vector<int> error(line.size(), 0);
    const double log_none = std::log1p(-model_.events_per_symbol * total_);
    double at = 0.0;
    while (true) {
      at += std::floor(std::log(random.uniform()) / log_none);
      if (at >= static_cast<double>(line.size())) return error;
      std::size_t length = 0;
      double left = random.uniform() * total_;
      while (length + 1 < asked_.size() && left > asked_[length]) left -= asked_[length++];
      ++length;
      const auto start = static_cast<std::size_t>(at);
      const int sign = random.below(2) == 0 ? 1 : -1;
      const auto step = [&](std::size_t i) {
        return model_.sign == BurstSign::alternating && i % 2 == 1 ? -sign : sign;
      };
      bool possible = true;
      for (std::size_t i = 0; i < length && start + i < line.size(); ++i) {
        const int level = line[start + i] + step(i);
        possible = possible && level >= 0 && level <= 3;
      }
      for (std::size_t i = 0; possible && i < length && start + i < line.size(); ++i) {
        if (error[start + i] == 0) error[start + i] = step(i);
      }
      at += 1.0;
    }
  }

 private:
  BurstModel model_;
  std::vector<double> asked_{};
  double total_{0.0};
};

struct Case {
  const char* code;
  MuxKind kind;
  int lanes, physical_lanes, codewords;
  bool precoded;
  BurstSign sign;
  double cer;           ///< at which the events are set by the model
  double continuation;  ///< of a burst
  double failures;      ///< failed words to count
};

/// |z| <= 3.5 of failed words and failed groups against the model: over 2 x 12 figures it is passed
/// by chance once in 90. Word failures of a group depend on each other: z by the spread of groups.
void compare(const Case& c, std::uint64_t seed) {
  const FecCode& code = fec_code(c.code);
  const LaneMux mux = round_robin_mux(c.kind, c.lanes, c.physical_lanes, c.codewords);
  BurstModel model{.events_per_symbol = 1e-3,
                   .length = geometric_lengths(c.continuation, 40),
                   .sign = c.sign,
                   .precoded = c.precoded};
  const FecFraming framing{.frame_bytes = 64, .codeword_interleave = c.codewords};
  const BurstSpread spread = burst_spread(code, mux, model);
  double low = std::log(1e-6), high = std::log(0.1);
  while (high - low > 1e-4) {
    const double middle = 0.5 * (low + high);
    model.events_per_symbol = std::exp(middle);
    const BurstOutcome out = burst_outcome(code, spread, model, framing);
    (*out.fec.codeword_error_ratio < c.cer ? low : high) = middle;
  }
  const BurstOutcome out = burst_outcome(code, spread, model, framing);
  Chain chain(code, mux, model.precoded, ModelErrors(model), seed);
  Counts n;
  while (n.words < c.failures) chain.run(n);
  const Deviations z = deviations(n, c.codewords, out);
  const double bits = n.groups * c.codewords * code.codeword_bits();
  const double ber_ratio = n.wrong_bits / bits / out.fec.ber_pre_fec;
  INFO(c.code << (c.kind == MuxKind::bit ? " bit" : " symbol") << " x" << c.codewords
              << (c.precoded ? " precoded" : "") << " seed " << seed << ": words " << n.words
              << " z " << z.words << ", groups z " << z.groups_low << " to " << z.groups_high);
  CHECK(n.words >= 1000.0);
  CHECK(std::abs(z.words) <= 3.5);
  CHECK(z.groups_low >= -3.5);
  CHECK(z.groups_high <= 3.5);
  // Bursts that meet are counted twice by the model: events x length, some 2 %.
  CHECK(ber_ratio == Approx(1.0).margin(0.05));
}

/// Interleaves of 1, 2 and 4 words.
void interleaves(MuxKind kind, bool precoded, std::uint64_t seed) {
  for (const int words : {1, 2, 4}) {
    compare({"rs272_258", kind, 2, 2, words, precoded, BurstSign::alternating, 0.15, 0.5, 1200},
            ++seed);
  }
}

}  // namespace

TEST_CASE("bursts through the bit-true chain, bit multiplexing", "[validation][fec]") {
  interleaves(MuxKind::bit, false, 100);
}

TEST_CASE("bursts through the bit-true chain, symbol multiplexing", "[validation][fec]") {
  interleaves(MuxKind::symbol, false, 103);
}

TEST_CASE("bursts through the bit-true chain, bit multiplexing, precoded", "[validation][fec]") {
  interleaves(MuxKind::bit, true, 106);
}

TEST_CASE("bursts through the bit-true chain, symbol multiplexing, precoded", "[validation][fec]") {
  interleaves(MuxKind::symbol, true, 109);
}

TEST_CASE("bursts through the bit-true chain, of one sign, precoded", "[validation][fec]") {
  std::uint64_t seed = 200;
  for (const MuxKind kind : {MuxKind::bit, MuxKind::symbol}) {
    compare({"rs272_258", kind, 4, 1, 2, true, BurstSign::same, 0.15, 0.5, 1500}, ++seed);
  }
}

TEST_CASE("KP4 under bursts through the bit-true chain", "[validation][fec][long]") {
  std::uint64_t seed = 300;
  for (const bool precoded : {false, true}) {
    for (const MuxKind kind : {MuxKind::bit, MuxKind::symbol}) {
      compare({"rs544_514", kind, 4, 2, 2, precoded, BurstSign::alternating, 0.1, 0.6, 1200},
              ++seed);
    }
  }
}

TEST_CASE("rarer failures under bursts through the bit-true chain", "[validation][fec][long]") {
  std::uint64_t seed = 400;
  for (const MuxKind kind : {MuxKind::bit, MuxKind::symbol}) {
    compare({"rs272_258", kind, 2, 2, 4, false, BurstSign::alternating, 0.01, 0.65, 1000}, ++seed);
  }
}
