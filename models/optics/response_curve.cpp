#include "models/optics/response_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/roots.hpp"
#include "models/optics/csv_table.hpp"

namespace chappe {
namespace {

constexpr double kNeperPerDb = 0.11512925464970228;
constexpr double kAboveData = 64.0;  // the phase is tabulated this far above the data's end

/// chi_2(x) = sum x^(2k+1)/(2k+1)^2 for x in [0, 1], relative error 1e-15. Beyond sqrt(2) - 1 by
/// chi_2((1-x)/(1+x)) + chi_2(x) = pi^2/8 + (1/2) ln x ln((1+x)/(1-x)).
double legendre_chi2(double x) {
  if (x >= 1.0) return kPi * kPi / 8.0;
  if (x > 0.4142135623730950) {
    const double y = (1.0 - x) / (1.0 + x);
    return kPi * kPi / 8.0 - 0.5 * std::log(x) * std::log(y) - legendre_chi2(y);
  }
  double sum = 0.0, power = x;
  for (int n = 1; n < 60 && power > 1e-18; n += 2, power *= x * x) sum += power / (n * n);
  return sum;
}

/// Integral of ln coth(t/2) over 0 <= t <= v, odd in v.
double weight(double v) {
  return std::copysign(kPi * kPi / 4.0 - 2.0 * legendre_chi2(std::exp(-std::abs(v))), v);
}

}  // namespace

ResponseCurve::ResponseCurve(const std::string& path) {
  constexpr std::array<std::string_view, 2> kRequired{"frequency_ghz", "magnitude_db"};
  constexpr std::array<std::string_view, 1> kOptional{"phase_deg"};
  auto columns = read_csv_table(path, kRequired, kOptional);
  const std::vector<double>& f = columns[0];
  std::vector<double>& db = columns[1];
  if (f.front() < 0.0) throw DataError(path + ": a frequency below 0 GHz");
  if (f.size() < 3 || f[f.front() > 0.0 ? 0 : 1] > 0.1 * f.back()) {
    throw DataError(path +
                    ": needs three points, the lowest above 0 GHz at most a tenth of the "
                    "highest: the response is 0 dB there");
  }
  for (const double reference = db.front(); double& x : db) x = kNeperPerDb * (x - reference);
  std::vector<double> log_f, nepers;
  if (f.front() == 0.0) {  // a parabola from 0 Hz to the next point
    for (int k = 10; k > 0; --k) {
      log_f.push_back(std::log(1e9 * f[1]) - k * std::log(2.0));
      nepers.push_back(db[1] * std::pow(0.25, k));
    }
  }
  for (std::size_t i = f.front() == 0.0 ? 1 : 0; i < f.size(); ++i) {
    log_f.push_back(std::log(1e9 * f[i]));
    nepers.push_back(db[i]);
  }
  first_hz_ = std::exp(log_f.front());
  end_hz_ = 1e9 * f.back();
  end_log_ = nepers.back();
  log_magnitude_.emplace(std::move(log_f), std::move(nepers), Outside::hold);
  const double octave = std::log(2.0);
  end_slope_ = std::min(-1.0, (end_log_ - (*log_magnitude_)(std::log(0.5 * end_hz_))) / octave);
  minimum_phase_ = columns[2].empty();
  if (minimum_phase_) {
    make_minimum_phase();
  } else {
    read_phase(f, columns[2]);
  }
  measure();
}

double ResponseCurve::log_magnitude(double f_hz) const {
  if (f_hz > end_hz_) return end_log_ + end_slope_ * std::log(f_hz / end_hz_);
  return f_hz <= first_hz_ ? (*log_magnitude_)(std::log(first_hz_))
                           : (*log_magnitude_)(std::log(f_hz));
}

void ResponseCurve::read_phase(const std::vector<double>& f_ghz,
                               const std::vector<double>& phase_deg) {
  std::vector<double> f, phase;
  for (std::size_t i = 0; i < f_ghz.size(); ++i) {
    f.push_back(1e9 * f_ghz[i]);
    phase.push_back(kPi / 180.0 * phase_deg[i]);
  }
  phase = unwrap_phase(phase);
  const double turns = 2.0 * kPi * std::round(phase.front() / (2.0 * kPi));
  for (double& x : phase) x -= turns;
  if (f.front() > 0.0) {
    f.insert(f.begin(), 0.0);
    phase.insert(phase.begin(), 0.0);
  }
  phase.front() = 0.0;  // a real response at 0 Hz
  phase_end_hz_ = f.back();
  phase_end_ = phase.back();
  const auto from = std::min<std::size_t>(
      static_cast<std::size_t>(std::lower_bound(f.begin(), f.end(), 0.9 * f.back()) - f.begin()),
      f.size() - 2);
  phase_slope_ = (phase_end_ - phase[from]) / (phase_end_hz_ - f[from]);
  phase_.emplace(std::move(f), std::move(phase), Outside::hold);
}

void ResponseCurve::make_minimum_phase() {
  constexpr double kStep = 0.02;  // 35 points an octave
  const double span = std::log(kAboveData * end_hz_ / first_hz_);
  const auto n = static_cast<std::size_t>(std::ceil(span / kStep)) + 1;
  const double h = span / static_cast<double>(n - 1);
  std::vector<double> f(n), magnitude(n), weights(n), phase(n);
  for (std::size_t k = 0; k < n; ++k) {
    f[k] = first_hz_ * std::exp(h * static_cast<double>(k));
    magnitude[k] = log_magnitude(f[k]);
    weights[k] = weight(h * static_cast<double>(k));
  }
  const double all = kPi * kPi / 4.0;
  for (std::size_t j = 0; j < n; ++j) {
    double sum = end_slope_ * (all - weights[n - 1 - j]);
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const double step =
          k >= j ? weights[k + 1 - j] - weights[k - j] : weights[j - k] - weights[j - k - 1];
      sum += (magnitude[k + 1] - magnitude[k]) / h * step;
    }
    phase[j] = sum / kPi;
  }
  f.insert(f.begin(), 0.0);
  phase.insert(phase.begin(), 0.0);
  phase_end_hz_ = f.back();
  phase_end_ = phase.back();
  phase_.emplace(std::move(f), std::move(phase), Outside::hold);
}

