// COM's receive FFE against its problem written out.
#include "solve/com/com_rx_ffe.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/solve/com_rx_ffe_oracle.hpp"

using namespace chappe;
using namespace chappe::test;

TEST_CASE("COM: the receive FFE solves the dense system of least error, limits on and off",
          "[unit][com]") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    // Wide limits, limits that some taps meet, limits that most meet.
    const double limit = seed % 3 == 0 ? 20.0 : (seed % 3 == 1 ? 1.0 : 0.2);
    const Problem p = problem(seed, false, limit, 0.002);
    ComRxFfeDesigner ffe = designer(p);
    const auto fom_db = ffe.design_fom_db();
    REQUIRE(fom_db.has_value());
    CHECK(*fom_db == ffe.result().fom_db);
    CHECK(ffe.result().floating.empty());
    compare(p, ffe.result(), fixed_columns(p));
  }
}

TEST_CASE("COM: banks of floating FFE taps are those found by trying all", "[unit][com]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Problem p = problem(seed, true, seed % 2 == 0 ? 20.0 : 1.0, 0.003);
    ComRxFfeDesigner ffe = designer(p);
    REQUIRE(ffe.design_fom_db().has_value());
    const std::vector<int> positions = positions_by_trying(p);
    CHECK(ffe.result().floating == positions);
    std::vector<int> columns = fixed_columns(p);
    for (const int q : positions) columns.push_back(q + p.ffe.pre);
    compare(p, ffe.result(), columns);
  }
}

TEST_CASE("COM: N_tail_start moves the columns of floating FFE taps as in the reference",
          "[unit][com]") {
  Problem p = problem(5, true, 20.0, 0.003);
  p.dfe.tail_start = p.ffe.post + 4;  // not post + 1: columns three ahead of the positions
  ComRxFfeDesigner ffe = designer(p);
  REQUIRE(ffe.design_fom_db().has_value());
  CHECK(ffe.result().floating == positions_by_trying(p));
  for (const int q : ffe.result().floating) CHECK(ffe.result().taps[at(q + p.ffe.pre - 3)] != 0.0);
}

TEST_CASE("COM: floating FFE taps by ISI take the largest post-cursors", "[unit][com]") {
  Problem p = problem(2, true, 20.0, 0.003);
  p.ffe.float_by_isi = true;
  p.dfe.banks = 1;
  ComRxFfeDesigner ffe = designer(p);
  REQUIRE(ffe.design_fom_db().has_value());
  int best = 0;
  double most = -1.0;
  for (int s = p.dfe.tail_start; s + p.dfe.bank_taps - 1 <= p.dfe.span; ++s) {
    double sum = 0.0;
    for (int k = 0; k < p.dfe.bank_taps; ++k) sum += std::pow(p.h[at(p.cursor + s + k)], 2);
    if (sum > most) {
      most = sum;
      best = s;
    }
  }
  CHECK(ffe.result().floating == std::vector<int>{best, best + 1, best + 2, best + 3});
  std::vector<int> columns = fixed_columns(p);
  for (const int q : ffe.result().floating) columns.push_back(q + p.ffe.pre);
  compare(p, ffe.result(), columns);
}

TEST_CASE("COM: the bound of the receive FFE's FOM is never below the exact figure",
          "[property][com]") {
  double closest_db = 1e300;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const double limit = seed % 5 == 0 ? 20.0 : 0.1 * (seed % 17 + 1);
    Problem p = problem(seed, seed % 2 == 0, limit, 1e-4 * std::pow(1.4, seed % 16));
    ComRxFfeDesigner ffe = designer(p);
    const double bound_db = ffe.bound_fom_db();
    const auto fom_db = ffe.design_fom_db();
    REQUIRE(fom_db.has_value());
    CHECK(bound_db >= *fom_db);
    closest_db = std::min(closest_db, bound_db - *fom_db);
    // With part of the noise only it may rise, never fall.
    for (double& r : p.r) r *= 0.5;
    ffe.set_noise(p.r);
    CHECK(ffe.bound_fom_db() >= bound_db);
  }
  CHECK(closest_db < 1e-6);  // it is met where all taps are fixed and no limit is
}

TEST_CASE("COM: the bound equals the free solution over the whole span", "[unit][com]") {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Problem p = problem(seed, true, 1.0, 0.003);
    std::vector<int> columns(at(p.ffe.pre + 1 + p.dfe.span));
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<int>(i);
    CHECK(designer(p).bound_fom_db() == Approx(dense(p, columns, false).fom_db).margin(2e-9));
  }
}

TEST_CASE("COM: a receive FFE without noise or without a cursor leaves no NaN", "[property][com]") {
  Problem p = problem(3, true, 1.0, 0.0);
  ComRxFfeDesigner ffe = designer(p);
  CHECK(!std::isnan(ffe.bound_fom_db()));
  const auto fom_db = ffe.design_fom_db();
  if (fom_db) CHECK(std::isfinite(*fom_db));
  std::fill(p.h.begin(), p.h.end(), 0.0);
  p.r[0] = 1e-6;
  ffe.set_pulse(p.h, p.cursor);
  ffe.set_noise(p.r);
  CHECK(!ffe.design_fom_db().has_value());
  CHECK(ffe.bound_fom_db() == -std::numeric_limits<double>::infinity());
}
