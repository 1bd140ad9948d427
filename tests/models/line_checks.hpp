#pragma once
// What every uniform line keeps.
#include <catch2/catch.hpp>
#include <functional>

#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe::test {

/// Passive, reciprocal, two halves are the whole, none is a through.
/// @param part  network of a share of the line's length, ports of 100 ohm
inline void check_halves(
    const std::function<Network(const FrequencyGrid& grid, double share)>& part) {
  FrequencyGrid grid = FrequencyGrid::uniform(0.25e9, 400);
  grid.f_hz.insert(grid.f_hz.begin() + 1, {1.0, 1e3, 1e5, 1e7});
  const Network whole = part(grid, 1.0), half = part(grid, 0.5), joined = cascade(half, half);
  CHECK(passivity(whole).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(whole) == 0.0);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    REQUIRE(std::abs(joined.at(1, 0)[k] - whole.at(1, 0)[k]) < 1e-10);
    REQUIRE(std::abs(joined.at(0, 0)[k] - whole.at(0, 0)[k]) < 1e-10);
  }
  CHECK(part(grid, 0.0).at(1, 0) == through(grid, 100.0).at(1, 0));
}

}  // namespace chappe::test
