#include "models/optics/mzm.hpp"

#include <array>
#include <cmath>
#include <numeric>

#include "tests/models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

Mzm::Params ideal() {
  Mzm::Params p;
  p.v_pi_v = 4.0;
  p.insertion_loss_db = 0.0;
  p.extinction_db = 100.0;
  return p;
}

Mzm mzm(const Mzm::Params& p) { return {"m", p, {}}; }

double power(const Mzm& m, double v) { return std::norm(m.map(v, {})); }

/// Chirp by central differences at quadrature; the envelope turns against exp(-j w0 t).
double chirp_of(const Mzm& m) {
  const double h = 1e-4;
  const double phase = std::arg(m.map(h, {}) / m.map(-h, {}));
  return -2.0 * phase / std::log(power(m, h) / power(m, -h));
}

}  // namespace

TEST_CASE("an ideal Mach-Zehnder's power is a raised sine of the voltage", "[unit][mzm]") {
  Mzm::Params p = ideal();
  p.insertion_loss_db = 4.0;
  p.bias_deg = GENERATE(0.0, 20.0);
  const Mzm m = mzm(p);
  for (const double v : {-2.0, -0.5, 0.0, 1.3, 2.0, 5.0}) {
    const double sine = std::sin(kPi * v / 4.0 + kPi * p.bias_deg / 180.0);
    CHECK_THAT(power(m, v), WithinAbs(std::pow(10.0, -0.4) * 0.5 * (1.0 + sine), 1e-10));
  }
}

TEST_CASE("the Mach-Zehnder of the open simulator: 0.2 V_pi about quadrature",
          "[validation][mzm]") {
  // reference/README.md, waveform_pam4_ber_vs_rop.csv: ER 5.86 dB, outer gaps 0.380 and inner gap
  // 0.416 of twice the mean power, so the levels stand at +-0.2 and +-0.0667 V_pi (peak).
  // Half a unit of the last digit given.
  const Mzm m = mzm(ideal());
  std::array<double, 4> level{};
  for (std::size_t k = 0; k < 4; ++k) {
    level[k] = power(m, 0.2 * 4.0 * (2.0 * static_cast<double>(k) - 3.0) / 3.0);
  }
  const double mean = std::accumulate(level.begin(), level.end(), 0.0) / 4.0;
  CHECK_THAT(10.0 * std::log10(level[3] / level[0]), WithinAbs(5.86, 0.005));
  CHECK_THAT((level[1] - level[0]) / mean, WithinAbs(0.380, 0.0005));
  CHECK_THAT((level[3] - level[2]) / mean, WithinAbs(0.380, 0.0005));
  CHECK_THAT((level[2] - level[1]) / mean, WithinAbs(0.416, 0.0005));
}

TEST_CASE("extinction at 0 Hz is the stated one, and bounds the dynamic one", "[unit][mzm]") {
  Mzm::Params p = ideal();
  p.extinction_db = 20.0;
  p.chirp = GENERATE(0.0, 0.7);
  const Mzm m = mzm(p);
  CHECK_THAT(10.0 * std::log10(power(m, 2.0) / power(m, -2.0)), WithinRel(20.0, 1e-12));
  // OMA of a swing +-v: T (1 - d^2) sin(pi v/V_pi)
  CHECK_THAT(power(m, 0.8) - power(m, -0.8), WithinRel(0.99 * std::sin(0.2 * kPi), 1e-12));
}

TEST_CASE("chirp at quadrature is the stated one, whatever the extinction", "[unit][mzm]") {
  Mzm::Params p = ideal();
  p.extinction_db = GENERATE(12.0, 25.0, 60.0);
  p.chirp = GENERATE(-0.7, 0.0, 1.0);
  CHECK_THAT(chirp_of(mzm(p)), WithinAbs(p.chirp, 1e-6));
}

TEST_CASE("quadrature drifts with temperature", "[unit][mzm]") {
  Mzm::Params p = ideal();
  p.bias_drift_deg = 3.0;
  p.bias_deg_per_k = 0.2;
  OperatingPoint at;
  at.temperature_c = 60.0;
  CHECK_THAT(std::norm(mzm(p).map(0.0, at)),
             WithinRel(0.5 * (1.0 + std::sin(10.0 * kPi / 180.0)), 1e-9));
}

TEST_CASE("V_pi from V_pi L and a length; both or none is a fault", "[unit][mzm]") {
  Mzm::Params p = ideal();
  p.v_pi_v.reset();
  CHECK_THROWS_WITH(mzm(p), Contains("needs v_pi_v or v_pi_l_v_cm"));
  p.v_pi_l_v_cm = 1.1;
  CHECK_THROWS_WITH(mzm(p), Contains("need length_mm > 0"));
  p.length_mm = 3.0;
  CHECK_THAT(mzm(p).v_pi_v(), WithinRel(11.0 / 3.0, 1e-12));
  p.v_pi_v = 2.0;
  CHECK_THROWS_AS(mzm(p), ScenarioError);
}

TEST_CASE("a travelling wave's response is the mean of what the light meets", "[unit][mzm]") {
  const TravellingWave wave{6.0, 50e9, 0.12 * 20e-3};
  for (const double f : {1.0, 1e9, 30e9, 90e9}) {
    cd sum{};
    const int n = 2000;  // midpoints: error (|x|/n)^2/24 < 1e-7
    const double nepers = std::log(10.0) / 20.0 * 6.0 * std::sqrt(f / 50e9);
    const double phase = 2.0 * kPi * f * 0.12 * 20e-3 / 299792458.0;
    for (int k = 0; k < n; ++k) sum += std::exp(-cd{nepers, nepers + phase} * ((k + 0.5) / n));
    CHECK(std::abs(wave(f) - sum / static_cast<double>(n)) < 1e-6);
  }
  CHECK(wave(0.0) == cd{1.0});
  CHECK(wave(-3e9) == std::conj(wave(3e9)));
  // Lossless and mismatched: sinc, 3 dB at f = 0.443 c/((n_m - n_g) L).
  const TravellingWave walk{0.0, 1.0, 0.01};
  CHECK_THAT(std::norm(walk(0.442946 * 299792458.0 / 0.01)), WithinAbs(0.5, 1e-5));
}

TEST_CASE("an electrode that loses 6.4 dB leaves about half the power", "[unit][mzm]") {
  // The 6.4 dB rule leaves out the phase of the skin effect, which takes 0.2 dB more.
  const TravellingWave wave{6.4, 50e9, 0.0};
  CHECK_THAT(10.0 * std::log10(std::norm(wave(50e9))), WithinAbs(-3.2, 0.05));
}

TEST_CASE("a modulator's response is its bandwidth times its wave's", "[unit][mzm]") {
  Mzm::Params p = ideal();
  p.band = {.response = "butterworth", .bandwidth_ghz = 70.0, .order = 2};
  CHECK_THAT(test::half_power_hz(mzm(p), {}), WithinRel(70e9, 1e-4));
  p.electrode_loss_db = 6.0;
  CHECK(test::half_power_hz(mzm(p), {}) < 50e9);
  FrequencyGrid grid;
  grid.f_hz = {0.0};
  CHECK(mzm(p).transfer(grid, {})[0] == cd{1.0});
  p.load.input_ohm = 80.0;
  CHECK_THAT(mzm(p).transfer(grid, {})[0].real(), WithinRel(160.0 / 180.0, 1e-12));
  CHECK_THAT(mzm(p).reflection(grid, {}, 0)[0].real(), WithinRel(-20.0 / 180.0, 1e-12));
}