double ResponseCurve::phase(double f_hz) const {
  if (f_hz > phase_end_hz_) return phase_end_ + phase_slope_ * (f_hz - phase_end_hz_);
  return (*phase_)(f_hz);
}

cd ResponseCurve::operator()(double f_hz) const {
  const double f = std::abs(f_hz);
  const cd out = std::polar(std::exp(log_magnitude(f)), phase(f));
  return f_hz < 0.0 ? std::conj(out) : out;
}

void ResponseCurve::measure() {
  constexpr int kPoints = 8192;  // of the trapezoid rule in ln f: 1e-6 of the integral
  const double half = -0.5 * std::log(2.0);
  const double span = std::log(end_hz_ / first_hz_);
  double before = first_hz_, before_density = std::exp(2.0 * log_magnitude(first_hz_));
  noise_bandwidth_hz_ = first_hz_ * before_density;
  for (int k = 1; k <= kPoints; ++k) {
    const double f = first_hz_ * std::exp(span * k / kPoints);
    const double level = log_magnitude(f);
    const double density = std::exp(2.0 * level);
    noise_bandwidth_hz_ += 0.5 * (f - before) * (density + before_density);
    if (bandwidth_hz_ == 0.0 && level <= half) {
      const auto excess = [&](double x) { return log_magnitude(x) - half; };
      bandwidth_hz_ = find_root(excess, before, f, 0.0).value_or(f);
    }
    before = f;
    before_density = density;
  }
  // |H|^2 ~ f^(2 slope) beyond the end, slope <= -1
  noise_bandwidth_hz_ += end_hz_ * before_density / (-2.0 * end_slope_ - 1.0);
  if (bandwidth_hz_ == 0.0) bandwidth_hz_ = end_hz_ * std::exp((half - end_log_) / end_slope_);
}

}  // namespace chappe
