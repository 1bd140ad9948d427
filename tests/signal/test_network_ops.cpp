#include <Eigen/Dense>
#include <array>
#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "signal/network_ops.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using testing::distance;
using testing::random_network;

TEST_CASE("T26 a cascade by ABCD equals one by S, complex references included", "[unit][network]") {
  Network a = random_network(2, 37, 1);
  Network b = random_network(2, 37, 2);
  SECTION("equal real references") {}
  SECTION("other real reference at the joint") { b.z0_ohm = {cd{75.0}, cd{42.5}}; }
  SECTION("complex references") {
    a.z0_ohm = {cd{40.0, 12.0}, cd{55.0, -30.0}};
    b.z0_ohm = {cd{70.0, 8.0}, cd{30.0, 21.0}};
  }
  const Network by_s = cascade(a, b);
  const Network by_abcd = from_abcd(abcd_product(to_abcd(a), to_abcd(b)), a.z0_ohm[0], b.z0_ohm[1]);
  CHECK(distance(by_s, by_abcd) < 1e-10);  // the rule; rounding is near 1e-15
  CHECK(by_s.z0_ohm == std::vector<cd>{a.z0_ohm[0], b.z0_ohm[1]});
}

TEST_CASE("ABCD and Z turn back into the network they came from", "[unit][network]") {
  Network a = random_network(2, 19, 3);
  a.z0_ohm = {cd{40.0, 12.0}, cd{55.0, -30.0}};
  CHECK(distance(a, from_abcd(to_abcd(a), a.z0_ohm[0], a.z0_ohm[1])) < 1e-12);
  CHECK(distance(a, from_z(to_z(a), a.z0_ohm[0], a.z0_ohm[1])) < 1e-12);
}

TEST_CASE("T25 renormalising equals going through Z, and undoes itself", "[unit][network]") {
  const Network a = random_network(2, 19, 4);
  const std::array<cd, 2> other{cd{75.0, 20.0}, cd{33.0, -4.0}};
  const Network b = renormalise(a, other);
  CHECK(distance(b, from_z(to_z(a), other[0], other[1])) < 1e-12);
  CHECK(distance(a, renormalise(b, a.z0_ohm)) < 1e-13);
  CHECK(b.z0_ohm == std::vector<cd>(other.begin(), other.end()));
}

TEST_CASE("T25 a 100 ohm load seen from 50 ohm reflects 1/3, from 100 ohm nothing",
          "[unit][network]") {
  Network load(FrequencyGrid::uniform(1e9, 3), 1, 50.0);
  load.at(0, 0).assign(3, cd{1.0 / 3.0});
  CHECK(std::abs(renormalise(load, 100.0).at(0, 0)[1]) < 1e-15);
  // An open and a short have no finite Z or Y, and stay what they are.
  load.at(0, 0) = {cd{1.0}, cd{-1.0}, cd{0.0}};
  const Network at_75 = renormalise(load, 75.0);
  CHECK(std::abs(at_75.at(0, 0)[0] - 1.0) < 1e-15);
  CHECK(std::abs(at_75.at(0, 0)[1] + 1.0) < 1e-15);
}

TEST_CASE("power waves: a conjugate match reflects nothing", "[unit][network]") {
  Network load(FrequencyGrid::uniform(1e9, 1), 1, 50.0);
  const cd z{30.0, 40.0};
  load.at(0, 0)[0] = (z - 50.0) / (z + 50.0);
  const std::array<cd, 1> conjugate{std::conj(z)};
  CHECK(std::abs(renormalise(load, conjugate).at(0, 0)[0]) < 1e-15);
  // The power that the load takes does not depend on the reference of the same source: |S| at z
  // follows (z - z*)/(z + z).
  const std::array<cd, 1> same{z};
  CHECK(std::abs(renormalise(load, same).at(0, 0)[0] - (z - std::conj(z)) / (z + z)) < 1e-15);
}

