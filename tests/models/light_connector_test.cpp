#include "models/optics/light_connector.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace chappe;

TEST_CASE("a joint of fibres loses its dB of power at every offset", "[unit][light_connector]") {
  LightConnector::Params p;
  p.loss_db = 0.35;
  const LightConnector joint("c", p, {});
  const std::vector<double> offsets{-1e11, 0.0, 3e10};
  for (const cd passed : joint.field(offsets, {}, {})) {
    CHECK(10.0 * std::log10(std::norm(passed)) == Approx(-0.35).epsilon(1e-12));
  }
  CHECK(joint.intensity(FrequencyGrid::uniform(1e9, 4), {}, {}).empty());
  CHECK(joint.crosstalk().channels == 0);
  CHECK_FALSE(joint.in_module());
  std::vector<LedgerRow> rows;
  joint.ledger({}, rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].quantity == "loss");
  CHECK(rows[0].value == 0.35);
}

TEST_CASE("a joint reflects what it says, or nothing", "[unit][light_connector]") {
  LightConnector::Params p;
  CHECK(LightConnector("c", p, {}).reflectance_db() == -std::numeric_limits<double>::infinity());
  p.reflectance_db = -35.0;
  CHECK(LightConnector("c", p, {}).reflectance_db() == -35.0);
}
