#include "signal/tdr.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/fft.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kRiseOverSigma = 1.6832;  // 20 to 80 % of the integral of a Gaussian
constexpr double kLateMax = 1e-3;          // of the energy, in the last tenth of the axis

double step_from_0_hz(const FrequencyGrid& grid) {
  if (grid.size() < 3) throw DataError("a time response needs at least three frequencies");
  const double df = grid.f_hz.back() / static_cast<double>(grid.size() - 1);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (std::abs(grid[k] - static_cast<double>(k) * df) > 1e-6 * df) {
      throw DataError("a time response needs frequencies in equal steps from 0 Hz: resample first");
    }
  }
  return df;
}

/// S_pp seen from a source of the impedance asked for.
std::vector<cd> reflection_of(const Network& network, std::size_t port, double z0) {
  const auto p = static_cast<int>(port);
  std::vector<cd> references = network.z0_ohm;
  if (references[port] == cd{z0}) return network.at(p, p);
  references[port] = z0;
  return renormalise(network, references).at(p, p);
}

/// The edge of the source and the window, on S_pp.
void shape(std::vector<cd>& s, double df_hz, const TdrOptions& options) {
  const double sigma_s = options.rise_s / kRiseOverSigma;
  const double top = static_cast<double>(s.size() - 1);
  for (std::size_t k = 0; k < s.size(); ++k) {
    const auto at = static_cast<double>(k);
    const double w = 2.0 * kPi * at * df_hz * sigma_s;
    s[k] *= std::exp(-0.5 * w * w);
    if (options.window == TdrWindow::hann) s[k] *= 0.5 * (1.0 + std::cos(kPi * at / top));
  }
}

std::vector<double> impedance_of(const TimeResponse& rho, double z0,
                                 std::vector<std::string>& remarks) {
  std::vector<double> out;
  std::size_t held = 0;
  constexpr double kTop = (kTdrOpen - 1.0) / (kTdrOpen + 1.0);
  for (const double r : rho.value) {
    if (r > kTop || r < -1.0) ++held;
    const double inside = std::clamp(r, -1.0, kTop);
    out.push_back(z0 * (1.0 + inside) / (1.0 - inside));
  }
  if (held > 0) {
    remarks.push_back("at " + std::to_string(held) +
                      " times the reflection is beyond an open or a short: impedance held there");
  }
  return out;
}

/// An axis that ends before the response does shows what comes later at its start.
void check_length(const TimeResponse& impulse, std::vector<std::string>& remarks) {
  const std::size_t n = impulse.value.size();
  double all = 0.0, late = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const double e = impulse.value[k] * impulse.value[k];
    all += e;
    if (k >= n - n / 10) late += e;
  }
  if (late <= kLateMax * all) return;
  std::ostringstream text;
  text.precision(3);
  text << "the response has not ended at " << impulse.time_s(n - 1) * 1e9
       << " ns: " << 100.0 * late / all
       << " % of its energy is in the last tenth; a smaller frequency step would show more";
  remarks.push_back(text.str());
}

}  // namespace

TdrOptions metas_tdr(std::size_t points) {
  ensure(points >= 2, "a time response needs two frequencies");
  TdrOptions out;
  out.window = TdrWindow::none;
  out.samples = 2 * points - 1;
  out.before = points - 1;
  return out;
}

Tdr tdr(const Network& network, int port, const TdrOptions& options) {
  check_shape(network);
  ensure(port >= 1 && port <= network.ports, "a port number is within 1 to the number of ports");
  ensure(options.rise_s >= 0.0, "a rise time is not negative");
  const auto p = static_cast<std::size_t>(port - 1);
  const double df = step_from_0_hz(network.grid);
  if (!options.z0_ohm && network.z0_ohm[p].imag() != 0.0) {
    throw DataError("the reference of port " + std::to_string(port) +
                    " is complex: state the impedance of the TDR's source");
  }
  Tdr out;
  out.z0_ohm = options.z0_ohm.value_or(network.z0_ohm[p].real());
  ensure(out.z0_ohm > 0.0, "the impedance of a source is positive");
  std::vector<cd> s = reflection_of(network, p, out.z0_ohm);
  shape(s, df, options);
  const std::size_t n = options.samples == 0 ? 2 * (s.size() - 1) : options.samples;
  const TimeResponse impulse = impulse_response(s, df, {n, options.before.value_or(n / 8)});
  check_length(impulse, out.remarks);
  out.reflection = step_response(impulse);
  out.impedance_ohm = impedance_of(out.reflection, out.z0_ohm, out.remarks);
  return out;
}

TimeResponse band_pass_impulse(std::span<const cd> transfer, double df_hz) {
  const std::size_t n = transfer.size();
  ensure(n >= 2 && df_hz > 0.0, "a transfer function has a step and two values");
  std::vector<cd> x(n);
  ComplexFft(n).inverse(transfer, x);
  const std::size_t before = n / 2;
  std::rotate(x.begin(), x.end() - static_cast<std::ptrdiff_t>(before), x.end());
  const double dt_s = 1.0 / (static_cast<double>(n) * df_hz);
  TimeResponse out{dt_s, -static_cast<double>(before) * dt_s, {}};
  for (const cd v : x) out.value.push_back(std::abs(v));
  return out;
}

}  // namespace chappe
