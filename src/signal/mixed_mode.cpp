#include "signal/mixed_mode.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <sstream>

#include "base/errors.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kBestPart = 0.1;    // of the band, where a path passes most
constexpr double kDominance = 1.5;   // of the best way over the next, in power
constexpr double kLeastPower = 0.2;  // of the best way: -7 dB

/// A way through a 4-port: its two paths, and the pairing that it means.
struct Way {
  const char* name;
  int a1, b1, a2, b2;
  Pairing pairing;
};
constexpr std::array<Way, 3> kWays{Way{"1-2/3-4", 1, 2, 3, 4, {1, 3, 2, 4}},
                                   Way{"1-3/2-4", 1, 3, 2, 4, {1, 2, 3, 4}},
                                   Way{"1-4/2-3", 1, 4, 2, 3, {1, 2, 4, 3}}};

/// Mean |S|^2 over the tenth of the band's points at which a path passes most; of both paths the
/// lesser. The mean over all points would do wrong: in a lossy channel of tightly coupled pairs the
/// coupling within a pair may hold more of it than the through path, which fades; the first point
/// alone would fail with a blocking capacitor.
double transmission(const Network& net, const Way& way) {
  const auto path = [&](int from, int to) {
    std::vector<double> power;
    for (const cd x : net.at(to - 1, from - 1)) power.push_back(std::norm(x));
    std::sort(power.begin(), power.end(), std::greater<>());
    power.resize(
        static_cast<std::size_t>(std::ceil(kBestPart * static_cast<double>(power.size()))));
    return std::accumulate(power.begin(), power.end(), 0.0) / static_cast<double>(power.size());
  };
  return std::min(path(way.a1, way.b1), path(way.a2, way.b2));
}

void check_four_port(const Network& net) {
  check_shape(net);
  if (net.ports == 4) return;
  throw DataError("a differential channel has 4 single-ended ports, not " +
                  std::to_string(net.ports));
}

/// Of each way.
std::array<double, 3> transmissions(const Network& four_port) {
  check_four_port(four_port);
  ensure(four_port.grid.size() > 0, "a pairing is told from at least one frequency");
  std::array<double, 3> found{};
  for (std::size_t w = 0; w < 3; ++w) found[w] = transmission(four_port, kWays[w]);
  return found;
}

/// Modes as combinations of ports, rows d1, d2, c1, c2: 0 or +-1, to be scaled by sqrt(1/2).
using Modes = std::array<std::array<int, 4>, 4>;

Modes modes_of(const Pairing& p) {
  Modes m{};
  const auto set = [&](std::size_t mode, int plus, int minus, int sign) {
    m[mode][static_cast<std::size_t>(plus - 1)] = 1;
    m[mode][static_cast<std::size_t>(minus - 1)] = sign;
  };
  set(0, p.near_p, p.near_n, -1);
  set(1, p.far_p, p.far_n, -1);
  set(2, p.near_p, p.near_n, 1);
  set(3, p.far_p, p.far_n, 1);
  return m;
}

Modes transposed(const Modes& m) {
  Modes out{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t col = 0; col < 4; ++col) out[col][row] = m[row][col];
  }
  return out;
}

/// "d1(<+>,<->)" gives its two ports their names; another name leaves them be.
void name_ports(const std::string& mode, int plus, int minus, Network& out) {
  const std::size_t comma = mode.find(',');
  if (mode.size() < 6 || mode[2] != '(' || mode.back() != ')' || comma == std::string::npos ||
      mode.find(',', comma + 1) != std::string::npos) {
    return;
  }
  out.port_names[static_cast<std::size_t>(plus - 1)] = mode.substr(3, comma - 3);
  out.port_names[static_cast<std::size_t>(minus - 1)] =
      mode.substr(comma + 1, mode.size() - comma - 2);
}

/// out = (sum over p, q of left_p right_q S_pq)/2.
void combine(const Network& net, const std::array<int, 4>& left, const std::array<int, 4>& right,
             std::vector<cd>& out) {
  for (int p = 0; p < 4; ++p) {
    for (int q = 0; q < 4; ++q) {
      const int sign = left[static_cast<std::size_t>(p)] * right[static_cast<std::size_t>(q)];
      if (sign == 0) continue;
      const std::vector<cd>& from = net.at(p, q);
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += 0.5 * sign * from[k];
    }
  }
}

void check_pairing(const Pairing& p) {
  std::array<int, 4> ports{p.near_p, p.near_n, p.far_p, p.far_n};
  std::sort(ports.begin(), ports.end());
  if (ports != std::array<int, 4>{1, 2, 3, 4}) {
    throw DataError("pairing '" + to_text(p) + "' must name each of the ports 1 to 4 once");
  }
}

double one_reference(const Network& net) {
  for (const cd z : net.z0_ohm) {
    if (z == net.z0_ohm.front() && z.imag() == 0.0) continue;
    throw DataError(
        "mixed modes need one real reference impedance at all ports: renormalise first");
  }
  return net.z0_ohm.front().real();
}

}  // namespace

