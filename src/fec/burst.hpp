#pragma once
// Bursts of line errors as plain data, and what a 1/(1+D) precoder makes of them.
#include <cstdint>
#include <vector>

namespace chappe {

/// How the errors of one burst follow each other, in levels: +1 -1 +1 ... (decision feedback with a
/// positive tap, most MLSE events of a 1 + aD channel) or all of one sign (a negative tap).
enum class BurstSign { alternating, same };

/// Line errors come in events that begin independently of each other and of the data. An event of
/// length l makes l symbols in a row wrong, each by one level. An error of one level spoils one bit
/// of a Gray label: for PAM4 and a level that can take the error, the first with probability 1/3.
/// Where two events meet, a symbol is wrong once.
struct BurstModel {
  double events_per_symbol{0.0};  ///< probability that an event begins at a line symbol, [0, 1)
  std::vector<double> length{};   ///< [l - 1]: probability of l symbols, sum 1
  BurstSign sign{BurstSign::alternating};
  int bits_per_symbol{2};  ///< 1: NRZ, 2: PAM4
  bool precoded{false};    ///< by 1/(1+D) modulo the number of levels
};

/// What is wrong with a data symbol (behind the precoder's inverse, if there is one).
enum class SymbolError : std::uint8_t { none, one_bit, both_bits };

/// Lengths of a burst that goes on with probability `continuation` after each symbol, in [0, 1), up
/// to `longest` symbols (which takes the rest, so that the sum is 1).
std::vector<double> geometric_lengths(double continuation, int longest);

/// Probability that an error of one level makes the next decision wrong by way of a feedback tap
/// alone: (M-1)/M Q((1 - 2|tap|) x), M levels. At a unit tap 3/4 for PAM4 (times 1).
/// @param tap  feedback over main cursor   @param x  half a level's distance over the noise's
/// standard deviation, > 0
double dfe_continuation(double tap, double x, int bits_per_symbol);

/// Data symbols from the first that an event of l symbols touches: l of them, l + 1 with a
/// precoder. Without: one bit each. With: the data error is e_k + e_(k-1) modulo M, so that an
/// alternating burst leaves its two ends, whatever l, and one of equal signs of PAM4 spoils both
/// bits (2 levels) between its ends.
std::vector<SymbolError> data_errors(const BurstModel& model, int length);

/// Probability that `one_bit` is the first bit of a PAM4 symbol: 1/3, behind a precoder 1/2 (the
/// data symbol is then uniform whatever the level that was wrong).
double first_bit_share(const BurstModel& model);

/// Mean wrong bits and mean wrong symbols of one event, in the data.
double mean_wrong_bits(const BurstModel& model);
double mean_wrong_symbols(const BurstModel& model);

/// Bit error ratio of the data when events do not meet: events_per_symbol mean_wrong_bits /
/// bits_per_symbol.
double burst_ber(const BurstModel& model);

/// @throws InternalError where a member is outside its range
void check_burst(const BurstModel& model);

}  // namespace chappe
