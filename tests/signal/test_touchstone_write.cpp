#include <array>
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

std::string written(const TouchstoneData& data, TouchstoneFormat format,
                    TouchstoneVersion version) {
  std::ostringstream out;
  write_touchstone(out, data, format, version);
  return out.str();
}

TEST_CASE("T27 version 2 keeps a reference a port", "[unit][touchstone]") {
  const int ports = GENERATE(1, 2, 3, 4, 9);
  TouchstoneData data;
  data.network = random_network(ports, 7, 34);
  const std::array<double, 4> ohm{10.0, 50.0, 85.0, 100.0};
  for (std::size_t p = 0; p < data.network.z0_ohm.size(); ++p) {
    data.network.z0_ohm[p] = ohm[p % 4] + 0.1;
  }
  const TouchstoneData exact =
      parse_touchstone(written(data, TouchstoneFormat::ri, TouchstoneVersion::v2), "a", ports);
  CHECK(exact.network.z0_ohm == data.network.z0_ohm);
  CHECK(exact.network.s == data.network.s);
  CHECK(exact.network.grid == data.network.grid);
  for (const TouchstoneFormat format : {TouchstoneFormat::ma, TouchstoneFormat::db}) {
    const TouchstoneData polar =
        parse_touchstone(written(data, format, TouchstoneVersion::v2), "a", 0);
    CHECK(polar.network.z0_ohm == data.network.z0_ohm);
    CHECK(distance(polar.network, data.network) < 1e-14);
  }
}

TEST_CASE("T27 noise parameters come back from either version", "[unit][touchstone]") {
  TouchstoneData data;
  data.network = random_network(2, 7, 35);
  data.network.z0_ohm = {cd{85.0}, cd{85.0}};
  data.noise = {{2e9, 9e9}, {0.5, 1.7}, {cd{0.3, -0.4}, cd{0.0, 0.25}}, {12.0, 0.1}};
  for (const TouchstoneVersion version : {TouchstoneVersion::v1, TouchstoneVersion::v2}) {
    const std::string text = written(data, TouchstoneFormat::db, version);
    const TouchstoneNoise back = parse_touchstone(text, "a", 2).noise;
    CHECK(back.f_hz == data.noise.f_hz);
    CHECK(back.nfmin_db == data.noise.nfmin_db);
    REQUIRE(back.gamma_opt.size() == 2);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(std::abs(back.gamma_opt[k] - data.noise.gamma_opt[k]) < 1e-15);
      CHECK(back.rn_ohm[k] == Approx(data.noise.rn_ohm[k]).epsilon(1e-15));
    }
  }
  data.noise.f_hz = {7e9, 9e9};  // the network ends at 6 GHz
  CHECK_THROWS_WITH(written(data, TouchstoneFormat::ri, TouchstoneVersion::v1),
                    Catch::Contains("need a version 2 file"));
  data.network = random_network(3, 7, 36);
  CHECK_THROWS_WITH(written(data, TouchstoneFormat::ri, TouchstoneVersion::v2),
                    Catch::Contains("of a 2-port only"));
}

TEST_CASE("T05 modes come back as modes, with the references of their ports",
          "[unit][touchstone]") {
  TouchstoneData data;
  data.network = random_network(3, 4, 37);
  data.network.port_names = {"D3,1", "S2", "C1,3"};
  data.network.z0_ohm = {cd{84.0}, cd{50.0}, cd{21.0}};
  data.mixed_mode = true;
  const std::string text = written(data, TouchstoneFormat::ri, TouchstoneVersion::v2);
  CHECK(text.find("[Reference] 42 50 42\n[Mixed-Mode Order] D3,1 S2 C1,3\n") != text.npos);
  const TouchstoneData back = parse_touchstone(text, "a", 0);
  CHECK(back.mixed_mode);
  CHECK(back.network.port_names == data.network.port_names);
  CHECK(back.network.z0_ohm == data.network.z0_ohm);
  CHECK(back.network.s == data.network.s);
  CHECK_THROWS_WITH(written(data, TouchstoneFormat::ri, TouchstoneVersion::v1),
                    Catch::Contains("holds no modes"));
  data.network.z0_ohm[2] = 25.0;  // not a quarter of the differential mode's
  CHECK_THROWS_AS(written(data, TouchstoneFormat::ri, TouchstoneVersion::v2), DataError);
  data.network.port_names[0] = "d1(1,3)";
  CHECK_THROWS_WITH(written(data, TouchstoneFormat::ri, TouchstoneVersion::v2),
                    Catch::Contains("'d1(1,3)' names no mode"));
}

TEST_CASE("complex references are refused by either version", "[unit][touchstone]") {
  TouchstoneData data;
  data.network = random_network(2, 3, 38);
  data.network.z0_ohm[1] = cd{50.0, 1.0};
  for (const TouchstoneVersion version : {TouchstoneVersion::v1, TouchstoneVersion::v2}) {
    CHECK_THROWS_WITH(written(data, TouchstoneFormat::ri, version),
                      Catch::Contains("real reference impedances only"));
  }
}

TEST_CASE("the name fits what is written", "[unit][touchstone]") {
  const Scratch scratch;
  TouchstoneData data;
  data.network = random_network(2, 3, 39);
  const auto write = [&](const char* name, TouchstoneVersion version) {
    write_touchstone(scratch.path(name), data, TouchstoneFormat::ri, version);
    return read_touchstone(scratch.path(name));
  };
  CHECK(distance(write("a.ts", TouchstoneVersion::v2), data.network) == 0.0);
  CHECK(distance(write("a.s2p", TouchstoneVersion::v2), data.network) == 0.0);
  CHECK_THROWS_WITH(write("b.ts", TouchstoneVersion::v1), Catch::Contains("does not fit"));
  CHECK_THROWS_WITH(write("b.s3p", TouchstoneVersion::v2), Catch::Contains("does not fit"));
  CHECK_FALSE(std::filesystem::exists(scratch.path("b.s3p")));
}

TEST_CASE("a folder that is missing is an output error", "[unit][touchstone]") {
  const Scratch scratch;
  CHECK_THROWS_AS(
      write_touchstone(scratch.path("none/a.s2p"), random_network(2, 3, 33), TouchstoneFormat::ri),
      OutputError);
}

}  // namespace
}  // namespace chappe
