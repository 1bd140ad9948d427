#include "solve/eye.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "math/roots.hpp"
#include "math/special.hpp"
#include "solve/shared_jitter.hpp"
#include "solve/waveform.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// PAM4 with transmit FFE, DFE, level mismatch and, unless told otherwise, no jitter.
struct Link {
  TransmitterSpec tx = plain_transmitter();
  ReceiverSpec rx = plain_receiver();
  double loss_db{8.0};
  Modulation modulation{Modulation::pam4};
  Link() {
    tx.snr_db = 34.0;
    tx.level_mismatch_ratio = 0.97;
    tx.ffe = {{-1, -0.12, 0.0, 0.04}};
    rx.dfe = {{-0.6, 0.6}};
  }
  Section section() const { return make_section(tx, rx, matched_line(loss_db), modulation); }
};

/// A link with its equalisers set, and receiver noise at which the density gives `target`.
struct Solved {
  Section section;
  SectionSignals signals;
  SearchResult search;
  double noise_factor{1.0};
  explicit Solved(const Link& link)
      : section(link.section()),
        signals(section_signals(section, {}, false)),
        search(search_equalisers(signals)) {}
  Solved(const Solved&) = delete;
  Solved& operator=(const Solved&) = delete;
  double density_ber(double offset_ui = 0.0) const {
    return SlicerDensity(signals, search, {4096, noise_factor, offset_ui}).errors().ber;
  }
  void set_noise_for(double target) {
    const auto root = find_root(
        [&](double log_factor) {
          noise_factor = std::exp(log_factor);
          return std::log(density_ber() / target);
        },
        -std::log(20.0), std::log(20.0), 1e-3);
    REQUIRE(root);
    noise_factor = std::exp(*root);
  }
  EyeOptions eye_options() const {
    EyeOptions options;
    options.noise_factor = noise_factor;
    options.offsets = 16;
    options.thresholds = 17;
    options.threads = 2;
    return options;
  }
};

/// (counted - expected)/standard deviation over events, at another instant of the slicer.
double z_of_count(const Solved& link, double expected, double offset_ui, double events) {
  SearchResult moved = link.search;
  moved.settings.sampling_time_s += offset_ui / kRate;
  WaveformOptions options;
  options.error_events = events;
  options.symbols_max = 1e9;
  options.noise_factor = link.noise_factor;
  options.seed = 20261203;
  options.threads = 2;
  const WaveformCount count =
      count_errors(link.signals, moved, worst_phases(link.signals, link.search), options);
  CHECK(count.events >= 1000);
  const double z =
      (static_cast<double>(count.bit_errors) - expected * static_cast<double>(count.bits)) /
      std::sqrt(count.event_bits_squared);
  UNSCOPED_INFO("expected " << expected << " counted " << count.ber() << " events " << count.events
                            << " z " << z);
  return z;
}

std::vector<std::pair<std::string, Link>> jittered_links() {
  std::vector<std::pair<std::string, Link>> out(4, {"", Link()});
  out[0].first = "sinusoidal";
  out[0].second.tx.sinusoidal_jitter_ui = 0.06;
  out[0].second.tx.sinusoidal_jitter_hz = 20e6;
  out[1].first = "even-odd";
  out[1].second.tx.even_odd_jitter_ui = 0.08;
  out[2].first = "sampling offset";
  out[2].second.rx.sampling_offset_ui = 0.05;
  Link& all = out[3].second;
  out[3].first = "all kinds";
  all.tx.random_jitter_ui = 0.008;
  all.tx.dual_dirac_jitter_ui = 0.01;
  all.tx.sinusoidal_jitter_ui = 0.05;
  all.tx.sinusoidal_jitter_hz = 10e6;
  all.tx.even_odd_jitter_ui = 0.03;
  all.rx.clock_recovery_bandwidth_hz = 4e6;
  all.rx.sampling_offset_ui = -0.02;
  return out;
}

}  // namespace

