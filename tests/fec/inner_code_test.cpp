#include "fec/inner_code.hpp"

#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "fec/latency.hpp"
#include "tests/validation.hpp"

using namespace chappe;

TEST_CASE("113.4375 GBd of PAM4 carry 212.5 Gb/s through the inner code", "[validation][fec]") {
  for (const char* name : {"hamming128_120", "hamming128_120_bits"}) {
    const double payload = 2.0 * 113.4375 * inner_code(name).payload_over_line();
    testing::validate(std::string(name) + ": payload of a lane [Gb/s]", 212.5, payload, 1e-9);
  }
  CHECK(inner_code("none").payload_over_line() == 1.0);
  CHECK_FALSE(inner_code("none").corrects());
}

TEST_CASE("an unknown inner code gets a suggestion", "[unit][fec]") {
  REQUIRE(inner_codes().front().name == "none");
  CHECK_THROWS_WITH(inner_code("hamming128_12"),
                    "unknown inner code 'hamming128_12' (did you mean 'hamming128_120'?)");
}

TEST_CASE("latency of an inner code: eight words, twice a group of outer codewords, processing",
          "[unit][fec]") {
  const InnerCode& code = inner_code("hamming128_120");
  const double group_ns = fec_accumulation_ns(fec_code("rs544_514"), 8 * 212.5e9, 4);
  const auto parts =
      inner_latency(code, 226.875e9, group_ns, {"inner processing", 20.0, "s", true});
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].ns == Approx(1024.0 / 226.875));
  CHECK(parts[1].ns == Approx(25.6));
  CHECK_FALSE(parts[1].verified);
  CHECK(parts[2].ns == 20.0);
  CHECK(parts[2].verified);
  CHECK(inner_latency(code, 226.875e9, 0.0, {"inner processing", 20.0, "s", true}).size() == 2);
  CHECK(inner_latency(inner_code("none"), 1e9, 0.0, {}).empty());
  // One lane of four codewords in a group: a public model delays by 46,080 bits, in steps.
  const double lane_ns = fec_accumulation_ns(fec_code("rs544_514"), 212.5e9, 4);
  const double bits = inner_latency(code, 226.875e9, lane_ns, {})[1].ns * 212.5;
  CHECK(bits == Approx(43520.0));
  CHECK(bits < 46080.0);
}
