#include "fec/codeword_counter.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "fec/outcome.hpp"

using namespace chappe;

namespace {

using Symbols = std::vector<std::uint8_t>;

struct Line {
  Symbols sent{}, decided{};
};

/// Errors of one level with probability p, in runs.
Line random_line(std::size_t symbols, unsigned levels, double p, double goes_on,
                 std::uint64_t seed) {
  Rng random({.seed = seed});
  Line line;
  bool wrong = false;
  for (std::size_t i = 0; i < symbols; ++i) {
    const auto level = static_cast<std::uint8_t>(random.below(levels));
    wrong = random.uniform() < (wrong ? goes_on : p);
    line.sent.push_back(level);
    const auto other = static_cast<std::uint8_t>(level == 0 ? 1 : level - 1);
    line.decided.push_back(wrong ? other : level);
  }
  return line;
}

/// Failed words by the maps alone, bit by bit.
std::uint64_t failed_plainly(const FecCode& code, const LaneMux& mux, unsigned levels,
                             bool precoded, const Line& line, std::size_t span) {
  const auto gray = [](unsigned level) { return level ^ (level >> 1U); };
  const long bits = levels == 2 ? 1 : 2;
  const std::size_t group = span * static_cast<std::size_t>(mux.physical_lanes);
  std::uint64_t failed = 0;
  for (std::size_t g = 0; (g + 1) * group <= line.sent.size(); ++g) {
    std::map<int, std::set<std::pair<int, MuxPlace>>> wrong;
    for (std::size_t i = 0; i < group; ++i) {
      const std::size_t at = g * group + i;
      unsigned sent = line.sent[at], decided = line.decided[at];
      if (precoded && i % span != 0) {
        sent = (sent + line.sent[at - 1]) % levels;
        decided = (decided + line.decided[at - 1]) % levels;
      }
      for (long b = 0; b < bits; ++b) {
        const auto mask = 1U << static_cast<unsigned>(bits - 1 - b);
        if (((gray(sent) ^ gray(decided)) & mask) == 0) continue;
        const MuxPlace place =
            mux_place(mux, static_cast<long>(i % span) * bits + b, code.symbol_bits);
        wrong[mux.codeword_at(place.row, place.lane)].insert({static_cast<int>(i / span), place});
      }
    }
    for (const auto& [word, symbols] : wrong) {
      failed += symbols.size() > static_cast<std::size_t>(code.t) ? 1U : 0U;
    }
  }
  return failed;
}

}  // namespace

TEST_CASE("Failed codewords: the same as bit by bit, in pieces of any size", "[unit][fec]") {
  struct Setup {
    const char* code;
    MuxKind kind;
    int lanes, physical_lanes, words, levels;
    bool precoded;
    double errors;
  };
  for (const Setup& s : {Setup{"rs544_514", MuxKind::bit, 4, 8, 4, 4, false, 2.5e-3},
                         Setup{"rs544_514", MuxKind::bit, 4, 1, 2, 4, true, 2.5e-3},
                         Setup{"rs544_514", MuxKind::symbol, 1, 4, 1, 4, true, 4e-3},
                         Setup{"rs528_514", MuxKind::bit, 1, 4, 1, 2, false, 1e-3},
                         Setup{"rs272_258", MuxKind::symbol, 2, 1, 2, 2, true, 1.5e-3}}) {
    CAPTURE(s.code, s.lanes, s.physical_lanes, s.words, s.levels, s.precoded);
    const LaneMux mux = round_robin_mux(s.kind, s.lanes, s.physical_lanes, s.words);
    CodewordCounter counter(fec_code(s.code), mux, s.levels, s.precoded);
    const auto lanes = static_cast<std::size_t>(s.physical_lanes);
    const Line line = random_line(12 * lanes * counter.span() + 17, static_cast<unsigned>(s.levels),
                                  s.errors, 0.6, 20261203);
    const std::span<const std::uint8_t> sent = line.sent, decided = line.decided;
    for (std::size_t at = 0, piece = 1; at < sent.size(); at += piece, piece = 3 * piece + 1) {
      const std::size_t size = std::min(piece, sent.size() - at);
      counter.add(sent.subspan(at, size), decided.subspan(at, size));
    }
    const CodewordCounts& counts = counter.counts();
    CHECK(counts.groups == 12);
    CHECK(counts.words == 12U * static_cast<unsigned>(s.words));
    const auto plainly = failed_plainly(fec_code(s.code), mux, static_cast<unsigned>(s.levels),
                                        s.precoded, line, counter.span());
    CHECK(counts.failed_words == plainly);
    CHECK(plainly > 0);
    CHECK(plainly < counts.words);
    CHECK(counts.failed_groups <= counts.failed_words);
    CHECK(counts.failed_words_squared >= counts.failed_words);
  }
}

TEST_CASE("Failed codewords under independent errors are those of the binomial tail",
          "[validation][fec]") {
  const FecCode& code = fec_code("rs544_514");
  CodewordCounter counter(code, round_robin_mux(MuxKind::symbol, 1, 1, 1), 2, false);
  constexpr double kBer = 2e-3;
  const Line line = random_line(2000 * counter.span(), 2, kBer, kBer, 7);
  counter.add(line.sent, line.decided);
  const double expected = *fec_outcome(code, kBer, {}).codeword_error_ratio;
  const auto words = static_cast<double>(counter.counts().words);
  const double failed = static_cast<double>(counter.counts().failed_words);
  const double z = (failed - words * expected) / std::sqrt(words * expected * (1.0 - expected));
  CAPTURE(failed, words * expected);
  CHECK(failed > 50);
  CHECK(std::abs(z) <= 3.5);  // by chance once in 2,000
}
