#include "solve/waveform.hpp"

#include <catch2/catch.hpp>

#include "math/roots.hpp"
#include "solve/closed_form.hpp"
#include "solve/slicer_density.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

TransmitterSpec usual_transmitter(double random_ui, double dirac_ui) {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 34.0;
  tx.random_jitter_ui = random_ui;
  tx.dual_dirac_jitter_ui = dirac_ui;
  tx.level_mismatch_ratio = 0.97;
  return tx;
}

ClosedForm::Law coupling(double size, double delay_s) {
  return [=](double f_hz) {
    return size * cd(0.0, f_hz / kRate) * lossy_line(f_hz, 2.0, 1.0, 0.5 * kRate, delay_s);
  };
}

Section low_loss(double random_ui = 0.01, double dirac_ui = 0.02) {
  return make_section(usual_transmitter(random_ui, dirac_ui), plain_receiver(), matched_line(2.0));
}

Section high_loss() {
  TransmitterSpec tx = usual_transmitter(0.02, 0.03);
  tx.ffe = {{-1, -0.2, 0.0, 0.04}, {1, -0.1, 0.0, 0.05}};
  tx.minimum_cursor = 0.6;
  ReceiverSpec rx = plain_receiver();
  rx.ctle_gain_db = {-8.0, -6.0, -4.0, -2.0, 0.0};
  rx.ctle_lf_gain_db = {-3.0, -1.5, 0.0};
  rx.ctle_pole2_hz = kRate;
  rx.dfe = {{-0.7, 0.7}, {-0.3, 0.3}, {-0.3, 0.3}};
  return make_section(tx, rx, matched_line(14.0));
}

Section with_receive_ffe() {
  Section section = high_loss();
  TransmitterSpec tx = usual_transmitter(0.01, 0.02);
  tx.ffe = {{-1, -0.1, 0.0, 0.05}};
  ReceiverSpec rx = as<Receiver>(*section.elements.back())->receiver({});
  rx.ffe_pre = 3;
  rx.ffe_post = 8;
  rx.dfe = {{0.0, 0.7}};
  return make_section(tx, rx, matched_line(12.0));
}

Section nrz() {
  TransmitterSpec tx = usual_transmitter(0.02, 0.03);
  tx.level_mismatch_ratio = 1.0;
  tx.snr_db = 25.0;
  ReceiverSpec rx = plain_receiver();
  rx.dfe = {{-0.5, 0.5}};
  return make_section(tx, rx, matched_line(9.0), Modulation::nrz);
}

Section with_aggressors() {
  TransmitterSpec tx = usual_transmitter(0.01, 0.02);
  tx.ffe = {{-1, -0.16, 0.0, 0.04}};
  ReceiverSpec rx = plain_receiver();
  rx.dfe = {{-0.5, 0.5}};
  Section section = make_section(tx, rx, matched_line(6.0));
  TransmitterSpec other = plain_transmitter();
  other.amplitude_v = 0.6;
  other.level_mismatch_ratio = 0.95;
  add_aggressor(section, tx, AggressorType::fext, coupling(0.06, 1.2e-9));
  add_aggressor(section, other, AggressorType::next, coupling(0.03, 0.3e-9), PhaseRule::uniform);
  return section;
}

/// Density and count of one section at receiver noise raised until the density gives `target`.
struct Compared {
  double density{0.0}, gaussian{0.0}, factor{0.0}, z{0.0}, share{0.0};
  WaveformCount count{};
};

Compared compare(const Section& section, double target, double events, std::uint64_t seed,
                 int threads = 2) {
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  const auto excess = [&](double log_factor) {
    return std::log(SlicerDensity(signals, search, {4096, std::exp(log_factor)}).errors().ber /
                    target);
  };
  Compared out;
  const auto root = find_root(excess, 0.0, std::log(200.0), 1e-4);
  REQUIRE(root);
  out.factor = std::exp(*root);
  const SlicerDensity density(signals, search, {4096, out.factor});
  out.density = density.errors().ber;
  out.share = density.enumerated_share();
  out.gaussian = gaussian_errors(signals, search.at_slicer, out.factor).ber;
  WaveformOptions options;
  options.error_events = events;
  options.symbols_max = 1e9;
  options.noise_factor = out.factor;
  options.seed = seed;
  options.threads = threads;
  out.count = count_errors(signals, search, worst_phases(signals, search), options);
  out.z = (static_cast<double>(out.count.bit_errors) -
           out.density * static_cast<double>(out.count.bits)) /
          std::sqrt(out.count.event_bits_squared);
  return out;
}

