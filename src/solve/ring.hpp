#pragma once
// Symbols on a ring, one period of a record: FFE, and edges each at its own instant on a finer
// grid.
#include <cstddef>
#include <span>
#include <vector>

namespace chappe {

/// sum_i taps[i] in[n - (i - cursor)] on the ring of `in`.
std::vector<double> ring_filter(std::span<const double> in, std::span<const double> taps,
                                int cursor);

/// Samples of a waveform that holds each level from its edge to the next one's, smoothed by a cubic
/// B-spline four samples wide: its spectrum over sinc(f/fs)^4 is that of the waveform itself, but
/// for images of (f/(fs - f))^5.
/// @param x      levels, one a symbol   @param shift  of each symbol's first edge, late [symbols],
///               of a magnitude below 1/2
/// @param out    m samples a symbol, the first at the symbol's begin
void held_samples(std::span<const double> x, std::span<const double> shift, std::size_t m,
                  std::span<float> out);

/// The steps between neighbouring levels x on a ring, each at its own instant, on m cells a symbol:
/// shares of the four cells about it by a cubic B-spline.
std::vector<double> gridded_steps(std::span<const double> x, std::span<const double> shift,
                                  std::size_t m);

/// Mean of the waveform in the unit of a sum over cells: what its steps alone do not say.
double sum_of_cells(std::span<const double> x, std::span<const double> shift, std::size_t m);

}  // namespace chappe
