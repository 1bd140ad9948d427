#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/signal/test_touchstone_helpers.hpp"

namespace chappe {
namespace {

using Catch::Contains;
using testing::distance;
using testing::parse;
using testing::remarked;

TEST_CASE("T01 no blank behind #, and blanks ahead of it", "[unit][touchstone]") {
  const Network a = parse("#MHz S dB R 50\n0.3 0 0\n", 1).network;
  CHECK(a.grid[0] == 3e5);
  CHECK(std::abs(a.at(0, 0)[0] - 1.0) < 1e-15);
  const Network b =
      parse("! x\n   #   HZ  S  DB   R   50\n 1.0E+03 -0.00001 -100.001\n", 1).network;
  CHECK(b.grid[0] == 1e3);
  CHECK(20.0 * std::log10(std::abs(b.at(0, 0)[0])) == Approx(-0.00001).epsilon(1e-9));
  CHECK(std::arg(b.at(0, 0)[0]) * 180.0 / std::acos(-1.0) == Approx(-100.001).epsilon(1e-14));
}

TEST_CASE("T02 two ports are S11 S21 S12 S22, all other sizes row by row", "[unit][touchstone]") {
  const Network two = parse("# GHz S RI R 50\n1 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8\n", 2).network;
  CHECK(two.at(0, 0)[0] == cd{0.1, 0.2});
  CHECK(two.at(1, 0)[0] == cd{0.3, 0.4});
  CHECK(two.at(0, 1)[0] == cd{0.5, 0.6});
  const Network three = parse(
                            "# GHz S RI R 50\n1 11 0 12 0 13 0\n 21 0 22 0 23 0 ! row 2\n\n! "
                            "between\n\t31 0 32 0 33 0\n",
                            3)
                            .network;
  for (int row = 0; row < 3; ++row) {
    for (int col = 0; col < 3; ++col) {
      CHECK(three.at(row, col)[0] == cd{10.0 * (row + 1) + col + 1, 0.0});
    }
  }
}

TEST_CASE("rows of many ports break after four pairs, or anywhere between pairs",
          "[unit][touchstone]") {
  std::string wrapped = "# Hz S RI R 50\n5", flat = "# Hz S RI R 50\n5";
  for (int i = 0; i < 36; ++i) {
    const std::string pair = " " + std::to_string(i) + " -" + std::to_string(i) + ".5";
    wrapped += (i % 6 == 4 || (i % 6 == 0 && i > 0) ? "\r\n " : "") + pair;
    flat += pair;
  }
  const Network a = parse(wrapped + "\r\n", 6).network;
  CHECK(a.at(5, 4)[0] == cd{34.0, -34.5});
  CHECK(distance(a, parse(flat, 6).network) == 0.0);
}

TEST_CASE("T06 comments never override the option line, and the reference is told",
          "[unit][touchstone]") {
  const TouchstoneData data =
      parse("# GHZ S MA\n1 0.5 0\n! Port Impedance12.5 -3\n2 0.5 0\n! Port Impedance 12 0\n", 1);
  CHECK(data.network.z0_ohm[0] == cd{50.0});
  CHECK(remarked(data, "a.s1p:1: reference impedance 50 ohm (default of the format)"));
  CHECK(remarked(data, "a.s1p:3: port impedances in comments are passed over (12.5-3j ohm here)"));
  CHECK(remarked(data, "defaults are taken: R 50"));
  CHECK(remarked(parse("# R 75\n1 0.5 0\n! Port Impedance 12.5\n", 1), "not readable here"));
  CHECK(remarked(parse("# R 75\n1 0.5 0\n", 1), "reference impedance 75 ohm (option line)"));
  CHECK(remarked(parse("#\n1 0.5 0\n", 1), "GHz S MA R 50"));
}

TEST_CASE("T06 a reference without a real part above 0 is refused", "[unit][touchstone]") {
  for (const std::string bad : {"0", "-50", "nan", "inf", "(0+50j)", "(50+j", "50+50", "x", ""}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse("# GHz S RI R " + bad + "\n1 0 0\n", 1), DataError);
  }
  CHECK_THROWS_WITH(parse("# GHz S RI R 0\n1 0 0\n", 1),
                    "a.s1p:1:14: reference impedance 0 ohm; expected a value above 0");
}

TEST_CASE("T06 a complex reference is taken for all ports, as power waves", "[unit][touchstone]") {
  const TouchstoneData data = parse("# GHz S RI R (50+50j)\n1 0 0 1 0 1 0 0 0\n", 2);
  CHECK(data.network.z0_ohm == std::vector<cd>{{50.0, 50.0}, {50.0, 50.0}});
  CHECK(remarked(data,
                 "a.s2p:1: reference impedance 50+50j ohm (option line); complex: S is taken "
                 "as power waves"));
  CHECK(parse("# R 75-1.5e1i\n1 0 0\n", 1).network.z0_ohm[0] == cd{75.0, -15.0});
  CHECK_THROWS_WITH(parse("# GHz Z RI R (50+50j)\n1 0 0\n", 1),
                    Contains("Z-parameters with a complex reference impedance"));
}

TEST_CASE("T06 version 1.1 has a reference a port", "[unit][touchstone]") {
  const TouchstoneData data = parse("# GHz S RI R 50 75\n1 0 0 1 0 1 0 0 0\n", 2);
  CHECK(data.network.z0_ohm == std::vector<cd>{{50.0}, {75.0}});
  CHECK(remarked(data, "reference impedance 50, 75 ohm"));
  CHECK_THROWS_WITH(parse("# GHz S RI R 50 75 50\n1 0 0 1 0 1 0 0 0\n", 2),
                    "a.s2p:1: R: 3 reference impedances for 2 ports");
}

TEST_CASE("T07 time-domain data and glued words are refused by name", "[unit][touchstone]") {
  CHECK_THROWS_WITH(parse("# ns S RI R 50\n1 0 0\n", 1), Contains("a.s1p:1:3: time-domain data"));
  CHECK_THROWS_WITH(parse("# GHz S RI R 50 freq_S11\n1 0 0\n", 1),
                    Contains("a.s1p:1:17: 'freq_S11' does not belong"));
  CHECK_THROWS_WITH(parse("# GHzS MA\n1 0 0\n", 1), Contains("'GHzS' does not belong"));
  CHECK_THROWS_WITH(parse("# GHz MHz\n1 0 0\n", 1), Contains("a second frequency unit 'MHz'"));
  CHECK(remarked(parse("# GHz S RI R 50\n2000 0 0\n", 1), "above 1 THz"));
}

TEST_CASE("T08 tabs and trailing blanks are blanks; RI, MA and DB say the same",
          "[unit][touchstone]") {
  const Network ri = parse("#\tGHz\tS\tRI\tR\t50.0 \t\n1\t0.3\t0.4\t\n2 -0.6 0.8 \n", 1).network;
  const Network ma =
      parse("# GHz S MA R 50.0 \n1 0.5 53.13010235415598\n2 1 126.8698976458440\n", 1).network;
  const Network db =
      parse("# ghz s db r 50.0 \n1 -6.020599913279624 53.13010235415598\n2 +0 126.869897645844\n",
            1)
          .network;
  CHECK(distance(ri, ma) < 1e-9);
  CHECK(distance(ri, db) < 1e-9);
}

TEST_CASE("T09 amplitude in dB is 20 log10", "[unit][touchstone]") {
  const Network a = parse("# GHz S DB R 50\n1 0 0 -6.0206 0 -6.0206 180 0 0\n", 2).network;
  CHECK(std::abs(a.at(1, 0)[0] - 0.5) < 1e-6);
  CHECK(std::abs(a.at(0, 1)[0] + 0.5) < 1e-6);
  CHECK(a.at(0, 1)[0].imag() == 0.0);  // multiples of 90 degrees are exact
}

TEST_CASE("T10 copies in GHz and in Hz give the same bits", "[unit][touchstone]") {
  std::string ghz = "# GHz S RI R 50\n", hz = "# Hz S RI R 50\n";
  for (int k = 1; k < 2000; ++k) {
    const std::string digits = std::to_string(k * 37 + 1000000000);  // 10 digits
    ghz += digits.substr(0, 1) + "." + digits.substr(1) + " 0.1 0.2\n";
    hz += digits + " 0.1 0.2\n";
  }
  CHECK(parse(ghz, 1).network.grid == parse(hz, 1).network.grid);
  CHECK(parse("# MHz\n1.1e3 0 0\n", 1).network.grid ==
        parse("# kHz\n+1.1E+06 0 0\n", 1).network.grid);
}

TEST_CASE("frequencies ascend and are not negative", "[unit][touchstone]") {
  const std::string head = "# GHz S RI R 50\n";
  CHECK_THROWS_WITH(parse(head + "2 0 0\n1 0 0\n", 1),
                    Contains("a.s1p:3:1: frequency 1000000000 Hz is not above the one before"));
  CHECK_THROWS_WITH(parse(head + "2 0 0\n2 0 0\n", 1), Contains("a.s1p:3:1"));
  CHECK_THROWS_WITH(parse(head + "-1 0 0\n", 1), Contains("negative frequency"));
}

TEST_CASE("option lines behind the first are passed over with a remark", "[unit][touchstone]") {
  const TouchstoneData data = parse("! a\n\n# GHz S RI R 50\n# Hz S MA R 75\n1 0.5 0\n# x\n", 1);
  CHECK(data.network.grid[0] == 1e9);
  CHECK(remarked(data, "a.s1p:4: a second option line is passed over"));
}

TEST_CASE("Z, Y, H and G are converted to S", "[unit][touchstone]") {
  // Version 1 normalises: z = 2 at R 75 is 150 ohm, S = 1/3.
  const TouchstoneData z = parse("# MHz Z MA R 75\n100 2 0\n", 1);
  CHECK(std::abs(z.network.at(0, 0)[0] - 1.0 / 3.0) < 1e-15);
  CHECK(remarked(z, "Z-parameters, normalised to the reference, are converted"));
  CHECK(std::abs(parse("# MHz Y RI R 75\n100 2 0\n", 1).network.at(0, 0)[0] + 1.0 / 3.0) < 1e-15);
  // A series element has no Z, but Y: y = [1 -1; -1 1] is a series z0, S21 = 2/3.
  const Network y = parse("# MHz Y RI R 50\n1 1 0 -1 0 -1 0 1 0\n", 2).network;
  CHECK(std::abs(y.at(1, 0)[0] - 2.0 / 3.0) < 1e-15);
  // V1 = h11 I1 + h12 V2, I2 = h21 I1 + h22 V2: a series 2 z0 and an ideal gyration of signs.
  const Network h = parse("# MHz H RI R 50\n1 2 0 -1 0 1 0 0 0\n", 2).network;
  CHECK(std::abs(h.at(0, 0)[0] - 0.5) < 1e-15);
  CHECK(std::abs(h.at(1, 0)[0] - 0.5) < 1e-15);
  CHECK(std::abs(h.at(0, 1)[0] - 0.5) < 1e-15);
  CHECK(std::abs(h.at(1, 1)[0] - 0.5) < 1e-15);
  const Network g = parse("# MHz G RI R 50\n1 0 0 1 0 -1 0 2 0\n", 2).network;
  CHECK(distance(g, h) < 1e-15);
  CHECK_THROWS_WITH(parse("# MHz H RI R 50\n1 1 0\n", 1),
                    Contains("a.s1p:1: H-parameters are defined for 2 ports; the file has 1 port"));
  // z = -1 has no S.
  CHECK_THROWS_AS(parse("# MHz Z RI R 50\n1 -1 0\n", 1), DataError);
}

TEST_CASE("the noise parameters of a 2-port are read; they begin where the frequency falls back",
          "[unit][touchstone]") {
  const std::string text = "# GHz S RI R 75\n1 0 0 0 0 0 0 0 0\n2 0 0 0 0 0 0 0 0\n";
  const TouchstoneData data = parse(text + "! noise\n1 0.5 0.4 90 0.3\n2.5 0.6 0.4 180 0.2\n", 2);
  CHECK(data.network.grid.size() == 2);
  CHECK(data.noise.f_hz == std::vector<double>{1e9, 2.5e9});
  CHECK(data.noise.nfmin_db == std::vector<double>{0.5, 0.6});
  CHECK(data.noise.gamma_opt == std::vector<cd>{{0.0, 0.4}, {-0.4, 0.0}});
  CHECK(data.noise.rn_ohm == std::vector<double>{0.3 * 75.0, 0.2 * 75.0});
  CHECK_THROWS_WITH(parse(text + "1 0.5 0.4 12 0.3\n1.5 0.5 0.4 12\n", 2),
                    Contains("a.s2p:5:1: expected the five numbers") && Contains("truncated?"));
  CHECK_THROWS_WITH(parse(text + "1 0.5 0.4 12 0.3\n1 0.5 0.4 12 0.3\n", 2),
                    Contains("a.s2p:5:1: the noise parameters' frequencies do not ascend"));
}

}  // namespace
}  // namespace chappe
