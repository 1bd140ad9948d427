#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "signal/mixed_mode.hpp"
#include "signal/network_ops.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using testing::random_network;

TEST_CASE("T25 Sdd21 = (S21 - S23 - S41 + S43)/2 at 100 ohm for the pairing 1-3/2-4",
          "[unit][network]") {
  const Network s = random_network(4, 9, 21);
  const Network d = differential(s, Pairing{1, 3, 2, 4});
  REQUIRE(d.ports == 2);
  CHECK(d.z0_ohm == std::vector<cd>{cd{100.0}, cd{100.0}});
  for (std::size_t k = 0; k < 9; ++k) {
    const cd sdd21 = 0.5 * (s.at(1, 0)[k] - s.at(1, 2)[k] - s.at(3, 0)[k] + s.at(3, 2)[k]);
    const cd sdd11 = 0.5 * (s.at(0, 0)[k] - s.at(0, 2)[k] - s.at(2, 0)[k] + s.at(2, 2)[k]);
    CHECK(std::abs(d.at(1, 0)[k] - sdd21) < 1e-12);
    CHECK(std::abs(d.at(0, 0)[k] - sdd11) < 1e-12);
  }
}

TEST_CASE("mixed modes carry the same power and half or double the reference",
          "[property][network]") {
  const Network s = random_network(4, 9, 22);
  const Network m = mixed_mode(s, Pairing{1, 2, 4, 3});
  // The modes are an orthonormal change of waves: singular values stay.
  CHECK(passivity(m).largest_singular_value ==
        Approx(passivity(s).largest_singular_value).epsilon(1e-13));
  CHECK(m.z0_ohm == std::vector<cd>{cd{100.0}, cd{100.0}, cd{25.0}, cd{25.0}});
  // Scd21 = (S_ki - S_kj + S_li - S_lj)/2 with i, j = 1, 2 and k, l = 4, 3.
  const cd scd21 = 0.5 * (s.at(3, 0)[4] - s.at(3, 1)[4] + s.at(2, 0)[4] - s.at(2, 1)[4]);
  CHECK(std::abs(m.at(3, 0)[4] - scd21) < 1e-15);
}

/// Two paths that pass `gain` along the ways given, all else small.
Network paths(int a, int b, int c, int d, double gain) {
  Network s(FrequencyGrid::uniform(1e9, 5), 4, 50.0);
  for (auto& values : s.s) values.assign(5, cd{0.01});
  for (const auto& [from, to] :
       {std::pair{a, b}, std::pair{b, a}, std::pair{c, d}, std::pair{d, c}}) {
    s.at(to - 1, from - 1).assign(5, cd{0.0, gain});
  }
  return s;
}

TEST_CASE("T24 the pairing is found from where the energy goes, and named", "[unit][network]") {
  CHECK(detect_pairing(paths(1, 2, 3, 4, 0.5)) == Pairing{1, 3, 2, 4});
  CHECK(detect_pairing(paths(1, 3, 2, 4, 0.5)) == Pairing{1, 2, 3, 4});
  CHECK(detect_pairing(paths(1, 4, 2, 3, 0.5)) == Pairing{1, 2, 4, 3});
  Network named = paths(1, 2, 3, 4, 0.5);
  named.port_names = {"tx+", "rx+", "tx-", "rx-"};
  CHECK(differential(named, detect_pairing(named)).port_names ==
        std::vector<std::string>{"d1(tx+,tx-)", "d2(rx+,rx-)"});
}

TEST_CASE("T24 the whole band decides, not its first point", "[unit][network]") {
  Network s = paths(1, 2, 3, 4, 0.5);
  s.at(1, 0)[0] = s.at(0, 1)[0] = s.at(3, 2)[0] = s.at(2, 3)[0] = 0.0;  // a blocking capacitor
  s.at(2, 0)[0] = s.at(0, 2)[0] = 0.3;
  CHECK(detect_pairing(s) == Pairing{1, 3, 2, 4});
}

