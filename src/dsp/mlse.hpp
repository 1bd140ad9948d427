#pragma once
// Detection of PAM-L sequences behind a short known channel, by maximum likelihood in white
// Gaussian noise: y[n] = a[n] + sum_k taps[k] a[n - 1 - k] + noise.
// Source: G. D. Forney, "Maximum-likelihood sequence estimation of digital sequences in the
// presence of intersymbol interference", IEEE Trans. Inf. Theory 18 (1972) 363 (Viterbi algorithm).
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chappe {

/// One stream. Decisions come `traceback` to 2 traceback symbols late, in order, each once.
class Mlse {
 public:
  /// @param levels     2 to 8, ascending, through the cursor
  /// @param taps       1 or 2 (1 + a D, or 1 + a D + b D^2)
  /// @param traceback  symbols between a decision and the newest sample, at least, >= 8; an error
  ///                   event longer than that is cut: for taps {1} and L levels a share of about
  ///                   ((L - 1)/L)^traceback of them
  /// The symbols ahead of the first are unknown: every level is as likely.
  /// @throws InternalError outside these ranges
  Mlse(std::vector<double> levels, std::vector<double> taps, std::size_t traceback = 64);
  /// Appends the decisions that become final to `decided`.
  void run(std::span<const double> y, std::vector<std::uint8_t>& decided);
  /// Decides all that is left, the best path's end, and starts anew.
  void finish(std::vector<std::uint8_t>& decided);

 private:
  void advance(double y);
  /// Walks back from the best state; appends all but the newest `keep` symbols.
  void trace(std::size_t keep, std::vector<std::uint8_t>& decided);
  void reset();

  std::size_t levels_{0}, states_{0}, traceback_{0};
  std::vector<double> expected_{};  ///< [state][level]: mean of y from that state
  std::vector<double> metric_{}, next_{};
  std::vector<std::uint8_t> from_{};  ///< [symbol][state]: oldest level of the best predecessor
  std::vector<std::uint8_t> path_{};
  std::size_t held_{0};  ///< symbols in from_
};

}  // namespace chappe
