#pragma once
// Discrete Fourier transforms by FFTW, double precision, or single where speed counts and an error
// of 1e-6 of the whole does not. Plans are ESTIMATE plans, so that equal
// input gives equal bytes in every run; a direction is planned when it is first used; planning and
// destroying happen under one lock; transforming is thread-safe on one object.
//   forward: X[k] = sum_n x[n] exp(-2 pi i n k / N), not scaled
//   inverse: x[n] = (1/N) sum_k X[k] exp(+2 pi i n k / N)
#include <complex>
#include <cstddef>
#include <memory>
#include <span>

namespace chappe {

using cd = std::complex<double>;

/// The smallest even size >= at_least whose prime factors are 2, 3, 5 and 7.
std::size_t good_fft_size(std::size_t at_least);

/// Transform of N real values, N >= 1 odd or even. @tparam T  double or float
template <class T>
class BasicRealFft {
 public:
  explicit BasicRealFft(std::size_t n);
  ~BasicRealFft();
  BasicRealFft(BasicRealFft&&) noexcept;
  BasicRealFft& operator=(BasicRealFft&&) noexcept;

  std::size_t size() const { return n_; }
  /// N/2 + 1 (rounded down): frequencies 0 to the highest.
  std::size_t spectrum_size() const { return n_ / 2 + 1; }
  /// @param x  N values   @param spectrum  spectrum_size() values, not overlapping x
  void forward(std::span<const T> x, std::span<std::complex<T>> spectrum) const;
  /// Imaginary parts at 0 and (N even) at N/2 are taken as 0.
  /// @param spectrum  spectrum_size() values   @param x  N values, not overlapping spectrum
  void inverse(std::span<const std::complex<T>> spectrum, std::span<T> x) const;

 private:
  struct Plans;
  std::size_t n_{0};
  std::unique_ptr<Plans> plans_{};
};

/// Transform of N complex values, N >= 1. @tparam T  double or float
template <class T>
class BasicComplexFft {
 public:
  explicit BasicComplexFft(std::size_t n);
  ~BasicComplexFft();
  BasicComplexFft(BasicComplexFft&&) noexcept;
  BasicComplexFft& operator=(BasicComplexFft&&) noexcept;

  std::size_t size() const { return n_; }
  /// in and out hold N values each and do not overlap.
  void forward(std::span<const std::complex<T>> in, std::span<std::complex<T>> out) const;
  void inverse(std::span<const std::complex<T>> in, std::span<std::complex<T>> out) const;

 private:
  struct Plans;
  std::size_t n_{0};
  std::unique_ptr<Plans> plans_{};
};

extern template class BasicRealFft<double>;
extern template class BasicRealFft<float>;
extern template class BasicComplexFft<double>;
extern template class BasicComplexFft<float>;
using RealFft = BasicRealFft<double>;
using ComplexFft = BasicComplexFft<double>;

}  // namespace chappe
