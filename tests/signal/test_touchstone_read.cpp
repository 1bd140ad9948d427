#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "base/errors.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using Catch::Contains;
using testing::distance;
using testing::Scratch;

TouchstoneData parse(const std::string& text, int ports) {
  return parse_touchstone(text, "a.s" + std::to_string(ports) + "p", ports);
}

bool remarked(const TouchstoneData& data, const std::string& what) {
  for (const std::string& remark : data.remarks) {
    if (remark.find(what) != std::string::npos) return true;
  }
  return false;
}

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
      parse("# GHZ S MA\n1 0.5 0\n! Port Impedance 12.5 0\n2 0.5 0\n! Port Impedance 12.5 0\n", 1);
  CHECK(data.network.z0_ohm[0] == cd{50.0});
  CHECK(remarked(data, "a.s1p:1: reference impedance 50 ohm (default of the format)"));
  CHECK(remarked(data, "a.s1p:3: impedances found in comments are passed over"));
  CHECK(remarked(data, "defaults are taken: R 50"));
  CHECK(remarked(parse("# R 75\n1 0.5 0\n", 1), "reference impedance 75 ohm (option line)"));
  CHECK(remarked(parse("#\n1 0.5 0\n", 1), "GHz S MA R 50"));
  for (const std::string bad : {"0", "-50", "nan", "inf", "(50+50j)", "x", ""}) {
    CHECK_THROWS_AS(parse("# GHz S RI R " + bad + "\n1 0 0\n", 1), DataError);
  }
  CHECK_THROWS_WITH(parse("# GHz S RI R 0\n1 0 0\n", 1),
                    "a.s1p:1:14: reference impedance 0 ohm; expected a value above 0");
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

TEST_CASE("T11 bounds hold while reading", "[unit][touchstone]") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THROWS_WITH(read_touchstone("x.s9999p"), Contains("more ports than 128"));
  CHECK_THROWS_WITH(read_touchstone("x.s99999999999999p"), Contains("more ports than 128"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100));
  CHECK_THROWS_WITH(parse("# GHz\n1 0 0\n" + std::string(1100000, ' ') + "2 0 0\n", 1),
                    "a.s1p:3:1: the line is longer than 1 MiB");
  CHECK_THROWS_AS(parse(std::string(1100000, '['), 1), DataError);
}

TEST_CASE("the number of ports is that of the name", "[unit][touchstone]") {
  CHECK(touchstone_ports("/a.b/c.d.s4p") == 4);
  CHECK(touchstone_ports("C.S32P") == 32);
  CHECK(touchstone_ports("x.s128p") == 128);
  for (const std::string bad :
       {"x", "s4p/x", "x.s0p", "x.sp", "x.s-4p", "x.s4", "x.s4xp", "x.txt", "x.ts"}) {
    CHECK_THROWS_AS(touchstone_ports(bad), DataError);
  }
}

TEST_CASE("what is cut off, missing or too much is told with its place", "[unit][touchstone]") {
  const std::string head = "# GHz S RI R 50\n";
  CHECK_THROWS_WITH(
      parse(head + "1 0 0 0 0 0 0 0 0\n2 0 0 0 0", 2),
      Contains("a.s2p:3:10: the file ends inside the record of line 3 (9 numbers for 2 "
               "ports): 5 numbers were read"));
  CHECK_THROWS_WITH(parse(head + "1 0.5 0.1\n2 0.5 0.1e\n", 1),
                    "a.s1p:3:7: expected a finite number, found '0.1e'");
  CHECK_THROWS_WITH(parse(head + "1 0 0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0 0\n", 3),
                    Contains("a.s3p:4:1: the line before ends inside a pair"));
  CHECK_THROWS_WITH(parse(head + "1 0.5 0.1 0.7\n", 1),
                    Contains("a.s1p:2:11: expected the end of the line"));
  for (const std::string bad : {"nan", "inf", "-INF", "1e999", "1,5", "0x10", "--1", "+-1", "."}) {
    CHECK_THROWS_WITH(parse(head + "1 0.5 " + bad + "\n", 1),
                      Contains("a.s1p:2:7: expected a finite"));
  }
  CHECK_THROWS_WITH(parse(head, 1), Contains("expected data"));
  CHECK_THROWS_WITH(parse("1 0 0\n", 1), Contains("expected an option line"));
  CHECK_THROWS_WITH(parse("", 1), Contains("expected an option line"));
  CHECK_THROWS_WITH(parse("# Hz S DB\n1 1e300 0\n", 1), Contains("beyond the largest number"));
}

TEST_CASE("frequencies ascend and are not negative", "[unit][touchstone]") {
  const std::string head = "# GHz S RI R 50\n";
  CHECK_THROWS_WITH(parse(head + "2 0 0\n1 0 0\n", 1),
                    Contains("a.s1p:3:1: frequency 1000000000 Hz is not above the one before"));
  CHECK_THROWS_WITH(parse(head + "2 0 0\n2 0 0\n", 1), Contains("a.s1p:3:1"));
  CHECK_THROWS_WITH(parse(head + "-1 0 0\n", 1), Contains("negative frequency"));
}

