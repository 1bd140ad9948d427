// What chappe check finds: made networks with one fault each, and measured channels.
#include <catch2/catch.hpp>

#include "base/constants.hpp"
#include "signal/inspect.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/validation.hpp"

using namespace chappe;

namespace {

/// A matched line of 1 ns whose loss is 1 dB at 10 GHz and rises with the root of f.
TouchstoneData line_2port() {
  TouchstoneData out;
  out.network = Network(FrequencyGrid::uniform(10e6, 2001), 2, 50.0);
  for (std::size_t k = 0; k < out.network.grid.size(); ++k) {
    const double f = out.network.grid[k];
    const double loss_db = std::sqrt(f / 10e9);
    const cd s = std::polar(std::pow(10.0, -loss_db / 20.0), -2.0 * kPi * f * 1e-9);
    out.network.at(0, 1)[k] = out.network.at(1, 0)[k] = s;
  }
  return out;
}

Verdict verdict_of(const Inspection& found, const std::string& topic) {
  for (const Finding& finding : found.findings) {
    if (finding.topic == topic) return finding.verdict;
  }
  FAIL("nothing is said of " << topic);
  return Verdict::failure;
}

}  // namespace

TEST_CASE("inspect: a sound line has its loss and nothing to say", "[unit]") {
  InspectOptions options;
  options.at_hz = {10e9, 3.3333e9};
  const Inspection found = inspect(line_2port(), options);
  CHECK(found.ports == 2);
  CHECK(found.points == 2001);
  CHECK(verdict_of(found, "passivity") == Verdict::ok);
  CHECK(verdict_of(found, "reciprocity") == Verdict::ok);
  CHECK(verdict_of(found, "step") == Verdict::ok);
  CHECK(verdict_of(found, "0 Hz") == Verdict::ok);
  REQUIRE(found.losses.size() == 2);
  CHECK(*found.losses[1].insertion_db == Approx(1.0).margin(1e-9));
  // Between points 10 MHz apart the root's chord lies 3e-7 dB below it.
  CHECK(*found.losses[0].insertion_db == Approx(std::sqrt(0.33333)).margin(1e-6));
}

TEST_CASE("inspect: each fault has its verdict", "[unit]") {
  TouchstoneData gain = line_2port();
  for (cd& s : gain.network.at(1, 0)) s *= 1.2;
  CHECK(verdict_of(inspect(gain, {}), "passivity") == Verdict::failure);
  CHECK(verdict_of(inspect(gain, {}), "reciprocity") == Verdict::note);
  CHECK(inspect(gain, {}).verdict() == Verdict::failure);

  TouchstoneData turned = line_2port();
  turned.network.at(1, 0)[0] *= std::polar(1.0, 0.05);
  CHECK(verdict_of(inspect(turned, {}), "0 Hz") == Verdict::warning);

  TouchstoneData early = line_2port();
  for (std::size_t k = 0; k < early.network.grid.size(); ++k) {
    const cd advance = std::polar(1.0, 2.0 * kPi * early.network.grid[k] * 2e-9);
    early.network.at(1, 0)[k] *= advance;
  }
  CHECK(verdict_of(inspect(early, {}), "causality") == Verdict::warning);

  InspectOptions beyond;
  beyond.at_hz = {30e9};
  CHECK(verdict_of(inspect(line_2port(), beyond), "loss") == Verdict::note);
}

TEST_CASE("inspect: a path through which nothing passes is told", "[unit]") {
  TouchstoneData open = line_2port();
  for (cd& s : open.network.at(1, 0)) s = 0.0;
  CHECK(verdict_of(inspect(open, {}), "causality") == Verdict::note);
}

TEST_CASE("inspect: crosstalk files pass nothing, which is no fault", "[unit]") {
  TouchstoneData weak;
  weak.network = Network(FrequencyGrid::uniform(10e6, 101), 4, 50.0);
  for (std::vector<cd>& s : weak.network.s) std::fill(s.begin(), s.end(), cd{0.1});
  const Inspection found = inspect(weak, {});
  CHECK(verdict_of(found, "pairing") == Verdict::ok);
  CHECK(found.losses.empty());
  // Two ways that pass alike are ambiguous all the same.
  for (std::vector<cd>& s : weak.network.s) std::fill(s.begin(), s.end(), cd{0.5});
  CHECK(verdict_of(inspect(weak, {}), "pairing") == Verdict::note);
}

TEST_CASE("inspect: measured channels lose what scikit-rf reads", "[validation]") {
  struct Want {
    const char* file;
    double insertion_db, return_db;  // at 13.28125 GHz: reference/copper/channel_metrics.json
  };
  const Want wants[]{
      {"channels/c2m_z100_il14/C2M__Z100_IL14_WC_BOR_H_L_H_THRU.s4p", 7.1855, 17.6564},
      {"channels/tec_whisper27/TEC_Whisper27in_THRU_G14G15_07202016.s4p", 21.8139, 26.5003},
      {"channels/pychopmarg_example2/example2_THRU.s4p", 24.2287, 21.96}};
  for (const Want& want : wants) {
    const auto path = testing::shared_folder() / want.file;
    if (testing::shared_folder().empty() || !std::filesystem::exists(path)) {
      WARN("skipped: no shared file " << want.file);
      continue;
    }
    InspectOptions options;
    options.at_hz = {13.28125e9};
    const Inspection found = inspect(read_touchstone_data(path.string()), options);
    REQUIRE(found.losses.size() == 1);
    CHECK(to_text(*found.pairing) == "1-3/2-4");
    const std::string name = path.filename().string().substr(0, 24);
    testing::validate(name + " loss, dB", want.insertion_db, *found.losses[0].insertion_db, 1e-3);
    testing::validate(name + " return loss, dB", want.return_db, found.losses[0].return_db, 1e-3);
  }
  SUCCEED("compared, or skipped");
}
