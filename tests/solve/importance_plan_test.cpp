#include "solve/importance_plan.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "solve/importance_response.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

Section link_of(double snr_db, double filter_hz) {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = snr_db;
  tx.random_jitter_ui = 0.01;
  tx.dual_dirac_jitter_ui = 0.01;
  ReceiverSpec rx = plain_receiver();
  rx.filter_bandwidth_hz = filter_hz;
  rx.noise_v2_per_hz = 1e-14;
  return make_section(tx, rx,
                      [](double f_hz) { return lossy_line(f_hz, 1.2, 0.8, 0.5 * kRate, 1e-9); });
}

}  // namespace

TEST_CASE("An importance plan's noise and distances are those of the equalised section",
          "[unit][solve]") {
  const Section section = link_of(34.0, 0.75 * kRate);
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  ImportanceOptions options;
  options.noise_factor = 3.0;
  const ImportancePlan plan = make_importance_plan(signals, search, {}, options);
  // The waveform leaves out bins beyond 1e-6 of the power; taps that stay unbiased hold as little.
  CHECK(std::sqrt(plan.noise_variance_v2) ==
        Approx(3.0 * search.at_slicer.sigma_noise_v).epsilon(1e-4));
  CHECK(std::sqrt(plan.tx_variance_v2) == Approx(search.at_slicer.sigma_tx_v).epsilon(1e-4));
  REQUIRE(plan.components.size() == 6);
  CHECK(plan.instants % 6 == 0);
  CHECK(plan.instants * plan.spacing <= plan.waveform.symbols);
  CHECK(plan.leak < 0.01);
  for (std::size_t c = 0; c < 6; ++c) {
    // Levels are symmetric about 0, and so are the tilts towards their thresholds.
    CHECK(plan.components[c].level == 3 - plan.components[5 - c].level);
    CHECK(plan.components[c].tilt_per_v ==
          Approx(-plan.components[5 - c].tilt_per_v).epsilon(1e-2));
  }
}

TEST_CASE("The slicer's autocovariance adds up the variances at the slicer", "[unit][solve]") {
  const Section section = link_of(30.0, 0.6 * kRate);
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  const WaveformPlan wave = make_waveform_plan(signals, search, {}, {});
  const SlicerRings rings = slicer_rings(wave, search);
  const std::vector<cd> no_noise(wave.coarse.spectrum_size());
  const std::vector<double> covariance = slicer_autocovariance(wave, rings, no_noise);
  const Equalised& at = search.at_slicer;
  const double sum = at.sigma_isi_v * at.sigma_isi_v + at.sigma_tx_v * at.sigma_tx_v +
                     at.sigma_jitter_v * at.sigma_jitter_v;
  CHECK(covariance[0] == Approx(sum).epsilon(1e-6));
  CHECK(std::abs(covariance[200]) < 1e-2 * covariance[0]);
}

TEST_CASE("Near lags hold the largest tap and leave small ends out", "[unit][solve]") {
  std::vector<double> ring(64, 0.0);
  ring[62] = 0.02;
  ring[63] = -0.2;
  ring[1] = 1.0;
  ring[4] = 0.3;
  const Lags all = near_lags(ring, 0.1, 32);
  CHECK(all.first == -1);
  CHECK(all.v == std::vector<double>{-0.2, 0.0, 1.0, 0.0, 0.0, 0.3});
  CHECK(all.last() == 4);
  CHECK(near_lags(ring, 0.1, 4).v == std::vector<double>{1.0});
  CHECK(near_lags(ring, 2.0, 32).v.empty());
}

TEST_CASE("A ring filter turns round the ends", "[unit][solve]") {
  const std::vector<double> in{1.0, 0.0, 0.0, 0.0, 10.0};
  CHECK(ring_fir(in, {0.5, 1.0, 0.25}, 1) == std::vector<double>{3.5, 0.25, 0.0, 5.0, 10.5});
}

TEST_CASE("The cumulant of levels is the logarithm of their mean exponential", "[unit][solve]") {
  CHECK(level_cumulant({-1.0, 1.0}, 0.7) == Approx(std::log(std::cosh(0.7))).epsilon(1e-14));
}
