#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "math/fft.hpp"
#include "models/optics/direct_laser_element.hpp"
#include "models/optics/dml.hpp"
#include "models/optics/vcsel.hpp"
#include "tests/models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

Dml::Params usual() {
  Dml::Params p;
  p.laser.bias_ma = 60.0;
  p.laser.series_ohm = 50.0;
  p.laser.slope_w_per_a = 0.2;
  p.laser.d_ghz_per_sqrt_ma = 2.6;
  p.laser.k_ns = 0.2;
  p.laser.damping_per_ns = 15.0;
  p.laser.parasitic_ghz = 40.0;
  p.laser.wavelength_nm = 1310.0;
  p.laser.chirp = 2.5;
  p.laser.adiabatic_ghz_per_mw = 0.2;
  return p;
}

Dml dml(const Dml::Params& p) { return {"laser", p, {}}; }

OperatingPoint at(double temperature_c) {
  OperatingPoint point;
  point.temperature_c = temperature_c;
  point.symbol_rate_bd = 26.5625e9;
  return point;
}

Waveform sine(double peak_v, int cycles, std::size_t samples, double rate_hz) {
  Waveform in;
  in.sample_rate_hz = rate_hz;
  for (std::size_t k = 0; k < samples; ++k) {
    in.samples.emplace_back(peak_v * std::cos(2.0 * kPi * cycles * static_cast<double>(k) /
                                              static_cast<double>(samples)));
  }
  return in;
}

/// The amplitude of a record's cycle `n` [W], by its phase against the cosine.
cd amplitude(const Waveform& field, int n) {
  cd sum{};
  const auto size = static_cast<double>(field.samples.size());
  for (std::size_t k = 0; k < field.samples.size(); ++k) {
    sum += std::norm(field.samples[k]) *
           std::polar(1.0, -2.0 * kPi * n * static_cast<double>(k) / size);
  }
  return 2.0 / size * sum;
}

}  // namespace

TEST_CASE("light against current: threshold and slope against temperature", "[unit][dml]") {
  const Dml laser = dml(usual());
  CHECK(laser.steady_power_w(4e-3, 25.0) < 1e-8);
  CHECK_THAT(laser.steady_power_w(60e-3, 25.0), WithinRel(0.2 * 52e-3, 1e-5));
  const double threshold = 8e-3 * std::exp(50.0 / 60.0), slope = 0.2 * std::exp(-50.0 / 200.0);
  CHECK_THAT(laser.light(at(75.0)).power_w, WithinRel(slope * (60e-3 - threshold), 1e-5));
  CHECK_THAT(std::norm(laser.map(0.5, at(25.0))), WithinRel(0.2 * 62e-3, 1e-5));
  Dml::Params p = usual();
  p.laser.bias_ma = 20.0;
  CHECK_THROWS_WITH(dml(p).light(at(90.0)), Contains("is below its threshold"));
}

TEST_CASE("its own heat rolls the light over", "[property][dml]") {
  Dml::Params p = usual();
  p.laser.thermal_k_per_mw = 0.2;
  const Dml laser = dml(p);
  CHECK(laser.steady_power_w(60e-3, 25.0) < dml(usual()).steady_power_w(60e-3, 25.0));
  const auto slope = [&](double i) {
    return (laser.steady_power_w(i + 1e-4, 25.0) - laser.steady_power_w(i - 1e-4, 25.0)) / 2e-4;
  };
  CHECK(slope(100e-3) < slope(40e-3));
  p.laser.thermal_k_per_mw = 20.0;
  CHECK_THROWS_AS(dml(p).light(at(25.0)), ModelError);
}

TEST_CASE("the 3 dB bandwidth follows from f_r, damping and the pole; f_r as a square root",
          "[unit][dml]") {
  Dml::Params p = usual();
  p.laser.parasitic_ghz = 0.0;
  p.laser.series_ohm = 100.0;
  p.laser.bias_ma = GENERATE(12.0, 24.0, 72.0);
  const double fr = 2.6e9 * std::sqrt(p.laser.bias_ma - 8.0);
  const double g = (15e9 + 0.2e-9 * fr * fr) / (2.0 * kPi);
  const double x = fr * fr - 0.5 * g * g;
  const double expected = std::sqrt(x + std::sqrt(x * x + fr * fr * fr * fr));
  CHECK_THAT(test::half_power_hz(dml(p), at(25.0)), WithinRel(expected, 1e-4));
}

