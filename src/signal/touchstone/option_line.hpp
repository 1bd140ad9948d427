#pragma once
// The option line "# GHz S MA R 50" of a Touchstone file.
#include <string>
#include <vector>

#include "signal/touchstone.hpp"
#include "signal/touchstone/lexer.hpp"

namespace chappe::touchstone {

struct Options {
  int exponent{9};      ///< of the frequency unit: 0, 3, 6, 9, 12
  char parameter{'S'};  ///< S, Y or Z
  TouchstoneFormat format{TouchstoneFormat::ma};
  double z0_ohm{50.0};
};

/// The lexer stands behind "#". Words may be in any order and case; those left out have the
/// format's defaults (GHz S MA R 50), which a remark names.
/// @throws DataError naming a word that does not belong, one given twice, time-domain units, hybrid
/// parameters, or an impedance that is not a positive number
Options read_option_line(Lexer& lexer, std::vector<std::string>& remarks);

}  // namespace chappe::touchstone
