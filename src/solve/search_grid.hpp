#pragma once
// The settings that an equaliser search chooses from, as a grid of knobs.
#include <cstdint>
#include <optional>
#include <vector>

#include "solve/equalise.hpp"

namespace chappe {

/// A point of the grid: indices into the choices of each knob, and a sampling instant.
struct SearchPoint {
  std::size_t gain{0}, lf_gain{0};
  std::vector<std::size_t> taps{};
  std::ptrdiff_t sample{0};  ///< of the coarse record, in [0, period)
};

/// Knobs: the transmit taps come first, then the two CTLE gains.
class SearchGrid {
 public:
  /// @param signals  must outlive this
  explicit SearchGrid(const SectionSignals& signals);

  std::size_t taps() const { return tap_values_.size(); }
  std::size_t knobs() const { return tap_values_.size() + 2; }
  std::size_t choices(std::size_t knob) const;
  /// Every how many of a knob's values a scan looks at: 24 of them at most.
  std::size_t coarse_step(std::size_t knob) const { return (choices(knob) + 23) / 24; }

  /// A number of its own for each point; nothing if the grid has too many for 64 bits.
  /// @param period  samples of the coarse record
  std::optional<std::uint64_t> key(const SearchPoint& point, std::ptrdiff_t period) const;

  CtleSetting setting(const SearchPoint& point) const;
  /// Nothing if its cursor tap is below its minimum. The sample is the point's.
  std::optional<Candidate> candidate(const SearchPoint& point) const;
  /// The point with one knob moved; nothing beyond the knob's ends.
  std::optional<SearchPoint> moved(const SearchPoint& from, std::size_t knob, int step) const;
  /// The point nearest to given settings, its sample at 0.
  SearchPoint nearest(const EqualiserSettings& settings) const;
  /// Transmit taps at 0. @param gain, lf_gain  indices
  SearchPoint without_taps(std::size_t gain, std::size_t lf_gain) const;

 private:
  const SectionSignals& signals_;
  std::vector<std::vector<double>> tap_values_{};
};

}  // namespace chappe
