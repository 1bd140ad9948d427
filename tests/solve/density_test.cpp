#include <array>
#include <catch2/catch.hpp>

#include "math/special.hpp"
#include "solve/closed_form.hpp"
#include "solve/section_outcome.hpp"
#include "solve/slicer.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// A slicer's input put together by hand: what SlicerDensity reads of a search.
struct Bench {
  Section section{};
  SectionSignals signals{};
  SearchResult search{};

  Bench(int levels, double mismatch, std::vector<double> residual, std::size_t cursor) {
    section.name = "bench";
    signals.section = &section;
    signals.pam_levels = levels;
    signals.tx = plain_transmitter();
    signals.tx.level_mismatch_ratio = mismatch;
    search.settings.tx_ffe = {1.0};
    search.settings.tx_cursor = 0;
    Equalised& slicer = search.at_slicer;
    slicer.cursor_v = 0.1;
    slicer.residual = {std::move(residual), cursor};
    slicer.edge = {std::vector<double>(slicer.residual.v.size(), 0.0), cursor};
    slicer.sigma_noise_v = 0.004;
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  void set_jitter(double random_ui, double dirac_ui, std::vector<double> edge) {
    signals.tx.random_jitter_ui = random_ui;
    signals.tx.dual_dirac_jitter_ui = dirac_ui;
    search.at_slicer.edge.v = std::move(edge);
  }
};

/// BER by every sequence of symbols and every sign of every edge's dual-Dirac jitter; random jitter
/// and noise are Gaussian for each. Edge n steps from the symbol of ISI index n + 1 to that of n
/// (taps c: sum_k c_k (a_(n+k-cursor) - a_(n+1+k-cursor))).
double enumerated_ber(const Bench& bench, double scale = 1.0) {
  const auto levels =
      transmitted_levels(bench.signals.pam_levels, bench.signals.tx.level_mismatch_ratio);
  const Equalised& slicer = bench.search.at_slicer;
  const auto& taps = bench.search.settings.tx_ffe;
  const int tap_cursor = bench.search.settings.tx_cursor;
  const int cursor = static_cast<int>(slicer.residual.cursor);
  const int size = static_cast<int>(slicer.residual.v.size());
  const int spare = static_cast<int>(taps.size()) + 1;  // symbols beside those of the pulse
  const int total = size + 2 * spare;
  std::vector<int> edges;
  for (int i = 0; i < size; ++i) {
    if (slicer.edge.v[static_cast<std::size_t>(i)] != 0.0) edges.push_back(i);
  }
  // Only symbols that matter are enumerated.
  std::vector<int> used;
  const auto weight_of = [&](int edge, int s) {  // of symbol s (0 .. total) in the step of an edge
    double w = 0.0;
    for (int k = 0; k < static_cast<int>(taps.size()); ++k) {
      if (edge + spare + k - tap_cursor == s) w += taps[static_cast<std::size_t>(k)];
      if (edge + spare + 1 + k - tap_cursor == s) w -= taps[static_cast<std::size_t>(k)];
    }
    return w;
  };
  const bool jitters =
      bench.signals.tx.random_jitter_ui > 0.0 || bench.signals.tx.dual_dirac_jitter_ui > 0.0;
  for (int s = 0; s < total; ++s) {
    const int i = s - spare;
    bool matters = i == cursor ||
                   (i >= 0 && i < size && slicer.residual.v[static_cast<std::size_t>(i)] != 0.0);
    for (const int edge : edges) matters = matters || (jitters && weight_of(edge, s) != 0.0);
    if (matters) used.push_back(s);
  }
  std::size_t sequences = 1;
  for (std::size_t i = 0; i < used.size(); ++i) sequences *= levels.size();
  const auto decisions = std::vector<double>(levels.size() - 1);
  double sum = 0.0;
  const double random = bench.signals.tx.random_jitter_ui,
               dirac = bench.signals.tx.dual_dirac_jitter_ui;
  const std::size_t signs = dirac > 0.0 ? std::size_t{1} << edges.size() : 1;
  for (std::size_t code = 0; code < sequences; ++code) {
    std::vector<double> a(static_cast<std::size_t>(total), 0.0);
    std::size_t rest = code;
    int sent = 0;
    for (const int s : used) {
      const auto level = rest % levels.size();
      a[static_cast<std::size_t>(s)] = levels[level];
      if (s == cursor + spare) sent = static_cast<int>(level);
      rest /= levels.size();
    }
    double isi = 0.0;
    for (int i = 0; i < size; ++i)
      isi +=
          slicer.residual.v[static_cast<std::size_t>(i)] * a[static_cast<std::size_t>(i + spare)];
    double variance = slicer.sigma_noise_v * slicer.sigma_noise_v;
    std::vector<double> displacement;
    for (const int edge : edges) {
      double step = 0.0;
      for (const int s : used) step += weight_of(edge, s) * a[static_cast<std::size_t>(s)];
      const double moved = step * slicer.edge.v[static_cast<std::size_t>(edge)];
      variance += random * random * moved * moved;
      displacement.push_back(dirac * moved);
    }
    for (std::size_t sign = 0; sign < signs; ++sign) {
      double shift = isi;
      for (std::size_t e = 0; e < displacement.size(); ++e) {
        shift +=
            dirac == 0.0 ? 0.0 : (((sign >> e) & 1U) != 0 ? displacement[e] : -displacement[e]);
      }
      for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
        const double gap =
            scale * slicer.cursor_v *
                (0.5 * (levels[k] + levels[k + 1]) - levels[static_cast<std::size_t>(sent)]) -
            shift;
        const int t = static_cast<int>(k);
        const bool above = t >= sent;
        const double p = q_function((above ? gap : -gap) / std::sqrt(variance));
        sum += p * (bit_distance(4, sent, above ? t + 1 : t) -
                    bit_distance(4, sent, above ? t : t + 1));
      }
    }
  }
  const double bits = levels.size() == 2 ? 1.0 : 2.0;
  return sum / (static_cast<double>(sequences * signs) * bits);
}

