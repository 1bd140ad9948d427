#pragma once
// Direct finite impulse response filter on blocks, with state: y[n] = sum_k taps[k] x[n - k].
// Faster than overlap-save up to about 100 taps. The sum runs over k upwards with separate products
// and sums, so the bits are the same on every instruction set and for every cut into blocks.
#include <cstddef>
#include <span>
#include <vector>

#include "dsp/isa.hpp"

namespace chappe {

/// y[i] = gain * add[i] + sum_k taps[k] x[i - k], i = 0 .. n - 1, without state.
/// @param x     first new sample; taps.size() - 1 earlier ones stand ahead of it in memory
/// @param add   n values, or null for none   @param y  n values, not overlapping x or add
void fir_block(const float* x, std::size_t n, std::span<const float> taps, const float* add,
               float gain, float* y, Isa isa = Isa::automatic);
void fir_block(const double* x, std::size_t n, std::span<const double> taps, const double* add,
               double gain, double* y, Isa isa = Isa::automatic);

/// A filter that remembers the end of the block before. @tparam T  float or double
template <class T>
class FirFilter {
 public:
  /// @param taps  at least one, taps[0] weighs the newest sample
  explicit FirFilter(std::vector<T> taps, Isa isa = Isa::automatic);
  /// @param in, out  same size (else InternalError), not overlapping. Allocates nothing.
  void process(std::span<const T> in, std::span<T> out);
  /// Forgets what came before: zeros.
  void reset();
  const std::vector<T>& taps() const { return taps_; }

 private:
  std::vector<T> taps_{};
  std::vector<T> edge_{};  ///< the last taps - 1 samples, then room for as many new ones
  Isa isa_{Isa::automatic};
};

extern template class FirFilter<float>;
extern template class FirFilter<double>;

}  // namespace chappe
