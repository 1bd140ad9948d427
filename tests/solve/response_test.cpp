#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "solve/search.hpp"
#include "solve/slicer_density.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

constexpr double kSymbol_s = 1.0 / kRate;

/// Step response of a product of real-coefficient poles with unit gain at 0 Hz, by residues.
class PoleStep {
 public:
  explicit PoleStep(std::vector<cd> poles) : poles_(std::move(poles)) {
    for (std::size_t i = 0; i < poles_.size(); ++i) {
      cd residue = 1.0;
      for (const cd pole : poles_) residue *= -pole;
      for (std::size_t j = 0; j < poles_.size(); ++j) {
        if (j != i) residue /= poles_[i] - poles_[j];
      }
      residue_.push_back(residue);
    }
  }
  double step(double t_s) const {
    cd sum = 1.0;
    for (std::size_t i = 0; i < poles_.size(); ++i) {
      sum += residue_[i] / poles_[i] * std::exp(poles_[i] * t_s);
    }
    return t_s <= 0.0 ? 0.0 : sum.real();
  }
  double impulse(double t_s) const {
    cd sum = 0.0;
    for (std::size_t i = 0; i < poles_.size(); ++i) sum += residue_[i] * std::exp(poles_[i] * t_s);
    return t_s <= 0.0 ? 0.0 : sum.real();
  }

 private:
  std::vector<cd> poles_, residue_{};
};

PoleStep receiver_and_pole(double receiver_hz, double pole_hz) {
  std::vector<cd> poles{-2.0 * kPi * pole_hz};
  for (int k = 0; k < 4; ++k) {
    poles.push_back(2.0 * kPi * receiver_hz * std::polar(1.0, kPi * (5.0 + 2.0 * k) / 8.0));
  }
  return PoleStep(poles);
}

PulseBank bank_of(const SectionSignals& signals, int samples_per_symbol = 32) {
  return PulseMaker(signals, samples_per_symbol, 4).make(0.0, 0.0, true);
}

}  // namespace

TEST_CASE("The pulse of a one-pole channel is the difference of two step responses",
          "[unit][solve]") {
  TransmitterSpec tx = plain_transmitter();
  tx.rise_time_s = 0.0;
  const double pole_hz = 0.2 * kRate;
  const Section section =
      make_section(tx, plain_receiver(), [=](double f_hz) { return one_pole(f_hz, pole_hz); });
  const SectionSignals signals = section_signals(section, {}, false);
  const PulseBank bank = bank_of(signals);
  const PoleStep exact = receiver_and_pole(0.75 * kRate, pole_hz);
  double worst = 0.0, worst_edge = 0.0;
  for (std::size_t i = 0; i < 40 * 32; ++i) {
    const double t_s = static_cast<double>(i) * kSymbol_s / 32.0;
    const double pulse = 0.5 * (exact.step(t_s) - exact.step(t_s - kSymbol_s));
    const double edge = 0.5 * exact.impulse(t_s) * kSymbol_s;
    worst = std::max(worst, std::abs(bank.victim[i] - pulse));
    worst_edge = std::max(worst_edge, std::abs(bank.edge[i] - edge));
  }
  // Beyond 2.5 symbol rates, where five poles have left 1e-3 of the amplitude, the law is not used.
  CHECK(worst < 5e-4);
  CHECK(worst_edge < 2e-3);
}

TEST_CASE("Edge and pulse belong together: the pulse is the edge's integral over one symbol",
          "[property][solve]") {
  const Section section = make_section(plain_transmitter(), plain_receiver(), [](double f_hz) {
    return lossy_line(f_hz, 6.0, 3.0, 0.5 * kRate, 2e-9);
  });
  const SectionSignals signals = section_signals(section, {}, false);
  const PulseBank bank = bank_of(signals);
  const auto n = bank.victim.size();
  const double peak = *std::max_element(bank.victim.begin(), bank.victim.end());
  for (std::size_t i = 64; i < n; i += 101) {
    double integral = 0.5 * (bank.edge[i] + bank.edge[i - 32]);
    for (std::size_t k = 1; k < 32; ++k) integral += bank.edge[i - k];
    // Trapezoids over 32 points of a band-limited signal.
    REQUIRE(std::abs(integral / 32.0 - bank.victim[i]) < 1e-4 * peak);
  }
}

TEST_CASE("Terminations divide the voltage as resistors do, echoes included", "[unit][solve]") {
  TransmitterSpec tx = plain_transmitter();
  ReceiverSpec rx = plain_receiver();
  tx.termination_ohm = 60.0;
  rx.termination_ohm = 40.0;
  const Section section = make_section(tx, rx, [](double f_hz) { return delay(f_hz, 1.234e-9); });
  const SectionSignals signals = section_signals(section, {}, false);
  CHECK(std::abs(signals.response.victim[0] - 0.8) < 1e-12);
  const PulseBank bank = bank_of(signals);
  double sum = 0.0;
  for (std::size_t i = 5; i < bank.victim.size(); i += 32) sum += bank.victim[i];
  CHECK(std::abs(sum - 0.4) < 1e-9);  // all symbols alike: direct current
  // The first echo comes two transits later, (g1 g2) = -1/99 of the pulse.
  const auto peak = std::max_element(bank.victim.begin(), bank.victim.end());
  const auto later = (peak - bank.victim.begin()) + std::lround(2 * 1.234e-9 * kRate * 32.0);
  CHECK(std::abs(bank.victim[static_cast<std::size_t>(later)] / *peak + 1.0 / 99.0) < 2e-4);
}

