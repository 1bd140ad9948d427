#pragma once
// The noise parameters of a 2-port, one line a frequency.
#include <cstddef>

#include "signal/touchstone.hpp"
#include "signal/touchstone/lexer.hpp"

namespace chappe::touchstone {

class NoiseReader {
 public:
  /// @param exponent  of the frequency unit   @param rn_unit_ohm  version 1 writes the noise
  /// resistance in units of the reference impedance, version 2 in ohm (1)
  NoiseReader(int exponent, double rn_unit_ohm) : exponent_(exponent), rn_unit_ohm_(rn_unit_ohm) {}
  /// Takes frequency, minimum noise figure [dB], magnitude and angle [degrees] of the optimum
  /// source reflection, noise resistance. @throws DataError
  void add_line(Lexer& lexer);
  /// @param stated  number of frequencies, 0 if it is not stated
  /// @throws DataError if it is another, or 0
  void check_end(const Lexer& lexer, std::size_t stated) const;
  TouchstoneNoise take() { return std::move(noise_); }

 private:
  int exponent_;
  double rn_unit_ohm_;
  TouchstoneNoise noise_{};
};

}  // namespace chappe::touchstone