TEST_CASE("T24 an unclear pairing is refused with the energies", "[unit][network]") {
  Network s = paths(1, 2, 3, 4, 0.5);
  for (const auto& [row, col] :
       {std::pair{2, 0}, std::pair{0, 2}, std::pair{3, 1}, std::pair{1, 3}}) {
    s.at(row, col).assign(5, cd{0.45});
  }
  CHECK_THROWS_AS(detect_pairing(s), DataError);
  CHECK_THROWS_WITH(detect_pairing(s),
                    Catch::Contains("0.25 along 1-2/3-4, 0.2025 along 1-3/2-4") &&
                        Catch::Contains("state the pairing"));
  CHECK_THROWS_WITH(detect_pairing(paths(1, 3, 2, 4, 0.3)), Catch::Contains("crosstalk file"));
  CHECK_THROWS_WITH(detect_pairing(random_network(2, 3, 1)), Catch::Contains("4 single-ended"));
}

TEST_CASE("T24 a pairing is written and read as near pair / far pair", "[unit][network]") {
  CHECK(parse_pairing("1-3/2-4") == Pairing{1, 3, 2, 4});
  CHECK(to_text(parse_pairing("4-2/1-3")) == "4-2/1-3");
  CHECK_THROWS_WITH(parse_pairing("1-3/2-3"), Catch::Contains("each of the ports 1 to 4 once"));
  CHECK_THROWS_WITH(parse_pairing("13/24"), Catch::Contains("near+-near-/far+-far-"));
}

TEST_CASE("T24 modes turn back into the ports they came from, with their names",
          "[property][network]") {
  const Pairing pairing =
      GENERATE(Pairing{1, 3, 2, 4}, Pairing{1, 2, 3, 4}, Pairing{1, 2, 4, 3}, Pairing{4, 1, 2, 3});
  Network s = random_network(4, 9, 24);
  s.port_names = {"tx+", "rx+", "tx-", "rx-"};
  Network m = mixed_mode(s, pairing);
  const Network back = single_ended(m, pairing);
  CHECK(testing::distance(back, s) < 1e-15);
  CHECK(back.z0_ohm == s.z0_ohm);
  CHECK(back.port_names == s.port_names);
  m.port_names[0] = "d1";
  CHECK(single_ended(m, pairing).port_names[static_cast<std::size_t>(pairing.near_p - 1)] ==
        std::to_string(pairing.near_p));
  m.z0_ohm[2] = 50.0;
  CHECK_THROWS_WITH(single_ended(m, pairing), Catch::Contains("2 z0, 2 z0, z0/2, z0/2"));
}

TEST_CASE("T24 the pairing 1-4/2-3 carries its names and gives Sdd21 of its own ports",
          "[unit][network]") {
  Network s = random_network(4, 9, 25);
  s.port_names = {"a", "b", "c", "d"};
  const Network d = differential(s, Pairing{1, 4, 2, 3});
  const cd sdd21 = 0.5 * (s.at(1, 0)[3] - s.at(1, 3)[3] - s.at(2, 0)[3] + s.at(2, 3)[3]);
  CHECK(std::abs(d.at(1, 0)[3] - sdd21) < 1e-15);
  CHECK(d.port_names == std::vector<std::string>{"d1(a,d)", "d2(b,c)"});
}

TEST_CASE("balanced channels are joined in the order of their sides", "[property][network]") {
  // Joining 4-ports by sides, then taking modes, equals joining the modes where none is converted.
  const Network line = paths(1, 2, 3, 4, 0.5);
  const Pairing pairing{1, 3, 2, 4};
  const Network sides = side_order(line, pairing);
  CHECK(sides.port_names == std::vector<std::string>{"1", "3", "2", "4"});
  const Network both = differential(cascade(sides, sides), Pairing{1, 2, 3, 4});
  const Network one = differential(line, pairing);
  CHECK(testing::distance(both, cascade(one, one)) < 1e-14);
}

TEST_CASE("mixed modes refuse ports of several references", "[unit][network]") {
  Network s = random_network(4, 3, 23);
  s.z0_ohm[2] = 75.0;
  CHECK_THROWS_WITH(mixed_mode(s, Pairing{1, 3, 2, 4}), Catch::Contains("renormalise first"));
  CHECK(differential(renormalise(s, 42.5), Pairing{1, 3, 2, 4}).z0_ohm[0] == cd{85.0});
}

}  // namespace
}  // namespace chappe
