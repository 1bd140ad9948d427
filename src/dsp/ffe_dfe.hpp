#pragma once
// What decides symbols: receive FFE, decision feedback, slicer, Gray map, error counts. One sample
// a symbol; symbols are indices 0 .. L - 1 of ascending levels.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dsp/isa.hpp"

namespace chappe {

/// Gray map, IEEE 802.3-2022, 120.5.7: bits of a level. For PAM4 levels 0, 1, 2, 3 are 00, 01,
/// 11, 10.
constexpr unsigned gray_bits(unsigned level) { return level ^ (level >> 1); }
/// Level of Gray bits, for up to 256 levels.
constexpr unsigned level_of_gray_bits(unsigned bits) {
  bits ^= bits >> 4;
  bits ^= bits >> 2;
  return bits ^ (bits >> 1);
}

/// L equidistant levels from -outer to outer. @param count  L >= 2   @param outer  > 0
std::vector<double> pam_levels(int count, double outer);
/// Midway between neighbours. @param levels  at least two, ascending
std::vector<double> midway_thresholds(std::span<const double> levels);

/// Decides level i when thresholds[i - 1] < y <= thresholds[i].
class Slicer {
 public:
  /// @param thresholds  L - 1 values, strictly ascending, 1 to 255 (else InternalError)
  explicit Slicer(std::vector<double> thresholds);
  std::uint8_t decide(double y) const {
    unsigned level = 0;
    for (const double threshold : thresholds_) level += y > threshold ? 1U : 0U;
    return static_cast<std::uint8_t>(level);
  }
  /// @param y, symbols  same size
  void decide(std::span<const double> y, std::span<std::uint8_t> symbols) const;
  std::size_t levels() const { return thresholds_.size() + 1; }

 private:
  std::vector<double> thresholds_{};
};

/// Receive FFE of a whole record: y[n] = sum_j taps[j] x[n + cursor - j], x = 0 outside. Output n
/// stays aligned with input n. @param x, y  same size, not overlapping   @param cursor  index of
/// the main tap
void apply_ffe(std::span<const double> x, std::span<const double> taps, std::size_t cursor,
               std::span<double> y, Isa isa = Isa::automatic);

/// DFE and slicer: z[n] = y[n] - sum_k taps[k] levels[a[n - 1 - k]], then the slicer decides z[n].
/// The fed back a are its own decisions, or the symbols that were sent (error free, "ideal").
class DecisionFeedback {
 public:
  /// @param taps    relative to the cursor, tap 1 first; may be empty
  /// @param levels  at the slicer, through the cursor, in the unit of y
  /// @throws InternalError if levels and slicer do not match
  DecisionFeedback(std::vector<double> taps, std::vector<double> levels, Slicer slicer);

  /// Continues after the block before; ahead of the first one nothing is fed back.
  /// @param y, decided  same size   @param at_slicer  z, same size, or empty if not wanted
  void run(std::span<const double> y, std::span<std::uint8_t> decided,
           std::span<double> at_slicer = {});
  /// The same with what was sent fed back. @param sent  same size
  void run_ideal(std::span<const double> y, std::span<const std::uint8_t> sent,
                 std::span<std::uint8_t> decided, std::span<double> at_slicer = {});
  void reset();

 private:
  template <class Fed>
  void run_blocks(std::span<const double> y, std::span<std::uint8_t> decided,
                  std::span<double> at_slicer, const Fed& fed_symbol);

  std::vector<double> taps_{}, levels_{};
  Slicer slicer_;
  std::vector<double> fed_{};  ///< levels fed back: the last taps_.size(), then the block's own
};

/// What was counted. An event is a run of symbol errors with fewer than `gap` correct symbols
/// between neighbours: a burst counts once.
struct ErrorCounts {
  std::uint64_t symbols{0}, symbol_errors{0}, bit_errors{0}, events{0};
  bool operator==(const ErrorCounts&) const = default;
};

/// Counts errors over consecutive blocks of one stream.
class ErrorCounter {
 public:
  /// @param gap  correct symbols that end an event, >= 0; at 0 each symbol error is an event
  explicit ErrorCounter(std::uint64_t gap) : gap_(gap) {}
  /// @param sent, decided  same size
  void add(std::span<const std::uint8_t> sent, std::span<const std::uint8_t> decided);
  const ErrorCounts& counts() const { return counts_; }

 private:
  std::uint64_t gap_{0};
  ErrorCounts counts_{};
  std::optional<std::uint64_t> last_error_{};  ///< its position
};

}  // namespace chappe
