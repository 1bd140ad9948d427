#include <Eigen/LU>
#include <cmath>

#include "signal/detail/dense.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

/// New waves as sums of the old ones, port by port (from the definitions in network_ops.hpp):
///   a' = p a + q b,  b' = u a + w b, so that S' = (U + W S)(P + Q S)^-1. No Z matrix is needed,
///   which an open or a through would not have.
struct WaveChange {
  Eigen::VectorXcd p, q, u, w;
};

WaveChange wave_change(std::span<const cd> from, std::span<const cd> to) {
  const auto n = static_cast<Eigen::Index>(from.size());
  WaveChange c{Eigen::VectorXcd(n), Eigen::VectorXcd(n), Eigen::VectorXcd(n), Eigen::VectorXcd(n)};
  for (std::size_t i = 0; i < from.size(); ++i) {
    const cd z = from[i], y = to[i];
    ensure(z.real() > 0.0 && y.real() > 0.0, "a reference impedance has a positive real part");
    const double scale = 0.5 / std::sqrt(z.real() * y.real());
    const auto k = static_cast<Eigen::Index>(i);
    c.p[k] = scale * (std::conj(z) + y);
    c.q[k] = scale * (z - y);
    c.u[k] = scale * (std::conj(z) - std::conj(y));
    c.w[k] = scale * (z + std::conj(y));
  }
  return c;
}

}  // namespace

Network renormalise(const Network& network, std::span<const cd> z0_ohm) {
  check_shape(network);
  ensure(z0_ohm.size() == network.z0_ohm.size(), "one reference impedance a port");
  Network out = network;
  out.z0_ohm.assign(z0_ohm.begin(), z0_ohm.end());
  if (out.z0_ohm == network.z0_ohm) return out;
  const WaveChange c = wave_change(network.z0_ohm, z0_ohm);
  const Eigen::Index n = network.ports;
  Eigen::MatrixXcd s(n, n), numerator(n, n), denominator(n, n);
  Eigen::PartialPivLU<Eigen::MatrixXcd> lu(n);
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    detail::load_matrix(network, k, s);
    numerator = c.w.asDiagonal() * s;
    numerator.diagonal() += c.u;
    denominator = c.q.asDiagonal() * s;
    denominator.diagonal() += c.p;
    // S' D = N, solved as D^T S'^T = N^T.
    lu.compute(denominator.transpose());
    s = lu.solve(numerator.transpose()).transpose();
    detail::store_matrix(s, k, out);
  }
  detail::check_finite(out, "the network at its new reference impedance");
  return out;
}

Network renormalise(const Network& network, double z0_ohm) {
  const std::vector<cd> all(network.z0_ohm.size(), cd{z0_ohm});
  return renormalise(network, all);
}

}  // namespace chappe
