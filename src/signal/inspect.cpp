#include "signal/inspect.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/network_ops.hpp"
#include "signal/passivity.hpp"
#include "signal/resample.hpp"
#include "signal/response.hpp"

namespace chappe {
namespace {

constexpr double kPassiveNoted = 1.0 + 1e-3, kPassiveMost = 1.05;
constexpr double kReciprocal = 1e-3;
constexpr double kEnergyAhead = 1e-3;
constexpr double kRealAngle_deg = 0.06;  // as resample() takes it
constexpr double kNoticeable = 0.01;     // |S| at 0 Hz whose angle counts
constexpr double kRealistic_hz = 1e12;
constexpr double kTimePointsMax = 400'000;

std::string number(double value, const char* form = "%.6g") {
  char text[48];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

std::string ghz(double f_hz) { return number(f_hz / 1e9) + " GHz"; }

void add(Inspection& out, const char* topic, Verdict verdict, std::string text,
         std::string advice = {}) {
  out.findings.push_back({topic, verdict, std::move(text), std::move(advice)});
}

/// The commonest step [Hz], 0 for one point.
double common_step_hz(const std::vector<double>& f) {
  std::vector<double> steps;
  for (std::size_t k = 1; k < f.size(); ++k) steps.push_back(f[k] - f[k - 1]);
  if (steps.empty()) return 0.0;
  std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2),
                   steps.end());
  return steps[steps.size() / 2];
}

void look_at_grid(const Network& net, Inspection& out) {
  const auto& f = net.grid.f_hz;
  const double step_hz = common_step_hz(f);
  const bool uniform = std::adjacent_find(f.begin(), f.end(), [step_hz](double a, double b) {
                         return std::abs(b - a - step_hz) > 1e-6 * step_hz;
                       }) == f.end();
  add(out, "range", f.back() > kRealistic_hz ? Verdict::warning : Verdict::ok,
      std::to_string(f.size()) + " points, " + ghz(f.front()) + " to " + ghz(f.back()),
      f.back() > kRealistic_hz ? "above 1 THz: look at the frequency unit of the option line" : "");
  if (f.size() < 2) return;
  add(out, "step", uniform ? Verdict::ok : Verdict::note,
      (uniform ? "uniform, " : "not uniform, mostly ") + number(step_hz / 1e6) + " MHz",
      uniform ? "" : "time responses are taken from a resampled copy");
}

void look_at_zero(const Network& net, Inspection& out) {
  if (net.grid.f_hz.front() > 0.0) {
    add(out, "0 Hz", Verdict::note, "no point there",
        "it is extrapolated from the lowest points; measure or simulate lower for a sure value");
    return;
  }
  double worst_deg = 0.0;
  bool small = false;
  for (const auto& s : net.s) {
    const double angle = std::abs(std::arg(s.front())) * 180.0 / kPi;
    const double off_deg = std::min(angle, 180.0 - angle);
    if (std::abs(s.front()) >= kNoticeable) {
      worst_deg = std::max(worst_deg, off_deg);
    } else if (s.front() != cd{}) {
      small = small || off_deg > kRealAngle_deg;
    }
  }
  const bool real = worst_deg <= kRealAngle_deg;
  const std::string rest = small ? "; values below " + number(kNoticeable) + " left aside" : "";
  add(out, "0 Hz", real ? Verdict::ok : Verdict::warning,
      (real ? "real"
            : "complex, up to " + number(worst_deg, "%.3g") + " degrees off the real axis") +
          rest,
      real
          ? ""
          : "no real system has this: 'chappe run' extrapolates from above, 'chappe com' takes the "
            "real part");
}

void look_at_references(const Network& net, Inspection& out) {
  const cd z0 = net.z0_ohm.front();
  const bool same =
      std::all_of(net.z0_ohm.begin(), net.z0_ohm.end(), [z0](cd z) { return z == z0; });
  const bool complex =
      std::any_of(net.z0_ohm.begin(), net.z0_ohm.end(), [](cd z) { return z.imag() != 0.0; });
  std::string text = number(z0.real());
  if (z0.imag() != 0.0) text += (z0.imag() < 0.0 ? " - j " : " + j ") + number(std::abs(z0.imag()));
  text += same ? " ohm at every port" : " ohm at port 1, others elsewhere";
  add(out, "reference", complex ? Verdict::warning : (same ? Verdict::ok : Verdict::note), text,
      complex ? "taken as power waves in that impedance: make sure that the tool meant so" : "");
}

void look_at_energy(const Network& net, Inspection& out) {
  const PassivityScan scan = scan_passivity(net, 1.0);
  out.largest_singular_value = scan.in_band.largest_singular_value;
  const double size = out.largest_singular_value;
  const Verdict verdict = size > kPassiveMost           ? Verdict::failure
                          : size > kPassiveNoted        ? Verdict::warning
                          : size > 1.0 + kPassiveWithin ? Verdict::note
                                                        : Verdict::ok;
  add(out, "passivity", verdict,
      "largest singular value " + number(size, "%.7g") + " at " + ghz(scan.in_band.at_hz),
      verdict == Verdict::failure   ? "the network gives out energy: an active device, or bad data"
      : verdict == Verdict::warning ? "measure again or enforce passivity before simulating"
                                    : "");
  if (net.ports < 2) return;
  out.reciprocity_error = reciprocity_error(net);
  const bool reciprocal = out.reciprocity_error <= kReciprocal;
  add(out, "reciprocity", reciprocal ? Verdict::ok : Verdict::note,
      "largest |Sij - Sji| " + number(out.reciprocity_error, "%.3g"),
      reciprocal ? "" : "a passive channel is reciprocal: noise of the measurement, or a device");
}

/// A stated pairing against the one that the data show, if they do.
void compare_stated(const Network& single, const Pairing& stated, Inspection& out) {
  try {
    const Pairing found = detect_pairing(single);
    if (joins_alike(stated, found)) return;
    add(out, "pairing", Verdict::warning, "the data pass between the ports of " + to_text(found),
        "look at the pairing before anything that follows");
  } catch (const DataError&) {
    // They show none.
  }
}

/// The path whose losses and causality are told: S21 of the 2-port returned, if there is one.
std::optional<Network> through_path(const TouchstoneData& data, const InspectOptions& options,
                                    Inspection& out) {
  const Network& net = data.network;
  if (data.mixed_mode) {
    add(out, "ports", Verdict::note, "mixed-mode data: " + net.port_names.front() + ", ...",
        "losses are not told of these");
    return std::nullopt;
  }
  if (net.ports == 2) return net;
  if (net.ports != 4) return std::nullopt;
  const Network single = renormalise(net, 50.0);
  try {
    out.pairing = options.pairing ? *options.pairing : detect_pairing(single);
    add(out, "pairing", Verdict::ok,
        "near/far " + to_text(*out.pairing) + (options.pairing ? " (stated)" : " (found)"));
    if (options.pairing) compare_stated(single, *options.pairing, out);
    return differential(single, *out.pairing);
  } catch (const DataError& error) {
    // Files of crosstalk pass nothing: no fault of theirs.
    if (!passes_through(single)) {
      add(out, "pairing", Verdict::ok,
          "no path passes more than -7 dB (a crosstalk file?): losses need a stated pairing");
      return std::nullopt;
    }
    add(out, "pairing", Verdict::note, error.what(), "state it: --pairing 1-3/2-4");
    return std::nullopt;
  }
}

void look_at_losses(const Network& path, const InspectOptions& options, Inspection& out) {
  std::vector<double> at_hz = options.at_hz;
  if (at_hz.empty()) at_hz = {0.25 * out.last_hz, 0.5 * out.last_hz, out.last_hz};
  std::sort(at_hz.begin(), at_hz.end());
  at_hz.erase(std::unique(at_hz.begin(), at_hz.end()), at_hz.end());
  std::vector<double> inside;
  for (const double f_hz : at_hz) {
    if (f_hz >= out.first_hz && f_hz <= out.last_hz) {
      inside.push_back(f_hz);
    } else {
      add(out, "loss", Verdict::note, "no data at " + ghz(f_hz));
    }
  }
  if (inside.empty() || path.grid.size() < 3) return;
  const Network there = resample(path, FrequencyGrid{inside}).network;
  const auto loss_db = [](cd s) { return -20.0 * std::log10(std::max(std::abs(s), 1e-15)); };
  for (std::size_t k = 0; k < inside.size(); ++k) {
    LossAt loss{inside[k], std::nullopt, loss_db(there.at(0, 0)[k])};
    if (path.ports == 2) loss.insertion_db = loss_db(there.at(1, 0)[k]);
    out.losses.push_back(loss);
  }
}

void look_at_causality(const Network& path, Inspection& out) {
  const std::vector<cd>& s21 = path.at(1, 0);
  if (std::all_of(s21.begin(), s21.end(), [](cd s) { return s == cd{}; })) {
    add(out, "causality", Verdict::note, "nothing passes");
    return;
  }
  const double step_hz = common_step_hz(path.grid.f_hz);
  const double steps = std::floor(out.last_hz / step_hz + 1e-9);
  if (path.grid.size() < 16 || !(steps < kTimePointsMax) || out.first_hz > 0.05 * out.last_hz) {
    add(out, "causality", Verdict::note,
        "not looked at: too few points or too many steps, or none near 0 Hz");
    return;
  }
  FrequencyGrid grid = FrequencyGrid::uniform(step_hz, static_cast<std::size_t>(steps) + 1);
  grid.f_hz.back() = std::min(grid.f_hz.back(), out.last_hz);  // not above by rounding
  const Network even = resample(path, grid).network;
  const Causality figure = causality(even.at(1, 0), step_hz, 1.0 / out.last_hz);
  out.energy_ahead = figure.energy_ahead;
  const bool causal = figure.energy_ahead < kEnergyAhead && figure.arrival_s >= 0.0;
  add(out, "causality", causal ? Verdict::ok : Verdict::warning,
      number(100.0 * figure.energy_ahead, "%.3g") + " % of the energy ahead of the delay of " +
          number(figure.arrival_s * 1e9, "%.4g") + " ns",
      causal ? "" : "above 0.1 %: too coarse a step, a short band, or phase errors");
}

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::note:
      return "note";
    case Verdict::warning:
      return "warn";
    case Verdict::failure:
      return "FAIL";
  }
  return "";
}

Verdict Inspection::verdict() const {
  Verdict worst = Verdict::ok;
  for (const Finding& finding : findings) worst = std::max(worst, finding.verdict);
  return worst;
}

Inspection inspect(const TouchstoneData& data, const InspectOptions& options) {
  const Network& net = data.network;
  ensure(net.grid.size() > 0 && net.ports > 0, "a network has ports and points");
  Inspection out;
  out.ports = net.ports;
  out.points = net.grid.size();
  out.first_hz = net.grid.f_hz.front();
  out.last_hz = net.grid.f_hz.back();
  look_at_grid(net, out);
  look_at_zero(net, out);
  look_at_references(net, out);
  look_at_energy(net, out);
  if (net.ports == 1) look_at_losses(net, options, out);
  if (const auto path = through_path(data, options, out)) {
    look_at_losses(*path, options, out);
    // Crosstalk spreads over time: what is ahead of its mean delay tells nothing.
    if (net.ports != 4 || passes_through(net)) look_at_causality(*path, out);
  }
  return out;
}

}  // namespace chappe