TEST_CASE("the noise block of a 2-port is passed over with a remark", "[unit][touchstone]") {
  const std::string text = "# GHz S RI R 50\n1 0 0 0 0 0 0 0 0\n2 0 0 0 0 0 0 0 0\n";
  const TouchstoneData data = parse(text + "! noise\n1 0.5 0.4 12 0.3\n1.5 0.5 0.4 12 0.3\n", 2);
  CHECK(data.network.grid.size() == 2);
  CHECK(remarked(data, "a.s2p:5:1: noise parameters are passed over"));
  CHECK_THROWS_WITH(parse(text + "1 0.5 0.4 12 0.3\n1.5 0.5 0.4 12\n", 2),
                    Contains("five numbers"));
  CHECK_THROWS_WITH(parse(text + "1 0.5 0.4 12 0.3\n1 0.5 0.4 12 0.3\n", 2),
                    Contains("do not ascend"));
}

TEST_CASE("byte order mark, CR LF and CR alone are line ends and blanks", "[unit][touchstone]") {
  const Network a = parse("\xef\xbb\xbf# GHz S RI R 50\r\n1 0.5 0.1\r\n", 1).network;
  CHECK(a.at(0, 0)[0] == cd{0.5, 0.1});
  CHECK(parse("# GHz S RI R 50\r1 0.5 0.1\r2 0.5 0.1\r", 1).network.grid.size() == 2);
  CHECK_THROWS_WITH(parse("\xff\xfe#", 1), Contains("UTF-16"));
  CHECK_THROWS_WITH(parse(std::string("# GHz\n1 0 0\0", 12), 1), Contains("binary data"));
}

TEST_CASE("Z and Y are converted, hybrids and version 2 refused by name", "[unit][touchstone]") {
  // Version 1 normalises: z = 2 at R 75 is 150 ohm, S = 1/3.
  const TouchstoneData z = parse("# MHz Z MA R 75\n100 2 0\n", 1);
  CHECK(std::abs(z.network.at(0, 0)[0] - 1.0 / 3.0) < 1e-15);
  CHECK(remarked(z, "Z-parameters, normalised to the reference, are converted"));
  CHECK(std::abs(parse("# MHz Y RI R 75\n100 2 0\n", 1).network.at(0, 0)[0] + 1.0 / 3.0) < 1e-15);
  // A series element has no Z, but Y: y = [1 -1; -1 1] is a series z0, S21 = 2/3.
  const Network y = parse("# MHz Y RI R 50\n1 1 0 -1 0 -1 0 1 0\n", 2).network;
  CHECK(std::abs(y.at(1, 0)[0] - 2.0 / 3.0) < 1e-15);
  CHECK_THROWS_WITH(parse("# MHz H RI R 50\n1 1 0 -1 0 -1 0 1 0\n", 2),
                    Contains("hybrid parameters 'H'"));
  CHECK_THROWS_WITH(parse("! x\n [Version] 2.0\n# GHz S RI R 50\n", 1),
                    "a.s1p:2:2: version 2 is not read yet (keyword [Version])");
  CHECK_THROWS_WITH(parse("# GHz S RI R 50\n[Number of Ports] 4\n", 4),
                    Contains("[Number of Ports]"));
}

TEST_CASE("option lines behind the first are passed over with a remark", "[unit][touchstone]") {
  const TouchstoneData data = parse("! a\n\n# GHz S RI R 50\n# Hz S MA R 75\n1 0.5 0\n# x\n", 1);
  CHECK(data.network.grid[0] == 1e9);
  CHECK(remarked(data, "a.s1p:4:1: a second option line is passed over"));
}

TEST_CASE("T08 files are opened read-only; devices, FIFOs and folders are refused",
          "[unit][touchstone]") {
  const Scratch scratch;
  const std::string path = scratch.write("a.s1p", "# GHz S RI R 50\n1 0.5 0.1\n");
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  CHECK(read_touchstone(path).at(0, 0)[0] == cd{0.5, 0.1});
  REQUIRE(mkfifo(scratch.path("b.s1p").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_touchstone(scratch.path("b.s1p")), Contains("b.s1p: a device, FIFO"));
  std::filesystem::create_directory(scratch.path("c.s1p"));
  CHECK_THROWS_WITH(read_touchstone(scratch.path("c.s1p")), Contains("c.s1p: a folder"));
  CHECK_THROWS_WITH(read_touchstone(scratch.path("d.s1p")), Contains("No such file"));
  CHECK_THROWS_WITH(read_touchstone(scratch.write("e.s1p", "")), Contains("e.s1p"));
}

TEST_CASE("any cut of a file is read or refused, never worse", "[property][touchstone]") {
  const std::string text =
      "! c\n# GHz S DB R 50\n1 -0.1 10 -3 20 -3 20 -0.1 30 ! x\n2 -0.1 1e1 -3 20 -3 20 -.1 30\n";
  int refused = 0;
  for (std::size_t n = 0; n < text.size(); ++n) {
    try {
      const std::size_t points = parse(text.substr(0, n), 2).network.grid.size();
      CHECK((points == 1 || points == 2));
    } catch (const DataError&) {
      ++refused;
    }
  }
  CHECK(refused > 60);  // it can be read where the cut is behind a whole record
}

}  // namespace
}  // namespace chappe
