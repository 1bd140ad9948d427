#include <cmath>

#include "signal/detail/dense.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

void check_two_port(const Network& network) {
  check_shape(network);
  ensure(network.ports == 2, "ABCD and Z of this header are those of 2-ports");
  for (const cd z : network.z0_ohm) ensure(z.real() > 0.0, "references have a positive real part");
}

TwoPortMatrix zeros(const FrequencyGrid& grid) {
  const std::vector<cd> zero(grid.size());
  return TwoPortMatrix{grid, zero, zero, zero, zero};
}

void check_matrix(const TwoPortMatrix& m, const std::string& what) {
  for (const auto* values : {&m.m11, &m.m12, &m.m21, &m.m22}) {
    ensure(values->size() == m.grid.size(), "a 2 x 2 matrix has a value a frequency");
    detail::check_finite(m.grid, *values, what);
  }
}

Network empty_two_port(const FrequencyGrid& grid, cd z1, cd z2) {
  ensure(z1.real() > 0.0 && z2.real() > 0.0, "references have a positive real part");
  Network out(grid, 2, 1.0);
  out.z0_ohm = {z1, z2};
  return out;
}

}  // namespace

TwoPortMatrix to_abcd(const Network& two_port) {
  check_two_port(two_port);
  const cd z1 = two_port.z0_ohm[0], z2 = two_port.z0_ohm[1];
  const double root = std::sqrt(z1.real() * z2.real());
  TwoPortMatrix out = zeros(two_port.grid);
  for (std::size_t k = 0; k < out.grid.size(); ++k) {
    const cd s11 = two_port.at(0, 0)[k], s22 = two_port.at(1, 1)[k];
    const cd s21 = two_port.at(1, 0)[k], loop = two_port.at(0, 1)[k] * s21;
    const cd scale = 1.0 / (2.0 * root * s21);
    const cd left = std::conj(z1) + s11 * z1, right = std::conj(z2) + s22 * z2;
    out.m11[k] = scale * (left * (1.0 - s22) + loop * z1);
    out.m12[k] = scale * (left * right - loop * z1 * z2);
    out.m21[k] = scale * ((1.0 - s11) * (1.0 - s22) - loop);
    out.m22[k] = scale * ((1.0 - s11) * right + loop * z2);
  }
  check_matrix(out, "the chain matrix");
  return out;
}

Network from_abcd(const TwoPortMatrix& abcd, cd z1, cd z2) {
  Network out = empty_two_port(abcd.grid, z1, z2);
  const double root = std::sqrt(z1.real() * z2.real());
  for (std::size_t k = 0; k < abcd.grid.size(); ++k) {
    const cd a = abcd.m11[k], b = abcd.m12[k], c = abcd.m21[k], d = abcd.m22[k];
    const cd scale = 1.0 / (a * z2 + b + c * z1 * z2 + d * z1);
    out.at(0, 0)[k] = scale * (a * z2 + b - c * std::conj(z1) * z2 - d * std::conj(z1));
    out.at(0, 1)[k] = scale * 2.0 * root * (a * d - b * c);
    out.at(1, 0)[k] = scale * 2.0 * root;
    out.at(1, 1)[k] = scale * (-a * std::conj(z2) + b - c * z1 * std::conj(z2) + d * z1);
  }
  detail::check_finite(out, "the network of a chain matrix");
  return out;
}

TwoPortMatrix abcd_product(const TwoPortMatrix& left, const TwoPortMatrix& right) {
  ensure(left.grid == right.grid, "a product joins matrices on one grid");
  TwoPortMatrix out = zeros(left.grid);
  for (std::size_t k = 0; k < out.grid.size(); ++k) {
    out.m11[k] = left.m11[k] * right.m11[k] + left.m12[k] * right.m21[k];
    out.m12[k] = left.m11[k] * right.m12[k] + left.m12[k] * right.m22[k];
    out.m21[k] = left.m21[k] * right.m11[k] + left.m22[k] * right.m21[k];
    out.m22[k] = left.m21[k] * right.m12[k] + left.m22[k] * right.m22[k];
  }
  return out;
}

// V = (conj(Z0) a + Z0 b)/sqrt R and I = (a - b)/sqrt R give
// Z = R^-1/2 (conj(Z0) + Z0 S)(I - S)^-1 R^1/2 and S = R^-1/2 (Z - conj(Z0))(Z + Z0)^-1 R^1/2.
TwoPortMatrix to_z(const Network& two_port) {
  check_two_port(two_port);
  const cd z1 = two_port.z0_ohm[0], z2 = two_port.z0_ohm[1];
  const double ratio = std::sqrt(z2.real() / z1.real());
  TwoPortMatrix out = zeros(two_port.grid);
  for (std::size_t k = 0; k < out.grid.size(); ++k) {
    const cd s11 = two_port.at(0, 0)[k], s12 = two_port.at(0, 1)[k];
    const cd s21 = two_port.at(1, 0)[k], s22 = two_port.at(1, 1)[k];
    const cd scale = 1.0 / ((1.0 - s11) * (1.0 - s22) - s12 * s21);
    const cd n11 = std::conj(z1) + z1 * s11, n22 = std::conj(z2) + z2 * s22;
    out.m11[k] = scale * (n11 * (1.0 - s22) + z1 * s12 * s21);
    out.m12[k] = scale * ratio * (n11 * s12 + z1 * s12 * (1.0 - s11));
    out.m21[k] = scale / ratio * (z2 * s21 * (1.0 - s22) + n22 * s21);
    out.m22[k] = scale * (z2 * s21 * s12 + n22 * (1.0 - s11));
  }
  check_matrix(out, "the impedance matrix");
  return out;
}

Network from_z(const TwoPortMatrix& z, cd z1, cd z2) {
  Network out = empty_two_port(z.grid, z1, z2);
  const double root = std::sqrt(z1.real() * z2.real());
  for (std::size_t k = 0; k < z.grid.size(); ++k) {
    const cd a = z.m11[k] + z1, d = z.m22[k] + z2, loop = z.m12[k] * z.m21[k];
    const cd scale = 1.0 / (a * d - loop);
    out.at(0, 0)[k] = scale * ((z.m11[k] - std::conj(z1)) * d - loop);
    out.at(0, 1)[k] = scale * 2.0 * root * z.m12[k];
    out.at(1, 0)[k] = scale * 2.0 * root * z.m21[k];
    out.at(1, 1)[k] = scale * ((z.m22[k] - std::conj(z2)) * a - loop);
  }
  detail::check_finite(out, "the network of an impedance matrix");
  return out;
}

}  // namespace chappe
