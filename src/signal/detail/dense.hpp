#pragma once
// One frequency's S-matrix as an Eigen matrix: for operations that are no hot loop.
#include <Eigen/Core>
#include <cmath>
#include <string>

#include "base/errors.hpp"
#include "signal/network.hpp"

namespace chappe::detail {

inline void load_matrix(const Network& network, std::size_t k, Eigen::MatrixXcd& out) {
  for (int row = 0; row < network.ports; ++row) {
    for (int col = 0; col < network.ports; ++col) out(row, col) = network.at(row, col)[k];
  }
}

inline void store_matrix(const Eigen::MatrixXcd& in, std::size_t k, Network& network) {
  for (int row = 0; row < network.ports; ++row) {
    for (int col = 0; col < network.ports; ++col) network.at(row, col)[k] = in(row, col);
  }
}

inline bool is_finite(cd x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }

/// @throws DataError "<what> does not exist at F Hz" if any value is not finite
void check_finite(const FrequencyGrid& grid, const std::vector<cd>& values,
                  const std::string& what);
void check_finite(const Network& network, const std::string& what);

}  // namespace chappe::detail
