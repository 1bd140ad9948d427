#pragma once
// Streaming convolution of long signals with a long real impulse response by overlap-save. The
// filter is constant and may be shared by threads; each stream has its own state.
//   y[n] = sum_k h[k] x[n - k], exact to rounding (about 1e-15 of the largest output)
// Source: A. Oppenheim, R. Schafer, "Discrete-Time Signal Processing", section 8.7.3. Below about
// 100 taps fir.hpp is faster.
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "math/fft.hpp"

namespace chappe {

class OverlapSave {
 public:
  /// What one stream remembers, and its scratch.
  struct State {
    std::vector<double> block{}, result{};  ///< fft_size() values; block starts with the past
    std::vector<std::complex<double>> spectrum{};
  };

  /// @param impulse   h, at least one value
  /// @param fft_size  even, more than twice the length of h; 0 = about four times it
  explicit OverlapSave(std::span<const double> impulse, std::size_t fft_size = 0);

  /// From a transfer function on the grid of an N-point transform: h = its inverse transform.
  /// @param half_spectrum  N/2 + 1 values (N/2 rounded down) from 0 to fs/2
  /// @param n              N
  /// @param ahead          values at the end of the inverse transform that belong to negative time;
  ///                       they are moved to the front, which delays the output by `ahead` samples
  static OverlapSave from_spectrum(std::span<const std::complex<double>> half_spectrum,
                                   std::size_t n, std::size_t ahead = 0);

  State start() const;
  /// Continues a stream; ahead of its first sample are zeros. Allocates nothing. The same cut into
  /// calls gives the same bits. @param in, out  same size, may be the same memory
  void process(State& state, std::span<const double> in, std::span<double> out) const;

  std::size_t impulse_size() const { return taps_; }
  std::size_t fft_size() const { return fft_.size(); }

 private:
  std::size_t taps_{0};
  RealFft fft_;
  std::vector<std::complex<double>> transfer_{};
};

}  // namespace chappe
