#include "signal/touchstone/immittance.hpp"

#include <Eigen/LU>

#include "signal/detail/dense.hpp"

namespace chappe::touchstone {
namespace {

/// sign (x - I)(x + I)^-1; the two factors commute.
void convert(Network& network, double sign, const char* what) {
  const Eigen::Index n = network.ports;
  Eigen::MatrixXcd x(n, n), s(n, n);
  const Eigen::MatrixXcd identity = Eigen::MatrixXcd::Identity(n, n);
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    detail::load_matrix(network, k, x);
    s = sign * (x + identity).partialPivLu().solve(x - identity);
    detail::store_matrix(s, k, network);
  }
  detail::check_finite(network, what);
}

}  // namespace

void s_from_normalised_z(Network& network) { convert(network, 1.0, "S of these Z-parameters"); }
void s_from_normalised_y(Network& network) { convert(network, -1.0, "S of these Y-parameters"); }

}  // namespace chappe::touchstone
