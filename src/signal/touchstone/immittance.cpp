#include "signal/touchstone/immittance.hpp"

#include <Eigen/LU>
#include <cmath>

#include "signal/detail/dense.hpp"

namespace chappe::touchstone {

void convert_to_s(Network& network, char parameter, bool normalised) {
  const Eigen::Index n = network.ports;
  // Normalised, M becomes D M D: D = R^-1/2 where the current drives, R^1/2 where the voltage does.
  Eigen::VectorXcd e(n), d(n);
  for (Eigen::Index p = 0; p < n; ++p) {
    const bool current =
        parameter == 'Z' || (parameter == 'H' && p == 0) || (parameter == 'G' && p == 1);
    const double root = std::sqrt(network.z0_ohm[static_cast<std::size_t>(p)].real());
    e[p] = current ? -1.0 : 1.0;
    d[p] = normalised ? 1.0 : current ? 1.0 / root : root;
  }
  Eigen::MatrixXcd m(n, n), s(n, n);
  const Eigen::MatrixXcd identity = Eigen::MatrixXcd::Identity(n, n);
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    detail::load_matrix(network, k, m);
    m = d.asDiagonal() * m * d.asDiagonal();
    s = e.asDiagonal() * (identity + m).partialPivLu().solve(identity - m);
    detail::store_matrix(s, k, network);
  }
  detail::check_finite(network, std::string("S of these ") + parameter + "-parameters");
}

}  // namespace chappe::touchstone
