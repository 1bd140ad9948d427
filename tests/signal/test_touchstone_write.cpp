#include <catch2/catch.hpp>
#include <sstream>

#include "base/errors.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using testing::distance;
using testing::random_network;
using testing::Scratch;

TEST_CASE("T27 write then read keeps the reference and all values", "[unit][touchstone]") {
  const Scratch scratch;
  const int ports = GENERATE(1, 2, 3, 4, 6, 9);
  const double z0 = GENERATE(10.0, 50.0, 85.0, 100.0);
  Network net = random_network(ports, 7, 31);
  net.z0_ohm.assign(net.z0_ohm.size(), cd{z0});
  net.grid.f_hz[3] = 2.9999999999e9;
  const std::string path = scratch.path("a.s" + std::to_string(ports) + "p");
  write_touchstone(path, net, TouchstoneFormat::ri);
  const Network exact = read_touchstone(path);
  CHECK(exact.z0_ohm == net.z0_ohm);
  CHECK(exact.s == net.s);
  CHECK(exact.grid == net.grid);
  for (const TouchstoneFormat format : {TouchstoneFormat::ma, TouchstoneFormat::db}) {
    write_touchstone(path, net, format);
    const Network polar = read_touchstone(path);
    CHECK(polar.z0_ohm == net.z0_ohm);
    CHECK(distance(polar, net) < 1e-14);
  }
}

TEST_CASE("T27 zero survives every format", "[unit][touchstone]") {
  const Network zero(FrequencyGrid::uniform(1e9, 2), 2, 50.0);
  const TouchstoneFormat format =
      GENERATE(TouchstoneFormat::ri, TouchstoneFormat::ma, TouchstoneFormat::db);
  std::ostringstream out;
  write_touchstone(out, zero, format);
  CHECK(distance(parse_touchstone(out.str(), "zero", 2).network, zero) == 0.0);
}

TEST_CASE("version 1 is not written where it cannot hold the references", "[unit][touchstone]") {
  Network net = random_network(2, 3, 32);
  net.z0_ohm[1] = 75.0;
  std::ostringstream out;
  CHECK_THROWS_WITH(write_touchstone(out, net, TouchstoneFormat::ri),
                    Catch::Contains("renormalise first"));
  net.z0_ohm = {cd{50.0, 1.0}, cd{50.0, 1.0}};
  CHECK_THROWS_AS(write_touchstone(out, net, TouchstoneFormat::ri), DataError);
}

TEST_CASE("a folder that is missing is an output error", "[unit][touchstone]") {
  const Scratch scratch;
  CHECK_THROWS_AS(
      write_touchstone(scratch.path("none/a.s2p"), random_network(2, 3, 33), TouchstoneFormat::ri),
      OutputError);
}

}  // namespace
}  // namespace chappe
