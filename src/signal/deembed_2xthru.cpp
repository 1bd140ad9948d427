#include "signal/deembed_2xthru.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/fft.hpp"
#include "signal/network_ops.hpp"
#include "signal/resample.hpp"
#include "signal/response.hpp"

namespace chappe {
namespace {

constexpr double kConversionMin = 1e-6;  // -120 dB: below it nothing is said

/// The 2x-thru from 0 Hz in equal steps.
struct FromZero {
  Network network{};
  double df_hz{0.0};
  std::size_t added{0};  ///< points below the file's first
};

FromZero from_zero(const Network& in, std::vector<std::string>& remarks) {
  const auto& f = in.grid.f_hz;
  if (f.size() < 4) throw DataError("a 2x-thru needs at least four frequencies");
  const double df = (f.back() - f.front()) / static_cast<double>(f.size() - 1);
  const double below = std::round(f.front() / df);
  FromZero out{{}, df, static_cast<std::size_t>(below)};
  FrequencyGrid grid;
  for (std::size_t k = 0; k < out.added; ++k) grid.f_hz.push_back(static_cast<double>(k) * df);
  for (std::size_t k = 0; k < f.size(); ++k) {
    if (std::abs(f[k] - (below + static_cast<double>(k)) * df) > 1e-3 * df) {
      throw DataError("a 2x-thru needs frequencies in equal steps from 0 Hz: resample it first");
    }
    grid.f_hz.push_back(f[k]);
  }
  Resampled filled = resample(in, grid);
  out.network = std::move(filled.network);
  remarks.insert(remarks.end(), filled.remarks.begin(), filled.remarks.end());
  return out;
}

/// Sample of the highest value of the impulse response of S21, on 2(n - 1) samples.
std::size_t peak_of(const std::vector<cd>& s21, double df_hz) {
  if (s21.front().real() <= 0.0) {
    throw DataError("S21 of the 2x-thru is not positive at 0 Hz: are two ports swapped?");
  }
  const TimeResponse h = impulse_response(s21, df_hz);
  const auto at = std::max_element(h.value.begin(), h.value.end()) - h.value.begin();
  const auto peak = static_cast<std::size_t>(at);
  if (peak < 2 || peak > h.value.size() / 4) {
    std::ostringstream text;
    text.precision(4);
    text << "the 2x-thru peaks at " << static_cast<double>(peak) * h.dt_s * 1e9
         << " ns, which the band (up to 1/4 of "
         << h.dt_s * 1e9 * static_cast<double>(h.value.size()) << " ns) cannot part into halves";
    throw DataError(text.str());
  }
  return peak;
}

/// Impedance that a step sees at sample `x` of its way: mean of the two samples that the middle
/// lies between.
double impedance_at(const std::vector<cd>& s11, double df_hz, std::size_t x, double z0) {
  const std::size_t before = (s11.size() - 1) / 2;
  const TimeResponse rho = step_response(impulse_response(s11, df_hz, {0, before}));
  double sum = 0.0;
  for (const std::size_t k : {before + x - 1, before + x}) {
    const double r = rho.value[k];
    if (std::abs(r) >= 1.0) throw DataError("the 2x-thru reflects all at its middle");
    sum += 0.5 * z0 * (1.0 + r) / (1.0 - r);
  }
  return sum;
}

/// What a reflection holds before sample x. The half period before t = 0 is kept up to as far as
/// the gate is long, so that the ringing of the band's end stays on both sides of each reflection.
std::vector<cd> gated(const std::vector<cd>& s11, double df_hz, std::size_t x) {
  TimeResponse h = impulse_response(s11, df_hz);
  const std::size_t n = h.value.size();
  std::fill(h.value.begin() + static_cast<std::ptrdiff_t>(x),
            h.value.end() - static_cast<std::ptrdiff_t>(std::min(x, n - x)), 0.0);
  std::vector<cd> out(s11.size());
  RealFft(n).forward(h.value, out);
  return out;
}

/// Square roots of which each is nearer to the one before than to its negative.
std::vector<cd> smooth_root(std::vector<cd> x) {
  cd last{1.0};
  for (cd& v : x) {
    v = std::sqrt(v);
    if ((v * std::conj(last)).real() < 0.0) v = -v;
    last = v;
  }
  return x;
}

/// With reflections A (left, outer), B (left, inner), C (right, inner), D (right, outer) and the
/// same transmission e in both halves:
///   S11 = A + e^2 C/(1 - B C),  S22 = D + e^2 B/(1 - B C),  S21 = e^2/(1 - B C);
/// gates give A and D, so C = (S11 - A)/S21, B = (S22 - D)/S21, e = sqrt(S21 (1 - B C)). A
/// transmission that is not reciprocal keeps its two ways: e12 and e21, with sqrt(S12 S21) above.
std::pair<Network, Network> halves(const Network& s, double df_hz, std::size_t x) {
  const std::vector<cd> a = gated(s.at(0, 0), df_hz, x), d = gated(s.at(1, 1), df_hz, x);
  const double z0 = s.z0_ohm[0].real();
  Network left(s.grid, 2, z0), right(s.grid, 2, z0);
  std::vector<cd> forth(a.size()), back(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    const cd s21 = s.at(1, 0)[k], s12 = s.at(0, 1)[k];
    const cd pass = s21 * std::sqrt(s12 / s21);
    const cd b = (s.at(1, 1)[k] - d[k]) / pass, c = (s.at(0, 0)[k] - a[k]) / pass;
    left.at(0, 0)[k] = a[k];
    left.at(1, 1)[k] = b;
    right.at(0, 0)[k] = c;
    right.at(1, 1)[k] = d[k];
    forth[k] = s21 * (1.0 - b * c);
    back[k] = s12 * (1.0 - b * c);
  }
  left.at(1, 0) = right.at(1, 0) = smooth_root(forth);
  left.at(0, 1) = right.at(0, 1) = smooth_root(back);
  return {std::move(left), std::move(right)};
}

Network without_first(Network net, std::size_t count) {
  const auto drop = [&](auto& v) {
    v.erase(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(count));
  };
  drop(net.grid.f_hz);
  for (auto& values : net.s) drop(values);
  return net;
}

/// Modes of a half without conversion: d1, d2, c1, c2.
Network both_modes(const Network& differential, const Network& common) {
  Network out(differential.grid, 4, 1.0);
  for (int row = 0; row < 2; ++row) {
    for (int col = 0; col < 2; ++col) {
      out.at(row, col) = differential.at(row, col);
      out.at(row + 2, col + 2) = common.at(row, col);
    }
  }
  out.z0_ohm = {differential.z0_ohm[0], differential.z0_ohm[1], common.z0_ohm[0], common.z0_ohm[1]};
  return out;
}

double largest_conversion(const Network& modes) {
  double worst = 0.0;
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 4; ++col) {
      if (row / 2 == col / 2) continue;
      for (const cd x : modes.at(row, col)) worst = std::max(worst, std::abs(x));
    }
  }
  return worst;
}

}  // namespace

