#pragma once
// Discrete Fourier transforms by FFTW, double precision. Plans are ESTIMATE plans, so that equal
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

/// Transform of N real values, N >= 1 odd or even.
class RealFft {
 public:
  explicit RealFft(std::size_t n);
  ~RealFft();
  RealFft(RealFft&&) noexcept;
  RealFft& operator=(RealFft&&) noexcept;

  std::size_t size() const { return n_; }
  /// N/2 + 1 (rounded down): frequencies 0 to the highest.
  std::size_t spectrum_size() const { return n_ / 2 + 1; }
  /// @param x  N values   @param spectrum  spectrum_size() values, not overlapping x
  void forward(std::span<const double> x, std::span<cd> spectrum) const;
  /// Imaginary parts at 0 and (N even) at N/2 are taken as 0.
  /// @param spectrum  spectrum_size() values   @param x  N values, not overlapping spectrum
  void inverse(std::span<const cd> spectrum, std::span<double> x) const;

 private:
  struct Plans;
  std::size_t n_{0};
  std::unique_ptr<Plans> plans_{};
};

/// Transform of N complex values, N >= 1.
class ComplexFft {
 public:
  explicit ComplexFft(std::size_t n);
  ~ComplexFft();
  ComplexFft(ComplexFft&&) noexcept;
  ComplexFft& operator=(ComplexFft&&) noexcept;

  std::size_t size() const { return n_; }
  /// in and out hold N values each and do not overlap.
  void forward(std::span<const cd> in, std::span<cd> out) const;
  void inverse(std::span<const cd> in, std::span<cd> out) const;

 private:
  struct Plans;
  std::size_t n_{0};
  std::unique_ptr<Plans> plans_{};
};

}  // namespace chappe
