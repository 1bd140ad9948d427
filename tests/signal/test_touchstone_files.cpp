// Files of other tools that stand beside the sources; never part of the project.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/signal/test_touchstone_helpers.hpp"

namespace chappe {
namespace {

using Catch::Contains;
using testing::distance;
using testing::remarked;

/// Empty, with a word that the test is skipped, if the folder is not there.
std::filesystem::path folder(const std::string& name) {
  const auto path = testing::shared_folder() / name;
  if (!testing::shared_folder().empty() && std::filesystem::exists(path)) return path;
  WARN("skipped: no shared folder " << name);
  return {};
}

cd degrees(double magnitude, double angle) { return std::polar(magnitude, angle * kPi / 180.0); }

bool near(cd a, cd b) { return std::abs(a - b) <= 1e-14 * std::abs(b); }

TEST_CASE("every file beside the sources is read, or refused for its reason",
          "[validation][touchstone]") {
  std::size_t read = 0, refused = 0;
  for (const char* name : {"touchstone", "channels"}) {
    const auto root = folder(name);
    if (root.empty()) return;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      const std::string path = entry.path().string(), file = entry.path().filename().string();
      CAPTURE(path);
      const std::string end = entry.path().extension().string();
      if (end == ".csv" || end == ".md") {
        CHECK_THROWS_WITH(read_touchstone_data(path), Contains("not a Touchstone file"));
        ++refused;
      } else if (file == "ex_1.ts") {
        CHECK_THROWS_WITH(read_touchstone_data(path),
                          Contains("ex_1.ts:5:21: expected [Network Data], found the end of the "
                                   "file; is it truncated?"));
        ++refused;
      } else {
        const TouchstoneData data = read_touchstone_data(path);
        CHECK(remarked(data, ": reference impedance "));
        CHECK((end == ".ts" || data.network.ports == touchstone_ports(path)));
        ++read;
      }
    }
  }
  CHECK(read >= 30);
  CHECK(refused >= 4);
}

TEST_CASE("examples of version 2 hold what one reads by hand", "[validation][touchstone]") {
  const auto root = folder("touchstone");
  if (root.empty()) return;
  const auto read = [&](const char* name) { return read_touchstone((root / name).string()); };
  const std::array<double, 5> ohm_2{11, 12, 13, 14, 15};
  const Network ex_2 = read("ex_2.ts"), ex_7 = read("ex_7.ts"), ex_9 = read("ex_9.s1p");
  const std::array<cd, 5> ex_7_ohm{degrees(74.25, -4), degrees(60, -22), degrees(53.025, -45),
                                   degrees(30, -62), degrees(0.75, -89)};
  const std::array<cd, 5> ex_9_z{degrees(0.99, -4), degrees(0.8, -22), degrees(0.707, -45),
                                 degrees(0.4, -62), degrees(0.01, -89)};
  for (std::size_t k = 0; k < 5; ++k) {
    const auto step = static_cast<double>(k + 1);
    CHECK(ex_2.grid[k] == 1e6 * step);
    const cd z = degrees(ohm_2[k], 10.0 * step);
    CHECK(near(ex_2.at(0, 0)[k], (z - 50.0) / (z + 50.0)));
    CHECK(ex_7.grid[k] == 1e8 * step);
    CHECK(near(ex_7.at(0, 0)[k], (ex_7_ohm[k] - 20.0) / (ex_7_ohm[k] + 20.0)));
    CHECK(near(ex_9.at(0, 0)[k], (ex_9_z[k] - 1.0) / (ex_9_z[k] + 1.0)));
  }
  CHECK(ex_7.z0_ohm[0] == cd{20.0});
  CHECK(ex_9.z0_ohm[0] == cd{75.0});
  const Network ex_3 = read("ex_3.ts"), ex_4 = read("ex_4.ts"), ex_8 = read("ex_8.s1p");
  CHECK(ex_3.at(0, 1)[0] == cd{112.0});
  CHECK(ex_3.at(1, 0)[1] == cd{221.0});
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 4; ++col) CHECK(ex_4.at(row, col)[0] == cd{10.0 * row + col + 11.0});
  }
  CHECK(ex_8.grid[0] == 2e6);
  CHECK(near(ex_8.at(0, 0)[0], degrees(0.894, -12.136)));
}

TEST_CASE("T03 T04 examples 5 and 6 are one network, whole and as its lower half",
          "[validation][touchstone]") {
  const auto root = folder("touchstone");
  if (root.empty()) return;
  const Network full = read_touchstone((root / "ex_5.ts").string());
  const Network lower = read_touchstone((root / "ex_6.ts").string());
  CHECK(full.z0_ohm == std::vector<cd>{{50.0}, {75.0}, {0.01}, {0.01}});
  CHECK(lower.z0_ohm == full.z0_ohm);
  CHECK(distance(full, lower) == 0.0);
  CHECK(full.grid.f_hz == std::vector<double>{5e9, 6e9});
  CHECK(near(full.at(3, 1)[1], degrees(0.42, -66.58)));
  CHECK(near(full.at(1, 1)[0], degrees(0.6, 161.2)));
}

TEST_CASE("T03 ansys.ts: a reference a port over lines with comments", "[validation][touchstone]") {
  const auto root = folder("touchstone");
  if (root.empty()) return;
  const Network net = read_touchstone((root / "ansys.ts").string());
  CHECK(net.z0_ohm == std::vector<cd>{{1.0}, {50.0}, {50.0}});
  CHECK(net.grid.f_hz == std::vector<double>{0.0});
  CHECK(net.at(0, 0)[0] == cd{9.613004096709377e-01});
  CHECK(net.at(1, 2)[0] == cd{-2.781589590459562e-03});
  CHECK(net.at(2, 2)[0] == cd{-9.349795164531121e-01});
}

TEST_CASE("T06 files of field solvers: which reference was taken", "[validation][touchstone]") {
  const auto root = folder("touchstone");
  if (root.empty()) return;
  const TouchstoneData hfss = read_touchstone_data((root / "hfss_18.2.s3p").string());
  CHECK(hfss.network.z0_ohm == std::vector<cd>(3, cd{50.0}));
  CHECK(remarked(hfss, "hfss_18.2.s3p:10: reference impedance 50 ohm (default of the format)"));
  CHECK(remarked(hfss, "hfss_18.2.s3p:19: port impedances in comments are passed over (6.467"));
  const TouchstoneData complex = read_touchstone_data((root / "simple_touchstone.s2p").string());
  CHECK(complex.network.z0_ohm == std::vector<cd>(2, cd{50.0, 50.0}));
  CHECK(complex.network.at(1, 0)[0] == cd{3.0, 4.0});
  CHECK(complex.network.at(0, 1)[1] == cd{13.0, 14.0});
  CHECK(remarked(complex, "reference impedance 50+50j ohm (option line); complex: S is taken as"));
}

TEST_CASE("T01 a file with blanks ahead of its option line", "[validation][touchstone]") {
  const auto root = folder("touchstone");
  if (root.empty()) return;
  const Network net = read_touchstone((root / "RS_ZVR_1.20_beta_f.s2p").string());
  CHECK(net.grid.f_hz == std::vector<double>{1e3});
  CHECK(near(net.at(0, 0)[0], degrees(std::pow(10.0, -0.00001 / 20.0), -100.001)));
  CHECK(near(net.at(1, 1)[0], degrees(std::pow(10.0, -0.00004 / 20.0), -100.004)));
}

}  // namespace
}  // namespace chappe
