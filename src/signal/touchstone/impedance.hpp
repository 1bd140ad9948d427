#pragma once
// Reference impedances as Touchstone files write them.
#include <complex>
#include <span>
#include <string>

#include "signal/network.hpp"
#include "signal/touchstone/lexer.hpp"

namespace chappe::touchstone {

/// The next word as an impedance [ohm]: "50", or as some tools write it, "(50+50j)"; more() holds.
/// @param keyword  begins a message, "" for none
/// @throws DataError unless it is finite and its real part above 0
cd read_impedance(Lexer& lexer, const std::string& keyword);

/// "50 ohm" if all are equal, else "50, 75 ohm".
std::string impedances_text(std::span<const cd> z_ohm);
/// True if all are one and the same.
bool all_equal(std::span<const cd> z_ohm);

}  // namespace chappe::touchstone
