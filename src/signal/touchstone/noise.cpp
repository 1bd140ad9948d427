#include "signal/touchstone/noise.hpp"

#include <cmath>

#include "signal/touchstone/body.hpp"

namespace chappe::touchstone {

void NoiseReader::add_line(Lexer& lexer) {
  if (!lexer.more()) return;
  const Origin where = lexer.here();
  if (!has_words(lexer, 5)) {
    throw DataError(where, "expected the five numbers of a line of noise parameters (line " +
                               std::to_string(lexer.line()) +
                               " has more or less; is it truncated?)");
  }
  if (noise_.f_hz.size() == kTouchstonePointsMax) {
    throw DataError(where, "more than 1e7 frequencies of noise parameters");
  }
  const double f_hz = lexer.scaled_number(exponent_);
  if (f_hz < 0.0) throw DataError(where, "negative frequency " + number_text(f_hz) + " Hz");
  if (!noise_.f_hz.empty() && f_hz <= noise_.f_hz.back()) {
    throw DataError(where, "the noise parameters' frequencies do not ascend");
  }
  noise_.f_hz.push_back(f_hz);
  noise_.nfmin_db.push_back(lexer.number());
  const double magnitude = lexer.number();
  noise_.gamma_opt.push_back(polar_degrees(magnitude, lexer.number()));
  noise_.rn_ohm.push_back(lexer.number() * rn_unit_ohm_);
  if (!std::isfinite(noise_.rn_ohm.back())) {
    throw DataError(where, "a noise resistance is beyond the largest number");
  }
}

void NoiseReader::check_end(const Lexer& lexer, std::size_t stated) const {
  const std::size_t count = noise_.f_hz.size();
  if (count == 0) lexer.fail("expected noise parameters, found the end of them");
  if (stated != 0 && count != stated) {
    lexer.fail("the noise parameters end after " + std::to_string(count) +
               " of [Number of Noise Frequencies] " + std::to_string(stated) +
               (count < stated ? "; is the file truncated?" : ""));
  }
}

}  // namespace chappe::touchstone
