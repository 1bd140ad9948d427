#include "models/copper/touchstone.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include "link/catalogue.hpp"
#include "signal/helpers.hpp"
#include "tools/stripline_channel.hpp"

using namespace chappe;
using namespace chappe::testing;

namespace {

std::string shipped_file() {
  return std::string(CHAPPE_SOURCE_DIR) + "/data/channels/stripline_100ohm.s4p";
}

TouchstoneChannel channel(const std::string& file, const std::string& pairing = "auto",
                          const ParamMap& given = {}) {
  TouchstoneChannel::Params p;
  p.file = file;
  p.pairing = pairing;
  return {"channel", p, given};
}

std::string text_of(const Network& network) {
  std::ostringstream out;
  write_touchstone(out, network, TouchstoneFormat::ri);
  return out.str();
}

/// The one line of an element's assumptions that contains `word`; "" if there is none.
std::string assumption(const Element& element, const std::string& word) {
  for (const std::string& line : element.assumptions()) {
    if (line.find(word) != std::string::npos) return line;
  }
  return "";
}

double loss_db(const TouchstoneChannel& element, double f_hz) {
  FrequencyGrid grid;
  grid.f_hz = {f_hz};
  return -20.0 * std::log10(std::abs(element.network(grid, {}).at(1, 0)[0]));
}

/// A file beside the sources; nothing, with a line that says so, without it.
std::optional<std::string> shared_file(const std::string& name) {
  const auto file = shared_folder() / "channels" / name;
  if (std::filesystem::exists(file)) return file.string();
  WARN("skipped: no " << file.string());
  return std::nullopt;
}

const std::string kC2mThru = "c2m_z100_il14/C2M__Z100_IL14_WC_BOR_H_L_H_THRU.s4p";

}  // namespace