std::string to_text(const Pairing& p) {
  return std::to_string(p.near_p) + "-" + std::to_string(p.near_n) + "/" + std::to_string(p.far_p) +
         "-" + std::to_string(p.far_n);
}

Pairing parse_pairing(const std::string& text) {
  const auto digit = [&](std::size_t at) { return text[at] - '0'; };
  if (text.size() == 7 && text[1] == '-' && text[3] == '/' && text[5] == '-') {
    const Pairing out{digit(0), digit(2), digit(4), digit(6)};
    check_pairing(out);
    return out;
  }
  throw DataError("pairing '" + text + "' is not of the form near+-near-/far+-far-, e.g. 1-3/2-4");
}

bool joins_alike(const Pairing& a, const Pairing& b) {
  const auto partner = [](const Pairing& p, int port) {
    if (port == p.near_p) return p.far_p;
    if (port == p.far_p) return p.near_p;
    return port == p.near_n ? p.far_n : p.near_n;
  };
  return partner(a, 1) == partner(b, 1);
}

bool passes_through(const Network& four_port) {
  const std::array<double, 3> found = transmissions(four_port);
  return *std::max_element(found.begin(), found.end()) >= kLeastPower;
}

Pairing detect_pairing(const Network& four_port) {
  const std::array<double, 3> found = transmissions(four_port);
  const auto best = std::max_element(found.begin(), found.end());
  double next = 0.0;
  for (auto it = found.begin(); it != found.end(); ++it) {
    if (it != best) next = std::max(next, *it);
  }
  if (*best >= kLeastPower && *best >= kDominance * next) {
    return kWays[static_cast<std::size_t>(best - found.begin())].pairing;
  }
  std::ostringstream message;
  message << "the pairing of the ports cannot be told: |S|^2 where the paths pass most is ";
  for (std::size_t w = 0; w < 3; ++w) {
    message << (w == 0 ? "" : w == 1 ? ", " : " and ") << found[w] << " along " << kWays[w].name;
  }
  message << (*best < kLeastPower ? "; no path passes more than -7 dB (a crosstalk file?)"
                                  : "; the largest must be 1.5 times the next")
          << ": state the pairing, e.g. 1-3/2-4";
  throw DataError(message.str());
}

Network mixed_mode(const Network& four_port, const Pairing& pairing) {
  check_four_port(four_port);
  check_pairing(pairing);
  const double z0 = one_reference(four_port);
  const Modes m = modes_of(pairing);
  Network out(four_port.grid, 4, z0);
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 4; ++col) {
      combine(four_port, m[static_cast<std::size_t>(row)], m[static_cast<std::size_t>(col)],
              out.at(row, col));
    }
  }
  const auto pair_name = [&](const char* mode, int plus, int minus) {
    return std::string(mode) + "(" + four_port.port_names[static_cast<std::size_t>(plus - 1)] +
           "," + four_port.port_names[static_cast<std::size_t>(minus - 1)] + ")";
  };
  out.port_names = {pair_name("d1", pairing.near_p, pairing.near_n),
                    pair_name("d2", pairing.far_p, pairing.far_n),
                    pair_name("c1", pairing.near_p, pairing.near_n),
                    pair_name("c2", pairing.far_p, pairing.far_n)};
  out.z0_ohm = {cd{2.0 * z0}, cd{2.0 * z0}, cd{0.5 * z0}, cd{0.5 * z0}};
  return out;
}

Network single_ended(const Network& modes, const Pairing& pairing) {
  check_four_port(modes);
  check_pairing(pairing);
  const cd z0 = 0.5 * modes.z0_ohm[0];
  if (z0.imag() != 0.0 || modes.z0_ohm != std::vector<cd>{2.0 * z0, 2.0 * z0, 0.5 * z0, 0.5 * z0}) {
    throw DataError("the modes' references are not 2 z0, 2 z0, z0/2, z0/2 of one real impedance");
  }
  // The modes are an orthonormal change of waves: its transpose undoes it.
  const Modes m = modes_of(pairing);
  const auto ports = transposed(m);
  Network out(modes.grid, 4, z0.real());
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 4; ++col) {
      combine(modes, ports[static_cast<std::size_t>(row)], ports[static_cast<std::size_t>(col)],
              out.at(row, col));
    }
  }
  name_ports(modes.port_names[0], pairing.near_p, pairing.near_n, out);
  name_ports(modes.port_names[1], pairing.far_p, pairing.far_n, out);
  return out;
}

Network side_order(const Network& four_port, const Pairing& pairing) {
  check_four_port(four_port);
  check_pairing(pairing);
  const std::array<int, 4> order{pairing.near_p, pairing.near_n, pairing.far_p, pairing.far_n};
  return reorder(four_port, order);
}

Network differential(const Network& four_port, const Pairing& pairing) {
  const std::array<int, 2> modes{1, 2};
  return reorder(mixed_mode(four_port, pairing), modes);
}

}  // namespace chappe
