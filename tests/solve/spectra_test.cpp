#include "solve/spectra.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/rng.hpp"
#include "solve/coarse_merit.hpp"
#include "solve/pulses.hpp"
#include "solve/search_grid.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

Section two_aggressor_section(bool with_rx_ffe) {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 32.0;
  tx.random_jitter_ui = 0.01;
  tx.dual_dirac_jitter_ui = 0.02;
  tx.ffe = {{-1, -0.2, 0.0, 0.05}, {1, -0.3, 0.0, 0.1}};
  ReceiverSpec rx = plain_receiver();
  rx.noise_v2_per_hz = 3e-17;
  rx.ctle_pole2_hz = kRate;
  rx.ctle_gain_db = {-8.0, -4.0, 0.0};
  rx.ctle_lf_gain_db = {-3.0, 0.0};
  rx.dfe = {{-0.1, 0.5}, {-0.05, 0.05}};
  if (with_rx_ffe) {
    rx.ffe_pre = 1;
    rx.ffe_post = 3;
  }
  const auto victim = [](double f_hz) { return lossy_line(f_hz, 8.0, 4.0, 0.5 * kRate, 1.3e-9); };
  Section section = make_section(tx, rx, victim);
  add_aggressor(section, tx, AggressorType::fext,
                [=](double f_hz) { return 0.03 * cd(0.0, f_hz / kRate) * victim(f_hz); });
  add_aggressor(section, plain_transmitter(), AggressorType::next,
                [](double f_hz) { return 0.02 * cd(0.0, f_hz / kRate) * delay(f_hz, 0.3e-9); });
  return section;
}

}  // namespace

TEST_CASE("A receiver filter at many frequencies is the Butterworth filter", "[unit][solve]") {
  const ReceiverSpec rx = plain_receiver();
  const ReceiverFilter filter(rx);
  for (double f_hz = 0.0; f_hz < 16.0 * kRate; f_hz += 0.37 * kRate) {
    const cd expected = receiver_filter(rx, f_hz);
    CHECK(std::abs(filter(f_hz) - expected) <= 1e-14 * std::abs(expected));
  }
}

TEST_CASE("Four settings of a CTLE hold the response of every other", "[unit][solve]") {
  const Section section = two_aggressor_section(false);
  SectionSignals signals = section_signals(section, {}, false);
  const bool low_stage = GENERATE(true, false);
  if (!low_stage) signals.rx.ctle_lf_hz = 0.0;
  const SectionSpectra spectra(signals, 6);
  const CtleSetting setting{-7.3, low_stage ? -2.1 : 0.0};
  const std::vector<cd> factor = spectra.ctle(setting);
  const CtleShape wanted = ctle_shape(signals.rx, setting.gain_db, setting.lf_gain_db);
  const CtleShape flat = ctle_shape(signals.rx, 0.0, 0.0);
  for (std::size_t k = 0; k < spectra.size(); k += 97) {
    const double f_hz = static_cast<double>(k) * signals.response.grid.df_hz;
    const cd expected = ctle_response(wanted, f_hz) / ctle_response(flat, f_hz);
    CHECK(std::abs(factor[k] - expected) < 1e-13 * std::abs(expected));
  }
  // Noise at lag m: the cosine transform of its density, here by a midpoint sum twice as fine.
  const std::vector<double> noise = spectra.noise(setting);
  const double step_hz = kRate / 512.0;
  for (const int lag : {0, 1, 5}) {
    double sum = 0.0;
    for (int i = 0; i < 512 * 16; ++i) {
      const double f_hz = (i + 0.5) * step_hz;
      sum += std::norm(receiver_filter(signals.rx, f_hz) * ctle_response(wanted, f_hz)) *
             std::cos(2.0 * kPi * f_hz * lag / kRate) * step_hz;
    }
    // Two rules at steps of f_b/256 and f_b/512, on a density with corners near f_b/80.
    CHECK(noise[static_cast<std::size_t>(lag)] / signals.rx.noise_v2_per_hz ==
          Approx(sum).margin(1e-3 * noise[0] / signals.rx.noise_v2_per_hz));
  }
}

TEST_CASE("Records of one sample a symbol are every 32nd sample of the pulses", "[unit][solve]") {
  const Section section = two_aggressor_section(false);
  const SectionSignals signals = section_signals(section, {}, false);
  const auto spectra = std::make_shared<const SectionSpectra>(signals, 4);
  const PulseBank bank = PulseMaker(spectra, 32).make(-4.0, -3.0, false);
  const SymbolSampler sampler(*spectra, {-4.0, -3.0});
  const double peak = *std::max_element(bank.victim.begin(), bank.victim.end());
  for (const std::size_t sample : {0, 5, 31, 2085}) {
    const SymbolSampler::Records records = sampler.at(static_cast<double>(sample) / 32.0);
    double worst = 0.0;
    for (std::size_t n = 0; n < records.victim.size(); ++n) {
      const std::size_t at = (sample + 32 * n) % bank.victim.size();
      worst = std::max({worst, std::abs(records.victim[n] - bank.victim[at]),
                        std::abs(records.edge[n] - bank.edge[at])});
    }
    CHECK(worst < 1e-12 * peak);
  }
  CHECK(unequalised_peak_v(signals) > peak);
}

