#include "signal/resample.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/detail/polar_series.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kImaginaryMax = 1e-3;   // at 0 Hz: -60 dB of the incident wave
constexpr double kLowestOverTop = 0.05;  // of a first point from which 0 Hz is extrapolated
constexpr double kEarlyMax = 0.25;       // of 1/step: more may be a delay read a period early
constexpr double kTurnMax = 0.75 * kPi;  // phase turn a step at which a remark is due

std::string ghz(double f_hz) {
  std::ostringstream out;
  out.precision(10);
  out << f_hz * 1e-9 << " GHz";
  return out.str();
}

/// A delay of more than half the period 1/step is read as another one, less by whole periods.
void check_step(const Network& network, double longest_delay_s) {
  const auto& f = network.grid.f_hz;
  for (std::size_t k = 1; k < f.size(); ++k) {
    const double turns = longest_delay_s * (f[k] - f[k - 1]);
    if (turns <= 0.5) continue;
    std::ostringstream text;
    text.precision(4);
    text << "the step of " << (f[k] - f[k - 1]) * 1e-6 << " MHz is too coarse for a delay of "
         << longest_delay_s * 1e9 << " ns: at most " << 0.5e6 / (longest_delay_s * 1e12)
         << " MHz can be told from shorter delays";
    throw ModelError(text.str());
  }
}

/// What the parameters found, for the remarks.
struct Findings {
  std::vector<std::string> at_0_hz{};
  double largest_turn_rad{0.0};
  std::string early{};  ///< the parameter that seems to arrive furthest ahead of t = 0
  double early_s{0.0};  ///< its delay, < 0
  double step_hz{0.0};
};

void check_range(const Network& network, const FrequencyGrid& grid,
                 const ResampleOptions& options) {
  const auto& f = network.grid.f_hz;
  if (f.size() < 2 || (f.size() == 2 && f[0] == 0.0)) {
    throw DataError("the network has too few frequencies to be interpolated");
  }
  if (options.beyond == Beyond::error && grid.f_hz.back() > f.back()) {
    throw ModelError("the network ends at " + ghz(f.back()) + ", " + ghz(grid.f_hz.back()) +
                     " was asked for");
  }
  if (grid.f_hz.front() < f.front() && f.front() > kLowestOverTop * f.back()) {
    throw ModelError("the network begins at " + ghz(f.front()) + ", " + ghz(grid.f_hz.front()) +
                     " was asked for");
  }
}

/// The parameter's points with a real one at 0 Hz, if the grid needs it.
void settle_0_hz(std::vector<double>& f, std::vector<cd>& s, double delay_s, double lowest_hz,
                 const std::string& name, Findings& findings) {
  const bool given = f[0] == 0.0;
  if (lowest_hz >= (given ? f[1] : f[0])) return;
  if (given && std::abs(s[0].imag()) <= kImaginaryMax) {
    s[0] = s[0].real();
    return;
  }
  const std::size_t first = given ? 1 : 0;
  const double value =
      detail::value_at_0_hz(f[first], s[first], f[first + 1], s[first + 1], delay_s);
  std::ostringstream text;
  text.precision(4);
  text << name << " = " << value;
  if (given) {
    text << " (file: " << std::abs(s[0]) << " at " << std::arg(s[0]) * 180.0 / kPi << " deg)";
    s[0] = value;
  } else {
    f.insert(f.begin(), 0.0);
    s.insert(s.begin(), value);
  }
  findings.at_0_hz.push_back(text.str());
}

