#include "fec/latency.hpp"

#include <catch2/catch.hpp>

using namespace chappe;

TEST_CASE("accumulation is codeword bits over the port's line rate", "[validation][fec]") {
  struct Row {
    const char* code;
    double line_gbps;
    int interleave;
    double ns;
  };
  // Tabulated floors: KR4 at 25G and 100G, KP4 at 50G to 1.6T, RS(272,258) at 50G; to a digit.
  for (const Row& row : {Row{"rs528_514", 25.78125, 1, 204.8}, Row{"rs528_514", 103.125, 1, 51.2},
                         Row{"rs544_514", 53.125, 1, 102.4}, Row{"rs544_514", 106.25, 1, 51.2},
                         Row{"rs544_514", 212.5, 2, 51.2}, Row{"rs544_514", 425, 2, 25.6},
                         Row{"rs544_514", 850, 4, 25.6}, Row{"rs544_514", 1700, 4, 12.8},
                         Row{"rs272_258", 53.125, 1, 51.2}}) {
    INFO(row.code << " at " << row.line_gbps);
    CHECK(fec_accumulation_ns(fec_code(row.code), row.line_gbps * 1e9, row.interleave) ==
          Approx(row.ns).epsilon(1e-12));
  }
}

TEST_CASE("the parts of a FEC's latency keep their sources", "[unit][fec]") {
  const auto parts = fec_latency(fec_code("rs544_514"), 850e9, 4, 37.0, "a slide", false);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].what == "accumulation");
  CHECK(parts[0].verified);
  CHECK(parts[0].ns + parts[1].ns == Approx(62.6));
  CHECK(parts[1].source == "a slide");
  CHECK_FALSE(parts[1].verified);
  CHECK(fec_latency(fec_code("none"), 850e9, 4, 37.0, "a slide", false).empty());
}
