#pragma once
// S of Z-, Y-, H- and G-parameters.
#include "signal/network.hpp"

namespace chappe::touchstone {

/// What drives port p is its current (Z; H: port 1; G: port 2) or its voltage; the parameters M
/// give the other. With currents and voltages normalised to the port's real reference R, e = -1
/// where the current drives and +1 where the voltage does, drive a + E b and response a - E b, so
///   S = E (I + M)^-1 (I - M).
/// @param network  M in place of S, replaced by S
/// @param parameter  Z, Y, H or G   @param normalised  false: M is in ohm and siemens
/// @throws DataError where S does not exist
void convert_to_s(Network& network, char parameter, bool normalised);

}  // namespace chappe::touchstone
