#include "solve/tolerance.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace chappe;

namespace {

using Shape = ToleranceLaw::Shape;

struct Moments {
  double mean{0.0}, sigma{0.0};
};

Moments moments(const ToleranceLaw& law, std::size_t count) {
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = draw(law, 7, 0, i);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / static_cast<double>(count);
  return {mean, std::sqrt(squares / static_cast<double>(count) - mean * mean)};
}

}  // namespace

TEST_CASE("Quantiles of the laws are those of their closed forms", "[unit][solve]") {
  const ToleranceLaw normal{Shape::normal, 100.0, 5.0};
  // Phi(-1) = 0.158655253931457 (tables of the normal distribution).
  CHECK(quantile(normal, 0.158655253931457) == Approx(95.0).epsilon(1e-12));
  CHECK(quantile(normal, 1.0 - 0.158655253931457) == Approx(105.0).epsilon(1e-12));
  CHECK(quantile(normal, 0.5) == Approx(100.0).epsilon(1e-12));
  const ToleranceLaw uniform{Shape::uniform, 3.0, 0.0, 2.0, 4.0};
  CHECK(quantile(uniform, 0.25) == Approx(2.5).epsilon(1e-12));
  // F(x) = (x - a)^2/((b - a)(c - a)) below the mode c.
  const ToleranceLaw triangular{Shape::triangular, 1.0, 0.0, 0.0, 4.0};
  CHECK(quantile(triangular, 0.25) == Approx(1.0).epsilon(1e-12));
  CHECK(quantile(triangular, 0.0625) == Approx(0.5).epsilon(1e-12));
  CHECK(quantile(triangular, 0.75) == Approx(4.0 - std::sqrt(3.0)).epsilon(1e-12));
}

TEST_CASE("A law that is cut off keeps to its ends and fills the room between",
          "[property][solve]") {
  const ToleranceLaw law{Shape::normal, 100.0, 5.0, 92.0, 103.0};
  double before = 92.0;
  for (double u = 1e-9; u < 1.0; u += 0.01) {
    const double x = quantile(law, u);
    CHECK(x >= before);
    CHECK(x <= 103.0);
    before = x;
  }
  CHECK(quantile(law, 1e-9) == Approx(92.0).epsilon(1e-6));
  CHECK(quantile(law, 1.0 - 1e-9) == Approx(103.0).epsilon(1e-6));
}

TEST_CASE("Draws have the mean and standard deviation of their law", "[validation][solve]") {
  // Four standard errors of 20,000 draws: 0.03 sigma of the mean, 0.03 of the deviation at most.
  const ToleranceLaw laws[] = {{Shape::normal, 100.0, 5.0},
                               {Shape::uniform, 3.0, 0.0, 2.0, 4.0},
                               {Shape::triangular, 2.0, 0.0, 0.0, 4.0}};
  for (const ToleranceLaw& law : laws) {
    const Moments found = moments(law, 20000);
    const double sigma = standard_deviation(law);
    CHECK(std::abs(found.mean - law.centre) < 0.03 * sigma);
    CHECK(std::abs(found.sigma - sigma) < 0.03 * sigma);
  }
}

TEST_CASE("A draw depends on seed, tolerance and sample alone", "[unit][solve]") {
  const ToleranceLaw law{Shape::uniform, 0.5, 0.0, 0.0, 1.0};
  CHECK(draw(law, 1, 0, 5) == draw(law, 1, 0, 5));
  CHECK(draw(law, 1, 0, 5) != draw(law, 1, 0, 6));
  CHECK(draw(law, 1, 0, 5) != draw(law, 1, 1, 5));
  CHECK(draw(law, 1, 0, 5) != draw(law, 2, 0, 5));
}
