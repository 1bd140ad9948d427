#pragma once
// The chain of a FEC over lanes, bit by bit: payload, Reed-Solomon code, lanes, precoder, Gray
// PAM4, errors, and back.
#include <cmath>
#include <functional>
#include <vector>

#include "base/rng.hpp"
#include "fec/burst_outcome.hpp"
#include "fec/code.hpp"
#include "fec/lane_mux.hpp"
#include "fec/reed_solomon.hpp"
#include "signal/patterns.hpp"

namespace chappe::test {

/// Errors of a lane, in levels: 0, +1 or -1 a symbol. @param line  levels sent, 0 to 3
using LineErrors = std::function<std::vector<int>(const std::vector<int>& line, Rng& random)>;
using Symbol = ReedSolomon::Symbol;
using Words = std::vector<std::vector<Symbol>>;
inline constexpr int kGroups = 40;  // groups that follow each other on the lanes, at a time

/// What is counted: groups, failed words and their squares by group, groups with a failed word.
struct Counts {
  double groups{0.0}, words{0.0}, words_squared{0.0}, failed{0.0}, wrong_bits{0.0};
};

/// How far counts lie from the law, in standard deviations. Word failures of a group depend on each
/// other: by the spread of groups. The law bounds the groups from both sides.
struct Deviations {
  double words{0.0}, groups_low{0.0}, groups_high{0.0};
};

inline Deviations deviations(const Counts& n, int codewords, const BurstOutcome& law) {
  const double words = n.words / n.groups, groups = n.failed / n.groups;
  const double spread_words = std::sqrt((n.words_squared / n.groups - words * words) / n.groups);
  const double spread_groups = std::sqrt(groups * (1.0 - groups) / n.groups);
  return {(words - codewords * *law.fec.codeword_error_ratio) / spread_words,
          (groups - std::pow(10.0, *law.log10_group_failure_low)) / spread_groups,
          (groups - std::pow(10.0, *law.log10_group_failure_high)) / spread_groups};
}

class Chain {
 public:
  Chain(const FecCode& code, const LaneMux& mux, bool precoded, LineErrors errors,
        std::uint64_t seed)
      : code_(code),
        mux_(mux),
        precoded_(precoded),
        errors_(std::move(errors)),
        rs_(code.n, code.k),
        random_({.seed = seed}) {}

  void run(Counts& counts) {
    Words sent, received;
    const auto words = static_cast<std::size_t>(kGroups * mux_.codewords);
    for (std::size_t w = 0; w < words; ++w) {
      std::vector<Symbol> message(static_cast<std::size_t>(code_.k));
      for (Symbol& m : message) m = static_cast<Symbol>(random_.below(1024));
      sent.push_back(rs_.encode(message));
    }
    received = sent;
    for (int lane = 0; lane < mux_.physical_lanes; ++lane) carry(lane, sent, received);
    for (std::size_t g = 0; g < kGroups; ++g) {
      double failed = 0.0;
      for (std::size_t c = 0; c < static_cast<std::size_t>(mux_.codewords); ++c) {
        const std::size_t w = g * static_cast<std::size_t>(mux_.codewords) + c;
        (void)rs_.decode(received[w]);
        failed += received[w] == sent[w] ? 0.0 : 1.0;
      }
      counts.groups += 1.0;
      counts.words += failed;
      counts.words_squared += failed * failed;
      counts.failed += failed > 0.0 ? 1.0 : 0.0;
    }
    counts.wrong_bits += wrong_bits_;
    wrong_bits_ = 0.0;
  }

 private:
  /// Calls f(word, symbol, bit) for every bit of a physical lane, in the order of the line.
  void each_bit(int physical, const std::function<void(std::size_t, std::size_t, int)>& f) const {
    const int columns = mux_.lanes * mux_.physical_lanes;
    const int rows = code_.n * mux_.codewords / columns;
    const auto period = static_cast<int>(mux_.codeword.size()) / mux_.lanes;
    for (int g = 0; g < kGroups; ++g) {
      std::vector<std::size_t> next(static_cast<std::size_t>(mux_.codewords), 0);
      for (int row = 0; row < rows; ++row) {
        std::vector<std::pair<std::size_t, std::size_t>> mine;
        for (int column = 0; column < columns; ++column) {
          const int at = (row % period) * mux_.lanes + column % mux_.lanes;
          const auto c = static_cast<std::size_t>(mux_.codeword[static_cast<std::size_t>(at)]);
          const std::size_t symbol = next[c]++;
          if (column / mux_.lanes != physical) continue;
          mine.emplace_back(static_cast<std::size_t>(g * mux_.codewords) + c, symbol);
        }
        if (mux_.kind == MuxKind::bit) {
          for (int b = 0; b < 10; ++b) {
            for (const auto& [w, s] : mine) f(w, s, b);
          }
        } else {
          for (const auto& [w, s] : mine) {
            for (int b = 0; b < 10; ++b) f(w, s, b);
          }
        }
      }
    }
  }

  void carry(int physical, const Words& sent, Words& received) {
    std::vector<std::uint8_t> bits;
    each_bit(physical, [&](std::size_t w, std::size_t s, int b) {
      bits.push_back(static_cast<std::uint8_t>((sent[w][s] >> b) & 1U));
    });
    std::vector<int> line;
    for (std::size_t i = 0; i < bits.size(); i += 2) {
      const int g = gray_pam4(bits[i], bits[i + 1]);
      line.push_back(precoded_ && i > 0 ? (g - line.back() + 4) % 4 : g);
    }
    const std::vector<int> error = errors_(line, random_);
    for (std::size_t i = 0; i < line.size(); ++i) {
      int level = line[i] + error[i];
      if (precoded_ && i > 0) level = (level + line[i - 1] + error[i - 1]) % 4;
      for (std::uint8_t pair = 0; pair < 4; ++pair) {
        const auto a = static_cast<std::uint8_t>(pair >> 1U);
        const auto b = static_cast<std::uint8_t>(pair & 1U);
        if (gray_pam4(a, b) != level) continue;
        wrong_bits_ += (a != bits[2 * i] ? 1.0 : 0.0) + (b != bits[2 * i + 1] ? 1.0 : 0.0);
        bits[2 * i] = a;
        bits[2 * i + 1] = b;
      }
    }
    each_bit(physical, [&, i = std::size_t{0}](std::size_t w, std::size_t s, int b) mutable {
      const auto mask = static_cast<Symbol>(1U << b);
      received[w][s] = static_cast<Symbol>((received[w][s] & ~mask) | (bits[i++] << b));
    });
  }

  const FecCode& code_;
  const LaneMux& mux_;
  bool precoded_;
  LineErrors errors_;
  ReedSolomon rs_;
  Rng random_;
  double wrong_bits_{0.0};
};

}  // namespace chappe::test
