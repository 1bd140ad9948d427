#include "solve/response_blocks.hpp"

#include <catch2/catch.hpp>

#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

Section coupled_section() {
  TransmitterSpec tx = plain_transmitter();
  tx.termination_ohm = 55.0;
  Section section = make_section(tx, plain_receiver(), [](double f_hz) {
    return lossy_line(f_hz, 8.0, 4.0, 0.5 * kRate, 1.3e-9);
  });
  add_aggressor(section, tx, AggressorType::fext,
                [](double f_hz) { return 0.03 * cd(0.0, f_hz / kRate) * delay(f_hz, 1e-9); });
  return section;
}

FrequencyGrid slice(const FrequencyGrid& f, std::size_t first, std::size_t last) {
  return FrequencyGrid{{f.f_hz.begin() + static_cast<std::ptrdiff_t>(first),
                        f.f_hz.begin() + static_cast<std::ptrdiff_t>(last)}};
}

}  // namespace

TEST_CASE("A response is the same in blocks of any size", "[unit][solve]") {
  const Section section = coupled_section();
  const OperatingPoint at;
  const FrequencyGrid f = FrequencyGrid::uniform(1e8, 1000);
  SectionResponse whole, parts;
  whole.aggressors.resize(1);
  parts.aggressors.resize(1);
  ResponseBlocks at_once(section, at), in_parts(section, at);
  at_once.append(f, whole);
  in_parts.append(slice(f, 0, 1), parts);
  in_parts.append(slice(f, 1, 640), parts);
  in_parts.append(slice(f, 640, 1000), parts);
  CHECK(parts.victim.size() == 1000);
  CHECK(parts.victim == whole.victim);
  CHECK(parts.aggressors == whole.aggressors);
  CHECK(in_parts.checked().empty());
}

TEST_CASE("What passes too much or not at all is told after the last block", "[unit][solve]") {
  Section section = coupled_section();
  add_aggressor(section, plain_transmitter(), AggressorType::next,
                [](double f_hz) { return cd(f_hz < 5e9 ? 0.0 : 0.5); });
  const OperatingPoint at;
  const FrequencyGrid f = FrequencyGrid::uniform(1e9, 20);
  SectionResponse out;
  out.aggressors.resize(2);
  ResponseBlocks blocks(section, at);
  blocks.append(slice(f, 0, 3), out);
  CHECK(blocks.checked().empty());
  blocks.append(slice(f, 3, 20), out);
  REQUIRE(blocks.checked().size() == 1);
  CHECK_THAT(blocks.checked()[0], Catch::Contains("-6.0 dB") && Catch::Contains("THRU"));

  const Section cut = make_section(plain_transmitter(), plain_receiver(),
                                   [](double f_hz) { return cd(f_hz < 15e9 ? 0.0 : 1.0); });
  ResponseBlocks silent(cut, at);
  out.aggressors.clear();
  silent.append(slice(f, 0, 10), out);
  CHECK_THROWS_WITH(silent.checked(), Catch::Contains("nothing passes element 'channel'"));
  silent.append(slice(f, 10, 20), out);
  CHECK_NOTHROW(silent.checked());
}
