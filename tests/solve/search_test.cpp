#include "solve/search.hpp"

#include <catch2/catch.hpp>

#include "solve/sampling_instant.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

TransmitterSpec small_grid_transmitter() {
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 33.0;
  tx.random_jitter_ui = 0.01;
  tx.dual_dirac_jitter_ui = 0.02;
  tx.ffe = {{-1, -0.2, 0.0, 0.04}, {1, -0.3, 0.0, 0.05}};
  tx.minimum_cursor = 0.6;
  return tx;
}

ReceiverSpec small_grid_receiver(bool with_ffe) {
  ReceiverSpec rx = plain_receiver();
  rx.noise_v2_per_hz = 3e-17;
  rx.ctle_gain_db = {-8.0, -6.0, -4.0, -2.0, 0.0};
  rx.ctle_lf_gain_db = {-3.0, -1.5, 0.0};
  rx.ctle_pole2_hz = kRate;
  rx.dfe = {{-0.5, 0.5}};
  if (with_ffe) {
    rx.ffe_pre = 2;
    rx.ffe_post = 4;
    rx.ffe_limit = 0.5;
  }
  return rx;
}

struct Best {
  double fom_db{-1e9};
  Candidate candidate{};
  double gain_db{0.0}, lf_gain_db{0.0};
};

/// Every setting of the grid at the best of its instants: of 8 a symbol, then of 32 beside it.
Best exhaustive(const SectionSignals& signals) {
  Best best;
  const PulseMaker maker(signals, 32, noise_lags(signals));
  for (const double gain_db : signals.rx.ctle_gain_db) {
    for (const double lf_gain_db : signals.rx.ctle_lf_gain_db) {
      const PulseBank bank = maker.make(gain_db, lf_gain_db, false);
      const NoiseTerms noise = noise_terms(maker, bank, gain_db, lf_gain_db);
      const auto peak =
          std::max_element(bank.victim.begin(), bank.victim.end()) - bank.victim.begin();
      for (int pre = 0; pre <= 5; ++pre) {
        for (int post = 0; post <= 6; ++post) {
          const double c0 = -0.2 + 0.04 * pre, c2 = -0.3 + 0.05 * post;
          const double c1 = 1.0 - std::abs(c0) - std::abs(c2);
          if (c1 < 0.6 - 1e-12) continue;
          Best here{-1e9, {{c0, c1, c2}, 1, 0}, gain_db, lf_gain_db};
          const auto look = [&](std::ptrdiff_t sample) {
            Candidate candidate = here.candidate;
            candidate.sample = static_cast<std::size_t>(sample);
            const double fom_db = evaluate(signals, bank, noise, candidate, {16, 96}).fom_db;
            if (fom_db > here.fom_db) here.fom_db = fom_db, here.candidate = candidate;
          };
          for (std::ptrdiff_t shift = -32; shift <= 16; shift += 4) look(peak + shift);
          const auto coarse = static_cast<std::ptrdiff_t>(here.candidate.sample);
          for (std::ptrdiff_t shift = -3; shift <= 3; ++shift) look(coarse + shift);
          if (here.fom_db > best.fom_db) best = here;
        }
      }
    }
  }
  return best;
}

}  // namespace

TEST_CASE("The search finds the exhaustive optimum of small grids", "[property][solve]") {
  const double loss_db = GENERATE(2.0, 8.0, 14.0);
  const auto modulation = GENERATE(Modulation::pam4, Modulation::nrz);
  const bool with_ffe = GENERATE(false, true);
  const Section section = make_section(small_grid_transmitter(), small_grid_receiver(with_ffe),
                                       matched_line(loss_db), modulation);
  const SectionSignals signals = section_signals(section, {}, false);
  const Best best = exhaustive(signals);
  const SearchResult found = search_equalisers(signals);
  INFO("loss " << loss_db << " dB, levels " << signals.pam_levels << ", FFE " << with_ffe
               << ", looked at " << found.evaluated);
  // Between samples the instant can only be better; the longer window costs a little.
  CHECK(found.at_slicer.fom_db > best.fom_db - 0.01);
  // At that window none of the grid is better than what was found.
  const auto spectra = std::make_shared<const SectionSpectra>(signals, noise_lags(signals));
  const SearchResult by_all = refine_instant(
      spectra, std::vector<SettingTrial>{{{best.gain_db, best.lf_gain_db}, best.candidate}}, 32,
      false);
  CHECK(found.at_slicer.fom_db >= by_all.at_slicer.fom_db - 1e-9);
  REQUIRE(found.settings.tx_ffe.size() == 3);
  CHECK(found.settings.tx_ffe[1] >= 0.6 - 1e-12);
  for (const double tap : found.settings.dfe) CHECK(std::abs(tap) <= 0.5);
  CHECK(found.settings.rx_ffe.size() == (with_ffe ? 7U : 1U));

  const SearchResult again = search_equalisers(signals);
  CHECK(again.settings.sampling_time_s == found.settings.sampling_time_s);
  CHECK(again.at_slicer.fom_db == found.at_slicer.fom_db);
  CHECK(again.settings.rx_ffe == found.settings.rx_ffe);

  const SearchResult applied = apply_settings(signals, found.settings);
  CHECK(applied.at_slicer.fom_db == Approx(found.at_slicer.fom_db).epsilon(1e-9));
  CHECK(applied.candidate.sample == found.candidate.sample);
}

TEST_CASE("No setting with a positive cursor is an error, not a figure", "[unit][solve]") {
  TransmitterSpec tx = plain_transmitter();
  tx.minimum_cursor = 1.5;
  const Section section = make_section(tx, plain_receiver(), [](double) { return cd(1.0); });
  const SectionSignals signals = section_signals(section, {}, false);
  CHECK_THROWS_WITH(search_equalisers(signals), Catch::Contains("minimum cursor"));
}

TEST_CASE("A finer grid of settings that holds the coarser one costs at most 0.1 dB",
          "[property][solve]") {
  const double loss_db = GENERATE(8.0, 14.0);
  double before_db = -1e9;
  for (const double step : {0.02, 0.01, 0.001}) {
    TransmitterSpec tx = small_grid_transmitter();
    tx.ffe = {{-1, -0.3, 0.0, step}, {1, -0.3, 0.0, step}};
    ReceiverSpec rx = small_grid_receiver(false);
    rx.ctle_gain_db.clear();
    for (double gain_db = -12.0; gain_db <= 0.0; gain_db += 50.0 * step) {
      rx.ctle_gain_db.push_back(gain_db);
    }
    const Section section = make_section(tx, rx, matched_line(loss_db));
    const double fom_db = search_equalisers(section_signals(section, {}, false)).at_slicer.fom_db;
    INFO("loss " << loss_db << " dB, step " << step);
    // Settings are ranked at 1/8-symbol instants and refined afterwards: up to 0.06 dB was seen.
    CHECK(fom_db > before_db - 0.1);
    before_db = fom_db;
  }
}