TEST_CASE("the shipped channel is what its maker makes", "[unit][touchstone]") {
  std::ifstream in(shipped_file(), std::ios::binary);
  REQUIRE(in);
  const std::string shipped{std::istreambuf_iterator<char>(in), {}};
  const std::string made = stripline_channel_text();
  CHECK(shipped.size() <= 400'000);
  CHECK(shipped.substr(0, shipped.find("\n#")) == made.substr(0, made.find("\n#")));
  // Values to two units of the ninth decimal: another C library rounds elsewhere.
  const Network a = read_touchstone(shipped_file()), b = stripline_channel();
  CHECK(distance(a, b) < 3e-9);
  CHECK(passivity(a).largest_singular_value <= 1.0 + 1e-8);
  CHECK(reciprocity_error(a) == 0.0);
}

TEST_CASE("the shipped channel is a line of known loss with reflections",
          "[validation][touchstone]") {
  const TouchstoneChannel element = channel(shipped_file());
  // 180 mm at 0.996 dB/inch is 7.06 dB; reflections move it by less than 0.1 dB.
  CHECK(loss_db(element, 26.56e9) == Approx(180.0 / 25.4 * 0.996).margin(0.1));
  const Network s = element.network(FrequencyGrid::uniform(0.1e9, 601), {});
  CHECK(s.z0_ohm == std::vector<cd>{100.0, 100.0});
  CHECK(s.ports == 2);
  CHECK(std::abs(s.at(0, 0)[265]) > 0.03);  // at 26.5 GHz
  CHECK(s.at(0, 0)[265] != s.at(1, 1)[265]);
  CHECK(element.highest_frequency_hz() == 60e9);
  CHECK(element.frequency_step_hz() == Approx(0.1e9).epsilon(1e-12));
  // Two equal, uncoupled legs: the differential channel is one leg.
  const Network four = read_touchstone(shipped_file());
  for (std::size_t k = 0; k < four.grid.size(); ++k) {
    REQUIRE(std::abs(s.at(1, 0)[k] - four.at(1, 0)[k]) < 1e-15);
    REQUIRE(std::abs(s.at(0, 0)[k] - four.at(0, 0)[k]) < 1e-15);
  }
  CHECK_THAT(assumption(element, "paired"), Catch::Contains("1-3/2-4 (found in the data)"));
  CHECK(assumption(element, "0 Hz").empty());  // its 0 Hz row is real
  CHECK_THAT(assumption(element, "ahead"), Catch::Contains("delay of 1.03"));
}

TEST_CASE("C2M channel: loss at half the symbol rate is the reference's",
          "[validation][touchstone]") {
  const auto file = shared_file(kC2mThru);
  if (!file) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const TouchstoneChannel element = channel(*file);
  // Public COM reference: 13.9351. Straight lines between complex points would give 13.958.
  CHECK(loss_db(element, 26.5625e9) == Approx(13.935).margin(0.002));
  CHECK(element.highest_frequency_hz() == 50e9);
  CHECK(element.frequency_step_hz() == Approx(10e6).epsilon(1e-9));
  CHECK_THAT(assumption(element, "paired"), Catch::Contains("1-3/2-4 (found in the data)"));
  // T21: the complex 0 Hz row is replaced by a real value, and both are told.
  const std::string dc = assumption(element, "0 Hz");
  CHECK_THAT(dc, Catch::Contains("S21 = 0.993") && Catch::Contains("file: 0.991 at -2.798 deg"));
  const Network s = element.network(FrequencyGrid::uniform(10e6, 10), {});
  CHECK(s.at(1, 0)[0].imag() == 0.0);
  CHECK(s.at(1, 0)[0].real() == Approx(0.9932).margin(1e-4));
  // 4e-6 of the pulse's energy is ahead of its delay: below 1e-3, and printed.
  CHECK_THAT(assumption(element, "ahead"),
             Catch::Contains("0.0003933 % of its pulse's energy lies ahead of its delay of 2.759"));
}

TEST_CASE("T24 a crosstalk file's pairing must be stated", "[validation][touchstone]") {
  const auto file = shared_file("c2m_z100_il14/C2M__Z100_IL14_WC_BOR_H_L_H_FEXT1.s4p");
  if (!file) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  CHECK_THROWS_WITH(channel(*file), Catch::StartsWith(*file + ": the pairing") &&
                                        Catch::Contains("state the pairing, e.g. 1-3/2-4"));
  const TouchstoneChannel stated = channel(*file, "1-3/2-4");
  CHECK(loss_db(stated, 26.5625e9) > 30.0);
  CHECK_THAT(assumption(stated, "paired"), Catch::Contains("1-3/2-4 (as given)"));
}

TEST_CASE("T24 ports are paired as found or as given", "[unit][touchstone]") {
  const Scratch scratch;
  const int order[] = {1, 3, 2, 4};  // near 1-2, far 3-4
  const std::string file = scratch.write("a.s4p", text_of(reorder(stripline_channel(), order)));
  const Network s = channel(shipped_file()).network(FrequencyGrid::uniform(1e9, 50), {});
  const TouchstoneChannel found = channel(file);
  CHECK_THAT(assumption(found, "paired"), Catch::Contains("1-2/3-4 (found in the data)"));
  CHECK(distance(found.network(s.grid, {}), s) < 1e-15);
  CHECK(distance(channel(file, "1-2/3-4").network(s.grid, {}), s) < 1e-15);
  // Far and near exchanged: the mirror.
  CHECK(distance(channel(file, "3-4/1-2").network(s.grid, {}), flip(s)) < 1e-15);
}

TEST_CASE("a pairing that is none is the scenario's fault, with its place", "[unit][touchstone]") {
  const Model model = model_of<TouchstoneChannel>("copper.touchstone", "");
  ElementSpec spec{.name = "channel", .model = "copper.touchstone", .origin = {"a.toml", 1, 1}};
  spec.params["file"] = {shipped_file(), {"a.toml", 2, 8}, {}};
  for (const char* wrong : {"1-3", "1-3/2-2", "near"}) {
    spec.params["pairing"] = {std::string(wrong), {"a.toml", 3, 11}, {}};
    Faults faults;
    CHECK(model.make(spec, faults) == nullptr);
    REQUIRE(faults.list().size() == 1);
    CHECK(faults.list()[0].origin == Origin{"a.toml", 3, 11});
    CHECK_THAT(faults.list()[0].message, Catch::Contains(wrong));
  }
}

TEST_CASE("a 2-port file is the differential channel, and says so", "[unit][touchstone]") {
  const Scratch scratch;
  const int leg[] = {1, 2};
  const std::string file = scratch.write("a.s2p", text_of(reorder(stripline_channel(), leg)));
  const TouchstoneChannel element = channel(file);
  const FrequencyGrid grid = FrequencyGrid::uniform(0.15e9, 400);
  CHECK(distance(element.network(grid, {}), channel(shipped_file()).network(grid, {})) < 1e-14);
  CHECK_THAT(assumption(element, "2-port"), Catch::Contains("50 ohm stands for 100 ohm"));
}

TEST_CASE("a file without passage is a channel; its data are named with its pairing",
          "[unit][touchstone]") {
  const Scratch scratch;
  Network silent(FrequencyGrid::uniform(0.1e9, 401), 4, 50.0);
  const std::string file = scratch.write("zero.s4p", text_of(silent));
  CHECK_THROWS_AS(channel(file), DataError);  // nothing to find a pairing in
  const TouchstoneChannel element = channel(file, "1-3/2-4");
  CHECK(element.data_origin() == file + ", ports paired 1-3/2-4");
  CHECK(assumption(element, "ahead").empty());
  const Network s = element.network(FrequencyGrid::uniform(0.15e9, 100), {});
  CHECK(std::all_of(s.at(1, 0).begin(), s.at(1, 0).end(), [](cd x) { return x == 0.0; }));
}

TEST_CASE("T21 the delay of what passes less than -10 dB is not told", "[unit][touchstone]") {
  const Scratch scratch;
  Network line = stripline_channel();
  for (auto& parameter : line.s) {
    for (cd& x : parameter) x *= 0.3;
  }
  const TouchstoneChannel element = channel(scratch.write("a.s4p", text_of(line)), "1-3/2-4");
  CHECK(assumption(element, "ahead").empty());
  CHECK_FALSE(assumption(channel(shipped_file()), "ahead").empty());
}

TEST_CASE("T28 a little gain is remarked on, more refused with value and frequency",
          "[unit][touchstone]") {
  const Scratch scratch;
  const auto with_gain = [&](double gain) {
    Network line(FrequencyGrid::uniform(1e9, 41), 2, 50.0);
    for (std::size_t k = 0; k < line.grid.size(); ++k) {
      const double size = k == 7 ? gain : 0.9;
      line.at(0, 1)[k] = line.at(1, 0)[k] = std::polar(size, -0.2 * static_cast<double>(k));
    }
    return scratch.write("gain.s2p", text_of(line));
  };
  CHECK(assumption(channel(with_gain(1.0009)), "passive").empty());
  CHECK_THAT(assumption(channel(with_gain(1.002)), "passive"),
             Catch::Contains("a singular value of 1.002 at 7 GHz"));
  const std::string file = with_gain(1.06);
  CHECK_THROWS_WITH(channel(file), file +
                                       ": not passive: a singular value of 1.06 at 7 GHz is "
                                       "above singular_value_max = 1.05");
  TouchstoneChannel::Params p;
  p.file = file;
  p.singular_value_max = 1.1;
  CHECK_FALSE(assumption(TouchstoneChannel("c", p, {}), "passive").empty());
  CHECK_THROWS_WITH(channel(with_gain(1e300)), Catch::Contains("gain.s2p:"));
}

TEST_CASE("a file that cannot be a channel is refused by name", "[unit][touchstone]") {
  const Scratch scratch;
  CHECK_THROWS_AS(channel(scratch.path("none.s4p")), DataError);
  CHECK_THROWS_WITH(channel(scratch.path("none.s4p")), Catch::Contains("none.s4p"));
  const std::string whole = stripline_channel_text();
  const std::string cut = scratch.write("cut.s4p", whole.substr(0, whole.size() / 2 - 40));
  CHECK_THROWS_AS(channel(cut), DataError);
  CHECK_THROWS_WITH(channel(cut), Catch::Contains("cut.s4p:"));
  const int three[] = {1, 2, 3};
  const std::string odd = scratch.write("odd.s3p", text_of(reorder(stripline_channel(), three)));
  CHECK_THROWS_WITH(channel(odd), Catch::Contains("odd.s3p: 3 ports; a channel has 4"));
  const std::string one = scratch.write("one.s2p", "# GHz S RI R 50\n1 0 0 0.9 0 0.9 0 0 0\n");
  CHECK_THROWS_AS(channel(one), DataError);
  CHECK_THROWS_WITH(channel(one), Catch::Contains("one.s2p: ") && Catch::Contains("too few"));
  const std::string dc = scratch.write("dc.s2p", "# GHz S RI R 50\n0 0 0 0.9 0 0.9 0 0 0\n");
  CHECK_THROWS_WITH(channel(dc), dc + ": no frequency above 0 Hz");
  const std::string high = scratch.write(
      "high.s2p", "# GHz S RI R 50\n10 0 0 0.9 0 0.9 0 0 0\n11 0 0 0.9 0 0.9 0 0 0\n");
  CHECK_THROWS_AS(channel(high), ModelError);
  CHECK_THROWS_WITH(channel(high), Catch::Contains("high.s2p: ") && Catch::Contains("10 GHz"));
}

TEST_CASE("a channel knows where its data end, but for rounding", "[unit][touchstone]") {
  const TouchstoneChannel element = channel(shipped_file());
  FrequencyGrid grid;
  grid.f_hz = {0.0, 60e9 * (1.0 + 1e-12)};
  const Network s = element.network(grid, {});
  CHECK(s.grid == grid);
  CHECK(std::abs(s.at(1, 0)[1]) > 0.1);
  grid.f_hz.back() = 60.1e9;
  CHECK_THROWS_AS(element.network(grid, {}), ModelError);
}

TEST_CASE("a channel's delay and loss stand in the ledger, from its file", "[unit][touchstone]") {
  const TouchstoneChannel element = channel(shipped_file());
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  element.ledger(at, rows);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].quantity == "latency");
  // 180 mm of 5.79 ps/mm; reflections and dispersion move the group delay by 2 %.
  CHECK(rows[0].value == Approx(180.0 * 5.79e-3).epsilon(0.02));
  CHECK_THAT(rows[0].source, Catch::Contains("stripline_100ohm.s4p"));
  CHECK(rows[1].quantity == "loss");
  CHECK(rows[1].value == Approx(loss_db(element, 26.5625e9)).epsilon(1e-9));
  CHECK(rows[1].verified);
  CHECK(rows[2].quantity == "fit");
  CHECK_FALSE(rows[2].verified);
}
