#include "solve/com/insertion_loss.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {
namespace {

double loss_db(cd s21) {
  return -20.0 * std::log10(std::max(std::abs(s21), std::numeric_limits<double>::epsilon()));
}

/// Powers of f in GHz that the fit is made of.
std::array<double, 4> basis(double f_hz) {
  const double g = f_hz / 1e9;
  return {1.0, std::sqrt(g), g, g * g};
}

}  // namespace

double com_power_weight(double f_hz, const ComBand& band) {
  const double x = f_hz / band.symbol_rate_bd;
  const double sinc = x == 0.0 ? 1.0 : std::sin(kPi * x) / (kPi * x);
  const double edge = std::pow(x / band.edge_ratio, 4);
  const double filter = std::pow(x / band.filter_ratio, 8);
  return sinc * sinc / ((1.0 + edge) * (1.0 + filter));
}

std::array<std::size_t, 2> com_band_indices(const FrequencyGrid& grid, const ComBand& band) {
  const auto& f = grid.f_hz;
  ensure(!f.empty() && band.low_hz < band.high_hz, "a band has f_1 < f_2 and a grid its points");
  const auto above = std::upper_bound(f.begin(), f.end(), band.low_hz);
  const auto end = std::lower_bound(f.begin(), f.end(), band.high_hz);
  return {static_cast<std::size_t>(above == f.begin() ? 0 : above - f.begin() - 1),
          static_cast<std::size_t>(end == f.end() ? end - f.begin() - 1 : end - f.begin())};
}

cd transmission_at(const Network& channel, double f_hz) {
  const auto& f = channel.grid.f_hz;
  ensure(channel.ports == 2 && f.size() >= 2, "a two-port over at least two frequencies");
  if (!(f_hz >= f.front() && f_hz <= f.back())) {
    throw ModelError("channel: frequency " + std::to_string(f_hz / 1e9) + " GHz is outside [" +
                     std::to_string(f.front() / 1e9) + ", " + std::to_string(f.back() / 1e9) +
                     "] GHz");
  }
  const auto above = std::upper_bound(f.begin() + 1, f.end() - 1, f_hz);
  const std::size_t k = static_cast<std::size_t>(above - f.begin()) - 1;
  const auto& s21 = channel.at(1, 0);
  const double x = (f_hz - f[k]) / (f[k + 1] - f[k]);
  const double loss = (1.0 - x) * loss_db(s21[k]) + x * loss_db(s21[k + 1]);
  const double turn = std::remainder(std::arg(s21[k + 1]) - std::arg(s21[k]), 2.0 * kPi);
  return std::polar(std::pow(10.0, -loss / 20.0), std::arg(s21[k]) + x * turn);
}

double insertion_loss_db(const Network& channel, double f_hz) {
  return loss_db(transmission_at(channel, f_hz));
}

double FittedLoss::at_db(double f_hz) const {
  const std::array<double, 4> powers = basis(f_hz);
  return a[0] * powers[0] + a[1] * powers[1] + a[2] * powers[2] + a[3] * powers[3];
}

FittedLoss fit_insertion_loss(const Network& channel, std::size_t first, std::size_t last) {
  ensure(channel.ports == 2 && last < channel.grid.size(), "a two-port and points of its grid");
  if (first > last || last - first + 1 < 4) {
    throw DataError(
        "a fit of the insertion loss needs at least 4 frequencies in its band (COM: f_1 to f_2)");
  }
  const Eigen::Index rows = static_cast<Eigen::Index>(last - first + 1);
  Eigen::MatrixX4d matrix(rows, 4);
  Eigen::VectorXd target(rows);
  for (Eigen::Index row = 0; row < rows; ++row) {
    const std::size_t k = first + static_cast<std::size_t>(row);
    const cd s21 = channel.at(1, 0)[k];
    const double weight = std::abs(s21);
    const std::array<double, 4> powers = basis(channel.grid[k]);
    for (int c = 0; c < 4; ++c) matrix(row, c) = weight * powers[static_cast<std::size_t>(c)];
    target(row) = weight * loss_db(s21);
  }
  const Eigen::Vector4d a = matrix.colPivHouseholderQr().solve(target);
  return {{a(0), a(1), a(2), a(3)}};
}

FittedLoss fit_insertion_loss(const Network& channel) {
  return fit_insertion_loss(channel, 0, channel.grid.size() - 1);
}

double fom_ild_db(const Network& channel, const ComBand& band) {
  const auto [first, last] = com_band_indices(channel.grid, band);
  const FittedLoss fit = fit_insertion_loss(channel, first, last);
  const double df = channel.grid[first + 1] - channel.grid[first];
  double sum = 0.0;
  for (std::size_t k = first; k <= last; ++k) {
    const double f = channel.grid[k];
    const double deviation = loss_db(channel.at(1, 0)[k]) - fit.at_db(f);
    sum += com_power_weight(f, band) * deviation * deviation;
  }
  return std::sqrt(df / (band.high_hz - band.low_hz) * sum);
}

}  // namespace chappe
