#include "link/element.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "elements.hpp"

using namespace chappe;
using namespace chappe::testing;

TEST_CASE("an element has its own temperature or the link's", "[unit][element]") {
  OperatingPoint at;
  at.temperature_c = 40.0;
  at.element_temperature_c["cable"] = 70.0;
  CHECK(at.temperature_of("cable") == 70.0);
  CHECK(at.temperature_of("board") == 40.0);
}

TEST_CASE("a two-port has data everywhere and resolves nothing unless it says so",
          "[unit][element]") {
  const Wire wire("w", {}, {});
  CHECK(wire.highest_frequency_hz() == std::numeric_limits<double>::infinity());
  CHECK(wire.frequency_step_hz() == std::numeric_limits<double>::infinity());
  CHECK_FALSE(wire.in_package());
  CHECK(wire.assumptions().empty());
}

TEST_CASE("what an element can do is asked of it", "[unit][element]") {
  const Wire wire("w", {}, {});
  const Source source("s", {}, {});
  CHECK(as<TwoPort>(wire) != nullptr);
  CHECK(as<TwoPort>(source) == nullptr);
  CHECK(as<Transmitter>(source)->transmitter({}).amplitude_v == 1.0);
}
