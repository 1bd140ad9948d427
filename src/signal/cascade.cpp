#include <Eigen/LU>
#include <utility>

#include "signal/detail/cascade_kernel.hpp"
#include "signal/detail/dense.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

template <int N>
void join_columns(Network& left, const Network& right) {
  detail::Columns<N> a{}, b{};
  detail::ColumnsOut<N> c{};
  for (std::size_t p = 0; p < a.size(); ++p) {
    a[p] = left.s[p].data();
    b[p] = right.s[p].data();
    c[p] = left.s[p].data();
  }
  if (!detail::join(a, b, c, left.grid.size())) detail::check_finite(left, "the cascade");
}

/// Any N, one frequency at a time. The equations are those of the kernel.
void join_dense(Network& left, const Network& right) {
  const Eigen::Index n = left.ports / 2;
  Eigen::MatrixXcd a(2 * n, 2 * n), b(2 * n, 2 * n), c(2 * n, 2 * n);
  const Eigen::MatrixXcd identity = Eigen::MatrixXcd::Identity(n, n);
  for (std::size_t k = 0; k < left.grid.size(); ++k) {
    detail::load_matrix(left, k, a);
    detail::load_matrix(right, k, b);
    const auto a12 = a.topRightCorner(n, n), a22 = a.bottomRightCorner(n, n);
    const auto b11 = b.topLeftCorner(n, n), b21 = b.bottomLeftCorner(n, n);
    const Eigen::PartialPivLU<Eigen::MatrixXcd> joint(identity - a22 * b11);
    const Eigen::MatrixXcd x1 = joint.solve(a.bottomLeftCorner(n, n));
    const Eigen::MatrixXcd x2 = joint.solve(a22 * b.topRightCorner(n, n));
    c.topLeftCorner(n, n) = a.topLeftCorner(n, n) + a12 * (b11 * x1);
    c.topRightCorner(n, n) = a12 * (b.topRightCorner(n, n) + b11 * x2);
    c.bottomLeftCorner(n, n) = b21 * x1;
    c.bottomRightCorner(n, n) = b.bottomRightCorner(n, n) + b21 * x2;
    detail::store_matrix(c, k, left);
  }
  detail::check_finite(left, "the cascade");
}

/// The joint's references are conjugates of each other.
Network join_matched(Network left, const Network& right) {
  switch (left.ports) {
    case 2:
      join_columns<1>(left, right);
      break;
    case 4:
      join_columns<2>(left, right);
      break;
    default:
      join_dense(left, right);
  }
  for (auto p = static_cast<std::size_t>(left.ports / 2); p < left.z0_ohm.size(); ++p) {
    left.z0_ohm[p] = right.z0_ohm[p];
    left.port_names[p] = right.port_names[p];
  }
  return left;
}

}  // namespace

Network cascade(Network left, const Network& right) {
  check_shape(left);
  check_shape(right);
  ensure(left.ports == right.ports && left.ports % 2 == 0,
         "a cascade joins two 2N-ports of equal size");
  ensure(left.grid == right.grid, "a cascade joins networks on one grid");
  // The wave that leaves one is the wave that enters the other only where one reference is the
  // conjugate of the other (equal, if real): both hold the same V and opposite I.
  const auto n = static_cast<std::size_t>(left.ports / 2);
  std::vector<cd> wanted = right.z0_ohm;
  for (std::size_t p = 0; p < n; ++p) wanted[p] = std::conj(left.z0_ohm[n + p]);
  if (wanted == right.z0_ohm) return join_matched(std::move(left), right);
  return join_matched(std::move(left), renormalise(right, wanted));
}

}  // namespace chappe
