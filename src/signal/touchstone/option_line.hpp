#pragma once
// The option line "# GHz S MA R 50" of a Touchstone file.
#include <string>
#include <vector>

#include "signal/touchstone.hpp"
#include "signal/touchstone/lexer.hpp"

namespace chappe::touchstone {

struct Options {
  int exponent{9};      ///< of the frequency unit: 0, 3, 6, 9, 12
  char parameter{'S'};  ///< S, Y, Z, G or H
  TouchstoneFormat format{TouchstoneFormat::ma};
  std::vector<cd> z0_ohm{cd{50.0}};  ///< one, or one a port ("R 50 75" of version 1.1 and 2.1)
  bool z0_given{false};
  int line{0};
};

/// The lexer stands behind "#". Words may be in any order and case; those left out have the
/// format's defaults (GHz S MA R 50), which a remark names.
/// @throws DataError naming a word that does not belong, one given twice, time-domain units, or an
/// impedance whose real part is not above 0
Options read_option_line(Lexer& lexer, std::vector<std::string>& remarks);

}  // namespace chappe::touchstone
