#pragma once
// From decision feedback and MLSE in the sections of a FEC span to what its codewords meet: bursts,
// dealt to codewords by lane multiplexing and interleaving.
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "fec/burst_outcome.hpp"
#include "fec/codeword_counter.hpp"
#include "link/path.hpp"

namespace chappe {

/// How a section's decision feedback carries an error on, or how long MLSE's error events are.
struct SectionBursts {
  /// [l - 1]: after l wrong decisions in a row, the probability that the next one is wrong too, [0,
  /// 1); the last holds for all longer ones; empty: no feedback.
  std::vector<double> continuation{};
  BurstSign sign{BurstSign::alternating};
  /// Of MLSE: [l - 1]: probability that an event has l symbols, sum 1. Their errors stand in the
  /// section's BER, those of feedback do not.
  std::vector<double> length{};
  /// The mean number of later bursts that a burst of decision feedback causes itself, through taps
  /// that reach beyond the right decision at its end; they count as bursts of their own. [0, 1)
  double again{0.0};
  /// The chance that an error is followed by a second one.
  double first() const {
    if (!length.empty()) return 1.0 - length.front();
    return continuation.empty() ? 0.0 : continuation.front();
  }
};

/// Net feedback, in cursors per level, of l wrong decisions in a row: |b_1 - b_2 + b_3 ...| of
/// alternating ones (b_1 > 0), |b_1 + b_2 ...| of equal ones (b_1 < 0); negative where it turns the
/// next decision the other way. @param dfe  relative to the cursor, not empty
/// @param after  right decisions since
double net_feedback(std::span<const double> dfe, std::size_t length, std::size_t after = 0);

/// Probabilities of a burst's length, 1 to `longest` (which takes the rest).
std::vector<double> burst_lengths(std::span<const double> continuation, int longest);

/// Errors with real feedback over those that a section's BER counts, where bursts are parted so
/// that each error stands alone: the mean length of bursts of decision feedback, 1 for MLSE.
double mean_errors_per_event(const SectionBursts& bursts);

/// Spreads of bursts over codewords, shared by the cases of a run; any number of threads.
class SpreadCache {
 public:
  std::shared_ptr<const BurstSpread> spread(const FecCode& code, const LaneMux& mux,
                                            const BurstModel& model);

 private:
  /// code, bit or symbol, PCS lanes, physical lanes, codewords, bits a symbol, precoded, sign,
  /// longest
  using Key = std::tuple<std::string, int, int, int, int, int, bool, int, std::size_t>;
  std::mutex mutex_{};
  std::map<Key, std::shared_ptr<const BurstSpread>> spreads_{};
};

/// A FEC span under bursts.
struct SpanBursts {
  const FecCode* code{nullptr};
  FecFraming framing{};
  std::shared_ptr<const BurstSpread> spread{};
  BurstModel shape{};  ///< its events_per_symbol is that of a BER of 0
  /// Wrong bits that the sections' BER counts for an event: of feedback 1, with a precoder 2; of
  /// MLSE all.
  double counted_bits{1.0};
  int words_apart{1};    ///< interleaved words whose losses are added up; framing then counts one
  std::string remark{};  ///< what was taken on the safe side or for something else; "" = nothing
  /// @param ber  with error-free feedback, as the sections give it; 0 to 0.1
  FecOutcome outcome(double ber) const;
  /// Bit errors with real feedback over those that the sections' BER counts, >= 1.
  double burst_factor() const;
};

/// PCS lanes of 26.5625 Gb/s (25.78125 with RS(528,514)) that share a physical lane, at least 1.
int pcs_lanes_per_lane(const Section& section);

/// Bursts of the span's sections: lengths in the mean over their errors; of sections of unlike line
/// code or rate, those of the section with most bursts. Where codewords do not fill the lanes,
/// every burst stays in one codeword: an upper bound. Nothing without a code, or where errors may
/// as well be independent (no feedback that goes on with 1e-3).
/// @param bursts, ber  of each section of the span, in order; behind an inner code none and
/// as_independent
std::optional<SpanBursts> span_bursts(const Path& path, const FecSpan& span, int frame_bytes,
                                      std::span<const SectionBursts> bursts,
                                      std::span<const double> ber, SpreadCache& cache);

/// A counter of what the span's code cannot correct on its lanes; nothing without a code, for PAM6,
/// with an inner code and where codewords do not fill the lanes.
std::optional<CodewordCounter> codeword_counter(const Path& path, const FecSpan& span);

}  // namespace chappe
