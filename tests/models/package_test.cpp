#include "models/copper/package.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "link/catalogue.hpp"
#include "signal/network_ops.hpp"

using namespace chappe;

namespace {

/// 802.3ck, short test case.
Package::Params ck_12mm() {
  Package::Params p;
  p.die_capacitance_ff = {120.0};
  p.die_inductance_ph = {120.0};
  p.bump_capacitance_ff = 30.0;
  p.segment_length_mm = {12.0, 1.8};
  p.segment_impedance_ohm = {87.5, 92.5};
  p.ball_capacitance_ff = 87.0;
  p.a1_ns05_per_mm = 9.909e-4;
  p.a2_ns_per_mm = 2.772e-4;
  p.delay_ns_per_mm = 6.141e-3;
  return p;
}

ParamMap given_ck() {
  ParamMap map;
  const Provenance sheet{"a sheet", "2022-08-01", {}, {}, true};
  map["die_capacitance_ff"] = {std::vector<double>{120.0}, {"a.toml", 3, 5}, sheet};
  map["die_inductance_ph"] = {std::vector<double>{120.0}, {"a.toml", 4, 5}, sheet};
  map["segment_length_mm"] = {std::vector<double>{12.0, 1.8}, {"a.toml", 5, 5}, sheet};
  map["segment_impedance_ohm"] = {std::vector<double>{87.5, 92.5}, {"a.toml", 6, 5}, sheet};
  map["delay_ns_per_mm"] = {6.141e-3, {"a.toml", 7, 5}, sheet};
  return map;
}

cd polar_degrees(double magnitude, double degrees) {
  return std::polar(magnitude, degrees * kPi / 180.0);
}

double largest_difference(const Network& a, const Network& b) {
  double out = 0.0;
  for (std::size_t i = 0; i < a.s.size(); ++i) {
    for (std::size_t k = 0; k < a.grid.size(); ++k) {
      out = std::max(out, std::abs(a.s[i][k] - b.s[i][k]));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("the 802.3ck package has the S-parameters of an independent COM",
          "[validation][package]") {
  // Checkpoints of a COM implementation that agrees with the public reference program to 1e-10,
  // printed to nine digits and 1e-6 degrees: 1e-6 leaves room for the printed digits only.
  struct Row {
    double ghz;
    cd s21, s11, s22;
  };
  const Row rows[] = {
      {5, polar_degrees(.948962674, -165.668795), polar_degrees(.0657959412, -92.534160),
       polar_degrees(.0624025053, -71.236711)},
      {13.28, polar_degrees(.883073149, -74.740999), polar_degrees(.196692897, -157.093985),
       polar_degrees(.189470638, -158.501187)},
      {26.56, polar_degrees(.772550354, -151.471562), polar_degrees(.317654429, -76.112828),
       polar_degrees(.330575624, -77.305720)},
      {40, polar_degrees(.547248323, 141.481015), polar_degrees(.655848812, -124.783732),
       polar_degrees(.662613220, -128.299419)},
      {50, polar_degrees(.491491525, 169.256760), polar_degrees(.672561376, -108.633153),
       polar_degrees(.668043459, -112.901000)}};
  const Package package("tx_package", ck_12mm(), {});
  FrequencyGrid grid;
  for (const Row& row : rows) grid.f_hz.push_back(row.ghz * 1e9);
  const Network s = package.network(grid, {});
  CHECK(s.z0_ohm == std::vector<cd>{100.0, 100.0});
  for (std::size_t k = 0; k < grid.size(); ++k) {
    INFO(rows[k].ghz << " GHz");
    CHECK(std::abs(s.at(1, 0)[k] - rows[k].s21) < 1e-6);
    CHECK(std::abs(s.at(0, 1)[k] - rows[k].s21) < 1e-6);
    CHECK(std::abs(s.at(0, 0)[k] - rows[k].s11) < 1e-6);
    CHECK(std::abs(s.at(1, 1)[k] - rows[k].s22) < 1e-6);
  }
}

TEST_CASE("a package at the receiver is the mirror of one at the transmitter",
          "[property][package]") {
  Package::Params p = ck_12mm();
  const FrequencyGrid grid = FrequencyGrid::uniform(1e9, 60);
  const Network near = Package("a", p, {}).network(grid, {});
  p.towards = "receiver";
  CHECK(largest_difference(flip(near), Package("b", p, {}).network(grid, {})) == 0.0);
}

TEST_CASE("a package is passive, reciprocal and a through at 0 Hz", "[property][package]") {
  Package::Params p = ck_12mm();
  p.die_capacitance_ff = {40.0, 90.0, 110.0};
  p.die_inductance_ph = {130.0, 150.0, 140.0};
  p.segment_length_mm = {12.0, 1.0, 0.1, 0.58};
  p.segment_impedance_ohm = {92.0, 70.0, 80.0, 100.0};
  p.via_capacitance_ff = 20.0;
  const Network s = Package("a", p, {}).network(FrequencyGrid::uniform(0.5e9, 200), {});
  CHECK(passivity(s).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(s) < 1e-14);
  CHECK(std::abs(s.at(1, 0)[0] - 1.0) < 1e-12);
  CHECK(std::abs(s.at(0, 0)[0]) < 1e-12);
}

TEST_CASE("lines of no length change nothing, and C_v then stands beside C_p",
          "[property][package]") {
  Package::Params p = ck_12mm();
  const FrequencyGrid grid = FrequencyGrid::uniform(1e9, 60);
  p.via_capacitance_ff = 25.0;
  const Network two = Package("a", p, {}).network(grid, {});
  Package::Params four = p;
  four.segment_length_mm = {12.0, 1.8, 0.0, 0.0};
  four.segment_impedance_ohm = {87.5, 92.5, 100.0, 100.0};
  CHECK(largest_difference(two, Package("b", four, {}).network(grid, {})) < 1e-12);
  p.via_capacitance_ff = 0.0;
  p.ball_capacitance_ff += 25.0;
  CHECK(largest_difference(two, Package("c", p, {}).network(grid, {})) < 1e-12);
}

TEST_CASE("a package's delay stands in the ledger with its source", "[unit][package]") {
  std::vector<LedgerRow> rows;
  Package("tx_package", ck_12mm(), given_ck()).ledger({}, rows);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].element == "tx_package");
  CHECK(rows[0].quantity == "latency");
  CHECK(rows[0].unit == "ns");
  CHECK(rows[0].value == Approx(13.8 * 6.141e-3).epsilon(1e-12));
  CHECK(rows[0].source == "a sheet");
  CHECK(rows[0].verified);
  const Package package("a", ck_12mm(), {});
  CHECK(package.frequency_step_hz() == Approx(1e9 / (8.0 * 13.8 * 6.141e-3)));
  CHECK(package.highest_frequency_hz() == std::numeric_limits<double>::infinity());
  rows.clear();
  package.ledger({}, rows);
  CHECK_FALSE(rows[0].verified);
}

TEST_CASE("lists of a package that do not fit are named with their place", "[unit][package]") {
  Package::Params p = ck_12mm();
  p.die_inductance_ph = {120.0, 130.0};
  CHECK_THROWS_WITH(Package("pkg", p, given_ck()),
                    Catch::Contains("a.toml:4:5") && Catch::Contains("element 'pkg'") &&
                        Catch::Contains("die_inductance_ph has 2 values, die_capacitance_ff 1"));
  p = ck_12mm();
  p.segment_impedance_ohm = {87.5};
  CHECK_THROWS_WITH(Package("pkg", p, given_ck()),
                    Catch::Contains("a.toml:6:5") &&
                        Catch::Contains("segment_impedance_ohm has 1 values, segment_length_mm 2"));
  p = ck_12mm();
  p.segment_length_mm = {1, 1, 1, 1, 1};
  CHECK_THROWS_WITH(Package("pkg", p, given_ck()), Catch::Contains("has 5 values, not 1 to 4"));
}

TEST_CASE("lists of a package that do not fit are named all at once", "[unit][package]") {
  Package::Params p = ck_12mm();
  p.die_inductance_ph = {120.0, 130.0};
  p.segment_impedance_ohm = {87.5};
  CHECK_THROWS_WITH(Package("pkg", p, given_ck()),
                    Catch::Contains("a.toml:4:5: element 'pkg' (copper.package): ") &&
                        Catch::Contains("a.toml:6:5: element 'pkg' (copper.package): "));
}

TEST_CASE("a package is made by name from a spec, strictly", "[unit][package]") {
  const Model model = model_of<Package>("copper.package", "die, bump, package line and ball");
  ElementSpec spec{.name = "pkg", .model = "copper.package", .params = given_ck()};
  Faults faults;
  CHECK(model.make(spec, faults) != nullptr);
  CHECK(faults.empty());
  spec.params.erase("segment_length_mm");
  spec.params["ball_capacitance_f"] = {87.0, {"a.toml", 9, 1}, {}};
  CHECK(model.make(spec, faults) == nullptr);
  REQUIRE(faults.list().size() == 2);
  CHECK_THROWS_WITH(faults.throw_if_any(),
                    Catch::Contains("segment_length_mm") &&
                        Catch::Contains("did you mean 'ball_capacitance_ff'"));
}