TEST_CASE("An eye of two levels in Gaussian noise has the closed form", "[unit][solve]") {
  Section section;
  section.name = "bench";
  SectionSignals signals;
  signals.section = &section;
  signals.pam_levels = 2;
  signals.tx = plain_transmitter();
  SearchResult search;
  search.settings.tx_ffe = search.settings.rx_ffe = {1.0};
  search.window = {2, 5};
  search.candidate.sample = 64;
  // cos^2 of two symbols' length: no ISI at the middle, and p(t) + p(t - 1) = 1 everywhere.
  PulseBank& bank = search.bank;
  bank.samples_per_symbol = 32;
  for (int i = 0; i < 8 * 32; ++i) {
    const double t = (i - 64) / 32.0;
    bank.victim.push_back(std::abs(t) < 1.0 ? 0.1 * std::pow(std::cos(0.5 * kPi * t), 2) : 0.0);
  }
  bank.edge.assign(bank.victim.size(), 0.0);
  search.at_slicer.cursor_v = 0.1;
  const double sigma = search.at_slicer.sigma_noise_v = 0.006;
  search.at_slicer.residual = sample_record(bank.victim, 32, 64, search.window);
  search.at_slicer.residual.v[2] = 0.0;
  search.at_slicer.edge = sample_record(bank.edge, 32, 64, search.window);
  EyeOptions options;
  options.offsets = 8;
  const StatisticalEye eye = statistical_eye(signals, search, options);
  for (std::size_t b = 0; b < eye.ber.size(); ++b) {
    const double distance_v = sigma * q_inverse(eye.ber[b]);
    // Bins of 0.1 mV: a third of one at most.
    CHECK(eye.contour(b, 0, 1, 4) == Approx(0.1 - distance_v).margin(3e-5));
    // A quarter of a symbol late or early the level falls by twice the neighbour, or not at all.
    const double level_v = 0.1 - 2.0 * bank.victim[64 + 24];
    const double late_v = level_v - sigma * q_inverse(2.0 * eye.ber[b]);
    CHECK(eye.contour(b, 0, 1, 6) == Approx(late_v).margin(3e-5));
    CHECK(eye.contour(b, 0, 1, 2) == Approx(late_v).margin(3e-5));
  }
  CHECK(eye.height_v == Approx(2.0 * (0.1 - sigma * q_inverse(1e-6))).margin(6e-5));
  const std::size_t middle = eye.offset.size() / 2;
  CHECK(eye.time_bathtub[4] == Approx(q_function(0.1 / sigma)).epsilon(5e-3));
  CHECK(eye.voltage_bathtub[middle] == Approx(eye.time_bathtub[4]).epsilon(1e-9));
  CHECK(eye.voltage_bathtub[middle + 16] ==
        Approx(0.5 * (q_function(0.05 / sigma) + q_function(0.15 / sigma))).epsilon(5e-3));
}

TEST_CASE("The eye is the density's at its middle, nested and symmetric", "[property][solve]") {
  Link link;
  link.tx.random_jitter_ui = 0.01;
  link.tx.dual_dirac_jitter_ui = 0.01;
  Solved solved(link);
  solved.set_noise_for(1e-7);
  const EyeOptions options = solved.eye_options();
  const StatisticalEye eye = statistical_eye(solved.signals, solved.search, options);
  const std::size_t middle = eye.time_ui.size() / 2;
  REQUIRE(eye.time_ui[middle] == 0.0);
  const double ber = solved.density_ber();
  CHECK(eye.time_bathtub[middle] == Approx(ber).epsilon(1e-12));
  double sum = 0.0;
  const std::size_t n = eye.offset.size();
  for (std::size_t k = 0; k < 3; ++k) sum += eye.voltage_bathtub[k * n + n / 2];
  CHECK(sum == Approx(ber).epsilon(1e-9));
  for (std::size_t t = 0; t < eye.time_ui.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      for (std::size_t b = 1; b < eye.ber.size(); ++b) {
        REQUIRE(eye.ber[b] < eye.ber[b - 1]);
        REQUIRE(eye.contour(b, k, 1, t) < eye.contour(b - 1, k, 1, t));
        REQUIRE(eye.contour(b, k, 0, t) > eye.contour(b - 1, k, 0, t));
      }
      REQUIRE(eye.contour(0, k, 1, t) == -eye.contour(0, 2 - k, 0, t));
    }
    // Worse away from the middle than in it.
    if (t != middle) CHECK(eye.time_bathtub[t] > 0.5 * ber);
  }
  CHECK(eye.height_v > 0.0);
  CHECK(eye.width_ui > 0.0);
  CHECK(eye.width_ui < 0.6);
  // A threshold on the contour of b is wrong for b of the symbols of the level beside it.
  const SlicerDensity density(solved.signals, solved.search, {4096, solved.noise_factor});
  for (std::size_t b = 0; b < eye.ber.size(); ++b) {
    CHECK(density.below(2, eye.contour(b, 1, 1, middle)) == Approx(eye.ber[b]).epsilon(1e-3));
  }
}

