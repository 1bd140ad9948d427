#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "math/confidence.hpp"
#include "solve/optical/optical_block.hpp"
#include "solve/optical/pattern_density.hpp"
#include "solve/optical/symbol_noise.hpp"
#include "tests/solve/reference_rows.hpp"
#include "tests/validation.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

constexpr double kConfidence = 0.999;
constexpr int kFirSide = 127;  // of 255 taps, about the middle one
constexpr double kPeak = 7.0;  // sample of a pulse's middle after the symbol's first one

/// From a waveform of levels held for a symbol, as EdgeWaveform has it (cubic B-splines of steps,
/// integrated), to a symbol of 8 equal samples behind a Gaussian of 8 samples exp(-t^2), t evenly
/// from -2 to 2: the simulator's NRZ pulse, its peak 1.
cd nrz_filter(double w) {
  double sum = 0.0;
  cd gauss{};
  for (int i = 0; i < 8; ++i) {
    const double tap = std::exp(-std::pow(-2.0 + 4.0 * i / 7.0, 2));
    sum += tap;
    gauss += tap * std::polar(1.0, -w * i);
  }
  if (w == 0.0) return 1.0;
  const double sinc = std::sin(0.5 * w) / (0.5 * w), spline = (2.0 + std::cos(w)) / 3.0;
  return gauss / sum * cd(0.0, w) * std::pow(sinc, 4) / (spline * (1.0 - std::polar(1.0, -w)));
}

/// Rectangular low-pass of a quarter of half the sample rate by 255 taps, its delay taken out.
std::vector<cd> low_pass(const OpticalGrid& grid) {
  const RealFft fft(grid.samples());
  std::vector<double> taps(grid.samples(), 0.0);
  std::vector<cd> out(grid.half());
  taps[0] = 0.25;
  for (int i = 1; i <= kFirSide; ++i) {
    const auto at = static_cast<std::size_t>(i);
    taps[at] = taps[grid.samples() - at] = std::sin(0.25 * kPi * i) / (kPi * i);
  }
  fft.forward(taps, out);
  return out;
}

/// Mach-Zehnder about quadrature at 0.2 V_pi, photodiode of 1 A/W into 50 ohm at 25 C.
OpticalChain simulators_chain(double symbol_rate_bd, double received_w) {
  OpticalChain chain;
  chain.grid.symbols = kPatternSymbols;
  chain.grid.symbol_rate_bd = symbol_rate_bd;
  chain.tx.amplitude_v = 0.2;
  chain.tx.snr_db = 400.0;
  constexpr double kBeyond_hz = 1e18;
  chain.rx.filter_bandwidth_hz = kBeyond_hz;
  chain.rx.ctle_zero_hz = chain.rx.ctle_pole1_hz = chain.rx.ctle_pole2_hz = kBeyond_hz;
  DriveStage stage;
  for (std::size_t k = 0; k < chain.grid.half(); ++k) {
    stage.filter.push_back(
        nrz_filter(2.0 * kPi * static_cast<double>(k) / static_cast<double>(chain.grid.samples())));
  }
  stage.map.emplace([](double v) { return cd(std::cos(0.5 * kPi * v - 0.25 * kPi)); }, -0.3, 0.3);
  chain.drive.push_back(std::move(stage));
  chain.power_w = 2.0 * received_w;
  chain.light.power_w = chain.power_w;
  chain.responsivity_a_per_w = 1.0;
  constexpr double kDark_a = 5e-9;
  chain.shot_a = 2.0 * kElementaryCharge_c;
  const double thermal = 4.0 * kBoltzmann_j_per_k * (kZeroCelsius_k + 25.0) / 50.0;
  chain.thermal.assign(chain.grid.half(), thermal + chain.shot_a * kDark_a);
  chain.post = low_pass(chain.grid);
  return chain;
}

struct Simulated {
  WaveformCount counted{};
  double statistical_ber{0.0};
};

