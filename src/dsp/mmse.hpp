#pragma once
// Receive FFE and DFE taps of least mean square error, at one sample a symbol.
// With X the convolution matrix of the pulse h (one column a tap), T the noise's Toeplitz matrix,
// R = X'X + T/sigma_x^2, h0 the row of X at the cursor and Hb the n_b rows after it, the taps w, b
// solve
//   [R, -Hb', -h0'; -Hb, I, 0; h0, 0, 0][w; b; lambda] = [h0'; 0; 1]
// Source: the COM reference code, revision 4.50, receive FFE by MMSE. Solved by b = Hb w
// and a Cholesky factor of R - Hb'Hb. Limits by clipping and resolving, as there: first b, with w
// solved again; then w, rescaled to cursor 1, with b taken again from it.
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace chappe {

/// Limits of a tap relative to the cursor.
struct TapBounds {
  double low{0.0}, high{0.0};
};

/// Spans are only read during the call. Amplitudes in one unit, e.g. V; noise in its square.
struct MmseProblem {
  std::span<const double> pulse{};       ///< h, one sample a symbol; zero outside
  std::size_t cursor{0};                 ///< index of its main sample, inside `pulse`
  double symbol_variance{1.0};           ///< sigma_x^2 of the symbols, > 0 (PAM4 to +-1: 5/9)
  std::span<const double> noise{};       ///< autocorrelation r[0..] at the FFE's input; 0 beyond
  std::size_t pre{0}, post{0};           ///< FFE taps beside the cursor; 64 in all at most
  std::size_t dfe_taps{0};               ///< n_b, 0 to 64
  std::span<const double> ffe_limits{};  ///< of |w_j/w_cursor|, pre + 1 + post values; empty = none
  std::span<const TapBounds> dfe_limits{};  ///< dfe_taps values; empty = none
};

struct MmseTaps {
  std::vector<double> ffe{};      ///< farthest pre tap first; the cursor's is 1
  std::size_t cursor{0};          ///< its index in ffe: pre
  std::vector<double> dfe{};      ///< relative to cursor_amplitude
  double cursor_amplitude{0.0};   ///< of the pulse behind this ffe, in the pulse's unit
  double mean_square_error{0.0};  ///< sigma_e^2 at the slicer, for a cursor of 1
  bool limited{false};            ///< some limit was met
};

/// @returns nothing if the system is singular: no signal, or neither noise nor ISI to weigh against
/// @throws InternalError if sizes, cursor or symbol_variance are outside the ranges above
std::optional<MmseTaps> design_mmse(const MmseProblem& problem);

}  // namespace chappe
