#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>

#include "base/errors.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/signal/test_touchstone_helpers.hpp"

namespace chappe {
namespace {

using Catch::Contains;
using testing::parse;
using testing::remarked;
using testing::Scratch;

TEST_CASE("T11 bounds hold while reading", "[unit][touchstone]") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THROWS_WITH(read_touchstone("x.s9999p"), Contains("more ports than 128"));
  CHECK_THROWS_WITH(read_touchstone("x.s99999999999999p"), Contains("more ports than 128"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100));
  CHECK_THROWS_WITH(parse("# GHz\n1 0 0\n" + std::string(1100000, ' ') + "2 0 0\n", 1),
                    "a.s1p:3:1: the line is longer than 1 MiB");
  CHECK_THROWS_AS(parse(std::string(1100000, '['), 1), DataError);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Peak memory that reading takes on top of what the process holds, seen in a child. [byte]
std::size_t memory_of_reading(const std::string& path) {
  int ends[2] = {0, 0};
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const bool good = read_touchstone(path).grid.size() > 1;
    getrusage(RUSAGE_SELF, &after);
    const long kib = good ? after.ru_maxrss - before.ru_maxrss : -1;
    const bool told = write(ends[1], &kib, sizeof kib) == sizeof kib;
    _exit(told ? 0 : 1);
  }
  long kib = -1;
  const bool heard = read(ends[0], &kib, sizeof kib) == sizeof kib;
  int status = -1;
  waitpid(child, &status, 0);
  close(ends[0]);
  close(ends[1]);
  REQUIRE((heard && status == 0 && kib > 0));
  return static_cast<std::size_t>(kib) * 1024;
}

TEST_CASE("T11 reading takes at most 3 times the memory of the data", "[unit][touchstone]") {
  // The text is held beside the data; the longest digits make the most of it.
  const Scratch scratch;
  const int ports = GENERATE(1, 4);
  Network net =
      testing::random_network(ports, 480'000 / static_cast<std::size_t>(ports * ports), 5);
  const std::string path = scratch.path("a.s" + std::to_string(ports) + "p");
  write_touchstone(path, net, TouchstoneFormat::ri);
  const std::size_t data = net.grid.size() * (net.s.size() * sizeof(cd) + sizeof(double));
  const std::size_t most = std::max<std::size_t>(data, std::filesystem::file_size(path));
  const std::size_t taken = memory_of_reading(path);
  CHECK(taken > data / 2);  // the measurement is one
  CHECK(taken < 3 * most);
}
#endif

TEST_CASE("the number of ports is that of the name", "[unit][touchstone]") {
  CHECK(touchstone_ports("/a.b/c.d.s4p") == 4);
  CHECK(touchstone_ports("C.S32P") == 32);
  CHECK(touchstone_ports("x.s128p") == 128);
  CHECK(touchstone_ports("x.ts") == 0);
  for (const std::string bad :
       {"x", "s4p/x", "x.s0p", "x.sp", "x.s-4p", "x.s4", "x.s4xp", "x.txt", "x.csv"}) {
    CHECK_THROWS_WITH(touchstone_ports(bad), Contains("not a Touchstone file"));
  }
}

TEST_CASE("what is cut off, missing or too much is told with its place", "[unit][touchstone]") {
  const std::string head = "# GHz S RI R 50\n";
  CHECK_THROWS_WITH(
      parse(head + "1 0 0 0 0 0 0 0 0\n2 0 0 0 0", 2),
      Contains("a.s2p:3:10: the data end inside the record of 2000000000 Hz (line 3, 9 numbers "
               "for 2 ports): 5 numbers were read; is the file truncated?"));
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
}

TEST_CASE("T11 numbers that no circuit has are told with their place", "[unit][touchstone]") {
  const std::string head = "# GHz S RI R 50\n1 0.5 0.1\n";
  CHECK_THROWS_WITH(parse(head + "2 0 1e999\n", 1),
                    "a.s1p:3:5: expected a finite number, found '1e999'");
  CHECK_THROWS_WITH(parse(head + "2 0 -2e15\n", 1),
                    "a.s1p:3:3: |S| is above 1e15; is the file damaged?");
  CHECK_THROWS_WITH(parse("# Hz S DB\n1 301 0\n", 1), Contains("a.s1p:2:3: |S| is above 1e15"));
  CHECK_THROWS_WITH(parse("# Hz S MA\n1 1e308 45\n", 1), Contains("a.s1p:2:3: |S| is above"));
  CHECK_THROWS_WITH(parse("# Hz Z DB\n1 1e300 0\n", 1), Contains("beyond the largest number"));
  CHECK_THROWS_WITH(parse("# GHz S\n1e300 0 0\n", 1), Contains("expected a finite number"));
  CHECK(parse("# Hz S RI\n1 1e-999 -1e-400\n", 1).network.at(0, 0)[0] == cd{});
  CHECK(parse("# Hz S RI\n1 1e15 0\n", 1).network.at(0, 0)[0] == cd{1e15});
}

TEST_CASE("line ends are LF, CR LF or CR; a byte order mark is passed over", "[unit][touchstone]") {
  const Network a = parse("\xef\xbb\xbf# GHz S RI R 50\r\n1 0.5 0.1\r\n", 1).network;
  CHECK(a.at(0, 0)[0] == cd{0.5, 0.1});
  CHECK(parse("# GHz S RI R 50\r1 0.5 0.1\r2 0.5 0.1\r", 1).network.grid.size() == 2);
  CHECK(parse("! \n# GHz S RI R 50\r\n1 0.5 0.1 ! x\r2 0.5 0.1", 1).network.grid.size() == 2);
  CHECK_THROWS_WITH(parse("# GHz\r\n1 0 0\r2 0 x\n", 1), Contains("a.s1p:3:5: "));
  const TouchstoneData latin = parse("! Temperatur 25 \xb0\x43\n# GHz S RI R 50\n1 0.5 0.1\n", 1);
  CHECK(latin.network.grid.size() == 1);
  CHECK_THROWS_WITH(parse(std::string("# GHz\n1 0 0\0", 12), 1),
                    "a.s1p: not a Touchstone file: binary data (a zero byte)");
}

std::string utf16(const std::string& text, bool big_endian) {
  std::string out = big_endian ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) {
    if (big_endian) out += '\0';
    out += c;
    if (!big_endian) out += '\0';
  }
  return out;
}

TEST_CASE("UTF-16 with a byte order mark is converted", "[unit][touchstone]") {
  const Scratch scratch;
  const std::string text = "! \x41\n# GHz S RI R 50\r\n1 0.5 0.1\r\n2 0.25 0.1\r\n";
  for (const bool big_endian : {false, true}) {
    const std::string wide = utf16(text, big_endian);
    const TouchstoneData data = read_touchstone_data(scratch.write("a.s1p", wide));
    CHECK(data.network.s == parse(text, 1).network.s);
    CHECK(remarked(data, "UTF-16"));
    CHECK_THROWS_WITH(parse(wide.substr(0, wide.size() - 1), 1), Contains("truncated?"));
  }
  CHECK_THROWS_AS(parse("\xff\xfe#", 1), DataError);
  CHECK_THROWS_AS(parse("\xff\xfe", 1), DataError);
  // Without its mark it is full of zero bytes.
  CHECK_THROWS_WITH(parse(utf16(text, false).substr(2), 1), Contains("binary data"));
}

TEST_CASE("other text is not a Touchstone file", "[unit][touchstone]") {
  const Scratch scratch;
  for (const std::string text : {"Time;Value\n-50.0;0.35\n", "f,s11\n1,2\n", "[section]\na = 1\n",
                                 "{\"a\": [1, 2]}\n", "1 2 3\n", "", "\n\n! x\n"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_touchstone(scratch.write("a.s2p", text)),
                      Contains("not a Touchstone file"));
    CHECK_THROWS_WITH(read_touchstone(scratch.write("a.csv", text)),
                      Contains("a.csv: not a Touchstone file"));
  }
  CHECK_THROWS_WITH(read_touchstone(scratch.write("a.ts", "# GHz S RI R 50\n1 0 0\n")),
                    Contains("number of ports in its name"));
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

}  // namespace
}  // namespace chappe
