#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "base/errors.hpp"
#include "dsp/fir.hpp"
#include "dsp/gaussian.hpp"
#include "targets.hpp"

namespace chappe {
namespace {

template <class T>
std::vector<T> random_values(std::size_t n, std::uint64_t block) {
  std::vector<T> out(n);
  GaussianSource<T>({{1, 1}, block}).fill(out);
  return out;
}

/// The sum of fir.hpp, in its order.
template <class T>
std::vector<T> plain(const std::vector<T>& taps, const std::vector<T>& x) {
  std::vector<T> y(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    for (std::size_t k = 0; k < taps.size(); ++k) y[n] += taps[k] * (k <= n ? x[n - k] : T{0});
  }
  return y;
}

}  // namespace

TEMPLATE_TEST_CASE("a FIR filter is its sum, bit for bit, on every instruction set",
                   "[property][fir]", float, double) {
  const std::size_t taps = GENERATE(1, 2, 3, 16, 17, 64, 100);
  const std::vector<TestType> h = random_values<TestType>(taps, 1);
  const std::vector<TestType> x = random_values<TestType>(1003, 2);
  const std::vector<TestType> expected = plain(h, x);
  std::vector<TestType> y(x.size());
  FirFilter<TestType>(h, Isa::portable).process(x, y);
  CHECK(y == expected);
  on_every_target([&](const std::string& target) {
    INFO(target);
    std::vector<TestType> fast(x.size());
    FirFilter<TestType>(h).process(x, fast);
    CHECK(fast == expected);
  });
}

TEST_CASE("a FIR filter's output does not depend on how the signal is cut", "[property][fir]") {
  const std::size_t size = GENERATE(1, 5, 15, 16, 40, 999);
  const std::vector<double> h = random_values<double>(16, 3);
  const std::vector<double> x = random_values<double>(1003, 4);
  FirFilter<double> filter(h);
  std::vector<double> y(x.size());
  for (std::size_t n = 0; n < x.size(); n += size) {
    const std::size_t count = std::min(size, x.size() - n);
    filter.process(std::span(x).subspan(n, count), std::span(y).subspan(n, count));
  }
  CHECK(y == plain(h, x));
  filter.reset();
  filter.process(x, y);
  CHECK(y == plain(h, x));
}

TEST_CASE("a FIR filter without taps or with unequal blocks is refused", "[unit][fir]") {
  CHECK_THROWS_AS(FirFilter<float>(std::vector<float>{}), InternalError);
  FirFilter<float> filter({1.0F, 0.5F});
  const std::vector<float> in(4);
  std::vector<float> out(3);
  CHECK_THROWS_AS(filter.process(in, out), InternalError);
}

}  // namespace chappe