TEST_CASE("A smaller error ratio closes the eye, and height falls with noise",
          "[property][solve]") {
  Solved solved{Link()};
  solved.set_noise_for(1e-9);
  EyeOptions options = solved.eye_options();
  options.ber = {};
  const auto opening = [&](double ber) {
    options.opening_ber = ber;
    const StatisticalEye eye = statistical_eye(solved.signals, solved.search, options);
    return std::pair(eye.height_v, eye.width_ui);
  };
  const auto at_3 = opening(1e-3), at_6 = opening(1e-6), at_15 = opening(1e-15);
  CHECK(at_3.first > at_6.first);
  CHECK(at_3.second > at_6.second);
  CHECK(at_6.first > at_15.first);
  CHECK(at_15.first < 0.0);
  CHECK(at_15.second == 0.0);
  options.noise_factor *= 1.1;
  CHECK(opening(1e-6).first < at_6.first);
}

TEST_CASE("A channel symmetric in time has an eye symmetric in time", "[property][solve]") {
  Link link;
  link.tx.ffe = {};
  link.tx.rise_time_s = 9e-12;
  link.rx.dfe = {};
  link.rx.filter_bandwidth_hz = 1e4 * kRate;
  link.rx.noise_v2_per_hz = 1e-17;
  Solved solved(link);
  // The channel: a delay and a Gaussian filter.
  solved.section = make_section(link.tx, link.rx, [](double f_hz) { return delay(f_hz, 1e-9); });
  solved.signals = section_signals(solved.section, {}, false);
  solved.search = search_equalisers(solved.signals);
  solved.noise_factor = 1.0;
  solved.set_noise_for(1e-6);
  EyeOptions options = solved.eye_options();
  options.ber = {1e-3};
  const StatisticalEye eye = statistical_eye(solved.signals, solved.search, options);
  const std::size_t middle = eye.time_ui.size() / 2;
  for (std::size_t i = 1; i < middle; ++i) {
    INFO("offset " << eye.time_ui[middle + i]);
    CHECK(eye.time_bathtub[middle + i] == Approx(eye.time_bathtub[middle - i]).epsilon(0.02));
    CHECK(eye.contour(0, 1, 1, middle + i) ==
          Approx(eye.contour(0, 1, 1, middle - i)).margin(1e-3 * eye.available_v));
  }
}

TEST_CASE("The time bathtub is what a slicer counts at another instant", "[validation][solve]") {
  Solved solved{Link()};
  solved.set_noise_for(1e-4);
  for (const double offset : {-0.06, 0.06}) {
    const double expected = solved.density_ber(offset);
    INFO("offset " << offset);
    CHECK(expected > 2e-4);
    CHECK(std::abs(z_of_count(solved, expected, offset, 2000.0)) <= 3.5);
  }
}

TEST_CASE("Counts agree under each kind of shared jitter", "[validation][solve]") {
  const auto [name, link] = GENERATE(from_range(jittered_links()));
  INFO(name);
  Solved solved(link), still{Link()};
  for (const double target : {1e-3, 1e-4}) {
    solved.set_noise_for(target);
    still.noise_factor = solved.noise_factor;
    CHECK(still.density_ber() < 0.95 * target);
    CHECK(std::abs(z_of_count(solved, solved.density_ber(), 0.0, 2000.0)) <= 3.5);
  }
}

TEST_CASE("Counts agree under shared jitter where 1e-5 of the bits are wrong",
          "[validation][solve][long]") {
  const auto [name, link] = GENERATE(from_range(jittered_links()));
  INFO(name);
  Solved solved(link);
  solved.set_noise_for(1e-5);
  CHECK(std::abs(z_of_count(solved, solved.density_ber(), 0.0, 1500.0)) <= 3.5);
}

TEST_CASE("The clock follows slow sinusoidal jitter", "[unit][solve]") {
  TransmitterSpec tx = plain_transmitter();
  ReceiverSpec rx = plain_receiver();
  tx.sinusoidal_jitter_ui = 0.2;
  tx.sinusoidal_jitter_hz = 3e6;
  CHECK(sinusoidal_jitter_left_ui(tx, rx) == 0.2);
  rx.clock_recovery_bandwidth_hz = 4e6;
  CHECK(sinusoidal_jitter_left_ui(tx, rx) == Approx(0.12));
  tx.sinusoidal_jitter_hz = 0.0;
  CHECK(sinusoidal_jitter_left_ui(tx, rx) == 0.0);
}

TEST_CASE("Sinusoidal jitter too fast to be shared is refused", "[unit][solve]") {
  Link link;
  link.tx.sinusoidal_jitter_ui = 0.05;
  link.tx.sinusoidal_jitter_hz = kRate / 400.0;
  const Solved solved(link);
  CHECK_THROWS_AS(solved.density_ber(), ModelError);
}
