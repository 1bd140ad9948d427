// Version 2: keywords ahead of the data.
#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/signal/test_touchstone_helpers.hpp"

namespace chappe {
namespace {

using Catch::Contains;
using testing::distance;
using testing::parse_ts;
using testing::remarked;

/// @param keywords  between [Number of Ports] and [Network Data]
std::string file(int ports, const std::string& keywords, const std::string& data,
                 const std::string& options = "# GHz S RI R 50") {
  return "[Version] 2.0\n" + options + "\n[Number of Ports] " + std::to_string(ports) + "\n" +
         (ports == 2 ? "[Two-Port Data Order] 21_12\n" : "") + "[Number of Frequencies] 1\n" +
         keywords + "[Network Data]\n" + data + "[End]\n";
}

const std::string kTwo = "1 11 0 21 0 12 0 22 0\n";
const std::string kThree = "1 11 0 12 0 13 0\n21 0 22 0 23 0\n31 0 32 0 33 0\n";

TEST_CASE("T02 version 2 follows [Two-Port Data Order]", "[unit][touchstone]") {
  const auto text = [](const std::string& order) {
    return "[Version] 2.1\n# GHz S RI R 50\n[Number of Ports] 2\n" + order +
           "[Number of Frequencies] 1\n[Network Data]\n1 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8\n[End]\n";
  };
  CHECK(parse_ts(text("[Two-Port Data Order] 21_12\n")).network.at(1, 0)[0] == cd{0.3, 0.4});
  CHECK(parse_ts(text("[two-port DATA order] 12_21\n")).network.at(0, 1)[0] == cd{0.3, 0.4});
  CHECK_THROWS_WITH(parse_ts(text("")), Contains("a.ts:3:1: [Two-Port Data Order] is missing"));
  CHECK_THROWS_WITH(parse_ts(text("[Two-Port Data Order] 21_21\n")),
                    Contains("a.ts:4:23: [Two-Port Data Order]: expected 21_12 or 12_21, found"));
}

TEST_CASE("T03 [Reference] is a real impedance a port, over lines and comments",
          "[unit][touchstone]") {
  const std::vector<cd> want{{50.0}, {75.0}, {0.01}};
  CHECK(parse_ts(file(3, "[Reference] 50 75 0.01\n", kThree)).network.z0_ohm == want);
  const TouchstoneData spread =
      parse_ts(file(3, "[Reference]\n 50 ! Port[1]\n\n! x\n75 0.01 ! y\n", kThree));
  CHECK(spread.network.z0_ohm == want);
  CHECK(remarked(spread, "a.ts:5: reference impedance 50, 75, 0.01 ohm ([Reference])"));
  // The number of ports may follow.
  const std::string late =
      "[Version] 2.0\n# GHz S RI R 1\n[Reference] 50\n75\n0.01\n[Number of "
      "Ports] 3\n[Number of Frequencies] 1\n[Network Data]\n";
  CHECK(parse_ts(late + kThree + "[End]\n").network.z0_ohm == want);
  CHECK(parse_ts(file(3, "", kThree)).network.z0_ohm[2] == cd{50.0});
  CHECK_THROWS_WITH(parse_ts(file(3, "[Reference] 50 75\n", kThree)),
                    "a.ts:5:1: [Reference]: 2 reference impedances for 3 ports");
  CHECK_THROWS_WITH(parse_ts(file(3, "[Reference] 50 75 0\n", kThree)),
                    Contains("a.ts:5:19: [Reference]: reference impedance 0 ohm"));
  CHECK_THROWS_WITH(parse_ts(file(3, "[Reference] 50 x\n", kThree)),
                    Contains("a.ts:5:16: [Reference]: expected a reference impedance in ohm"));
}

TEST_CASE("T04 halves of a symmetric matrix say what the whole does", "[unit][touchstone]") {
  const Network full = parse_ts(file(3, "[Matrix Format] Full\n",
                                     "1 1 .1 2 .2 3 .3\n2 .2 4 .4 5 .5\n3 .3 5 .5 6 .6\n"))
                           .network;
  CHECK(full.at(2, 1)[0] == cd{5.0, 0.5});
  const std::string lower = "1 1 .1\n2 .2 4 .4\n3 .3 5 .5 6 .6\n";
  const std::string upper = "1 1 .1 2 .2 3 .3\n4 .4 5 .5\n6 .6\n";
  CHECK(distance(parse_ts(file(3, "[Matrix Format] Lower\n", lower)).network, full) == 0.0);
  CHECK(distance(parse_ts(file(3, "[ matrix  format ]\tUPPER\n", upper)).network, full) == 0.0);
  const Network two = parse_ts(file(2, "[Matrix Format] Lower\n", "1 1 .1 2 .2 3 .3\n")).network;
  CHECK(two.at(1, 0)[0] == cd{2.0, 0.2});
  CHECK(two.at(0, 1)[0] == cd{2.0, 0.2});
  CHECK(two.at(1, 1)[0] == cd{3.0, 0.3});
}

TEST_CASE("T04 one error names line and keyword", "[unit][touchstone]") {
  const auto error = [](const std::string& keywords) {
    try {
      parse_ts(file(3, keywords, kThree));
    } catch (const DataError& fault) {
      return std::string(fault.what());
    }
    return std::string();
  };
  CHECK(error("[Matrix Format] Lowr\n") ==
        "a.ts:5:17: [Matrix Format]: expected Full or Lower or Upper, found 'Lowr'");
  CHECK_THAT(error("[Matrix Format]\n"), Contains("a.ts:5:16: [Matrix Format]: expected Full"));
  CHECK_THAT(error("[Matrix Format] Full Lower\n"), Contains("expected the end of the line"));
  CHECK_THAT(error("[Referense] 50 50 50\n"),
             Contains("a.ts:5:1: unknown keyword") && Contains("did you mean '[Reference]'?"));
  CHECK_THAT(error("[Number of Frequencies] 2\n"),
             Contains("a.ts:5:1: a second [Number of Frequencies]; the first is in line 4"));
  CHECK_THAT(error("[Number of Noise Frequencies] -1\n"),
             Contains("a.ts:5:31: [Number of Noise Frequencies]: expected a whole number"));
  CHECK_THAT(error("[Number of Ports\n"), Contains("a.ts:5:1: expected ']'"));
  CHECK_THAT(error("[End]\n"), Contains("a.ts:5:1: [End] without [Network Data]"));
  CHECK_THAT(error("[End Information]\n"), Contains("without [Begin Information]"));
  CHECK_THAT(error("[Begin Information]\n"),
             Contains("a.ts:5:1: [Begin Information] without [End Information]"));
}

TEST_CASE("T04 what a file must state is missed by its keyword", "[unit][touchstone]") {
  CHECK_THROWS_WITH(parse_ts("[Version] 2.0\n# GHz S RI R 50\n[Network Data]\n1 0 0\n"),
                    "a.ts:1:1: [Number of Ports] is missing");
  CHECK_THROWS_WITH(parse_ts("[Version] 3.0\n"),
                    Contains("a.ts:1:11: [Version]: expected 2.0 or 2.1, found '3.0'"));
  CHECK_THROWS_WITH(parse_ts("# GHz S RI R 50\n[Number of Ports] 4\n"),
                    Contains("a.ts:2:1: [Number of Ports] without [Version] ahead of it"));
  CHECK_THROWS_WITH(parse_ts("[Version] 2.0\n[Number of Ports] 3\n[Network Data]\n" + kThree),
                    Contains("expected an option line"));
  CHECK_THROWS_WITH(
      parse_ts("[Version] 2.0\n# Hz\n[Number of Ports] 129\n"),
      Contains("a.ts:3:19: [Number of Ports]: expected a whole number from 1 to 128"));
  const TouchstoneData data =
      parse_ts("[Version] 2.0\n#\n[Number of Ports] 1\n[Network Data]\n1 0 0\n2 0 0\n");
  CHECK(remarked(data, "[Number of Frequencies] is missing"));
  CHECK(remarked(data, "[End] is missing"));
}

TEST_CASE("the number of ports in the name agrees with [Number of Ports]", "[unit][touchstone]") {
  const std::string text = file(3, "", kThree);
  CHECK(parse_touchstone(text, "a.s3p", 3).network.ports == 3);
  CHECK_THROWS_WITH(parse_touchstone(text, "a.s4p", 4),
                    "a.s4p:3:1: [Number of Ports] 3, but the name of 'a.s4p' says 4");
}

TEST_CASE("T05 blanks ahead of keywords, an information block, and modes that are modes already",
          "[unit][touchstone]") {
  const std::string keywords =
      "[Begin Information]\n[Manufacturer] x\n1 2 3\n# y\n[End Information]\n"
      "[Reference] 50 40 40\n[Mixed-Mode Order] D2,3\n C3,2 s1 ! z\n";
  const TouchstoneData data = parse_ts(" \t" + file(3, keywords, kThree));
  CHECK(data.mixed_mode);
  CHECK(data.network.port_names == std::vector<std::string>{"D2,3", "C3,2", "S1"});
  CHECK(data.network.z0_ohm == std::vector<cd>{{80.0}, {20.0}, {50.0}});
  CHECK(data.network.at(0, 1)[0] == cd{12.0});  // S is kept as it stands
  CHECK(remarked(data, "the data are mixed-mode (D2,3 C3,2 S1): 2 z0 differential, z0/2 common"));
  CHECK_FALSE(parse_ts(file(3, "", kThree)).mixed_mode);
}

TEST_CASE("T05 modes that do not take each port once are refused", "[unit][touchstone]") {
  const auto order = [](const std::string& modes) {
    return file(3, "[Reference] 50 40 50\n[Mixed-Mode Order] " + modes + "\n", kThree);
  };
  CHECK_THROWS_WITH(parse_ts(order("D1,3 C1,3")),
                    Contains("a.ts:6:1: [Mixed-Mode Order]: 2 modes"));
  CHECK_THROWS_WITH(parse_ts(order("D1,3 C1,3 S1")), Contains("port 1 must be in one S mode"));
  CHECK_THROWS_WITH(parse_ts(order("D1,3 C1,2 S3")),
                    Contains("no common mode of the pair of D1,3"));
  CHECK_THROWS_WITH(parse_ts(order("D1,4 C1,4 S2")), Contains("port 4 of 3 ports"));
  CHECK_THROWS_WITH(parse_ts(order("D1,2 C1,2 S3")), Contains("different reference impedances"));
  CHECK_THROWS_WITH(parse_ts(order("D1 C1,3 S2")), Contains("a.ts:6:20: [Mixed-Mode Order]: exp"));
  CHECK_THROWS_WITH(parse_ts(order("D1,1 C1,3 S2")), Contains("expected a mode such as D1,2"));
}

TEST_CASE("Z, Y, H and G of version 2 are in ohm and siemens", "[unit][touchstone]") {
  const auto one = [](char parameter, const std::string& data) {
    return parse_ts(file(1, "[Reference] 75\n", data, std::string("# MHz ") + parameter + " RI"));
  };
  CHECK(std::abs(one('Z', "1 150 0\n").network.at(0, 0)[0] - 1.0 / 3.0) < 1e-15);
  CHECK(std::abs(one('Y', "1 0.04 0\n").network.at(0, 0)[0] + 0.5) < 1e-15);
  // A series resistor of 100 ohm between 50 and 75 ohm: S11 = 125/225, S21 = 2 sqrt(50 75)/225.
  const auto two = [](char parameter, const std::string& data) {
    return parse_ts(file(2, "[Reference] 50 75\n", data, std::string("# MHz ") + parameter + " RI"))
        .network;
  };
  const Network h = two('H', "1 100 0 -1 0 1 0 0 0\n");
  CHECK(std::abs(h.at(0, 0)[0] - 125.0 / 225.0) < 1e-15);
  CHECK(std::abs(h.at(1, 0)[0] - 2.0 * std::sqrt(50.0 * 75.0) / 225.0) < 1e-15);
  CHECK(distance(two('G', "1 0 0 1 0 -1 0 100 0\n"), h) < 1e-15);
  CHECK(distance(two('Y', "1 .01 0 -.01 0 -.01 0 .01 0\n"), h) < 1e-15);
  CHECK_THROWS_WITH(parse_ts(file(2, "[Matrix Format] Lower\n", "1 1 0 1 0 1 0\n", "# Hz H RI")),
                    Contains("[Matrix Format] of hybrid parameters"));
}

TEST_CASE("the noise data of version 2 are in ohm and counted", "[unit][touchstone]") {
  const auto text = [](const std::string& count, const std::string& noise) {
    std::string out = file(2, "[Number of Noise Frequencies] " + count + "\n", kTwo);
    return out.insert(out.find("[End]"), "[Noise Data]\n" + noise);
  };
  const std::string lines = "4 .7 .64 -180 19 ! x\n\n18 2.7 .46 0 20\n";
  const TouchstoneNoise noise = parse_ts(text("2", lines)).noise;
  CHECK(noise.f_hz == std::vector<double>{4e9, 18e9});
  CHECK(noise.nfmin_db == std::vector<double>{0.7, 2.7});
  CHECK(noise.gamma_opt == std::vector<cd>{{-0.64, 0.0}, {0.46, 0.0}});
  CHECK(noise.rn_ohm == std::vector<double>{19.0, 20.0});
  CHECK_THROWS_WITH(parse_ts(text("3", lines)),
                    Contains("after 2 of [Number of Noise Frequencies] 3; is the file truncated?"));
  CHECK_THROWS_WITH(parse_ts(text("1", lines)), Contains("after 2 of [Number of Noise"));
  CHECK_THROWS_WITH(parse_ts(text("1", "")), Contains("expected noise parameters"));
  CHECK_THROWS_WITH(parse_ts(file(3, "", kThree + "[Noise Data]\n1 1 1 1 1\n")),
                    Contains("noise parameters are those of a 2-port"));
}

TEST_CASE("a version 2 file with more or fewer records than stated is refused",
          "[unit][touchstone]") {
  CHECK_THROWS_WITH(parse_ts(file(2, "", kTwo + "2 0 0 0 0 0 0 0 0\n")),
                    Contains("a.ts:8:1: more data than [Number of Frequencies] 1"));
  const std::string head =
      "[Version] 2.0\n#\n[Number of Ports] 1\n[Number of Frequencies] 3\n"
      "[Network Data]\n1 0 0\n2 0 0\n";
  CHECK_THROWS_WITH(parse_ts(head + "[End]\n"),
                    Contains("behind the record of 2000000000 Hz: 2 of [Number of Frequencies] 3 "
                             "were read; is the file truncated?"));
  CHECK_THROWS_WITH(parse_ts(head + "3 0 "),
                    Contains("the data end inside the record of 3000000000 Hz (line 8, 3 numbers "
                             "for 1 port): 2 numbers were read; is the file truncated?"));
  CHECK(remarked(parse_ts(file(2, "", kTwo) + "more\n"), "what stands behind [End]"));
}

}  // namespace
}  // namespace chappe