Fixtures split_2xthru(const Network& two_port) {
  check_shape(two_port);
  ensure(two_port.ports == 2, "a 2x-thru of one mode is a 2-port");
  const cd z0 = two_port.z0_ohm[0];
  if (two_port.z0_ohm[1] != z0 || z0.imag() != 0.0) {
    throw DataError("a 2x-thru needs one real reference impedance: renormalise first");
  }
  Fixtures out;
  const FromZero from = from_zero(two_port, out.remarks);
  const std::size_t x = peak_of(from.network.at(1, 0), from.df_hz);
  const double middle = 0.5 * (impedance_at(from.network.at(0, 0), from.df_hz, x, z0.real()) +
                               impedance_at(from.network.at(1, 1), from.df_hz, x, z0.real()));
  const auto [left, right] = halves(renormalise(from.network, middle), from.df_hz, x);
  out.left = without_first(renormalise(left, z0.real()), from.added);
  out.right = without_first(renormalise(right, z0.real()), from.added);
  const double period_s = 1.0 / from.df_hz;
  const auto samples = static_cast<double>(2 * (from.network.grid.size() - 1));
  out.delay_s = {static_cast<double>(x) * period_s / samples};
  out.middle_ohm = {middle};
  out.left.port_names = {two_port.port_names[0], "middle"};
  out.right.port_names = {"middle", two_port.port_names[1]};
  return out;
}

Fixtures split_2xthru(const Network& four_port, const Pairing& pairing) {
  const Network modes = mixed_mode(four_port, pairing);
  const Fixtures d = split_2xthru(reorder(modes, std::array<int, 2>{1, 2}));
  const Fixtures c = split_2xthru(reorder(modes, std::array<int, 2>{3, 4}));
  const Pairing sides{1, 2, 3, 4};
  Fixtures out{single_ended(both_modes(d.left, c.left), sides),
               single_ended(both_modes(d.right, c.right), sides),
               {d.delay_s[0], c.delay_s[0]},
               {d.middle_ohm[0], c.middle_ohm[0]},
               {}};
  const Network names = side_order(four_port, pairing);
  for (std::size_t p = 0; p < 2; ++p) {
    const std::string middle = p == 0 ? "middle+" : "middle-";
    out.left.port_names[p] = names.port_names[p];
    out.right.port_names[p + 2] = names.port_names[p + 2];
    out.left.port_names[p + 2] = out.right.port_names[p] = middle;
  }
  for (const std::string& text : d.remarks) out.remarks.push_back("differential mode: " + text);
  for (const std::string& text : c.remarks) out.remarks.push_back("common mode: " + text);
  if (const double worst = largest_conversion(modes); worst > kConversionMin) {
    std::ostringstream text;
    text.precision(3);
    text << "mode conversion of the 2x-thru, at most " << 20.0 * std::log10(worst)
         << " dB, is left out of the fixtures";
    out.remarks.push_back(text.str());
  }
  return out;
}

Network deembed(const Network& fixture_dut_fixture, const Fixtures& fixtures) {
  if (fixture_dut_fixture.grid != fixtures.left.grid) {
    throw DataError("the network and its fixtures have different frequencies: resample first");
  }
  return decascade_right(decascade_left(fixture_dut_fixture, fixtures.left), fixtures.right);
}

}  // namespace chappe
