#pragma once
// Z- and Y-parameters of a version 1 file, which are normalised to the reference impedance.
#include "signal/network.hpp"

namespace chappe::touchstone {

/// S from normalised Z: (z - I)(z + I)^-1. @throws DataError where it does not exist
void s_from_normalised_z(Network& network);
/// S from normalised Y: (I - y)(I + y)^-1. @throws DataError where it does not exist
void s_from_normalised_y(Network& network);

}  // namespace chappe::touchstone
