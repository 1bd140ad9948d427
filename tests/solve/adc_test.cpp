#include "solve/adc.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "dsp/ffe_dfe.hpp"
#include "solve/adc_figures.hpp"
#include "solve/section_outcome.hpp"
#include "solve/slicer.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// A receive FFE behind an ADC. @param loss_db  of the skin effect at the Nyquist frequency; the
/// dielectric has 3/4 of it
Section with_adc(int bits, double loss_db = 4.0, Modulation modulation = Modulation::pam4,
                 double full_scale = 3.5) {
  ReceiverSpec rx = plain_receiver();
  rx.ffe_pre = 3;
  rx.ffe_post = 8;
  rx.adc_bits = bits;
  rx.adc_full_scale = full_scale;
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 36.0;
  const auto line = [=](double f_hz) {
    return lossy_line(f_hz, loss_db, 0.75 * loss_db, 0.5 * kRate, 1e-9);
  };
  return make_section(tx, rx, line, modulation);
}

SectionRequest checked(std::vector<double> ber) {
  SectionRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = std::move(ber);
  request.seed = 20261203;
  request.threads = 2;
  return request;
}

std::string about_adc(const SectionOutcome& outcome) {
  for (const std::string& line : outcome.assumptions) {
    if (line.find("ADC") != std::string::npos) return line;
  }
  return {};
}

}  // namespace

TEST_CASE("An ADC rounds to the middle of its steps and clips", "[unit][solve]") {
  std::vector<double> y{-10.0, -0.9, -0.1, 0.1, 0.6, 10.0};
  quantise(y, 0.5, 3);  // -1.75 .. 1.75
  CHECK(y == std::vector<double>{-1.75, -0.75, -0.25, 0.25, 0.75, 1.75});
  ReceiverSpec rx;
  CHECK(adc_step_v(rx, 1.0) == 0.0);
  rx.adc_bits = 6;
  rx.adc_full_scale = 4.0;
  CHECK(adc_step_v(rx, 0.25) == Approx(2.0 * 4.0 * 0.5 / 64.0));
}

TEST_CASE("Quantisation is noise ahead of the receive FFE, a quarter of it a bit",
          "[unit][solve]") {
  const auto solved = [](int bits) {
    const Section section = with_adc(bits);
    return solve_section(section, {}, {}).at_slicer;
  };
  const Equalised six = solved(6), seven = solved(7), none = solved(0);
  CHECK(none.sigma_adc_v == 0.0);
  CHECK(six.sigma_adc_v / seven.sigma_adc_v == Approx(2.0).epsilon(0.02));
  double taps = 0.0;
  for (const double tap : six.rx_ffe) taps += tap * tap;
  CHECK(six.sigma_adc_v == Approx(six.adc_step_v / std::sqrt(12.0) * std::sqrt(taps)));
  CHECK(six.fom_db < none.fom_db);
}

TEST_CASE("Waveform and density agree behind an ADC of five bits and more", "[validation][solve]") {
  const int bits = GENERATE(5, 6, 7);
  SectionRequest request = checked({1e-3, 1e-4});
  request.solve.waveform_error_events = 1500;
  const SectionOutcome outcome = solve_section(with_adc(bits), {}, request);
  REQUIRE(outcome.cross_check.size() == 2);
  for (const CrossCheckRow& row : outcome.cross_check) {
    CAPTURE(bits, row.target_ber, row.noise_factor, row.z, row.events);
    CHECK(row.events >= 1000);
    CHECK(row.agrees);
    // A Gaussian of step^2/12 has tails that uniform variables have not.
    CHECK(row.ber_closed_form > (bits == 5 ? 1.05 : 1.0) * row.ber_density);
  }
}

TEST_CASE("Importance sampling finds the density's tails behind an ADC", "[validation][solve]") {
  const int bits = GENERATE(5, 6, 7);
  const double target = bits == 5 ? 1e-9 : 1e-12;
  SectionRequest request = checked({target});
  request.solve.waveform_symbols_max = 6e6;
  const SectionOutcome outcome = solve_section(with_adc(bits), {}, request);
  REQUIRE(outcome.cross_check.size() == 1);
  const CrossCheckRow& row = outcome.cross_check[0];
  CAPTURE(bits, row.noise_factor, row.z, row.events, row.ber_count / row.ber_density);
  CHECK(row.method == "importance");
  CHECK(row.events >= 100);  // effective samples, below which an interval is not to be trusted
  CHECK(row.agrees);
  CHECK(row.ber_closed_form > 1.05 * row.ber_density);
}

