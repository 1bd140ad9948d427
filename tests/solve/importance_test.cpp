#include "solve/importance.hpp"

#include <catch2/catch.hpp>

#include "math/roots.hpp"
#include "math/special.hpp"
#include "solve/slicer_density.hpp"
#include "tests/solve/test_elements.hpp"
#include "tests/validation.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

TransmitterSpec transmitter(double snr_db, double random_ui, double dirac_ui) {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = snr_db;
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

Section noise_dominated() {
  return make_section(transmitter(34.0, 0.002, 0.002), plain_receiver(), matched_line(2.0));
}

/// ISI that no DFE takes out, crosstalk at one and at all phases, jitter: a link whose laws the
/// density holds. It takes edges as straight: at 1e-12, 0.01 UI of random jitter would make it 11 %
/// low here.
Section with_everything(double snr_db = 45.0) {
  TransmitterSpec tx = transmitter(snr_db, 0.005, 0.02);
  tx.ffe = {{-1, -0.16, 0.0, 0.02}};
  ReceiverSpec rx = plain_receiver();
  rx.dfe = {{-0.5, 0.5}};
  Section section = make_section(tx, rx, matched_line(4.0));
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
  const ImportanceResult out = importance_errors(link.signals, link.search, link.phases, options);
  UNSCOPED_INFO("density " << link.density << " importance " << out.ber << " [" << out.low << ", "
                           << out.high << "] relative error " << out.relative_error << " effective "
                           << out.effective_samples << " share " << out.largest_share << " leak "
                           << out.leak << " symbols " << out.symbols << " noise x " << link.factor
                           << " " << out.warning);
  return out;
}

constexpr std::uint64_t kSeed = 20261203;

/// The rule of cross-checks, |z| <= 3.5, at a standard error of 2 %: by chance once in 2,000.
void check_within(const std::string& what, Section section, double target) {
  const auto link = prepare(std::move(section), target);
  const ImportanceResult out = sample(*link, {.relative_error = 0.02, .seed = kSeed, .threads = 2});
  testing::validate("importance sampling, BER of density: " + what, link->density, out.ber,
                    3.5 * out.relative_error * out.ber);
  CHECK(out.relative_error <= 0.021);
  CHECK(out.warning.empty());
}

/// Errors counted on the same waveform, without any tilt.
struct Counted {
  double ber{0.0}, error{0.0};
  std::uint64_t events{0};
};

Counted counted(const Prepared& link, double events) {
  WaveformOptions options;
  options.error_events = events;
  options.symbols_max = 1e9;
  options.noise_factor = link.factor;
  options.seed = kSeed;
  options.threads = 2;
  const WaveformCount count = count_errors(link.signals, link.search, link.phases, options);
  return {count.ber(), std::sqrt(count.event_bits_squared) / static_cast<double>(count.bits),
          count.events};
}

void check_count(const Counted& count, const ImportanceResult& out) {
  const double z = (out.ber - count.ber) / std::hypot(count.error, out.relative_error * out.ber);
  UNSCOPED_INFO("counted " << count.ber << " in " << count.events << " events, z " << z);
  CHECK(std::abs(z) <= 3.5);
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
  const ImportanceResult out = sample(*link, {.relative_error = 0.02, .seed = kSeed, .threads = 2});
  CHECK(std::abs(out.ber - expected) <= 3.5 * out.relative_error * expected);
  CHECK(out.low <= expected);
  CHECK(expected <= out.high);
}

TEST_CASE("Importance sampling agrees with the density at 1e-9: noise", "[validation][solve]") {
  check_within("noise, 1e-9", noise_dominated(), 1e-9);
}

TEST_CASE("Importance sampling agrees with the density at 1e-12: noise", "[validation][solve]") {
  check_within("noise, 1e-12", noise_dominated(), 1e-12);
}

TEST_CASE("Importance sampling agrees with the density at 1e-9: ISI, crosstalk, jitter",
          "[validation][solve]") {
  check_within("ISI, crosstalk, jitter, 1e-9", with_everything(), 1e-9);
}

TEST_CASE("Importance sampling agrees with the density at 1e-12: ISI, crosstalk, jitter",
          "[validation][solve]") {
  check_within("ISI, crosstalk, jitter, 1e-12", with_everything(), 1e-12);
}

TEST_CASE("Importance sampling agrees with the density where the transmitter is noisy",
          "[validation][solve]") {
  // The jitter of its edges moves a symbol's noise with its level: a density that adds both apart
  // is 4 to 17 % high here.
  check_within("ISI, crosstalk, jitter, SNR of 34 dB, 1e-9", with_everything(34.0), 1e-9);
}

TEST_CASE("Importance sampling agrees with a count at 1e-4 whatever the tilt",
          "[validation][solve]") {
  const auto link = prepare(with_everything(), 1e-4);
  const Counted count = counted(*link, 1500.0);
  CHECK(count.events >= 1000);
  // Half or a third more of the tilt: right all the same, more or less efficient.
  const ImportanceResult best = sample(*link, {.seed = kSeed, .threads = 2});
  check_count(count, best);
  for (const double factor : {0.5, 1.3}) {
    const ImportanceResult worse =
        sample(*link, {.tilt_factor = factor, .seed = kSeed, .threads = 2});
    check_count(count, worse);
  }
}

TEST_CASE(
    "Importance sampling agrees with a count where the density does not: strong random jitter",
    "[validation][solve]") {
  // Displacements of several sigma meet a bent edge; the density takes it as straight.
  const auto link = prepare(
      make_section(transmitter(34.0, 0.04, 0.0), plain_receiver(), matched_line(2.0)), 1e-4);
  const Counted count = counted(*link, 2000.0);
  const ImportanceResult out = sample(*link, {.seed = kSeed, .threads = 2});
  check_count(count, out);
  CHECK(out.low > 1.05 * link->density);
}

TEST_CASE("An importance sampling's interval holds the answer as often as it says",
          "[property][solve]") {
  const auto link = prepare(noise_dominated(), 1e-9);
  int held = 0;
  constexpr int kRuns = 40;
  for (int i = 0; i < kRuns; ++i) {
    const ImportanceResult out = sample(
        *link,
        {.relative_error = 0.2, .seed = kSeed + static_cast<std::uint64_t>(i), .threads = 2});
    held += out.low <= link->density && link->density <= out.high ? 1 : 0;
  }
  CHECK(held >= 34);  // of 40 at 95 %: fewer with p = 0.003
}

TEST_CASE("Importance sampling is the same on one and on two threads", "[property][solve]") {
  const auto link = prepare(with_everything(), 1e-9);
  const ImportanceResult one = sample(*link, {.symbols_max = 1e5, .threads = 1});
  const ImportanceResult two = sample(*link, {.symbols_max = 1e5, .threads = 2});
  const ImportanceResult other = sample(*link, {.symbols_max = 1e5, .seed = 2});
  CHECK(one.ber == two.ber);
  CHECK(one.low == two.low);
  CHECK(one.high == two.high);
  CHECK(one.largest_share == two.largest_share);
  CHECK(one.wrong == two.wrong);
  CHECK(one.ber != other.ber);
}

TEST_CASE("An importance sampling that must not be trusted says so", "[unit][solve]") {
  const auto link = prepare(noise_dominated(), 1e-12);
  const ImportanceResult none = sample(*link, {.symbols_max = 1e5, .tilt_factor = 1e-3});
  CHECK(none.wrong == 0);
  CHECK(none.ber == 0.5);
  CHECK(none.low == 0.0);
  CHECK(none.high == 0.5);
  CHECK_THAT(none.warning, Catch::Contains("no estimate"));
  const ImportanceResult few = sample(*link, {.symbols_max = 1e5, .tilt_factor = 0.75});
  CHECK(few.wrong > 0);
  CHECK_THAT(few.warning, Catch::Contains("effective samples"));
  const std::atomic<bool> stop{true};
  CHECK_THROWS_AS(sample(*link, {.stop = &stop}), Interrupted);
}