TEST_CASE("The search's merit is that of a whole evaluation", "[property][solve]") {
  const bool with_rx_ffe = GENERATE(false, true);
  const Section section = two_aggressor_section(with_rx_ffe);
  const SectionSignals signals = section_signals(section, {}, false);
  CoarseMerit merit(std::make_shared<const SectionSpectra>(signals, noise_lags(signals)));
  const PulseMaker maker(signals, kCoarseSamples, noise_lags(signals));
  const SearchGrid grid(signals);
  Rng rng({11, 1});
  for (int trial = 0; trial < 40; ++trial) {
    SearchPoint point{rng.below(3), rng.below(2), {rng.below(5), rng.below(4)}, 0};
    const CoarseBank bank = merit.bank(grid.setting(point));
    point.sample = bank.peak + static_cast<std::ptrdiff_t>(rng.below(60)) - 30;
    const auto candidate = grid.candidate(point);
    REQUIRE(candidate);
    const CtleSetting setting = grid.setting(point);
    const PulseBank whole = maker.make(setting.gain_db, setting.lf_gain_db, false);
    const NoiseTerms noise = noise_terms(maker, whole, setting.gain_db, setting.lf_gain_db);
    const Equalised expected = evaluate(signals, whole, noise, *candidate, kCoarseWindow);
    CHECK(merit.fom_db(bank, *candidate) == Approx(expected.fom_db).margin(1e-9));
  }
  // Far from the peak there is nothing to look for.
  SearchPoint far{0, 0, {4, 3}, merit.bank({0.0, 0.0}).peak + 19 * kCoarseSamples};
  CHECK(merit.fom_db(merit.bank({0.0, 0.0}), *grid.candidate(far)) == -1e9);
}

TEST_CASE("A closer look between samples is that of a finer record", "[unit][solve]") {
  const Section section = two_aggressor_section(false);
  const SectionSignals signals = section_signals(section, {}, false);
  const CoarseMerit coarse(std::make_shared<const SectionSpectra>(signals, noise_lags(signals)));
  constexpr int kRatio = 4;
  CoarseMerit fine(coarse, kRatio);
  const PulseMaker maker(signals, kRatio * kCoarseSamples, noise_lags(signals));
  const SearchGrid grid(signals);
  SearchPoint point{1, 1, {2, 2}, 0};
  const CtleSetting setting = grid.setting(point);
  const CoarseBank bank = fine.bank(setting);
  const PulseBank whole = maker.make(setting.gain_db, setting.lf_gain_db, false);
  const NoiseTerms noise = noise_terms(maker, whole, setting.gain_db, setting.lf_gain_db);
  CHECK(fine.period() == kRatio * coarse.period());
  for (std::ptrdiff_t shift = -12; shift <= 12; ++shift) {
    point.sample = bank.peak + shift;
    const Candidate candidate = *grid.candidate(point);
    const Equalised expected = evaluate(signals, whole, noise, candidate, kCoarseWindow);
    CAPTURE(shift);
    // The sinc is cut off 12 samples away (at 8 it was 0.01 dB).
    CHECK(fine.fom_db(bank, candidate) == Approx(expected.fom_db).margin(2e-3));
  }
}

TEST_CASE("Points of a search's grid have numbers of their own", "[unit][solve]") {
  const Section section = two_aggressor_section(false);
  SectionSignals signals = section_signals(section, {}, false);
  const SearchGrid grid(signals);
  const SearchPoint point{1, 1, {2, 3}, 77};
  std::vector<std::uint64_t> keys{*grid.key(point, 1000)};
  for (std::size_t knob = 0; knob < grid.knobs(); ++knob) {
    keys.push_back(*grid.key(*grid.moved(point, knob, -1), 1000));
  }
  keys.push_back(*grid.key({1, 1, {2, 3}, 78}, 1000));
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
  CHECK(!grid.moved(point, 0, 3));
  signals.tx.ffe.assign(6, {1, -1.0, 0.0, 1e-4});  // 10,001 values each: above 2^64 points
  const SearchGrid large(signals);
  CHECK(!large.key({0, 0, std::vector<std::size_t>(6, 9000), 0}, 1000));
}
