#include "solve/received_stream.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "solve/slicer_density.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

cd line(double f_hz) { return lossy_line(f_hz, 4.0, 3.0, 0.5 * kRate, 1e-9); }

struct Link {
  Section section;
  SectionSignals signals;
  SearchResult search;
  explicit Link(Section s)
      : section(std::move(s)),
        signals(section_signals(section, {}, false)),
        search(search_equalisers(signals)) {}
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
};

Section plain(double random_ui = 0.0) {
  TransmitterSpec tx = plain_transmitter();
  tx.ffe = {{-1, -0.12, 0.0, 0.04}};
  tx.random_jitter_ui = random_ui;
  return make_section(tx, plain_receiver(), line);
}

double mean_square(const std::vector<double>& v) {
  double sum = 0.0;
  for (const double x : v) sum += x * x;
  return sum / static_cast<double>(v.size());
}

std::vector<double> at_instants(ReceivedStream& stream, int n) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(stream.at(i).value);
  return out;
}

}  // namespace

TEST_CASE("The stream is the sum of pulses at its symbols' instants, window after window",
          "[unit][solve]") {
  const Link link(plain());
  ReceivedStream stream(link.signals, link.search.settings, {.noise_factor = 0.0});
  const SymbolPulse& pulse = link.search.at_slicer.pulse;
  constexpr int kBefore = 32, kAfter = 2000;  // symbols of the pulse that are summed
  double worst = 0.0, largest = 0.0;
  for (std::int64_t n = 0; n < 9000; n += 7) {
    const double value = stream.at(static_cast<double>(n)).value;
    double sum = 0.0;
    for (int k = -kBefore; k < kAfter; ++k) {
      const auto i = static_cast<std::size_t>(static_cast<int>(pulse.cursor) + k);
      sum += pulse.v[i] * stream.levels()[stream.sent(n - k)];
    }
    worst = std::max(worst, std::abs(value - sum));
    largest = std::max(largest, std::abs(sum));
  }
  // What the pulse has farther ahead (the record's band ends: 4e-5 of the cursor and less a symbol)
  // and beyond 2000 symbols.
  CHECK(worst < 5e-4 * largest);
}

TEST_CASE("The stream's slope is that of its values", "[unit][solve]") {
  const Link link(plain());
  ReceivedStream stream(link.signals, link.search.settings, {.noise_factor = 0.0});
  double worst = 0.0, largest = 0.0;
  for (int n = 1; n < 300; ++n) {
    const double t = n + 0.37;
    const double slope = stream.at(t).slope;
    const double difference = (stream.at(t + 1e-4).value - stream.at(t - 1e-4).value) / 2e-4;
    worst = std::max(worst, std::abs(slope - difference));
    largest = std::max(largest, std::abs(slope));
  }
  CHECK(worst < 1e-6 * largest);  // of one cubic; rounding of the difference
}

TEST_CASE("Noise, jitter and crosstalk of the stream have the powers that the search works with",
          "[validation][solve]") {
  constexpr int kSymbols = 40000;
  constexpr double kTolerance = 0.05;  // 40,000 samples, correlated over some symbols: 1 % rms
  const auto difference = [](const std::vector<double>& a, std::vector<double> b) {
    for (std::size_t i = 0; i < b.size(); ++i) b[i] -= a[i];
    return mean_square(b);
  };
  SECTION("receiver noise") {
    const Link link(plain());
    ReceivedStream quiet(link.signals, link.search.settings, {.noise_factor = 0.0});
    ReceivedStream noisy(link.signals, link.search.settings, {.noise_factor = 20.0});
    CHECK(difference(at_instants(quiet, kSymbols), at_instants(noisy, kSymbols)) ==
          Approx(std::pow(20.0 * link.search.at_slicer.sigma_noise_v, 2)).epsilon(kTolerance));
  }
  SECTION("jitter") {
    const Link still(plain()), shaken(plain(0.02));
    ReceivedStream a(still.signals, shaken.search.settings, {.noise_factor = 0.0});
    ReceivedStream b(shaken.signals, shaken.search.settings, {.noise_factor = 0.0});
    CHECK(difference(at_instants(a, kSymbols), at_instants(b, kSymbols)) ==
          Approx(std::pow(shaken.search.at_slicer.sigma_jitter_v, 2)).epsilon(kTolerance));
  }
  SECTION("crosstalk") {
    Section section = plain();
    add_aggressor(section, plain_transmitter(), AggressorType::next,
                  [](double f_hz) { return 0.1 * cd(0.0, f_hz / kRate) * line(f_hz); });
    const Link alone(plain()), beside(std::move(section));
    const AggressorPhases phases = worst_phases(beside.signals, beside.search);
    ReceivedStream a(alone.signals, beside.search.settings, {.noise_factor = 0.0});
    ReceivedStream b(beside.signals, beside.search.settings,
                     {.noise_factor = 0.0, .phases = phases});
    double power = 0.0;
    const auto& pulse = beside.search.bank.aggressors[0];
    for (std::size_t i = phases[0]; i < pulse.size();
         i += static_cast<std::size_t>(beside.search.bank.samples_per_symbol)) {
      power += pulse[i] * pulse[i];
    }
    CHECK(difference(at_instants(a, kSymbols), at_instants(b, kSymbols)) ==
          Approx(power * 5.0 / 9.0).epsilon(kTolerance));
  }
}

TEST_CASE("The stream depends on its seed alone, and does not go back", "[property][solve]") {
  const Link link(plain(0.01));
  const auto values = [&](std::uint64_t seed) {
    ReceivedStream stream(link.signals, link.search.settings, {.seed = seed});
    return at_instants(stream, 5000);
  };
  CHECK(values(3) == values(3));
  CHECK(values(3) != values(4));
  ReceivedStream stream(link.signals, link.search.settings, {});
  CHECK_NOTHROW(stream.at(20000.0));
  CHECK_NOTHROW(stream.at(19990.0));
  CHECK_THROWS_AS(stream.at(100.0), InternalError);
  CHECK_THROWS_AS(stream.sent(1), InternalError);
}