/// Noise at which the enumerated BER is `target`.
void set_noise_for(Bench& bench, double target) {
  double low = 1e-5, high = 0.05;
  for (int i = 0; i < 24; ++i) {
    bench.search.at_slicer.sigma_noise_v = std::sqrt(low * high);
    (enumerated_ber(bench) < target ? low : high) = bench.search.at_slicer.sigma_noise_v;
  }
}

void check_over_ratios(Bench& bench, double tolerance) {
  for (const double target : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15}) {
    set_noise_for(bench, target);
    const double exact = enumerated_ber(bench);
    const double density = SlicerDensity(bench.signals, bench.search, {8192, 1.0}).errors().ber;
    INFO("target " << target << " exact " << exact << " density " << density);
    CHECK(std::abs(density / exact - 1.0) < tolerance);
  }
}

}  // namespace

TEST_CASE("The density's BER equals enumeration without jitter", "[unit][solve]") {
  const int levels = GENERATE(2, 4);
  const double mismatch = GENERATE(1.0, 0.93);
  if (levels == 2 && mismatch != 1.0) return;
  Bench bench(levels, mismatch, {0.002, -0.0033, 0.0, 0.0037, -0.0011, 0.0016}, 2);
  check_over_ratios(bench, 1e-3);
}

TEST_CASE("The stated bound covers the density's error where noise is few bins wide",
          "[property][solve]") {
  Bench bench(4, 0.93, {0.004, -0.0063, 0.0, 0.0077, -0.0021, 0.0031}, 2);
  for (const double target : {1e-9, 1e-12, 1e-15}) {
    set_noise_for(bench, target);
    const double exact = enumerated_ber(bench);
    const BitErrorRatio ratio = density_ber(bench.signals, bench.search, 4096, 1.0);
    CHECK(ratio.low < exact);
    CHECK(exact < ratio.high);
    CHECK(ratio.high - ratio.low < 0.3 * exact);
  }
}

TEST_CASE("The density's BER equals enumeration with jitter on every edge", "[unit][solve]") {
  const int levels = GENERATE(2, 4);
  const double mismatch = levels == 2 ? 1.0 : 0.95;
  Bench bench(levels, mismatch, {0.0021, -0.0033, 0.0, 0.0037, -0.0011}, 2);
  SECTION("random") { bench.set_jitter(0.02, 0.0, {0.0, 0.07, 0.09, 0.03, 0.0}); }
  SECTION("dual Dirac") { bench.set_jitter(0.0, 0.03, {0.0, 0.07, 0.09, 0.03, 0.0}); }
  SECTION("both, two edges") { bench.set_jitter(0.02, 0.03, {0.0, 0.07, 0.09, 0.0, 0.0}); }
  SECTION("both, behind a transmit FFE") {
    bench.set_jitter(0.012, 0.02, {0.0, 0.07, 0.09, 0.0, 0.0});
    bench.search.settings.tx_ffe = {-0.1, 0.9};
    bench.search.settings.tx_cursor = 1;
  }
  check_over_ratios(bench, 1e-3);
}

TEST_CASE("Edges beyond the enumeration are Gaussian given the symbols near",
          "[validation][solve]") {
  Bench bench(4, 1.0, {0.0011, -0.0023, 0.0, 0.0017, -0.0011}, 2);
  bench.set_jitter(0.01, 0.015, {0.015, 0.07, 0.08, 0.04, 0.02});
  // A fifth edge, of 1.5 % of the jitter's variance, is taken as Gaussian: its tail is too long.
  for (const auto& [target, tolerance] : {std::pair{1e-4, 0.02}, std::pair{1e-9, 0.1}}) {
    set_noise_for(bench, target);
    const double exact = enumerated_ber(bench);
    const SlicerDensity density(bench.signals, bench.search, {4096, 1.0});
    CHECK(density.enumerated_share() > 0.9);
    CHECK(std::abs(density.errors().ber / exact - 1.0) < tolerance);
  }
}

