#pragma once
// Symbols on a ring, one period of a record: FFE, and edges each at its own instant on a finer
// grid.
#include <span>
#include <vector>

#include "math/fft.hpp"

namespace chappe {

/// sum_i taps[i] in[n - (i - cursor)] on the ring of `in`.
std::vector<double> ring_filter(std::span<const double> in, std::span<const double> taps,
                                int cursor);

/// A waveform that holds each level from its edge to the next one's, put on `cells` cells a symbol
/// by a cubic B-spline (the spectrum of which is divided out again: what is left of images at f is
/// (f/(fs - f))^4) and integrated: its spectrum, scaled as RealFft does.
class EdgeWaveform {
 public:
  EdgeWaveform(std::size_t symbols, std::size_t cells);
  /// @param x      levels, one a symbol   @param shift  of each symbol's first edge, late [symbols]
  /// @param out    symbols cells/2 + 1 values
  void spectrum(std::span<const double> x, std::span<const double> shift, std::span<cd> out) const;

 private:
  std::size_t cells_;
  RealFft fft_;
  std::vector<cd> integral_{};
};

/// The steps between neighbouring levels x on a ring, each at its own instant, on m cells a symbol:
/// shares of the four cells about it by a cubic B-spline.
std::vector<double> gridded_steps(std::span<const double> x, std::span<const double> shift,
                                  std::size_t m);

/// Mean of the waveform in the unit of a sum over cells: what its steps alone do not say.
double sum_of_cells(std::span<const double> x, std::span<const double> shift, std::size_t m);

}  // namespace chappe
