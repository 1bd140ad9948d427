#include <Eigen/LU>
#include <algorithm>

#include "signal/detail/cascade_kernel.hpp"
#include "signal/detail/dense.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

using detail::kCascadeBlock;

/// What the ports share: left references and names of `left`, right ones of `right`.
Network outline(const Network& left, const Network& right) {
  Network out(left.grid, left.ports, 1.0);
  const auto n = static_cast<std::size_t>(left.ports / 2);
  for (std::size_t p = 0; p < 2 * n; ++p) {
    out.z0_ohm[p] = p < n ? left.z0_ohm[p] : right.z0_ohm[p];
    out.port_names[p] = p < n ? left.port_names[p] : right.port_names[p];
  }
  return out;
}

template <int N>
void load(const Network& network, std::size_t first, std::size_t count, detail::Sides<N>& out) {
  for (int row = 0; row < 2 * N; ++row) {
    for (int col = 0; col < 2 * N; ++col) {
      const cd* from = network.at(row, col).data() + first;
      detail::Lanes& to = out.s[row / N][col / N][row % N][col % N];
      for (std::size_t k = 0; k < count; ++k) {
        to.re[k] = from[k].real();
        to.im[k] = from[k].imag();
      }
    }
  }
}

template <int N>
void store(const detail::Sides<N>& in, std::size_t first, std::size_t count, Network& network) {
  for (int row = 0; row < 2 * N; ++row) {
    for (int col = 0; col < 2 * N; ++col) {
      cd* to = network.at(row, col).data() + first;
      const detail::Lanes& from = in.s[row / N][col / N][row % N][col % N];
      for (std::size_t k = 0; k < count; ++k) to[k] = cd{from.re[k], from.im[k]};
    }
  }
}

template <int N>
void join_blocks(const Network& left, const Network& right, Network& out) {
  detail::Sides<N> a{}, b{}, c{};
  const std::size_t points = left.grid.size();
  std::size_t first = 0;
  for (; first + kCascadeBlock <= points; first += kCascadeBlock) {
    load<N>(left, first, kCascadeBlock, a);
    load<N>(right, first, kCascadeBlock, b);
    join(a, b, c);
    store<N>(c, first, kCascadeBlock, out);
  }
  if (const std::size_t rest = points - first; rest > 0) {
    load<N>(left, first, rest, a);
    load<N>(right, first, rest, b);
    join(a, b, c);
    store<N>(c, first, rest, out);
  }
}

/// Any N, one frequency at a time. The equations are those of the kernel.
void join_dense(const Network& left, const Network& right, Network& out) {
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
    detail::store_matrix(c, k, out);
  }
}

Network join_matched(const Network& left, const Network& right) {
  Network out = outline(left, right);
  switch (left.ports) {
    case 2:
      join_blocks<1>(left, right, out);
      break;
    case 4:
      join_blocks<2>(left, right, out);
      break;
    default:
      join_dense(left, right, out);
  }
  detail::check_finite(out, "the cascade");
  return out;
}

}  // namespace

Network cascade(const Network& left, const Network& right) {
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
  if (wanted == right.z0_ohm) return join_matched(left, right);
  return join_matched(left, renormalise(right, wanted));
}

}  // namespace chappe