TEST_CASE("The density converges as its bins narrow", "[convergence][solve]") {
  Bench bench(4, 0.97, {0.004, -0.0063, 0.0, 0.0077, -0.0021, 0.0031}, 2);
  bench.set_jitter(0.01, 0.02, {0.0, 0.07, 0.09, 0.02, 0.0, 0.0});
  bench.search.at_slicer.sigma_noise_v = 0.0025;
  const auto ber = [&](double bins) {
    return SlicerDensity(bench.signals, bench.search, {bins, 1.0}).errors().ber;
  };
  const double finest = ber(16384);
  CHECK(std::abs(ber(4096) / finest - 1.0) < 5e-4);
  CHECK(std::abs(ber(2048) / finest - 1.0) < 2e-3);
  CHECK(std::abs(ber(512) / finest - 1.0) < 3e-2);
}

TEST_CASE("T40 Gray-mapped PAM4 at 18 and 20 dB has BER 1.43e-4 and 2.90e-6", "[unit][solve]") {
  for (const auto& [snr_db, expected] : {std::pair{18.0, 1.43e-4}, std::pair{20.0, 2.90e-6}}) {
    Bench bench(4, 1.0, {0.0}, 0);
    const double signal2 = 5.0 / 9.0 * 0.1 * 0.1;
    bench.search.at_slicer.sigma_noise_v = std::sqrt(signal2 * std::pow(10.0, -snr_db / 10.0));
    const double exact = 0.75 * q_function(0.1 / 3.0 / bench.search.at_slicer.sigma_noise_v);
    const SlicerDensity density(bench.signals, bench.search, {4096, 1.0});
    CHECK(density.errors().ber == Approx(exact).epsilon(2e-3));  // exact: with errors by two levels
    CHECK(density.errors().ber == Approx(expected).epsilon(5e-3));
    CHECK(density.errors().ser == Approx(2.0 * exact).epsilon(1e-3));
    CHECK(gaussian_errors(bench.signals, bench.search.at_slicer).ber ==
          Approx(expected).epsilon(5e-3));
  }
}

TEST_CASE("T42 the BER tends to one half where noise is all there is", "[property][solve]") {
  const int levels = GENERATE(2, 4);
  Bench bench(levels, 1.0, {0.0, 0.003}, 0);
  bench.search.at_slicer.sigma_noise_v = 100.0 * bench.search.at_slicer.cursor_v;
  CHECK(SlicerDensity(bench.signals, bench.search, {512, 1.0}).errors().ber ==
        Approx(0.5).margin(0.01));
  CHECK(gaussian_errors(bench.signals, bench.search.at_slicer).ber == Approx(0.5).margin(0.01));
}

TEST_CASE("Tails fall with distance, and interference inverts them", "[property][solve]") {
  Bench bench(4, 0.95, {0.004, -0.0063, 0.0, 0.0077, -0.0021}, 2);
  bench.set_jitter(0.02, 0.02, {0.0, 0.07, 0.09, 0.0, 0.0});
  bench.search.at_slicer.sigma_noise_v = 0.002;
  const SlicerDensity density(bench.signals, bench.search, {4096, 1.0});
  double before = 1.0;
  for (double v = 0.0; v < 0.05; v += 0.0007) {
    const double here = density.tail(v);
    REQUIRE(here < before);
    before = here;
  }
  for (const double p : {1e-2, 1e-4, 1e-9, 1e-15}) {
    CHECK(density.tail(density.interference_v(p)) == Approx(p).epsilon(1e-3));
  }
  CHECK(density.available_v() == Approx(0.95 * 0.1 / 3.0));
}

TEST_CASE("Distances less the margin give the target error ratio", "[property][solve]") {
  Bench bench(4, 0.97, {0.002, -0.003, 0.0, 0.004}, 2);
  const double sigma = GENERATE(0.003, 0.006, 0.012);
  bench.search.at_slicer.sigma_noise_v = sigma;
  const SlicerDensity density(bench.signals, bench.search, {4096, 1.0});
  const auto ber = [&](double scale) { return density.errors(scale).ber; };
  const double db = margin_db(ber, 2.4e-4);
  CHECK(ber(std::pow(10.0, -db / 20.0)) == Approx(2.4e-4).epsilon(1e-4));
  CHECK((db > 0.0) == (ber(1.0) < 2.4e-4));
  CHECK(enumerated_ber(bench, std::pow(10.0, -db / 20.0)) == Approx(2.4e-4).epsilon(1e-3));
}

TEST_CASE("Below 1e-18 an error ratio is given as a bound", "[unit][solve]") {
  Bench bench(4, 1.0, {0.0}, 0);
  bench.search.at_slicer.sigma_noise_v = 0.001;
  const BitErrorRatio ratio = density_ber(bench.signals, bench.search, 4096, 1.0);
  CHECK(ratio.ber == 1e-18);
  CHECK(ratio.low == 0.0);
  CHECK(ratio.high == 1e-18);
  CHECK(ratio.method == "density");
}
