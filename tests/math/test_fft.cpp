#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "base/parallel.hpp"
#include "math/fft.hpp"

using namespace chappe;

namespace {

std::vector<double> noise(std::size_t n) {
  std::mt19937_64 engine(n);
  std::vector<double> x(n);
  for (double& v : x) v = static_cast<double>(engine() >> 11) * 0x1p-52 - 1.0;
  return x;
}

}  // namespace

TEST_CASE("the transform equals its defining sum for odd and even sizes", "[unit][fft]") {
  const std::size_t n = GENERATE(1, 2, 3, 8, 15, 16, 31, 100);
  const std::vector<double> x = noise(n);
  const RealFft fft(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  fft.forward(x, spectrum);
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    cd sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto turns = static_cast<double>(i * k % n) / static_cast<double>(n);
      sum += x[i] * std::polar(1.0, -2.0 * kPi * turns);
    }
    CHECK(std::abs(spectrum[k] - sum) < 1e-13 * static_cast<double>(n));  // rounding of n terms
  }
  const std::vector<cd> kept = spectrum;
  std::vector<double> back(n);
  fft.inverse(spectrum, back);
  CHECK(spectrum == kept);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(back[i] - x[i]) < 1e-14);
}

TEST_CASE("the complex transform goes there and back, and agrees with the real one",
          "[unit][fft]") {
  const std::size_t n = GENERATE(1, 7, 64, 210);
  const std::vector<double> x = noise(n);
  const std::vector<cd> in(x.begin(), x.end());
  std::vector<cd> out(n), back(n);
  const ComplexFft fft(n);
  fft.forward(in, out);
  const RealFft real(n);
  std::vector<cd> half(real.spectrum_size());
  real.forward(x, half);
  for (std::size_t k = 0; k < half.size(); ++k) CHECK(std::abs(half[k] - out[k]) < 1e-11);
  fft.inverse(out, back);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(back[i] - in[i]) < 1e-14);
}

TEST_CASE("T20 a delay of k samples peaks at exactly k", "[unit][fft]") {
  const std::size_t n = GENERATE(63, 64);
  const std::size_t delay = 17;
  const RealFft fft(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const auto turns = static_cast<double>(delay * k) / static_cast<double>(n);
    spectrum[k] = std::polar(1.0, -2.0 * kPi * turns);
  }
  std::vector<double> x(n);
  fft.inverse(spectrum, x);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(x[i] - (i == delay ? 1.0 : 0.0)) < 1e-13);
}

TEST_CASE("T34 equal input gives equal bytes: unaligned spans, new plans, other threads",
          "[property][fft]") {
  const std::size_t n = 4200;
  const std::vector<double> x = noise(n);
  std::vector<double> shifted(n + 1);
  std::copy(x.begin(), x.end(), shifted.begin() + 1);
  const RealFft fft(n);
  std::vector<cd> reference(fft.spectrum_size());
  fft.forward(x, reference);
  std::vector<char> equal(64, 0);
  parallel_for(equal.size(), 2, [&](std::size_t i) {
    const RealFft own(n);
    std::vector<cd> spectrum(fft.spectrum_size());
    const std::span<const double> in(i % 2 == 0 ? x.data() : shifted.data() + 1, n);
    (i % 3 == 0 ? own : fft).forward(in, spectrum);
    equal[i] = spectrum == reference;
  });
  CHECK(equal == std::vector<char>(64, 1));
}

TEST_CASE("good sizes are even, 7-smooth and the smallest", "[unit][fft]") {
  CHECK(good_fft_size(0) == 2);
  CHECK(good_fft_size(1) == 2);
  CHECK(good_fft_size(11) == 12);
  CHECK(good_fft_size(4097) == 4116);
  CHECK(good_fft_size(8192) == 8192);
  CHECK_THROWS_AS(RealFft(0), InternalError);
  std::vector<cd> small(3);
  CHECK_THROWS_AS(RealFft(8).forward(noise(8), small), InternalError);
}

TEST_CASE("single precision is double's to six digits of the whole", "[unit][fft]") {
  const std::size_t n = 4096;
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(0.1 * static_cast<double>(i * i % 977));
  const std::vector<float> xf(x.begin(), x.end());
  const RealFft fft(n);
  const BasicRealFft<float> fft_f(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  std::vector<std::complex<float>> spectrum_f(fft.spectrum_size());
  fft.forward(x, spectrum);
  fft_f.forward(xf, spectrum_f);
  double whole = 0.0, error = 0.0;
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    whole += std::norm(spectrum[k]);
    error += std::norm(spectrum[k] - cd(spectrum_f[k]));
  }
  // Rounding of 2^-24 grows with the square root of the stages.
  CHECK(error < 1e-12 * whole);
  std::vector<float> back(n);
  fft_f.inverse(spectrum_f, back);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(back[i] - xf[i]) < 1e-5F);
  const BasicComplexFft<float> both(n);
  std::vector<std::complex<float>> z(xf.begin(), xf.end()), out(n), again(n);
  both.forward(z, out);
  both.inverse(out, again);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(again[i] - z[i]) < 1e-5F);
}
