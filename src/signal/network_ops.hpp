#pragma once
// Operations on networks. Waves are power waves (Kurokawa, IEEE Trans. MTT 13, 1965, eq. 1): with
// the reference Z and R = Re Z > 0 of a port,
//   a = (V + Z I)/(2 sqrt R),  b = (V - conj(Z) I)/(2 sqrt R),  I flowing into the port.
// They reduce to the usual waves for real Z; complex Z stays right in every function of this
// header. A 2N-port has its N left ports first, then its N right ports; left port i faces right
// port i + N.
#include <span>

#include "signal/network.hpp"

namespace chappe {

/// left then right: right ports of the one on left ports of the other. Both have 2N ports and the
/// same grid; where the references at the joint differ, `right` is renormalised first (this is
/// exact). Takes the left references and names from `left`, the right ones from `right`.
/// 2-ports and 4-ports are joined in the memory of `left`: move it in where it is not needed later.
/// @throws DataError naming the frequency where the joint is singular
Network cascade(Network left, const Network& right);

/// De-cascading: X with cascade(left, X) = total. Grid, sizes and references as for cascade():
/// where the left references of `total` are not those of `left`, `total` is renormalised first. The
/// joint has the conjugates of the right references of `left` and its names there. Errors of
/// `total` grow by the loss of what is removed. 2-ports and 4-ports are taken apart in the memory
/// of `total`.
/// @throws DataError naming the frequency where X does not exist (nothing passes through `left`)
Network decascade_left(Network total, const Network& left);
/// X with cascade(X, right) = total; likewise.
Network decascade_right(Network total, const Network& right);

/// Sides swapped: what was right is left. An even number of ports.
Network flip(const Network& network);

/// Port p of the result is port order[p] of `network`.
/// @param order  port numbers counting from 1, each at most once; fewer than all: the rest is left
///               terminated in its reference
Network reorder(const Network& network, std::span<const int> order);

/// The same network referred to other impedances.
/// @param z0_ohm  one a port, real part > 0 [ohm]
/// @throws DataError naming the frequency where the result does not exist
Network renormalise(const Network& network, std::span<const cd> z0_ohm);
/// All ports referred to one real impedance > 0 [ohm].
Network renormalise(const Network& network, double z0_ohm);

/// A 2 x 2 matrix over a grid: chain (ABCD) or impedance (Z) parameters.
struct TwoPortMatrix {
  FrequencyGrid grid{};
  std::vector<cd> m11{}, m12{}, m21{}, m22{};
};

/// V1 = A V2 + B (-I2), I1 = C V2 + D (-I2); A [1], B [ohm], C [S], D [1].
/// Frickey, IEEE Trans. MTT 42 (1994) 205, table I, complex references.
/// @throws DataError where S21 = 0
TwoPortMatrix to_abcd(const Network& two_port);
Network from_abcd(const TwoPortMatrix& abcd, cd z0_1_ohm, cd z0_2_ohm);
/// Matrix product of chain parameters: left then right.
TwoPortMatrix abcd_product(const TwoPortMatrix& left, const TwoPortMatrix& right);

/// V = Z I [ohm]. @throws DataError where I - S is singular
TwoPortMatrix to_z(const Network& two_port);
Network from_z(const TwoPortMatrix& z, cd z0_1_ohm, cd z0_2_ohm);

struct Passivity {
  double largest_singular_value{0.0};  ///< of S over the grid; <= 1 for a passive network
  double at_hz{0.0};                   ///< where it is reached first
};
Passivity passivity(const Network& network);
/// The same at each frequency. passivity.hpp scans beyond the last one, and enforces.
std::vector<double> largest_singular_values(const Network& network);

/// Largest |S_ij - S_ji| over pairs and grid; 0 for a reciprocal network.
double reciprocity_error(const Network& network);

/// Our own invariant: every vector has the length that grid and ports ask for.
void check_shape(const Network& network);

}  // namespace chappe