const std::vector<std::pair<const char*, Section (*)()>>& links() {
  static const std::vector<std::pair<const char*, Section (*)()>> all{
      {"low loss", [] { return low_loss(); }},
      {"low loss, strong jitter", [] { return low_loss(0.02, 0.03); }},
      {"high loss, transmit FFE, DFE, strong jitter", high_loss},
      {"receive FFE", with_receive_ffe},
      {"NRZ, strong jitter", nrz},
      {"FEXT and NEXT", with_aggressors}};
  return all;
}

/// @return the sum of z^2 over the links
double check_links(double target, double events) {
  double sum = 0.0;
  for (const auto& [name, make] : links()) {
    const Compared here = compare(make(), target, events, 20261202);
    UNSCOPED_INFO(name << ": density " << here.density << " counted " << here.count.ber() << " z "
                       << here.z << " events " << here.count.events << " noise x " << here.factor
                       << " Gaussian " << here.gaussian << " feedback "
                       << static_cast<double>(here.count.bit_errors_feedback) /
                              static_cast<double>(here.count.bits)
                       << " enumerated " << here.share);
    CHECK(here.count.events >= 1000);
    CHECK(std::abs(here.z) <= 3.5);
    CHECK(here.count.bit_errors_feedback >= here.count.bit_errors / 2);
    sum += here.z * here.z;
  }
  return sum;
}

constexpr double kChiSquare6_1e3 = 22.46;  // of 6 degrees of freedom, exceeded with p = 1e-3

}  // namespace

TEST_CASE("Waveform and density agree where 1e-3 of the bits are wrong", "[validation][solve]") {
  const double sum = check_links(1e-3, 2000.0);
  CHECK(sum < kChiSquare6_1e3);
}

TEST_CASE("Waveform and density agree where 1e-4 of the bits are wrong",
          "[validation][solve][long]") {
  const double sum = check_links(1e-4, 4000.0);
  CHECK(sum < kChiSquare6_1e3);
}

TEST_CASE("Waveform and density agree where 1e-5 of the bits are wrong",
          "[validation][solve][long]") {
  const double sum = check_links(1e-5, 1500.0);
  CHECK(sum < kChiSquare6_1e3);
}

TEST_CASE("Counts are the same on one and on two threads, and change with the seed",
          "[property][solve]") {
  const auto counted = [](std::uint64_t seed, int threads) {
    return compare(with_aggressors(), 1e-3, 100.0, seed, threads).count;
  };
  const WaveformCount one = counted(5, 1), two = counted(5, 2), other = counted(6, 2);
  CHECK(one.bit_errors == two.bit_errors);
  CHECK(one.symbols == two.symbols);
  CHECK(one.events == two.events);
  CHECK(one.bit_errors_feedback == two.bit_errors_feedback);
  CHECK(one.event_bits_squared == two.event_bits_squared);
  CHECK(one.bit_errors != other.bit_errors);
}

TEST_CASE("Samples a symbol do not move the count", "[convergence][solve]") {
  const Section section = low_loss();
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  const auto counted = [&](int samples) {
    WaveformOptions options;
    options.samples_per_symbol = samples;
    options.symbols_max = 1e5;
    options.error_events = 1e9;
    options.noise_factor = 30.0;
    return count_errors(signals, search, worst_phases(signals, search), options);
  };
  const WaveformCount eight = counted(8), thirty_two = counted(32);
  // The same symbols, jitter and noise: only what images leave changes.
  const auto errors = static_cast<double>(thirty_two.bit_errors);
  CHECK(errors > 1000.0);
  CHECK(std::abs(static_cast<double>(eight.bit_errors) - errors) < 0.02 * errors);
}

TEST_CASE("A stopped count says so", "[unit][solve]") {
  const Section section = low_loss();
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  const std::atomic<bool> stop{true};
  WaveformOptions options;
  options.stop = &stop;
  CHECK_THROWS_AS(count_errors(signals, search, {}, options), Interrupted);
}
