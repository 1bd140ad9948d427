#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/errors.hpp"
#include "dsp/fir.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/overlap_save.hpp"

namespace chappe {
namespace {

std::vector<double> random_values(std::size_t n, std::uint64_t block) {
  std::vector<double> out(n);
  GaussianSource<double>({{3, 1}, block}).fill(out);
  return out;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("overlap-save is the direct convolution, however it is cut", "[property][overlap_save]") {
  const std::size_t taps = GENERATE(1, 2, 100, 777, 3000);
  const std::size_t cut = GENERATE(1000, 4096, 20000);
  const std::vector<double> h = random_values(taps, 1);
  const std::vector<double> x = random_values(20000, 2);
  std::vector<double> expected(x.size()), y(x.size());
  FirFilter<double>(h).process(x, expected);
  const OverlapSave filter(h);
  OverlapSave::State state = filter.start();
  for (std::size_t n = 0; n < x.size(); n += cut) {
    const std::size_t count = std::min(cut, x.size() - n);
    filter.process(state, std::span(x).subspan(n, count), std::span(y).subspan(n, count));
  }
  // Outputs of spread sqrt(taps), rounding of a transform of some 2^14 points: 1e-14 of the
  // largest.
  CHECK(largest_difference(y, expected) < 1e-14 * 6.0 * std::sqrt(static_cast<double>(taps)));
}

TEST_CASE("overlap-save works in place and repeats its bits", "[property][overlap_save]") {
  const OverlapSave filter(random_values(300, 3), 2048);
  const std::vector<double> x = random_values(5000, 4);
  std::vector<double> y(x.size());
  std::vector<double> z = x;
  OverlapSave::State first = filter.start();
  OverlapSave::State second = filter.start();
  filter.process(first, x, y);
  filter.process(second, z, z);
  CHECK(y == z);
}

TEST_CASE("T20 a transfer function that delays by k samples delays by k samples",
          "[unit][overlap_save]") {
  const std::size_t n = GENERATE(64, 65);
  const std::size_t k = GENERATE(0, 1, 17);
  std::vector<cd> transfer(n / 2 + 1);
  for (std::size_t m = 0; m < transfer.size(); ++m) {
    transfer[m] = std::polar(
        1.0, -2.0 * std::numbers::pi * static_cast<double>(m * k) / static_cast<double>(n));
  }
  const std::vector<double> x = random_values(500, 5);
  const std::size_t ahead = GENERATE(0, 5);
  const OverlapSave filter = OverlapSave::from_spectrum(transfer, n, ahead);
  OverlapSave::State state = filter.start();
  std::vector<double> y(x.size()), expected(x.size(), 0.0);
  filter.process(state, x, y);
  for (std::size_t i = k + ahead; i < x.size(); ++i) expected[i] = x[i - k - ahead];
  CHECK(filter.impulse_size() == n);
  CHECK(largest_difference(y, expected) < 3e-14);  // of values up to 5
}

TEST_CASE("overlap-save refuses sizes that do not fit", "[unit][overlap_save]") {
  const std::vector<double> h(10, 1.0);
  CHECK_THROWS_AS(OverlapSave(std::vector<double>{}), InternalError);
  CHECK_THROWS_AS(OverlapSave(h, 20), InternalError);
  CHECK_THROWS_AS(OverlapSave::from_spectrum(std::vector<cd>(5), 16), InternalError);
}

}  // namespace chappe
