#include "signal/passivity.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "signal/detail/dense.hpp"
#include "signal/resample.hpp"

namespace chappe {
namespace {

/// The points above the last one, up to reach times it.
FrequencyGrid above(const FrequencyGrid& grid, double reach) {
  const double last = grid.f_hz.back(), step = last - grid[grid.size() - 2];
  const auto count = static_cast<std::size_t>(std::ceil((reach - 1.0) * last / step - 1e-9));
  FrequencyGrid out;
  for (std::size_t k = 1; k <= count; ++k) {
    out.f_hz.push_back(k == count ? reach * last : last + static_cast<double>(k) * step);
  }
  return out;
}

void scan_points(const Network& network, PassivityScan& out) {
  const std::vector<double> worst = largest_singular_values(network);
  for (std::size_t k = 0; k < worst.size(); ++k) {
    if (worst[k] <= 1.0 + kPassiveWithin) continue;
    if (out.violations++ == 0) out.first_hz = network.grid[k];
    out.last_hz = network.grid[k];
  }
  out.in_band = passivity(network);
}

}  // namespace

PassivityScan scan_passivity(const Network& network, double reach) {
  check_shape(network);
  ensure(reach >= 1.0, "a scan reaches at least to the last point");
  ensure(network.grid.size() > 0, "a scan needs a point");
  PassivityScan out;
  scan_points(network, out);
  out.end_hz = network.grid.f_hz.back();
  if (reach == 1.0) return out;
  if (network.grid.size() < 3) {
    out.remarks.push_back("too few points to go on above the last one: not scanned there");
    return out;
  }
  const Resampled more = resample(network, above(network.grid, reach), {.beyond = Beyond::taper});
  out.beyond = passivity(more.network);
  out.end_hz = more.network.grid.f_hz.back();
  out.remarks = more.remarks;
  return out;
}

PassivityEnforced enforce_passivity(Network network, double limit) {
  check_shape(network);
  ensure(limit > 0.0, "a limit of singular values is positive");
  PassivityEnforced out;
  const Eigen::Index n = network.ports;
  Eigen::MatrixXcd s(n, n), nearest(n, n);
  const std::vector<double> worst = largest_singular_values(network);
  double sum = 0.0;
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    if (worst[k] <= limit) continue;
    detail::load_matrix(network, k, s);
    const Eigen::JacobiSVD<Eigen::MatrixXcd> svd(s, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::VectorXd held = svd.singularValues().cwiseMin(limit);
    nearest = svd.matrixU() * held.asDiagonal() * svd.matrixV().adjoint();
    detail::store_matrix(nearest, k, network);
    ++out.changed;
    sum += (nearest - s).squaredNorm();
    const double change = (nearest - s).cwiseAbs().maxCoeff();
    if (change <= out.largest_change) continue;
    out.largest_change = change;
    out.at_hz = network.grid[k];
  }
  const double values = static_cast<double>(network.s.size() * network.grid.size());
  out.rms_change = values > 0.0 ? std::sqrt(sum / values) : 0.0;
  detail::check_finite(network, "the passive network");
  out.network = std::move(network);
  return out;
}

}  // namespace chappe
