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
  return make_section(transmitter(rlm), rx, matched_line(loss_db), modulation);
}

Section with_strong_jitter() {
  Section section = shaped(0.3, 8.0);
  TransmitterSpec tx = transmitter();
  tx.random_jitter_ui = 0.02;
  tx.dual_dirac_jitter_ui = 0.03;
  section.elements.front() = std::make_shared<TestTransmitter>(tx);
  return section;
}

/// The same where the receiver's noise is nearly all.
Section noisy() {
  Section section = shaped(0.8, 18.0, 0.95);
  ReceiverSpec rx = as<Receiver>(*section.elements.back())->receiver({});
  rx.noise_v2_per_hz *= 32.0;
  section.elements.back() = std::make_shared<TestReceiver>(rx);
  return section;
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
  return make_section(transmitter(0.97), rx, matched_line(14.0));
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
  return {{"tap 0.3, strong jitter", with_strong_jitter()},
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
    std::vector<std::string> remarks;
    const auto rows = cross_check(signals, search, request, remarks);
    REQUIRE(rows.size() == 1);
    const CrossCheckRow& row = rows.front();
    const double slicer = SlicerDensity(signals, search, {4096, row.noise_factor}).errors().ber;
    UNSCOPED_INFO(link.name << ": tap " << search.settings.dfe.front() << " noise x "
                            << row.noise_factor << " density " << row.ber_density << " Gaussian "
                            << row.ber_closed_form << " counted " << row.ber_count << " z " << row.z
                            << " events " << row.events << " slicer " << slicer << " feedback "
                            << row.ber_feedback / row.ber_count);
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
  const double sum = check_links(1e-3, 1200.0);
  CHECK(sum < kChiSquare6_1e3);
}

TEST_CASE("MLSE: waveform and densities agree where 1e-4 of the bits are wrong",
          "[validation][solve][long]") {
  const double sum = check_links(1e-4, 1500.0);
  CHECK(sum < kChiSquare6_1e3);
}

TEST_CASE("MLSE: counted runs of errors are as long as the law says", "[validation][solve]") {
  const Section section = shaped(0.8, 18.0);
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  constexpr double kNoise = 6.6;  // some 4e-4 of the bits wrong
  const SequenceErrors law = SequenceDensity(signals, search, {4096, kNoise}).errors();
  CHECK(law.ber > 2e-4);
  CHECK(law.ber < 8e-4);
  WaveformOptions options;
  options.error_events = 2500;
  options.symbols_max = 1e9;
  options.noise_factor = kNoise;
  options.seed = 20261203;
  options.threads = 2;
  const WaveformCount count = count_errors(signals, search, worst_phases(signals, search), options);
  double runs = 0.0, mean = 0.0, square = 0.0;
  for (std::size_t l = 0; l < law.length.size(); ++l) {
    const auto length = static_cast<double>(l + 1);
    mean += length * law.length[l];
    square += length * length * law.length[l];
  }
  for (const std::uint64_t n : count.runs) runs += static_cast<double>(n);
  for (std::size_t l = 0; l < 5; ++l) {
    const double share = static_cast<double>(count.runs[l]) / runs;
    const double deviation = std::sqrt(law.length[l] * (1.0 - law.length[l]) / runs);
    CAPTURE(l + 1, share, law.length[l], deviation);
    CHECK(std::abs(share - law.length[l]) <= 3.5 * deviation);
  }
  const double counted = static_cast<double>(count.symbol_errors) / runs;
  const double deviation = std::sqrt((square - mean * mean) / runs);
  CAPTURE(counted, mean, deviation);
  CHECK(std::abs(counted - mean) <= 3.5 * deviation);
  // A coloured disturbance has a law of its own: in white noise most events are single errors.
  CHECK(law.length[1] > law.length[0]);
}

TEST_CASE("MLSE: PAM6 counts as its densities say", "[validation][solve]") {
  const Section section = shaped(0.5, 6.0, 1.0, Modulation::pam6);
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  std::vector<std::string> remarks;
  const auto rows = cross_check(signals, search, request_for(1e-3, 1500.0), remarks);
  REQUIRE(rows.size() == 1);
  CAPTURE(rows[0].z, rows[0].ber_count, rows[0].ber_density);
  CHECK(rows[0].events >= 1000.0);
  CHECK(rows[0].agrees);
}

TEST_CASE("MLSE: a section's outcome with and without a precoder", "[property][solve]") {
  SectionRequest request;
  request.burst_target = [](const SectionBursts&) { return 1e-5; };
  Section section = noisy();
  const SectionOutcome line = solve_section(section, {}, request);
  section.precoded = true;
  const SectionOutcome data = solve_section(section, {}, request);
  REQUIRE(!line.bursts.length.empty());
  double mean = 0.0;
  for (std::size_t l = 0; l < line.bursts.length.size(); ++l) {
    mean += static_cast<double>(l + 1) * line.bursts.length[l];
  }
  CHECK(mean > 1.5);
  // Each event leaves two wrong bits behind the precoder's inverse.
  CHECK(data.ber.ber == Approx(2.0 / mean * line.ber.ber).epsilon(1e-9));
  CHECK(data.ber.method == "density");
  CHECK_THAT(line.assumptions[1], Catch::Contains("MLSE in place of the first DFE tap"));
  // Twice the errors a bit of a longer event make the margin differ, by little.
  CHECK(std::abs(data.margin_db - line.margin_db) < 0.5);
  request.solve.fidelity = "closed_form";
  const SectionOutcome gaussian = solve_section(section, {}, request);
  CHECK(gaussian.ber.method == "closed_form");
  CHECK(gaussian.ber.ber == Approx(data.ber.ber).epsilon(0.5));
}

TEST_CASE("MLSE: what does not know it says so", "[unit][solve]") {
  Section section = shaped(0.5, 12.0);
  SectionRequest request;
  request.solve.fidelity = "waveform";
  request.solve.waveform_method = "importance";
  CHECK_THROWS_WITH(solve_section(section, {}, request), Catch::Contains("does not know MLSE"));
  request.solve.fidelity = "statistical";
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-9};
  const SectionOutcome outcome = solve_section(section, {}, request);
  CHECK(outcome.cross_check.empty());
  CHECK_THAT(outcome.assumptions[0], Catch::Contains("no cross-check below 1e-6"));
  ReceiverSpec rx = plain_receiver();
  rx.mlse = true;
  section.elements.back() = std::make_shared<TestReceiver>(rx);
  CHECK_THROWS_AS(solve_section(section, {}, {}), ModelError);
}

TEST_CASE("MLSE: samples of a yield are close to the full solution", "[property][solve]") {
  const Section section = noisy();
  SectionRequest request;
  const SectionOutcome full = solve_section(section, {}, request);
  request.sample = SampleRequest{true, true};
  const SectionOutcome sample = solve_section(section, {}, request);
  CHECK(std::abs(std::log10(sample.ber.ber / full.ber.ber)) < 0.02);
  CHECK(sample.margin_db == Approx(full.margin_db).margin(0.02));
}
