// MLSE as a section's receiver: densities of its error events against the waveform, bursts against
// the law.
#include <catch2/catch.hpp>
#include <cmath>

#include "solve/cross_check.hpp"
#include "solve/decision_errors.hpp"
#include "solve/importance.hpp"
#include "solve/sequence_density.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

ClosedForm::Law line(double loss_db) {
  return [=](double f_hz) {
    return lossy_line(f_hz, 0.6 * loss_db, 0.4 * loss_db, 0.5 * kRate, 1e-9);
  };
}

TransmitterSpec transmitter(double rlm = 1.0) {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 36.0;
  tx.random_jitter_ui = 0.01;
  tx.dual_dirac_jitter_ui = 0.02;
  tx.level_mismatch_ratio = rlm;
  tx.ffe = {{-1, -0.2, 0.0, 0.04}};
  return tx;
}

/// A receive FFE makes the channel 1 + aD, whatever colour that gives the noise.
Section shaped(double alpha, double loss_db, double rlm = 1.0,
               Modulation modulation = Modulation::pam4) {
  ReceiverSpec rx = plain_receiver();
  rx.ffe_pre = 3;
  rx.ffe_post = 10;
  rx.dfe = {{alpha, alpha}};
  rx.mlse = true;
  return make_section(transmitter(rlm), rx, line(loss_db), modulation);
}

/// CTLE and DFE: the tap is what the line leaves, later taps are fed back.
Section with_ctle() {
  ReceiverSpec rx = plain_receiver();
  rx.ctle_gain_db = {-8.0, -6.0, -4.0, -2.0, 0.0};
  rx.ctle_lf_gain_db = {-3.0, -1.5, 0.0};
  rx.ctle_pole2_hz = kRate;
  rx.dfe.assign(8, {-0.3, 0.3});
  rx.dfe.front() = {0.0, 0.8};
  rx.mlse = true;
  return make_section(transmitter(0.97), rx, line(14.0));
}

Section with_aggressors() {
  Section section = shaped(0.5, 10.0);
  TransmitterSpec other = plain_transmitter();
  other.amplitude_v = 0.6;
  const auto coupling = [](double size, double delay_s) {
    return [=](double f_hz) {
      return size * cd(0.0, f_hz / kRate) * lossy_line(f_hz, 2.0, 1.0, 0.5 * kRate, delay_s);
    };
  };
  add_aggressor(section, transmitter(), AggressorType::fext, coupling(0.04, 1.2e-9));
  add_aggressor(section, other, AggressorType::next, coupling(0.02, 0.3e-9), PhaseRule::uniform);
  return section;
}

SectionRequest request_for(double target, double events) {
  SectionRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {target};
  request.solve.waveform_error_events = events;
  request.solve.waveform_symbols_max = 1e9;
  request.seed = 20261203;
  request.threads = 2;
  return request;
}

struct Link {
  const char* name;
  Section section;
};

std::vector<Link> links() {
  return {{"tap 0.3", shaped(0.3, 8.0)},
          {"tap 0.5, levels uneven", shaped(0.5, 12.0, 0.95)},
          {"tap 0.8", shaped(0.8, 18.0)},
          {"NRZ, tap 0.8", shaped(0.8, 18.0, 1.0, Modulation::nrz)},
          {"CTLE, 8 taps, levels uneven", with_ctle()},
          {"FEXT and NEXT", with_aggressors()}};
}

/// @return the sum of z^2 over the links
double check_links(double target, double events) {
  double sum = 0.0;
  for (const Link& link : links()) {
    const SectionRequest request = request_for(target, events);
    const SectionSignals signals = section_signals(link.section, {}, false);
    const SearchResult search = search_equalisers(signals);
    const auto rows = cross_check(signals, search, request);
    REQUIRE(rows.size() == 1);
    const CrossCheckRow& row = rows.front();
    const double slicer =
        SlicerDensity(signals, search, {4096, row.noise_factor}).errors().ber;
    UNSCOPED_INFO(link.name << ": tap " << search.settings.dfe.front() << " noise x "
                            << row.noise_factor << " density " << row.ber_density << " Gaussian "
                            << row.ber_closed_form << " counted " << row.ber_count << " z " << row.z
                            << " events " << row.events << " slicer " << slicer << " feedback "
                            << row.burst_factor);
    CHECK(row.events >= 1000.0);
    CHECK(row.agrees);
    CHECK(row.ber_density < slicer);
    sum += row.z * row.z;
  }
  return sum;
}

constexpr double kChiSquare6_1e3 = 22.46;  // of 6 degrees of freedom, exceeded with p = 1e-3

}  // namespace

TEST_CASE("MLSE: waveform and densities agree where 1e-3 of the bits are wrong",
          "[validation][solve]") {
  const double sum = check_links(1e-3, 1500.0);
  CHECK(sum < kChiSquare6_1e3);
}

TEST_CASE("MLSE: waveform and densities agree where 1e-4 of the bits are wrong",
          "[validation][solve][long]") {
  const double sum = check_links(1e-4, 1500.0);
  CHECK(sum < kChiSquare6_1e3);
}
