#include "solve/importance.hpp"

#include <catch2/catch.hpp>
#include <chrono>

#include "math/roots.hpp"
#include "math/special.hpp"
#include "solve/importance_chain.hpp"
#include "solve/slicer_density.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

TransmitterSpec transmitter(double random_ui, double dirac_ui) {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 34.0;
  tx.random_jitter_ui = random_ui;
  tx.dual_dirac_jitter_ui = dirac_ui;
  tx.level_mismatch_ratio = 0.97;
  return tx;
}

ClosedForm::Law line(double loss_db) {
  return [=](double f_hz) {
    return lossy_line(f_hz, 0.6 * loss_db, 0.4 * loss_db, 0.5 * kRate, 1e-9);
  };
}

ClosedForm::Law coupling(double size, double delay_s) {
  return [=](double f_hz) {
    return size * cd(0.0, f_hz / kRate) * lossy_line(f_hz, 2.0, 1.0, 0.5 * kRate, delay_s);
  };
}

Section noise_dominated() {
  return make_section(transmitter(0.002, 0.002), plain_receiver(), line(2.0));
}

/// ISI that no DFE takes out, crosstalk at one and at all phases, jitter.
Section with_everything() {
  TransmitterSpec tx = transmitter(0.01, 0.005);
  tx.ffe = {{-1, -0.16, 0.0, 0.02}};
  ReceiverSpec rx = plain_receiver();
  rx.dfe = {{-0.5, 0.5}};
  Section section = make_section(tx, rx, line(4.0));
  TransmitterSpec other = plain_transmitter();
  other.amplitude_v = 0.6;
  other.level_mismatch_ratio = 0.95;
  add_aggressor(section, tx, AggressorType::fext, coupling(0.05, 1.2e-9));
  add_aggressor(section, other, AggressorType::next, coupling(0.025, 0.3e-9), PhaseRule::uniform);
  return section;
}

/// A section with its equalisers set and its noise raised until the density gives `target`.
struct Prepared {
  Section section{};
  SectionSignals signals{};
  SearchResult search{};
  AggressorPhases phases{};
  double factor{1.0}, density{0.0};
};

std::unique_ptr<Prepared> prepare(Section section, double target) {
  auto out = std::make_unique<Prepared>();
  out->section = std::move(section);
  out->signals = section_signals(out->section, {}, false);
  out->search = search_equalisers(out->signals);
  out->phases = worst_phases(out->signals, out->search);
  const auto ratio = [&](double log_factor) {
    return SlicerDensity(out->signals, out->search, {4096, std::exp(log_factor)}).errors().ber;
  };
  const auto excess = [&](double x) { return std::log(std::max(ratio(x), 1e-300) / target); };
  const auto root = find_root(excess, std::log(0.1), std::log(100.0), 1e-3);
  REQUIRE(root);
  out->factor = std::exp(*root);
  out->density = ratio(*root);
  return out;
}

ImportanceResult sample(const Prepared& link, ImportanceOptions options) {
  options.noise_factor = link.factor;
  options.seed = 20261203;
  const auto begin = std::chrono::steady_clock::now();
  const ImportanceResult out = importance_errors(link.signals, link.search, link.phases, options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  UNSCOPED_INFO("density " << link.density << " importance " << out.ber << " [" << out.low << ", "
                           << out.high << "] relative error " << out.relative_error << " effective "
                           << out.effective_samples << " share " << out.largest_share << " leak "
                           << out.leak << " decisions " << out.decisions << " wrong " << out.wrong
                           << " symbols " << out.symbols << " noise x " << link.factor
                           << " seconds " << took.count() << " " << out.warning);
  return out;
}

void check_within(Section section, double target) {
  const auto link = prepare(std::move(section), target);
  const ImportanceResult out = sample(*link, {.threads = 2});
  CHECK(out.low <= link->density);
  CHECK(link->density <= out.high);
  CHECK(out.relative_error <= 0.05);
  CHECK(out.warning == "");
}

}  // namespace

TEST_CASE("Importance sampling of Gaussian noise alone gives Q", "[validation][solve]") {
  // A lossless channel and a filter of three symbol rates: next to no ISI is left, so the density's
  // closed form is NRZ's Q(cursor/sigma).
  TransmitterSpec tx = plain_transmitter();
  ReceiverSpec rx = plain_receiver();
  rx.filter_bandwidth_hz = 3.0 * kRate;
  Section section = make_section(
      tx, rx, [](double f_hz) { return delay(f_hz, 1e-10); }, Modulation::nrz);
  const auto link = prepare(std::move(section), 1e-9);
  const double sigma = link->search.at_slicer.sigma_noise_v * link->factor;
  REQUIRE(link->search.at_slicer.sigma_isi_v < 0.01 * sigma);
  const double expected = q_function(link->search.at_slicer.cursor_v / sigma);
  const ImportanceResult out = sample(*link, {.relative_error = 0.02, .threads = 2});
  CHECK(std::abs(out.ber - expected) <= 3.5 * out.relative_error * expected);
  CHECK(out.low <= expected);
  CHECK(expected <= out.high);
}

TEST_CASE("Importance sampling agrees with the density at 1e-9: noise", "[validation][solve]") {
  check_within(noise_dominated(), 1e-9);
}

TEST_CASE("Importance sampling agrees with the density at 1e-12: noise", "[validation][solve]") {
  check_within(noise_dominated(), 1e-12);
}

TEST_CASE("Importance sampling agrees with the density at 1e-9: ISI, crosstalk, jitter",
          "[validation][solve]") {
  check_within(with_everything(), 1e-9);
}

TEST_CASE("Importance sampling agrees with the density at 1e-12: ISI, crosstalk, jitter",
          "[validation][solve]") {
  check_within(with_everything(), 1e-12);
}

TEST_CASE("Importance sampling agrees with a count at 1e-4", "[validation][solve]") {
  const auto link = prepare(with_everything(), 1e-4);
  WaveformOptions waveform;
  waveform.error_events = 1500.0;
  waveform.noise_factor = link->factor;
  waveform.seed = 20261203;
  waveform.threads = 2;
  const WaveformCount count = count_errors(link->signals, link->search, link->phases, waveform);
  CHECK(count.events >= 1000);
  const double counted_error =
      std::sqrt(count.event_bits_squared) / static_cast<double>(count.bits);
  // Right whatever the tilt, only less efficient.
  for (const double factor : {1.0, 0.6, 1.3}) {
    const ImportanceResult out = sample(*link, {.tilt_factor = factor, .threads = 2});
    const double z =
        (out.ber - count.ber()) / std::hypot(counted_error, out.relative_error * out.ber);
    UNSCOPED_INFO("tilt factor " << factor << " z " << z << " counted " << count.ber());
    CHECK(std::abs(z) <= 3.5);
  }
}

TEST_CASE("Importance sampling is the same on one and on two threads", "[property][solve]") {
  const auto link = prepare(with_everything(), 1e-9);
  const ImportanceResult one = sample(*link, {.symbols_max = 1e5, .threads = 1});
  const ImportanceResult two = sample(*link, {.symbols_max = 1e5, .threads = 2});
  CHECK(one.ber == two.ber);
  CHECK(one.low == two.low);
  CHECK(one.largest_share == two.largest_share);
  CHECK(one.wrong == two.wrong);
}
