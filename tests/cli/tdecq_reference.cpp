// The reference waveforms, through files and library as the command goes.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/waveform_file.hpp"
#include "solve/measure/record.hpp"
#include "solve/measure/tdecq.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/validation.hpp"

namespace chappe {
namespace {

using namespace measure;

struct Reference {
  nlohmann::json figures{};
  std::vector<std::uint8_t> symbols{};
  WaveformFile file{};
  PatternWave wave() const {
    return take_periods(file.power_mw, file.samples_per_symbol.value(), symbols).wave;
  }
};

std::optional<Reference> reference(const std::string& name) {
  const auto folder = testing::shared_folder() / "reference/imdd";
  if (!std::filesystem::exists(folder / (name + ".h5"))) {
    WARN("skipped: no " << (folder / name));
    return std::nullopt;
  }
  std::ifstream in(folder / (name + ".json"));
  return Reference{nlohmann::json::parse(in),
                   read_symbols((folder / "prbs13q_symbols.txt").string()),
                   read_waveform((folder / (name + ".h5")).string())};
}

TEST_CASE("TDECQ of the reference waveforms is that of three independent codes",
          "[validation][tdecq]") {
  const std::string name = GENERATE("tdecq_T1", "tdecq_T3");
  const auto given = reference(name);
  if (!given) return;
  CHECK(given->file.filtered == true);
  const TdecqResult found = measure_tdecq(given->wave(), given->symbols);
  REQUIRE(found.eye);
  const auto figure = [&](const char* key) { return given->figures.at(key).get<double>(); };
  // The three codes differ by up to 0.08 dB (the reference's tolerance).
  testing::validate(name + " TDECQ [dB]", figure("tdecq_db"), found.eye->tdecq_db,
                    figure("tolerance_db"));
  testing::validate(name + " 10 log10 Ceq [dB]", figure("ceq_db"), found.eye->ceq_db, 0.02);
  // P3 and P0 over other parts of the runs: the ripple there.
  testing::validate(name + " OMA outer [mW]", figure("oma_outer_mw"), found.levels.oma_outer(),
                    5e-4);
  testing::validate(name + " average power [mW]", figure("average_power_mw"), found.levels.average,
                    1e-6);
  // The time of the windows is free; it trades the taps beside the cursor against each other.
  const auto taps = given->figures.at("taps").get<std::vector<double>>();
  REQUIRE(taps.size() == found.eye->equaliser.taps.size());
  for (std::size_t k = 0; k < taps.size(); ++k) {
    CHECK(std::abs(taps[k] - found.eye->equaliser.taps[k]) < 0.02);
  }
  // The files' note: 0.65 UI late, from the middle of a symbol that fills 0 to 1 UI.
  CHECK(std::abs(found.delay_ui - 0.5 - 0.65) < 0.05);
}

TEST_CASE("filtered once more, the slower reference waveform has 2.08 dB", "[validation][tdecq]") {
  const auto given = reference("tdecq_T3");
  if (!given) return;
  const TdecqResult found =
      measure_tdecq(bessel_thomson_filtered(given->wave(), 0.5), given->symbols);
  REQUIRE(found.eye);
  testing::validate("tdecq_T3 filtered again, TDECQ [dB]", 2.08, found.eye->tdecq_db, 0.08);
}

}  // namespace
}  // namespace chappe