TEST_CASE("With four bits quantisation knows the signal, and is said to", "[validation][solve]") {
  SectionRequest request = checked({1e-4});
  request.solve.waveform_error_events = 1500;
  const SectionOutcome four = solve_section(with_adc(4, 8.0, Modulation::nrz, 4.0), {}, request);
  REQUIRE(four.cross_check.size() == 1);
  CAPTURE(four.cross_check[0].z, four.cross_check[0].noise_factor);
  CHECK_FALSE(four.cross_check[0].agrees);
  CHECK_THAT(about_adc(four), Catch::Contains("WARNING: the signal lies on few places of a step"));
  const SectionOutcome six = solve_section(with_adc(6, 8.0, Modulation::nrz, 4.0), {}, {});
  CHECK_THAT(about_adc(six), Catch::Contains("uniform over a step"));
  CHECK_THAT(about_adc(six), !Catch::Contains("WARNING"));
}

TEST_CASE("Clipping is counted where it counts", "[validation][solve]") {
  const auto figures_at = [](double full_scale) {
    const SectionSignals signals =
        section_signals(with_adc(6, 16.0, Modulation::pam4, full_scale), {}, false);
    const Equalised slicer = search_equalisers(signals).at_slicer;
    return std::pair{adc_figures(signals, slicer), slicer};
  };
  // 28 dB at the Nyquist frequency, all of it left to the FFE: peaks of 4.9 rms.
  CHECK(figures_at(4.0).first.clipped < 1e-12);
  const auto [figures, slicer] = figures_at(2.5);
  Rng rng({20261203, 1}, 0);
  const auto levels = transmitted_levels(4, 1.0);
  constexpr int kSamples = 100000;
  int clipped = 0;
  for (int n = 0; n < kSamples; ++n) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 160; ++i) sum += slicer.at_adc.v[i] * levels[rng.below(4)];
    clipped += std::abs(sum) > 32.0 * slicer.adc_step_v;
  }
  CAPTURE(clipped, figures.clipped);
  const double expected = kSamples * figures.clipped;  // about 600
  CHECK(std::abs(clipped - expected) < 4.0 * std::sqrt(expected));
  const SectionOutcome outcome = solve_section(with_adc(6, 16.0, Modulation::pam4, 2.5), {}, {});
  CHECK_THAT(about_adc(outcome), Catch::Contains("WARNING: clipping can add up to"));
}

TEST_CASE("The eye is that of the density behind the ADC", "[unit][solve]") {
  const auto eye_of = [](int bits) {
    SectionRequest request;
    request.solve.eye = true;
    request.solve.pdf_bins = 2048;
    request.threads = 2;
    return solve_section(with_adc(bits, 12.0), {}, request);
  };
  const SectionOutcome none = eye_of(0), five = eye_of(5);
  REQUIRE(five.eye);
  CHECK(five.eye->time_bathtub[five.eye->time_ui.size() / 2] == Approx(five.ber.ber));
  CHECK(five.ber.ber > none.ber.ber);
  CHECK(five.eye->height_v / five.eye->available_v < none.eye->height_v / none.eye->available_v);
}

TEST_CASE("A cross-check that importance sampling cannot do is counted and says so",
          "[unit][solve]") {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 33.0;
  tx.even_odd_jitter_ui = 0.02;
  const Section section = make_section(tx, plain_receiver(), [](double f_hz) {
    return lossy_line(f_hz, 1.0, 1.0, 0.5 * kRate, 1e-9);
  });
  SectionRequest request = checked({1e-7});
  request.solve.waveform_symbols_max = 1e5;
  const SectionOutcome outcome = solve_section(section, {}, request);
  REQUIRE(outcome.cross_check.size() == 1);
  CHECK(outcome.cross_check[0].method == "count");
  const auto& lines = outcome.assumptions;
  CHECK(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("cross-check at 1e-07: counted, few events or none") != std::string::npos;
  }));
}

TEST_CASE("A sequence detector meets the same quantisation as the waveform",
          "[validation][solve]") {
  ReceiverSpec rx = plain_receiver();
  rx.ffe_pre = 3;
  rx.ffe_post = 8;
  rx.adc_bits = 5;
  rx.dfe = {{0.0, 0.6}};
  rx.mlse = true;
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 36.0;
  const Section section = make_section(
      tx, rx, [](double f_hz) { return lossy_line(f_hz, 8.0, 6.0, 0.5 * kRate, 1e-9); });
  SectionRequest request = checked({1e-4});
  request.solve.waveform_error_events = 1500;
  const SectionOutcome outcome = solve_section(section, {}, request);
  REQUIRE(outcome.cross_check.size() == 1);
  const CrossCheckRow& row = outcome.cross_check[0];
  CAPTURE(outcome.settings.dfe[0], row.z, row.ber_count / row.ber_density);
  CHECK(row.events >= 1000);
  CHECK(row.agrees);
}
