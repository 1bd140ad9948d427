#include <catch2/catch.hpp>
#include <cmath>

#include "math/roots.hpp"

using namespace chappe;

TEST_CASE("a root is found to the tolerance, in few steps", "[unit][roots]") {
  int calls = 0;
  const auto f = [&](double x) {
    ++calls;
    return std::cos(x) - x;
  };
  CHECK(std::abs(find_root(f, 0.0, 1.0, 1e-15).value() - 0.73908513321516064) < 4e-16);
  CHECK(calls < 12);
  CHECK(std::abs(find_root(f, 1.0, 0.0, 1e-3).value() - 0.73908513321516064) < 1e-3);
}

TEST_CASE("steps, poles of high order and ends are no trouble", "[unit][roots]") {
  const auto step = [](double x) { return x < 0.3 ? -1.0 : 1.0; };
  CHECK(std::abs(find_root(step, 0.0, 1.0, 1e-12).value() - 0.3) < 1e-12);
  const auto flat = [](double x) { return std::pow(x - 2.0, 9); };
  CHECK(std::abs(find_root(flat, -7.0, 4.0, 1e-9).value() - 2.0) < 1e-9);
  CHECK(find_root([](double x) { return x; }, 0.0, 1.0, 1e-9) == 0.0);
  CHECK(find_root([](double x) { return x - 1.0; }, 0.0, 1.0, 1e-9) == 1.0);
}

TEST_CASE("no change of sign, no root", "[unit][roots]") {
  CHECK_FALSE(find_root([](double x) { return x * x + 1.0; }, -1.0, 1.0, 1e-9).has_value());
  CHECK_FALSE(find_root([](double) { return std::nan(""); }, -1.0, 1.0, 1e-9).has_value());
}