TEST_CASE("T20 a delay of k samples moves the pulse by exactly k samples", "[unit][solve]") {
  const auto pulse_behind = [](double samples) {
    const Section section = make_section(plain_transmitter(), plain_receiver(), [=](double f_hz) {
      return lossy_line(f_hz, 3.0, 1.0, 0.5 * kRate, samples * kSymbol_s / 32.0);
    });
    const SectionSignals signals = section_signals(section, {}, false);
    return bank_of(signals).victim;
  };
  const std::vector<double> base = pulse_behind(0.0);
  for (const int k : {1, 32, 777, 4001}) {
    const std::vector<double> moved = pulse_behind(k);
    double worst = 0.0;
    for (std::size_t i = 0; i < base.size(); ++i) {
      const std::size_t to = (i + static_cast<std::size_t>(k)) % base.size();
      worst = std::max(worst, std::abs(moved[to] - base[i]));
    }
    CHECK(worst < 1e-5);  // the continuation's mean delay: a fit of the last tenth of the data
  }
}

TEST_CASE("A channel whose data end early is refused, or goes on to zero when asked",
          "[unit][solve]") {
  Section section =
      make_section(plain_transmitter(), plain_receiver(), [](double) { return cd(1.0); });
  const auto limited = [&](double highest_hz) {
    auto channel = std::make_shared<ClosedForm>(
        "short", [](double f_hz) { return lossy_line(f_hz, 4.0, 2.0, 0.5 * kRate, 1e-9); });
    channel->highest_hz = highest_hz;
    section.elements[1] = channel;
    return section;
  };
  CHECK_THROWS_WITH(choose_grid(limited(0.5 * kRate), false),
                    Catch::Contains("'short'") && Catch::Contains("25 GHz"));
  CHECK_NOTHROW(choose_grid(limited(0.5 * kRate), true));
  const Section at_rate = limited(0.9 * kRate);
  const SectionSignals signals = section_signals(at_rate, {}, false);
  CHECK(signals.response.grid.data_end_hz == Approx(0.9 * kRate).epsilon(1e-12));
  CHECK(signals.response.tail_fraction > 0.0);
  CHECK(signals.response.tail_fraction < 0.05);
  const std::vector<cd>& h = signals.response.victim;
  const auto end = static_cast<std::size_t>(std::floor(0.9 * 4096));
  CHECK(std::abs(h[end + 1]) < std::abs(h[end]));
  CHECK(std::abs(h[end + end / 2]) == Approx(0.5 * std::abs(h[end])).epsilon(2e-3));
  CHECK(std::abs(h[2 * end + 2]) == 0.0);
}

TEST_CASE("T33 figures move less than 1 % when samples or record length double",
          "[convergence][solve]") {
  TransmitterSpec tx = plain_transmitter();
  tx.random_jitter_ui = 0.01;
  tx.dual_dirac_jitter_ui = 0.02;
  tx.snr_db = 33.0;
  ReceiverSpec rx = plain_receiver();
  rx.noise_v2_per_hz = 1.5e-16;
  rx.dfe = {{-0.7, 0.7}};
  const auto solve = [&](double step_hz) {
    Section section = make_section(tx, rx, [](double) { return cd(1.0); });
    auto channel = std::make_shared<ClosedForm>(
        "channel", [](double f_hz) { return lossy_line(f_hz, 6.0, 2.0, 0.5 * kRate, 3e-9); });
    channel->step_hz = step_hz;
    section.elements[1] = channel;
    const SectionSignals signals = section_signals(section, {}, false);
    const SearchResult search = search_equalisers(signals);
    const double ber = SlicerDensity(signals, search, {}).errors().ber;
    const int half = 16;
    const PulseMaker maker(signals, half, noise_lags(signals));
    const PulseBank bank = maker.make(0.0, 0.0, false);
    Candidate candidate = search.candidate;
    candidate.sample /= 2;
    const NoiseTerms noise = noise_terms(maker, bank, 0.0, 0.0);
    const Equalised coarse = evaluate(signals, bank, noise, candidate, search.window);
    return std::array<double, 4>{
        search.at_slicer.fom_db, ber, search.at_slicer.cursor_v,
        search.candidate.sample % 2 == 0 ? coarse.fom_db : search.at_slicer.fom_db};
  };
  const auto once = solve(kRate / 4096.0), twice = solve(kRate / 8192.0);
  for (std::size_t i = 0; i < once.size(); ++i) {
    INFO("figure " << i << ": " << once[i] << " " << twice[i]);
    CHECK(std::abs(once[i] - twice[i]) < 0.01 * std::abs(once[i]));
  }
  CHECK(std::abs(once[0] - once[3]) < 0.01 * once[0]);
  CHECK(once[1] > 1e-12);
  CHECK(once[1] < 1e-2);
}
