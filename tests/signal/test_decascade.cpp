#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "signal/network_ops.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using testing::distance;
using testing::random_network;

// The rule is 1e-10; the random parts pass about 0.3, which costs one digit or two of 16.
constexpr double kBack = 1e-10;

TEST_CASE("what was joined comes apart again, from either side", "[property][network]") {
  const int ports = GENERATE(2, 4, 6);
  // 37 points: whole blocks of the kernel and a rest.
  const Network a = random_network(ports, 37, 51), b = random_network(ports, 37, 52);
  const Network both = cascade(a, b);
  CHECK(distance(decascade_left(both, a), b) < kBack);
  CHECK(distance(decascade_right(both, b), a) < kBack);
  CHECK(distance(cascade(a, decascade_left(both, a)), both) < kBack);
}

TEST_CASE("T26 taking apart by S equals taking apart by ABCD, complex references included",
          "[unit][network]") {
  Network total = random_network(2, 37, 53);
  Network known = random_network(2, 37, 54);
  SECTION("equal real references") {}
  SECTION("another real reference outside") { known.z0_ohm = {cd{75.0}, cd{42.5}}; }
  SECTION("complex references") {
    total.z0_ohm = {cd{40.0, 12.0}, cd{55.0, -30.0}};
    known.z0_ohm = {cd{70.0, 8.0}, cd{30.0, 21.0}};
  }
  // The inverse chain matrix: (D, -B; -C, A)/(AD - BC).
  TwoPortMatrix inverse = to_abcd(known);
  for (std::size_t k = 0; k < 37; ++k) {
    const cd a = inverse.m11[k], b = inverse.m12[k], c = inverse.m21[k], d = inverse.m22[k];
    const cd scale = 1.0 / (a * d - b * c);
    inverse.m11[k] = scale * d;
    inverse.m12[k] = -scale * b;
    inverse.m21[k] = -scale * c;
    inverse.m22[k] = scale * a;
  }
  const Network left = decascade_left(total, known);
  CHECK(left.z0_ohm == std::vector<cd>{std::conj(known.z0_ohm[1]), total.z0_ohm[1]});
  const Network left_by_abcd =
      from_abcd(abcd_product(inverse, to_abcd(total)), left.z0_ohm[0], left.z0_ohm[1]);
  CHECK(distance(left, left_by_abcd) < kBack * 100.0);
  const Network right = decascade_right(total, known);
  CHECK(right.z0_ohm == std::vector<cd>{total.z0_ohm[0], std::conj(known.z0_ohm[0])});
  const Network right_by_abcd =
      from_abcd(abcd_product(to_abcd(total), inverse), right.z0_ohm[0], right.z0_ohm[1]);
  CHECK(distance(right, right_by_abcd) < kBack * 100.0);
}

TEST_CASE("T26 parts of any reference come apart as they were joined", "[property][network]") {
  Network a = random_network(4, 9, 55), b = random_network(4, 9, 56);
  a.z0_ohm = {cd{40.0, 5.0}, cd{50.0}, cd{60.0, -7.0}, cd{45.0}};
  b.z0_ohm = {cd{50.0}, cd{75.0, 3.0}, cd{50.0}, cd{30.0, -9.0}};
  a.port_names = {"a1", "a2", "a3", "a4"};
  const Network both = cascade(a, b);
  const Network back = decascade_left(both, a);
  CHECK(back.port_names == std::vector<std::string>{"a3", "a4", "3", "4"});
  CHECK(distance(renormalise(back, b.z0_ohm), b) < kBack);
  CHECK(distance(renormalise(decascade_right(both, b), a.z0_ohm), a) < kBack);
}

TEST_CASE("a part through which nothing passes is not removed, and the frequency is named",
          "[unit][network]") {
  const int ports = GENERATE(2, 4, 6);
  const Network total = random_network(ports, 20, 57);
  Network wall = random_network(ports, 20, 58);
  const int n = ports / 2;
  for (int row = n; row < ports; ++row) wall.at(row, 0)[17] = 0.0;
  CHECK_THROWS_AS(decascade_left(total, wall), DataError);
  CHECK_THROWS_WITH(decascade_left(total, wall), Catch::Contains("1.7e+10 Hz"));
  CHECK_THROWS_AS(decascade_right(total, wall), DataError);
  CHECK_THROWS_AS(decascade_left(total, random_network(ports, 19, 1)), InternalError);
}

}  // namespace
}  // namespace chappe