std::vector<cd> resample_parameter(const Network& network, std::size_t p, const FrequencyGrid& grid,
                                   const ResampleOptions& options, Findings& findings) {
  std::vector<double> f = network.grid.f_hz;
  std::vector<cd> s = network.s[p];
  const double delay_s = detail::mean_delay_s(f, s);
  const auto n = static_cast<std::size_t>(network.ports);
  const std::string name =
      "S" + std::to_string(p / n + 1) + (n > 9 ? "," : "") + std::to_string(p % n + 1);
  const double step = f[f.size() / 2] - f[f.size() / 2 - 1];
  findings.largest_turn_rad =
      std::max(findings.largest_turn_rad, std::abs(2.0 * kPi * delay_s * step));
  findings.step_hz = step;
  // A band of F resolves 1/(2F): less than that ahead of t = 0 is no finding.
  if (delay_s < std::min(findings.early_s, -0.5 / f.back())) {
    findings.early_s = delay_s;
    findings.early = name;
  }
  settle_0_hz(f, s, delay_s, grid.f_hz.front(), name, findings);
  const std::vector<double> points = f;
  const detail::PolarSeries series(std::move(f), std::move(s), delay_s, options.interpolation);
  std::vector<cd> out;
  out.reserve(grid.size());
  std::size_t cell = 0;
  for (const double f_hz : grid.f_hz) {
    while (cell + 1 < points.size() && points[cell + 1] <= f_hz) ++cell;
    out.push_back(f_hz > points.back() ? series.faded(f_hz, grid.f_hz.back())
                                       : series.at(f_hz, cell));
  }
  return out;
}

std::vector<std::string> remarks_of(const Findings& findings, const Network& network,
                                    const FrequencyGrid& grid) {
  std::vector<std::string> out;
  if (!findings.at_0_hz.empty()) {
    std::string text = "0 Hz: extrapolated from the lowest frequencies:";
    const std::size_t shown = std::min<std::size_t>(findings.at_0_hz.size(), 4);
    for (std::size_t i = 0; i < shown; ++i) text += (i > 0 ? ", " : " ") + findings.at_0_hz[i];
    if (shown < findings.at_0_hz.size()) {
      text += " and " + std::to_string(findings.at_0_hz.size() - shown) + " more";
    }
    out.push_back(text);
  }
  if (grid.f_hz.back() > network.grid.f_hz.back()) {
    out.push_back("above " + ghz(network.grid.f_hz.back()) +
                  ", the last point: magnitudes faded to 0 at " + ghz(grid.f_hz.back()));
  }
  if (!findings.early.empty()) {
    std::ostringstream text;
    text.precision(4);
    text << findings.early << " arrives at " << findings.early_s * 1e9
         << " ns, ahead of t = 0: not causal";
    if (findings.early_s * findings.step_hz < -kEarlyMax) {
      text << ", or a delay of " << (findings.early_s + 1.0 / findings.step_hz) * 1e9
           << " ns that the frequency step is too coarse for";
    }
    out.push_back(text.str());
  }
  if (findings.largest_turn_rad > kTurnMax) {
    std::ostringstream text;
    text.precision(3);
    text << "the phase turns by " << findings.largest_turn_rad * 180.0 / kPi
         << " deg a frequency step: the step is coarse for this delay, which may be misread";
    out.push_back(text.str());
  }
  return out;
}

}  // namespace

Resampled resample(const Network& network, const FrequencyGrid& grid,
                   const ResampleOptions& options) {
  check_shape(network);
  ensure(grid.size() > 0, "a grid has at least one frequency");
  for (std::size_t k = 1; k < grid.size(); ++k) ensure(grid[k] > grid[k - 1], "a grid ascends");
  check_range(network, grid, options);
  if (options.longest_delay_s) check_step(network, *options.longest_delay_s);
  Resampled out;
  out.network.grid = grid;
  out.network.ports = network.ports;
  out.network.z0_ohm = network.z0_ohm;
  out.network.port_names = network.port_names;
  Findings findings;
  for (std::size_t p = 0; p < network.s.size(); ++p) {
    out.network.s.push_back(resample_parameter(network, p, grid, options, findings));
  }
  out.remarks = remarks_of(findings, network, grid);
  return out;
}

}  // namespace chappe
