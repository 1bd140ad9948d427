#include <Eigen/LU>
#include <algorithm>
#include <utility>

#include "signal/detail/decascade_kernel.hpp"
#include "signal/detail/dense.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr const char* kWhat = "what remains of the network when the known part is removed";

/// Where parameter p of a 2N-port lies: swapped, its sides change places.
template <int N>
std::size_t place(std::size_t p, bool swapped) {
  constexpr std::size_t kPorts = 2 * N;
  if (!swapped) return p;
  return (p / kPorts + N) % kPorts * kPorts + (p % kPorts + N) % kPorts;
}

/// The part on the right is the part on the left of the swapped network.
template <int N>
void take_columns(Network& total, const Network& part, bool right) {
  detail::Columns<N> t{}, a{};
  detail::ColumnsOut<N> b{};
  for (std::size_t p = 0; p < t.size(); ++p) {
    const std::size_t from = place<N>(p, right);
    t[p] = total.s[from].data();
    a[p] = part.s[from].data();
    b[p] = total.s[from].data();
  }
  if (!detail::take_left(t, a, b, total.grid.size())) detail::check_finite(total, kWhat);
}

/// Any N, one frequency at a time. The equations are those of the kernel.
void take_left_dense(Network& total, const Network& left) {
  const Eigen::Index n = total.ports / 2;
  Eigen::MatrixXcd t(2 * n, 2 * n), a(2 * n, 2 * n), b(2 * n, 2 * n);
  const Eigen::MatrixXcd identity = Eigen::MatrixXcd::Identity(n, n);
  for (std::size_t k = 0; k < total.grid.size(); ++k) {
    detail::load_matrix(total, k, t);
    detail::load_matrix(left, k, a);
    const auto a22 = a.bottomRightCorner(n, n);
    const Eigen::MatrixXcd p = a.topRightCorner(n, n).inverse();
    const Eigen::MatrixXcd q = a.bottomLeftCorner(n, n).inverse();
    const Eigen::MatrixXcd d = p * (t.topLeftCorner(n, n) - a.topLeftCorner(n, n)) * q;
    const Eigen::MatrixXcd m = (identity + d * a22).inverse();
    const Eigen::MatrixXcd v = t.bottomLeftCorner(n, n) * q;
    const Eigen::MatrixXcd w = v * a22;
    b.topLeftCorner(n, n) = m * d;
    b.topRightCorner(n, n) = m * (p * t.topRightCorner(n, n));
    b.bottomLeftCorner(n, n) = v - w * b.topLeftCorner(n, n);
    b.bottomRightCorner(n, n) = t.bottomRightCorner(n, n) - w * b.topRightCorner(n, n);
    detail::store_matrix(b, k, total);
  }
  detail::check_finite(total, kWhat);
}

void take(Network& total, const Network& part, bool right) {
  switch (total.ports) {
    case 2:
      return take_columns<1>(total, part, right);
    case 4:
      return take_columns<2>(total, part, right);
    default:
      break;
  }
  if (!right) return take_left_dense(total, part);
  Network swapped = flip(total);
  take_left_dense(swapped, flip(part));
  total = flip(swapped);
}

Network decascade(Network total, const Network& part, bool right) {
  check_shape(total);
  check_shape(part);
  ensure(total.ports == part.ports && total.ports % 2 == 0,
         "a 2N-port is removed from a 2N-port of equal size");
  ensure(total.grid == part.grid, "networks are taken apart on one grid");
  const auto n = static_cast<std::size_t>(part.ports / 2);
  const std::size_t outer = right ? n : 0, inner = right ? 0 : n;
  std::vector<cd> wanted = total.z0_ohm;
  std::copy_n(part.z0_ohm.begin() + static_cast<std::ptrdiff_t>(outer), n,
              wanted.begin() + static_cast<std::ptrdiff_t>(outer));
  if (wanted != total.z0_ohm) total = renormalise(total, wanted);
  take(total, part, right);
  for (std::size_t p = 0; p < n; ++p) {
    total.z0_ohm[outer + p] = std::conj(part.z0_ohm[inner + p]);
    total.port_names[outer + p] = part.port_names[inner + p];
  }
  return total;
}

}  // namespace

Network decascade_left(Network total, const Network& left) {
  return decascade(std::move(total), left, false);
}

Network decascade_right(Network total, const Network& right) {
  return decascade(std::move(total), right, true);
}

}  // namespace chappe
