#pragma once
// What an inner code makes of a bit error ratio, in closed form, and back.
#include "fec/inner_code.hpp"

namespace chappe {

/// Bit error ratio of Gray-coded PAM4 in white noise, all levels alike:
///   3/4 Q(x) + 1/2 Q(3x) - 1/4 Q(5x)
/// @param x  half a level's distance over the noise's standard deviation, >= 0
double pam4_ber(double x);
/// x of that ratio. @param ber  (0, 0.5]: 2.4e-4 -> 3.4141, 4.8e-3 -> 2.4893
double pam4_x_at_ber(double ber);

/// Behind an inner code, ahead of the outer one.
struct InnerOutcome {
  double ber{0.0};                 ///< wrong payload bits
  double symbol_error_ratio{0.0};  ///< wrong symbols of kInnerSymbolBits bits
  /// The ratio of independent bit errors that spoils as many symbols: what an outer code over such
  /// symbols meets, since an interleaver parts the symbols of an inner word. Below `ber`: a wrong
  /// symbol holds 1.11 wrong bits at a line BER of 4.8e-3.
  double as_independent() const;
};

/// Errors behind soft decoding (InnerCodec, 6 test positions) of PAM4 in white noise whose BER
/// ahead of it is `line_ber`: noise of another distribution is taken as white noise of the same
/// BER. Where failures are rare they are its words of weight 4, each of whose symbols may go to its
/// neighbour on either side:
///   ratio(x) = M Q(2x),  M = sum over these words of wrong payload x product of mean neighbours
/// over the word's payload (of symbols: 7250; failures of one symbol by two levels counted). Below
/// x = 3.4 a factor for
/// failures that overlap stands in a table from count_inner_errors, monotone cubic between. Within
/// 0.01 of log10 of the simulation for line BER 8e-4 to 0.5. Monotone.
/// @param code  without one: unchanged   @param line_ber  [0, 0.5]
/// @throws ModelError for a BER outside
InnerOutcome inner_outcome(const InnerCode& code, double line_ber);

/// Largest line BER with as_independent() at most `target`, (0, 0.5]: 2.4e-4 -> 4.97e-3.
double inner_line_ber_at(const InnerCode& code, double target);

}  // namespace chappe
