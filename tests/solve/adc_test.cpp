#include "solve/adc.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "solve/section_outcome.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// A receive FFE behind an ADC.
Section with_adc(int bits) {
  ReceiverSpec rx = plain_receiver();
  rx.ffe_pre = 3;
  rx.ffe_post = 8;
  rx.adc_bits = bits;
  rx.adc_full_scale = 3.5;
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 36.0;
  return make_section(tx, rx,
                      [](double f_hz) { return lossy_line(f_hz, 4.0, 3.0, 0.5 * kRate, 1e-9); });
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

TEST_CASE("Waveform and density agree behind an ADC of five bits", "[validation][solve]") {
  const Section section = with_adc(5);
  SectionRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-3};
  request.solve.waveform_error_events = 4000;
  request.seed = 20261203;
  request.threads = 2;
  const SectionOutcome outcome = solve_section(section, {}, request);
  REQUIRE(outcome.cross_check.size() == 1);
  CAPTURE(outcome.cross_check[0].z, outcome.cross_check[0].noise_factor);
  CHECK(outcome.cross_check[0].events >= 1000);
  CHECK(outcome.cross_check[0].agrees);
}
