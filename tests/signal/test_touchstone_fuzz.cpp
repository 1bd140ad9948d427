// Damaged files: read or refused, never worse.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "base/errors.hpp"
#include "tests/signal/test_touchstone_helpers.hpp"

namespace chappe {
namespace {

struct Sample {
  int ports;
  const char* text;
};
const std::array<Sample, 6> kSamples{
    Sample{2,
           "! c\n# GHz S DB R 50\n1 -0.1 10 -3 20 -3 20 -0.1 30 ! x\n2 -0.1 1e1 -3 20 -3 20 -.1 "
           "30\n1 2 0.5 10 0.4\n3 2 0.6 20 0.3\n"},
    Sample{3,
           "# MHz S RI R (50+50j)\r\n1 .1 .2 .3 .4 .5 .6\r\n .1 .2 .3 .4 .5 .6\r\n .1 .2 .3 .4 .5 "
           ".6\r\n! Port Impedance 50 0 50 0 50 0\r\n"},
    Sample{1, "# Hz Z MA R 75\n1e6 0.5 10\n2e6 .25 -20\n3e6 1 150\n"},
    Sample{0,
           "[Version] 2.0\n# GHz S MA R 50\n[Number of Ports] 4\n[Number of Frequencies] 1\n"
           "[Reference] 50 75\n0.01 0.01 ! x\n[Matrix Format] Lower\n[Network Data]\n5 .6 161\n .4 "
           "-42 .6 161\n .4 -66 .5 -79 .6 161\n .5 -79 .4 -66 .4 -42 .6 161\n[End]\n"},
    Sample{0,
           "[Version] 2.1\n#\n[Number of Ports] 2\n[Two-Port Data Order] 12_21\n[Number of "
           "Frequencies] 2\n[Number of Noise Frequencies] 1\n[Begin Information]\nx\n[End "
           "Information]\n[Network Data]\n1 1 0 .2 0 .3 0 .4 0\n2 1 0 .2 0 .3 0 .4 0\n[Noise "
           "Data]\n4 .7 .64 69 19\n[End]\n"},
    Sample{0,
           "[Version] 2.0\n# GHz Y RI R 50\n[Number of Ports] 3\n[Mixed-Mode Order] D2,3 "
           "C2,3 S1\n[Number of Frequencies] 1\n[Network Data]\n1 .1 0 .2 0 .3 0\n.4 0 .5 0 .6 "
           "0\n.7 0 .8 0 .9 0\n[End]\n"}};
constexpr std::array<const char*, 16> kWords{" ",     "\n",    "!",    "#",      "[",  "]",
                                             "1e999", "-1",    "nan",  "1e300",  "\r", "0",
                                             ",",     "2 0 0", "\xff", "[End]\n"};

/// One or two faults: a digit or byte changed, a piece cut, doubled or moved, a word put in, the
/// end lost.
std::string damaged(std::string text, std::mt19937& engine) {
  const auto below = [&engine](std::size_t n) { return engine() % std::max<std::size_t>(n, 1); };
  for (std::size_t faults = 1 + below(2); faults > 0 && !text.empty(); --faults) {
    const std::size_t at = below(text.size());
    const std::size_t digit = text.find_first_of("0123456789", at);
    const std::string piece = text.substr(at, 1 + below(12));
    switch (below(8)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, piece.size());
        break;
      case 2:
        text.insert(at, piece);
        break;
      case 3:
        text.erase(at, piece.size()).insert(below(text.size()), piece);
        break;
      case 4:
        text.insert(at, kWords[below(kWords.size())]);
        break;
      case 5:
        text.resize(at);
        break;
      default:
        if (digit != text.npos) text[digit] = static_cast<char>('0' + below(10));
    }
  }
  return text;
}

bool finite(const TouchstoneData& data) {
  const auto good = [](cd x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); };
  bool all = true;
  for (const double f : data.network.grid.f_hz) all = all && std::isfinite(f);
  for (const cd z : data.network.z0_ohm) all = all && good(z) && z.real() > 0.0;
  for (const auto& values : data.network.s) {
    all = all && values.size() == data.network.grid.size();
    for (const cd x : values) all = all && good(x);
  }
  for (std::size_t k = 0; k < data.noise.f_hz.size(); ++k) {
    all = all && std::isfinite(data.noise.f_hz[k]) && std::isfinite(data.noise.nfmin_db[k]) &&
          good(data.noise.gamma_opt[k]) && std::isfinite(data.noise.rn_ohm[k]);
  }
  return all;
}

/// True if the text was read; REQUIREs that all is finite, or that the error names the text.
bool read_or_refused(const std::string& text, int ports) {
  std::string message;
  TouchstoneData data;
  try {
    data = parse_touchstone(text, "fuzz", ports);
  } catch (const DataError& error) {
    message = error.what();
  }
  CAPTURE(text, message);
  if (!message.empty()) {
    REQUIRE(message.starts_with("fuzz:"));
    return false;
  }
  REQUIRE(data.network.grid.size() > 0);
  REQUIRE(finite(data));
  return true;
}

TEST_CASE("damaged files are refused as data or give finite numbers", "[property][touchstone]") {
  std::mt19937 engine(20260731);
  int read = 0, refused = 0;
  for (int run = 0; run < 2400; ++run) {
    const Sample& sample = kSamples[static_cast<std::size_t>(run) % kSamples.size()];
    ++(read_or_refused(damaged(sample.text, engine), sample.ports) ? read : refused);
  }
  CHECK(read > 300);  // neither way is left out
  CHECK(refused > 1000);
}

TEST_CASE("any cut of a file is read or refused, never worse", "[property][touchstone]") {
  for (const Sample& sample : kSamples) {
    const std::string text = sample.text;
    CHECK_NOTHROW(parse_touchstone(text, "whole", sample.ports));
    for (std::size_t n = 0; n < text.size(); ++n) {
      static_cast<void>(read_or_refused(text.substr(0, n), sample.ports));
    }
  }
}

TEST_CASE("a version 2 file cut anywhere inside its data is refused", "[property][touchstone]") {
  const std::string text = kSamples[3].text;
  const std::size_t last_value = text.rfind("161");
  for (std::size_t n = text.find("[Network Data]"); n <= last_value; ++n) {
    CHECK_THROWS_AS(parse_touchstone(text.substr(0, n), "cut", 0), DataError);
  }
}

}  // namespace
}  // namespace chappe