/// The covering pattern at its decisions: noiseless values, noise, and what they say.
Simulated simulate(double symbol_rate_bd, double received_w, double symbols) {
  const OpticalChain chain = simulators_chain(symbol_rate_bd, received_w);
  OpticalDecisions decisions;
  decisions.settings.tx_ffe = {1.0};
  decisions.settings.rx_ffe = {1.0};
  decisions.settings.sampling_time_s = kPeak * chain.grid.sample_s();
  OpticalChain quiet = chain;
  quiet.shot_a = 0.0;
  quiet.thermal.assign(chain.grid.half(), 0.0);
  const PatternRun run =
      run_pattern(chain, covering_pattern(4, kPatternSymbols, 0), decisions.settings.tx_ffe, 0);
  PatternPart part{run.symbols,
                   OpticalBlocks(quiet, decisions, {}).received(run.symbols, 0),
                   {},
                   std::vector<DecisionJitter>(run.symbols.size())};
  PatternAtSlicer slicer;
  for (std::size_t k = 0; k < chain.grid.half(); ++k) {
    const double turn = 2.0 * kPi * static_cast<double>(k) * chain.grid.df_hz();
    slicer.kernel.push_back(chain.post[k] *
                            std::polar(1.0, turn * decisions.settings.sampling_time_s));
  }
  part.noise = symbol_noise(chain, run, slicer);
  std::vector<double> level(4, 0.0);
  double mean = 0.0, square = 0.0;
  const auto n = static_cast<double>(part.y.size());
  for (std::size_t i = 0; i < part.y.size(); ++i) {
    level[part.symbols[i]] += 4.0 * part.y[i] / n;  // each level stands a quarter of the time
    mean += part.y[i] / n;
    square += (std::pow(part.y[i], 2) + part.noise[i].stationary_v2 + part.noise[i].shot_v2) / n;
  }
  // Mean removed and normalised, then the thresholds of evenly spaced levels of unit power.
  const double outer = 2.0 / std::sqrt(5.0) * std::sqrt(square - mean * mean);
  decisions.thresholds_v = {mean - outer, mean, mean + outer};
  WaveformOptions options;
  options.samples_per_symbol = 8;
  options.error_events = 1e9;
  options.symbols_max = symbols;
  options.threads = 2;
  Simulated out;
  out.counted = count_optical_errors(chain, decisions, options);
  out.statistical_ber = PatternDensity(level, false, {&part, 1}, {}).errors().ber;
  return out;
}

}  // namespace

TEST_CASE("the counted error ratios of an open simulator are met back to back",
          "[validation][light]") {
  constexpr double kSymbols = 399800.0;  // 4e5 less 100 at each end: printed ratios are n/799600
  int rows = 0;
  for (const auto& row : reference_rows("imdd/waveform_pam4_ber_vs_rop.csv")) {
    const double rate_gbd = std::stod(row[0]), power_dbm = std::stod(row[1]);
    if (power_dbm > -9.5) continue;
    ++rows;
    const auto theirs = static_cast<std::int64_t>(std::llround(std::stod(row[2]) * 2.0 * kSymbols));
    const Simulated ours = simulate(1e9 * rate_gbd, Dbm{power_dbm}.watt(), kSymbols);
    const auto own = static_cast<std::int64_t>(ours.counted.bit_errors);
    INFO(row[0] << " GBd, " << row[1] << " dBm: " << theirs << " of theirs, " << own << " in "
                << ours.counted.bits << " bits of ours, " << ours.statistical_ber);
    // One true ratio behind both counts: theirs is then binomial among all errors.
    const double share = 2.0 * kSymbols / (2.0 * kSymbols + static_cast<double>(ours.counted.bits));
    const Interval joint = clopper_pearson(theirs, theirs + own, kConfidence);
    CHECK(joint.low <= share);
    CHECK(share <= joint.high);
    const Interval count = poisson_interval(theirs, kConfidence);
    const double expected = ours.statistical_ber * 2.0 * kSymbols;
    CHECK(count.low <= expected);
    CHECK(expected <= count.high);
    const Interval self = poisson_interval(own, kConfidence);
    const double own_expected = ours.statistical_ber * static_cast<double>(ours.counted.bits);
    CHECK(self.low <= own_expected);
    CHECK(own_expected <= self.high);
    testing::validate("counted BER of an open simulator, " + row[0] + " GBd, " + row[1] + " dBm",
                      static_cast<double>(theirs), expected,
                      std::max(count.high - static_cast<double>(theirs),
                               static_cast<double>(theirs) - count.low));
  }
  CHECK(rows == 6);
}