TEST_CASE("the rate equations' small-signal limit is the linear response", "[unit][dml]") {
  const Dml laser = dml(usual());
  const int cycles = GENERATE(1, 5, 10, 16, 25);
  const std::size_t n = 1024;
  const double rate = 1024e9;  // so that a cycle is 1 GHz
  const Waveform out = laser.run(sine(1e-3, cycles, n, rate), at(25.0), nullptr);
  FrequencyGrid grid;
  grid.f_hz = {1e9 * cycles};
  const cd expected = laser.transfer(grid, at(25.0))[0] * 0.2 * 1e-3 / 50.0;
  // 1 %: asked for; what is left is the cubics between samples and the knee.
  CHECK(std::abs(amplitude(out, cycles) - expected) < 0.01 * std::abs(expected));
  CHECK(out.domain == Domain::optical_field);
  CHECK_THAT(out.centre_hz, WithinRel(299792458.0 / 1310e-9, 1e-12));
}

TEST_CASE("slow and large: the rate equations follow the static curve, chirp and all",
          "[unit][dml]") {
  Dml::Params p = usual();
  p.laser.adiabatic_ghz_per_mw = 0.0;
  p.laser.series_ohm = 100.0;  // matched: all of the voltage is across it
  const Dml laser = dml(p);
  const Waveform in = sine(3.0, 1, 4096, 64e9);  // one cycle in 64 ns
  const Waveform out = laser.run(in, at(25.0), nullptr);
  for (std::size_t k = 0; k < in.samples.size(); k += 256) {
    // What is left is the delay of 10 ps times the slope: 0.1 % of the amplitude.
    CHECK_THAT(std::abs(out.samples[k] - laser.map(in.samples[k], at(25.0))),
               WithinAbs(0.0, 3e-3 * std::sqrt(0.0104)));
  }
}

TEST_CASE("a record is one period: turned by some samples, it gives the same turned",
          "[property][dml]") {
  const Dml laser = dml(usual());
  Waveform in;
  in.sample_rate_hz = 32 * 26.5625e9;
  for (std::size_t k = 0; k < 32 * 16; ++k) {
    in.samples.emplace_back(static_cast<double>((k / 32) * 7 % 16 % 4) * 0.8 - 1.2);
  }
  Waveform turned = in;
  std::rotate(turned.samples.begin(), turned.samples.begin() + 100, turned.samples.end());
  const Waveform a = laser.run(in, at(25.0), nullptr), b = laser.run(turned, at(25.0), nullptr);
  for (std::size_t k = 0; k < 32 * 16; k += 16) {
    const double pa = std::norm(a.samples[(k + 100) % (32 * 16)]), pb = std::norm(b.samples[k]);
    CHECK_THAT(pa, WithinRel(pb, 1e-6));  // memory_s() leaves 1e-9 at the bias, more at low levels
  }
  // Adiabatic chirp: phase of the period closes.
  const double step = std::arg(a.samples.front() / a.samples.back());
  CHECK(std::abs(step) < 1.0);
}

TEST_CASE("adiabatic chirp: more light is bluer, by so much a milliwatt", "[unit][dml]") {
  Dml::Params p = usual();
  p.laser.chirp = 0.0;
  p.laser.series_ohm = 100.0;
  const Dml laser = dml(p);
  const Waveform out = laser.run(sine(1.0, 1, 4096, 64e9), at(25.0), nullptr);
  // At the crest the frequency is 0.2 GHz/mW times 2 mW above the mean; envelope over exp(-j w0 t).
  const double hz = -std::arg(out.samples[8] / out.samples[4088]) * 64e9 / (16 * 2.0 * kPi);
  CHECK_THAT(hz, WithinRel(0.4e9, 0.01));
}

