// Measured channels and other tools' files that stand beside the sources; never part of the
// project.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/mixed_mode.hpp"
#include "signal/network_ops.hpp"
#include "signal/resample.hpp"
#include "signal/response.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

/// The file, or "" with a word that the test is skipped.
std::string shared_file(const std::string& name) {
  const auto path = testing::shared_folder() / name;
  if (!testing::shared_folder().empty() && std::filesystem::exists(path)) return path.string();
  WARN("skipped: no shared file " << name);
  return {};
}

double loss_db(cd x) { return -20.0 * std::log10(std::abs(x)); }

/// reference/copper/channel_metrics.json: losses at 5.15625, 12.890625, 13.28125, 26.5625 and 40
/// GHz.
struct Metrics {
  const char* file;
  std::array<double, 5> insertion_db, reflection_db;
  double largest_singular_value, reciprocity;
};
const std::array<Metrics, 3> kMetrics{
    Metrics{"channels/c2m_z100_il14/C2M__Z100_IL14_WC_BOR_H_L_H_THRU.s4p",
            {4.2397, 7.3404, 7.1855, 13.9350, 25.0376},
            {10.4852, 11.7823, 17.6564, 16.5085, 2.1796},
            0.9959186455634214,
            1.9510383486084524e-06},
    Metrics{"channels/tec_whisper27/TEC_Whisper27in_THRU_G14G15_07202016.s4p",
            {10.1307, 21.5289, 21.8139, 42.6568, 70.9238},
            {21.8467, 20.7571, 26.5003, 22.5373, 13.7859},
            0.9999990000489902,
            1.0173293904768187e-34},
    Metrics{"channels/pychopmarg_example2/example2_THRU.s4p",
            {11.9805, 23.4502, 24.2287, 59.6913, 105.4553},
            {24.6695, 32.8113, 21.9600, 15.1753, 21.0443},
            0.9907278930391392,
            8.355574003011514e-06}};

TEST_CASE("measured channels: losses, passivity and reciprocity as scikit-rf reads them",
          "[validation][channel]") {
  const Metrics& want = kMetrics[GENERATE(range(0, 3))];
  const std::string path = shared_file(want.file);
  if (path.empty()) return;
  const Network net = read_touchstone(path);
  CHECK(passivity(net).largest_singular_value ==
        Approx(want.largest_singular_value).epsilon(1e-12));
  CHECK(reciprocity_error(net) == Approx(want.reciprocity).epsilon(1e-6).margin(1e-17));
  REQUIRE(detect_pairing(net) == Pairing{1, 3, 2, 4});
  const FrequencyGrid at{{5.15625e9, 12.890625e9, 13.28125e9, 26.5625e9, 40e9}};
  const Network dd = resample(differential(net, Pairing{1, 3, 2, 4}), at).network;
  for (std::size_t k = 0; k < 5; ++k) {
    // The reference prints 4 decimals; 0.001 dB is what it promises.
    CHECK(loss_db(dd.at(1, 0)[k]) == Approx(want.insertion_db[k]).margin(1e-3));
    CHECK(loss_db(dd.at(0, 0)[k]) == Approx(want.reflection_db[k]).margin(1e-3));
  }
}

TEST_CASE("T21 measured channels: a real 0 Hz, and the pulse's energy ahead of its arrival",
          "[validation][channel]") {
  const Metrics& want = kMetrics[GENERATE(range(0, 3))];
  const std::string path = shared_file(want.file);
  if (path.empty()) return;
  const Network net = read_touchstone(path);
  const FrequencyGrid grid = FrequencyGrid::uniform(
      10e6, static_cast<std::size_t>(std::llround(net.grid.f_hz.back() / 10e6)) + 1);
  const Resampled dd = resample(differential(net, detect_pairing(net)), grid);
  const std::vector<cd>& h = dd.network.at(1, 0);
  CHECK(h[0].imag() == 0.0);
  if (std::string(want.file).find("C2M") != std::string::npos) {
    // The file's row says 0.991 at -2.8 degrees.
    CHECK(h[0].real() == Approx(0.9932).margin(1e-4));
    REQUIRE(dd.remarks.size() == 1);
    CHECK_THAT(dd.remarks[0], Catch::Contains("S21 = 0.9932 (file: 0.991 at -2.798 deg)"));
  }
  CHECK(causality(h, 10e6, 1.0 / 53.125e9).energy_ahead < 1e-3);
}

TEST_CASE("T24 crosstalk files are not taken for channels; fixtures are told right",
          "[validation][channel]") {
  for (const std::string name :
       {"channels/c2m_z100_il14/C2M__Z100_IL14_WC_BOR_H_L_H_FEXT1.s4p",
        "channels/pychopmarg_example2/example2_NEXT1.s4p",
        "channels/tec_whisper27/TEC_Whisper27in_FEXT_F14F15_to_G14G15_07212016.s4p"}) {
    const std::string path = shared_file(name);
    if (path.empty()) continue;
    CHECK_THROWS_AS(detect_pairing(read_touchstone(path)), DataError);
  }
  for (const std::string name :
       {"diff_2xthru_with_connectors.s4p", "diff_fdf_with_connectors.s4p"}) {
    const std::string path = shared_file("channels/ieee370/" + name);
    if (path.empty()) continue;
    CHECK(detect_pairing(read_touchstone(path)) == Pairing{1, 2, 3, 4});
  }
}

TEST_CASE("T01 T06 vendors' version 1 files", "[validation][touchstone]") {
  if (const std::string path = shared_file("touchstone/RS_ZVR_1.20_beta_f.s2p"); !path.empty()) {
    const Network net = read_touchstone(path);
    CHECK(net.grid[0] == 1e3);
    CHECK(loss_db(net.at(0, 0)[0]) == Approx(0.00001).epsilon(1e-9));
    CHECK(std::arg(net.at(0, 0)[0]) * 180.0 / kPi == Approx(-100.001).epsilon(1e-12));
    CHECK(loss_db(net.at(0, 1)[0]) == Approx(0.0003).epsilon(1e-9));
  }
  if (const std::string path = shared_file("touchstone/hfss_18.2.s3p"); !path.empty()) {
    const TouchstoneData data = read_touchstone_data(path);
    CHECK(data.network.z0_ohm == std::vector<cd>(3, cd{50.0}));
    bool told = false;
    for (const std::string& remark : data.remarks) {
      told = told || remark.find("reference impedance 50 ohm (default") != std::string::npos;
    }
    CHECK(told);
  }
  const std::array<std::pair<const char*, int>, 8> readable{{{"ansys_modal_data.s2p", 2},
                                                             {"designer_wilkinson_splitter.s3p", 3},
                                                             {"cst_example_4ports.s4p", 4},
                                                             {"ex_8.s1p", 1},
                                                             {"fet.s2p", 2},
                                                             {"ntwk.s32p", 32},
                                                             {"test_multiport.s4p", 4},
                                                             {"test_multiport.s6p", 6}}};
  for (const auto& [name, ports] : readable) {
    const std::string path = shared_file(std::string("touchstone/") + name);
    if (path.empty()) continue;
    CAPTURE(name);
    CHECK(read_touchstone(path).ports == ports);
  }
}

}  // namespace
}  // namespace chappe
