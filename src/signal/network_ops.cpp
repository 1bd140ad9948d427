#include "signal/network_ops.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "signal/detail/dense.hpp"

namespace chappe {
namespace detail {

void check_finite(const FrequencyGrid& grid, const std::vector<cd>& values,
                  const std::string& what) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (is_finite(values[k])) continue;
    std::ostringstream message;
    message << what << " does not exist at " << grid[k] << " Hz";
    throw DataError(message.str());
  }
}

void check_finite(const Network& network, const std::string& what) {
  for (const auto& values : network.s) check_finite(network.grid, values, what);
}

}  // namespace detail

void check_shape(const Network& network) {
  const auto n = static_cast<std::size_t>(network.ports);
  ensure(network.ports > 0 && network.s.size() == n * n, "a network holds ports x ports vectors");
  ensure(network.z0_ohm.size() == n, "a network holds a reference impedance a port");
  ensure(network.port_names.size() == n, "a network holds a name a port");
  for (const auto& values : network.s) {
    ensure(values.size() == network.grid.size(), "S-parameters have a value a frequency");
  }
}

Network reorder(const Network& network, std::span<const int> order) {
  check_shape(network);
  std::vector<bool> used(static_cast<std::size_t>(network.ports), false);
  for (const int port : order) {
    ensure(port >= 1 && port <= network.ports, "a port number is within 1 to the number of ports");
    ensure(!used[static_cast<std::size_t>(port - 1)], "a port is named once");
    used[static_cast<std::size_t>(port - 1)] = true;
  }
  Network out;
  out.grid = network.grid;
  out.ports = static_cast<int>(order.size());
  for (const int row : order) {
    out.z0_ohm.push_back(network.z0_ohm[static_cast<std::size_t>(row - 1)]);
    out.port_names.push_back(network.port_names[static_cast<std::size_t>(row - 1)]);
    for (const int col : order) out.s.push_back(network.at(row - 1, col - 1));
  }
  return out;
}

Network flip(const Network& network) {
  ensure(network.ports % 2 == 0, "only a network with two sides can be flipped");
  std::vector<int> order;
  const int n = network.ports / 2;
  for (int p = 1; p <= 2 * n; ++p) order.push_back(p <= n ? p + n : p - n);
  return reorder(network, order);
}

std::vector<double> largest_singular_values(const Network& network) {
  check_shape(network);
  const Eigen::Index n = network.ports;
  Eigen::MatrixXcd s(n, n), gram(n, n);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(n);
  std::vector<double> out;
  out.reserve(network.grid.size());
  for (std::size_t k = 0; k < network.grid.size(); ++k) {
    detail::load_matrix(network, k, s);
    gram.noalias() = s.adjoint() * s;
    solver.compute(gram, Eigen::EigenvaluesOnly);
    out.push_back(std::sqrt(std::max(0.0, solver.eigenvalues()[n - 1])));
  }
  return out;
}

Passivity passivity(const Network& network) {
  const std::vector<double> values = largest_singular_values(network);
  if (values.empty()) return {};
  const auto worst = std::max_element(values.begin(), values.end());
  return {*worst, network.grid[static_cast<std::size_t>(worst - values.begin())]};
}

double reciprocity_error(const Network& network) {
  check_shape(network);
  double worst = 0.0;
  for (int row = 0; row < network.ports; ++row) {
    for (int col = 0; col < row; ++col) {
      const auto& a = network.at(row, col);
      const auto& b = network.at(col, row);
      for (std::size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::abs(a[k] - b[k]));
    }
  }
  return worst;
}

}  // namespace chappe
