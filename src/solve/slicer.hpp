#pragma once
// Levels of a transmitter and bits of a decision.
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"

namespace chappe {

/// Levels in units of the outer level, ascending: evenly spaced in [-1, 1], the inner ones times
/// R_LM.
/// @param levels  2, 4 or 6
std::vector<double> transmitted_levels(int levels, double level_mismatch_ratio);

/// Wrong bits, as counted, of a decision for level j where i was sent. NRZ and PAM4: what differs
/// between the Gray labels. PAM6: |i - j|, see counted_bits.
int bit_distance(int levels, int i, int j);

/// Bits of a symbol in the measure of bit_distance: 1, 2; for PAM6 15/7. Five bits label 32 of the
/// 36 points of two PAM6 symbols, on which no labelling is Gray: a step to a neighbour spoils 7/6
/// of five bits in the mean (cross 32-QAM: J. G. Smith, IEEE Trans. Commun. 23 (1975) 385;
/// recalled). Counting a step as one error, a symbol of 5/2 bits counts as (5/2)/(7/6).
double counted_bits(int levels);

/// Even, independent level indices: digits of random words in base 2, 4 or 6 (for base 6 even but
/// for 6^16 / 2^64). Starts with a new word.
void draw_symbols(Rng& rng, std::span<std::uint8_t> out, std::size_t levels);

}  // namespace chappe
