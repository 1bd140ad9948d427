#include <catch2/catch.hpp>
#include <numeric>

#include "base/rng.hpp"
#include "dsp/ctle.hpp"
#include "solve/equalise.hpp"
#include "solve/slicer.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

ReceiverSpec peaking_receiver() {
  ReceiverSpec rx = plain_receiver();
  rx.noise_v2_per_hz = 2e-17;
  rx.ctle_pole2_hz = kRate;
  return rx;
}

Section three_tap_section() {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 30.0;
  tx.random_jitter_ui = 0.01;
  tx.dual_dirac_jitter_ui = 0.02;
  Section section = make_section(tx, peaking_receiver(), [](double f_hz) {
    return lossy_line(f_hz, 5.0, 2.0, 0.5 * kRate, 1e-9);
  });
  TransmitterSpec other = plain_transmitter();
  other.amplitude_v = 0.6;
  add_aggressor(section, tx, AggressorType::fext, [](double f_hz) {
    return 0.03 * cd(0.0, f_hz / kRate) * lossy_line(f_hz, 5.0, 2.0, 0.5 * kRate, 1.1e-9);
  });
  add_aggressor(section, other, AggressorType::next,
                [](double f_hz) { return 0.02 * cd(0.0, f_hz / kRate) * delay(f_hz, 0.3e-9); });
  return section;
}

const std::vector<double> kTaps{-0.1, 0.7, -0.2};
constexpr double kGain_db = -4.0, kLowGain_db = -2.0;

struct Evaluated {
  Section section = three_tap_section();
  SectionSignals signals = section_signals(section, {}, false);
  PulseMaker maker{signals, 32, 16};
  PulseBank bank = maker.make(kGain_db, kLowGain_db, true);
  NoiseTerms noise = noise_terms(maker, bank, kGain_db, kLowGain_db);
  Window window{32, 480};
  Candidate candidate{kTaps, 1, peak()};
  Equalised at_slicer = evaluate(signals, bank, noise, candidate, window);

  std::size_t peak() const {
    return static_cast<std::size_t>(std::max_element(bank.victim.begin(), bank.victim.end()) -
                                    bank.victim.begin());
  }
};

}  // namespace

TEST_CASE("Receiver noise is the integral of its density behind filter and CTLE", "[unit][solve]") {
  const Evaluated here;
  const ReceiverSpec rx = peaking_receiver();
  const CtleShape shape = ctle_shape(rx, kGain_db, kLowGain_db);
  double sum = 0.0;
  const double step_hz = kRate / 4000.0;
  for (int k = 0; k < 40000; ++k) {
    const double f_hz = (k + 0.5) * step_hz;
    // 4th-order Butterworth: |H|^2 = 1/(1 + (f/f_r)^8).
    const double filter = 1.0 / (1.0 + std::pow(f_hz / rx.filter_bandwidth_hz, 8.0));
    sum += filter * std::norm(ctle_response(shape, f_hz)) * step_hz;
  }
  const double expected_v = std::sqrt(rx.noise_v2_per_hz * sum);
  CHECK(here.at_slicer.sigma_noise_v == Approx(expected_v).epsilon(2e-4));
}

TEST_CASE("Crosstalk is the rms over all sampling phases, FEXT behind the transmit FFE",
          "[unit][solve]") {
  const Evaluated here;
  double power = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t phase = 0; phase < 32; ++phase) {
      SymbolPulse pulse = sample_record(here.bank.aggressors[i], 32, 1024 + phase, {32, 480});
      if (i == 0) pulse = filter_symbols(pulse, kTaps, 1);
      power += 5.0 / 9.0 *
               std::inner_product(pulse.v.begin(), pulse.v.end(), pulse.v.begin(), 0.0) / 32.0;
    }
  }
  CHECK(here.at_slicer.sigma_crosstalk_v == Approx(std::sqrt(power)).epsilon(1e-3));
}

TEST_CASE("Transmitter noise and jitter have the variance of a symbol-rate Monte Carlo",
          "[validation][solve]") {
  const Evaluated here;
  const TransmitterSpec& tx = here.signals.tx;
  const auto levels = transmitted_levels(4, 1.0);
  constexpr std::size_t kSymbols = 1 << 20;
  Rng rng({7, 1});
  std::vector<double> a(kSymbols), x(kSymbols, 0.0), noise(kSymbols), moved(kSymbols, 0.0);
  for (double& level : a) level = levels[rng.below(4)];
  for (std::size_t t = 1; t + 1 < kSymbols; ++t) {
    x[t] = kTaps[0] * a[t + 1] + kTaps[1] * a[t] + kTaps[2] * a[t - 1];
  }
  for (std::size_t t = 1; t < kSymbols; ++t) {
    noise[t] = std::pow(10.0, -tx.snr_db / 20.0) * rng.normal();
    const double early = rng.below(2) == 0 ? tx.dual_dirac_jitter_ui : -tx.dual_dirac_jitter_ui;
    moved[t] = (x[t] - x[t - 1]) * (early + tx.random_jitter_ui * rng.normal());
  }
  const SymbolPulse bare = sample_record(here.bank.victim, 32, here.candidate.sample, {4, 40});
  const SymbolPulse edge = sample_record(here.bank.edge, 32, here.candidate.sample, {4, 40});
  double noise2 = 0.0, jitter2 = 0.0;
  for (std::size_t t = 50; t + 50 < kSymbols; ++t) {
    double n = 0.0, j = 0.0;
    for (std::size_t k = 0; k < bare.v.size(); ++k) {
      n += bare.v[k] * noise[t + 4 - k];
      j += edge.v[k] * moved[t + 4 - k];
    }
    noise2 += n * n;
    jitter2 += j * j;
  }
  const auto count = static_cast<double>(kSymbols - 100);
  // 1e6 symbols, correlated over a few: a standard deviation of 0.2 %.
  CHECK(here.at_slicer.sigma_tx_v == Approx(std::sqrt(noise2 / count)).epsilon(0.01));
  CHECK(here.at_slicer.sigma_jitter_v == Approx(std::sqrt(jitter2 / count)).epsilon(0.01));
}

TEST_CASE("The residual holds what the DFE leaves within its limits", "[unit][solve]") {
  TransmitterSpec tx = plain_transmitter();
  ReceiverSpec rx = plain_receiver();
  rx.dfe = {{-0.1, 0.1}, {-0.9, 0.9}};
  const Section section = make_section(
      tx, rx, [](double f_hz) { return lossy_line(f_hz, 8.0, 2.0, 0.5 * kRate, 1e-9); });
  const SectionSignals signals = section_signals(section, {}, false);
  const PulseMaker maker(signals, 8, noise_lags(signals));
  const PulseBank bank = maker.make(0.0, 0.0, false);
  const auto peak = std::max_element(bank.victim.begin(), bank.victim.end());
  const Candidate candidate{{1.0}, 0, static_cast<std::size_t>(peak - bank.victim.begin())};
  const Equalised out =
      evaluate(signals, bank, noise_terms(maker, bank, 0.0, 0.0), candidate, {16, 96});
  const std::size_t c = out.pulse.cursor;
  CHECK(out.dfe[0] == 0.1);
  CHECK(out.residual.v[c + 1] == Approx(out.pulse.v[c + 1] - 0.1 * out.cursor_v));
  CHECK(std::abs(out.residual.v[c + 2]) < 1e-15);
  CHECK(out.dfe[1] == Approx(out.pulse.v[c + 2] / out.cursor_v));
  CHECK(out.residual.v[c] == 0.0);
}
