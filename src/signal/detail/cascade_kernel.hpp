#pragma once
// Joining 2-ports (N = 1) and 4-ports (N = 2) over a run of frequencies.
#include <array>
#include <complex>
#include <cstddef>

namespace chappe::detail {

/// The S-parameters of a 2N-port, row by row, each with one value a frequency.
template <int N>
using Columns = std::array<const std::complex<double>*, 4 * N * N>;
template <int N>
using ColumnsOut = std::array<std::complex<double>*, 4 * N * N>;

/// out = left then right at `points` frequencies; out may be left. Uses the best instruction
/// set of the machine; every set gives the same bytes. False if any value of out is not finite.
bool join(const Columns<1>& left, const Columns<1>& right, const ColumnsOut<1>& out,
          std::size_t points);
bool join(const Columns<2>& left, const Columns<2>& right, const ColumnsOut<2>& out,
          std::size_t points);

}  // namespace chappe::detail