TEST_CASE("the rate equations' noise has the closed form's spectrum", "[unit][dml]") {
  Dml::Params p = usual();
  p.laser.rin_db_per_hz = -140.0;
  const Dml laser = dml(p);
  const std::size_t n = 1 << 16;
  const double rate = 1e12, df = rate / static_cast<double>(n);
  Waveform in;
  in.sample_rate_hz = rate;
  in.samples.assign(n, 0.0);
  Rng rng({7, 3});
  const Waveform out = laser.run(in, at(25.0), &rng);
  std::vector<double> power(n);
  for (std::size_t k = 0; k < n; ++k) power[k] = std::norm(out.samples[k]);
  const RealFft fft(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  fft.forward(power, spectrum);
  const double level = laser.light(at(25.0)).power_w;
  double all = 0.0;
  for (const double low : {0.0, 10e9, 20e9}) {
    FrequencyGrid grid;
    double sum = 0.0, expected = 0.0;
    for (auto k = static_cast<std::size_t>(low / df) + 1; static_cast<double>(k) * df < low + 10e9;
         ++k) {
      grid.f_hz.push_back(static_cast<double>(k) * df);
      sum += 2.0 * std::norm(spectrum[k]) / (rate * static_cast<double>(n));
    }
    for (const double x : laser.added(grid, at(25.0), level).density) expected += x;
    // 655 bins of chi-square with 2 degrees: 3.9 % rms; 4 of them.
    CHECK_THAT(sum, WithinRel(expected, 0.16));
    all += expected * df;
  }
  // rin_db_per_hz is the mean over 25 GHz.
  FrequencyGrid grid;
  for (int k = 0; k < 2500; ++k) grid.f_hz.push_back(1e7 * (k + 0.5));
  double mean = 0.0;
  for (const double x : laser.added(grid, at(25.0), level).density) mean += x / 2500.0;
  CHECK_THAT(mean / (level * level), WithinRel(1e-14, 1e-4));
  CHECK(laser.added(grid, at(25.0), 0.0).density[0] > 0.0);
  CHECK(all > 0.0);
}

TEST_CASE("a laser's noise is the same for the same stream, and none without", "[unit][dml]") {
  const Dml laser = dml(usual());
  const Waveform in = sine(0.5, 4, 256, 512e9);
  Rng one({1, 2}), same({1, 2}), other({1, 3});
  const Waveform a = laser.run(in, at(25.0), &one), b = laser.run(in, at(25.0), &same);
  CHECK(a.samples == b.samples);
  CHECK(a.samples != laser.run(in, at(25.0), &other).samples);
  CHECK(laser.run(in, at(25.0), nullptr).samples == laser.run(in, at(25.0), nullptr).samples);
}

TEST_CASE("a directly modulated laser's input and energy", "[unit][dml]") {
  const Dml laser = dml(usual());
  FrequencyGrid grid;
  grid.f_hz = {0.0};
  // 50 ohm on a line of 100: two thirds of the voltage that comes in.
  CHECK_THAT(laser.transfer(grid, at(25.0))[0].real(), WithinRel(2.0 / 3.0, 1e-12));
  CHECK_THAT(laser.reflection(grid, at(25.0), 0)[0].real(), WithinRel(-1.0 / 3.0, 1e-12));
  CHECK(laser.reflection(grid, at(25.0), 1)[0] == cd{});
  // 60 mA at 1.5 V + 0.6 V
  CHECK_THAT(test::ledger_value(laser, "energy", at(25.0)),
             WithinRel(1e12 * 0.126 / 53.125e9, 1e-12));
}

TEST_CASE("a VCSEL's threshold is a parabola of temperature", "[unit][vcsel]") {
  Vcsel::Params p;
  p.laser = usual().laser;
  p.laser.bias_ma = 7.0;
  p.laser.d_ghz_per_sqrt_ma = 8.0;
  p.laser.slope_t1_k = 1e5;
  p.laser.wavelength_nm = 850.0;
  p.threshold_ma = 0.5;
  p.threshold_min_c = 40.0;
  p.threshold_ma_per_k2 = 1e-4;
  const Vcsel laser("v", p, {});
  CHECK_THAT(1e3 * laser.operation(at(40.0)).threshold_a, WithinRel(0.5, 1e-12));
  CHECK_THAT(1e3 * laser.operation(at(80.0)).threshold_a, WithinRel(0.66, 1e-12));
  CHECK_THAT(1e3 * laser.operation(at(0.0)).threshold_a, WithinRel(0.66, 1e-12));
}

TEST_CASE("a VCSEL's spectral width is that of its modes", "[unit][vcsel]") {
  Vcsel::Params p;
  p.laser = usual().laser;
  p.laser.bias_ma = 20.0;
  p.mode_powers = {53.1, 37.6, 9.3};
  p.mode_offsets_nm = {0.0, -0.7, -1.4};
  p.partition_factor = 0.3;
  const LightSpec light = Vcsel("v", p, {}).light(at(25.0));
  const double mean = 0.7 * (0.376 + 2 * 0.093), square = 0.49 * (0.376 + 4 * 0.093);
  CHECK_THAT(light.spectral_width_m, WithinRel(1e-9 * std::sqrt(square - mean * mean), 1e-12));
  CHECK(light.partition_factor == 0.3);
  p.spectral_width_nm = 0.5;
  CHECK_THROWS_WITH(Vcsel("v", p, {}), Contains("give one of the two"));
  p.mode_powers.clear();
  CHECK_THROWS_WITH(Vcsel("v", p, {}), Contains("equally many"));
  p.mode_offsets_nm.clear();
  CHECK_THAT(Vcsel("v", p, {}).light(at(25.0)).spectral_width_m, WithinRel(0.5e-9, 1e-12));
}