/// The joint solved as one linear system for all waves: an independent way to the same answer.
Eigen::MatrixXcd joined_by_system(const Network& a, const Network& b, std::size_t k) {
  const Eigen::Index n = a.ports / 2;
  Eigen::MatrixXcd sa(2 * n, 2 * n), sb(2 * n, 2 * n);
  for (int r = 0; r < 2 * n; ++r) {
    for (int c = 0; c < 2 * n; ++c) {
      sa(r, c) = a.at(r, c)[k];
      sb(r, c) = b.at(r, c)[k];
    }
  }
  // Unknown: waves at the joint, x into b and y into a.
  Eigen::MatrixXcd m = Eigen::MatrixXcd::Identity(2 * n, 2 * n);
  m.topRightCorner(n, n) = -sa.bottomRightCorner(n, n);
  m.bottomLeftCorner(n, n) = -sb.topLeftCorner(n, n);
  Eigen::MatrixXcd drive = Eigen::MatrixXcd::Zero(2 * n, 2 * n);
  drive.topLeftCorner(n, n) = sa.bottomLeftCorner(n, n);
  drive.bottomRightCorner(n, n) = sb.topRightCorner(n, n);
  const Eigen::MatrixXcd xy = m.fullPivLu().solve(drive);
  Eigen::MatrixXcd out = Eigen::MatrixXcd::Zero(2 * n, 2 * n);
  out.topLeftCorner(n, n) = sa.topLeftCorner(n, n);
  out.bottomRightCorner(n, n) = sb.bottomRightCorner(n, n);
  out.topRows(n) += sa.topRightCorner(n, n) * xy.bottomRows(n);
  out.bottomRows(n) += sb.bottomLeftCorner(n, n) * xy.topRows(n);
  return out;
}

TEST_CASE("joining 2N-ports solves the equations of the joint", "[unit][network]") {
  const int ports = GENERATE(2, 4, 6, 10);
  // 37 points: whole blocks of the kernel and a rest.
  const Network a = random_network(ports, 37, 5), b = random_network(ports, 37, 6);
  const Network c = cascade(a, b);
  double worst = 0.0;
  for (std::size_t k = 0; k < 37; ++k) {
    const Eigen::MatrixXcd want = joined_by_system(a, b, k);
    for (int r = 0; r < ports; ++r) {
      for (int s = 0; s < ports; ++s) worst = std::max(worst, std::abs(c.at(r, s)[k] - want(r, s)));
    }
  }
  CHECK(worst < 1e-14);
}

TEST_CASE("joining is associative and turns round by flipping", "[property][network]") {
  const int ports = GENERATE(2, 4, 6);
  const Network a = random_network(ports, 20, 7), b = random_network(ports, 20, 8),
                c = random_network(ports, 20, 9);
  CHECK(distance(cascade(cascade(a, b), c), cascade(a, cascade(b, c))) < 1e-14);
  CHECK(distance(flip(cascade(a, b)), cascade(flip(b), flip(a))) < 1e-14);
  CHECK(distance(flip(flip(a)), a) == 0.0);
}

TEST_CASE("joining needs one grid, one size and a joint that exists", "[unit][network]") {
  const Network a = random_network(2, 5, 1), b = random_network(2, 6, 1);
  CHECK_THROWS_AS(cascade(a, b), InternalError);
  CHECK_THROWS_AS(cascade(a, random_network(4, 5, 1)), InternalError);
  Network resonant(FrequencyGrid::uniform(1e9, 5), 2, 50.0);
  resonant.at(1, 1).assign(5, cd{1.0});
  Network other(FrequencyGrid::uniform(1e9, 5), 2, 50.0);
  other.at(0, 0)[3] = cd{1.0};
  CHECK_THROWS_WITH(cascade(resonant, other), Catch::Contains("3e+09 Hz"));
}

TEST_CASE("passivity and reciprocity are read off the matrix", "[unit][network]") {
  Network a(FrequencyGrid::uniform(1e9, 3), 2, 50.0);
  a.at(1, 0) = {cd{0.5}, cd{0.0, 0.9}, cd{0.1}};
  a.at(0, 1) = {cd{0.5}, cd{0.0, 0.9}, cd{0.1, 0.02}};
  const Passivity p = passivity(a);
  CHECK(p.largest_singular_value == Approx(0.9).epsilon(1e-14));
  CHECK(p.at_hz == 1e9);
  CHECK(reciprocity_error(a) == Approx(0.02).epsilon(1e-14));
}

TEST_CASE("ports can be put in another order, with their names", "[unit][network]") {
  const Network a = random_network(4, 3, 11);
  const std::array<int, 4> order{1, 3, 2, 4};
  const Network b = reorder(a, order);
  CHECK(b.at(0, 1)[2] == a.at(0, 2)[2]);
  CHECK(b.at(2, 1)[1] == a.at(1, 2)[1]);
  CHECK(b.port_names == std::vector<std::string>{"1", "3", "2", "4"});
  const std::array<int, 2> twice{1, 1};
  CHECK_THROWS_AS(reorder(a, twice), InternalError);
}

}  // namespace
}  // namespace chappe
