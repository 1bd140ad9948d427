#include <catch2/catch.hpp>
#include <cmath>

#include "solve/optical/linearised.hpp"
#include "solve/optical/optical_block.hpp"
#include "solve/optical/pattern_receiver.hpp"
#include "solve/optical/symbol_noise.hpp"
#include "tests/solve/light_link.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

constexpr int kBlocks = 100;

struct Solved {
  explicit Solved(const PathSpec& spec)
      : path(built(spec)),
        section(path.sections.front()),
        chain(optical_chain(section, operating_point(section), optical_grid(section, false))),
        signals(linearised_signals(section, chain)),
        search(search_equalisers(signals, nullptr, false)),
        spectra(std::make_shared<const SectionSpectra>(signals, noise_lags(signals))),
        receiver(chain, spectra, search.settings),
        run(run_pattern(chain, covering_pattern(4, chain.grid.symbols, 0), search.settings.tx_ffe,
                        search.settings.tx_cursor)),
        slicer(receiver.best(run)) {}
  static OperatingPoint operating_point(const Section& section) {
    OperatingPoint at;
    at.symbol_rate_bd = section.symbol_rate_bd;
    return at;
  }
  Path path;
  const Section& section;
  OpticalChain chain;
  SectionSignals signals;
  SearchResult search;
  std::shared_ptr<const SectionSpectra> spectra;
  PatternReceiver receiver;
  PatternRun run;
  PatternAtSlicer slicer;
};

/// Variance about the noiseless waveform, over blocks, of one pattern: counted over predicted.
double ratio_of(const Solved& s, const std::vector<SymbolNoise>& noise, double predicted_extra) {
  const OpticalBlocks blocks(s.chain, {s.slicer.settings, 1.0, {}}, {});
  double counted = 0.0, predicted = 0.0;
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    const std::vector<double> y = blocks.received(s.run.symbols, block);
    for (std::size_t i = 0; i < y.size(); ++i) counted += std::pow(y[i] - s.slicer.y[i], 2);
    for (const SymbolNoise& n : noise) {
      predicted += n.stationary_v2 + n.shot_v2 + n.light_v2 + n.transmitter_v2;
    }
  }
  return counted / (predicted + predicted_extra);
}

}  // namespace

TEST_CASE("without noise a block of the waveform is the pattern", "[unit][light]") {
  PathSpec spec = light_link();
  set(spec, "element.receiver.noise_pa_per_sqrt_hz", 0.0);
  Solved s(spec);
  s.chain.shot_a = 0.0;
  const OpticalBlocks blocks(s.chain, {s.slicer.settings, 1.0, {}}, {});
  const std::vector<double> y = blocks.received(s.run.symbols, 0);
  double worst = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i)
    worst = std::max(worst, std::abs(y[i] - s.slicer.y[i]));
  CHECK(worst < 1e-3 * (s.slicer.level_v.back() - s.slicer.level_v.front()));
}

TEST_CASE("each kind of noise has the variance that the waveform shows", "[property][light]") {
  PathSpec spec = light_link();
  const std::string kind = GENERATE(
      values<std::string>({"thermal", "rin", "rin_dispersed", "tx", "driver", "eta", "jitter"}));
  set(spec, "element.receiver.noise_pa_per_sqrt_hz", kind == "thermal" ? 40.0 : 0.0);
  if (kind == "rin" || kind == "rin_dispersed") set(spec, "element.laser.rin_db_per_hz", -135.0);
  if (kind == "rin_dispersed") {
    set(spec, "element.fibre.given_ps_per_nm_km", 40.0);
    set(spec, "element.fibre.length_m", 1000.0);
  }
  if (kind == "tx") set(spec, "element.tx.snr_tx_db", 30.0);
  if (kind == "driver") set(spec, "element.driver.noise_v2_per_ghz", 2e-5);
  if (kind == "eta") set(spec, "element.rx.noise_v2_per_ghz", 1e-7);
  if (kind == "jitter") set(spec, "element.tx.random_jitter_ui", 0.01);
  const Solved s(spec);
  const auto exact = symbol_noise(s.chain, s.run, s.slicer, true);
  const auto shared = symbol_noise(s.chain, s.run, s.slicer);
  double b = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto sum = [&](const SymbolNoise& n) {
      return n.stationary_v2 + n.shot_v2 + n.light_v2 + n.transmitter_v2;
    };
    b += std::pow(std::log(sum(shared[i]) / sum(exact[i])), 2);
  }
  double of_jitter = 0.0;
  if (kind == "jitter") {
    const std::vector<double> levels{-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0};
    const std::size_t n = exact.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (int e = 0; e < kEdges; ++e) {
        const std::size_t at = (i + n + static_cast<std::size_t>(e) - kEdgesAhead) % n;
        const double step = levels[s.run.symbols[at]] - levels[s.run.symbols[(at + n - 1) % n]];
        of_jitter += std::pow(0.01 * step * exact[i].edge_v[static_cast<std::size_t>(e)], 2);
      }
    }
  }
  const double ratio = ratio_of(s, exact, kBlocks * of_jitter);
  INFO(kind);
  // 400 thousand samples, neighbours correlated: 0.35 % of the variance; three times that.
  CHECK(ratio == Approx(1.0).margin(0.011));
  // Symbols beyond the five that are told apart: 2.5 % of the variance at most.
  CHECK(std::sqrt(b / static_cast<double>(exact.size())) < 0.025);
}
