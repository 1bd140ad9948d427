#include "models/optics/apd_receiver.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "base/constants.hpp"

using namespace chappe;

namespace {

ApdReceiver::Params usual() {
  ApdReceiver::Params p;
  p.front.responsivity_a_per_w = 0.6;
  p.front.noise_pa_per_sqrt_hz = 16.0;
  p.front.transimpedance_ohm = 1000.0;
  p.gain = 8.0;
  p.ionisation_ratio = 0.09;
  p.gain_bandwidth_ghz = 340.0;
  return p;
}

/// A CSV file that goes with its test.
class ScratchCsv {
 public:
  explicit ScratchCsv(const std::string& text) {
    std::ofstream out(path_);
    out << text;
  }
  ~ScratchCsv() { std::remove(path_.c_str()); }
  ScratchCsv(const ScratchCsv&) = delete;
  ScratchCsv& operator=(const ScratchCsv&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_{"apd_receiver_test_noise.csv"};
};

}  // namespace

TEST_CASE("an avalanche's excess noise: 1 without gain, M where both carriers ionise alike",
          "[unit][receiver]") {
  for (const double k : {0.0, 0.09, 1.0}) CHECK(avalanche_excess_noise(1.0, k) == Approx(1.0));
  CHECK(avalanche_excess_noise(20.0, 1.0) == Approx(20.0));
  CHECK(avalanche_excess_noise(1e6, 0.0) == Approx(2.0).epsilon(1e-5));
  CHECK(avalanche_excess_noise(8.0, 0.09) == Approx(0.72 + 0.91 * 1.875).epsilon(1e-12));
}

TEST_CASE("an APD's current and shot noise stand behind its gain", "[unit][receiver]") {
  const ApdReceiver apd("rx", usual(), {});
  const double current = apd.map(std::sqrt(1e-5), {}).real();
  CHECK(current == Approx(8.0 * 0.6e-5).epsilon(1e-12));
  const NoisePsd dark = apd.added({{0.0}}, {}, 0.0), lit = apd.added({{0.0}}, {}, current);
  const double excess = 0.72 + 0.91 * 1.875;
  // 2 q I_primary M^2 F
  CHECK(lit.density[0] - dark.density[0] ==
        Approx(2.0 * kElementaryCharge_c * 0.6e-5 * 64.0 * excess).epsilon(1e-9));
}

TEST_CASE("an APD without gain is a PIN diode but for its pole", "[property][receiver]") {
  ApdReceiver::Params p = usual();
  p.gain = 1.0;
  const ApdReceiver apd("rx", p, {});
  CHECK(apd.map(1e-2, {}).real() == Approx(0.6e-4).epsilon(1e-12));
  CHECK(apd.added({{0.0}}, {}, 1e-3).density[0] ==
        Approx(256e-24 + 2.0 * kElementaryCharge_c * 1e-3).epsilon(1e-12));
}

TEST_CASE("an APD's gain-bandwidth product is its 3 dB point times its gain", "[unit][receiver]") {
  const ApdReceiver apd("rx", usual(), {});
  FrequencyGrid grid;
  grid.f_hz = {0.0, 42.5e9};
  const std::vector<cd> h = apd.transfer(grid, {});
  CHECK(std::abs(h[0]) == Approx(1000.0).epsilon(1e-12));
  CHECK(std::abs(h[1]) == Approx(1000.0 / std::sqrt(2.0)).epsilon(1e-12));
}

TEST_CASE("a receiver's measured noise density is read from its file", "[unit][receiver]") {
  const ScratchCsv csv("frequency_ghz,noise_pa_per_sqrt_hz\n1,10\n11,20\n");
  ApdReceiver::Params p = usual();
  p.front.noise_pa_per_sqrt_hz.reset();
  p.front.noise_file = csv.path();
  FrequencyGrid grid;
  grid.f_hz = {0.0, 6e9, 50e9};
  const NoisePsd noise = ApdReceiver("rx", p, {}).added(grid, {}, 0.0);
  CHECK(noise.density[0] == Approx(100e-24).epsilon(1e-12));
  CHECK(noise.density[1] == Approx(250e-24).epsilon(1e-12));
  CHECK(noise.density[2] == Approx(400e-24).epsilon(1e-12));
  p.front.noise_file = "no_such.csv";
  CHECK_THROWS_AS(ApdReceiver("rx", p, {}), DataError);
}
