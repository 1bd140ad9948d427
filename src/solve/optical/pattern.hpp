#pragma once
// Patterns that cover the memory of a channel, and what they become on the way.
#include <cstdint>
#include <span>
#include <vector>

#include "solve/optical/optical_chain.hpp"

namespace chappe {

/// Level indices, whole patterns of kPatternSymbols one behind the other, each of another kind.
/// NRZ and PAM4: a binary maximal-length sequence of order 12 (a zero added to its longest run of
/// zeros) by its bits, or by its pairs of bits in two turns: every run of 12 NRZ or 6 PAM4 symbols
/// stands in each pattern once. PAM6: even random symbols.
/// Source: S. W. Golomb, "Shift Register Sequences" (1967); polynomials of degree 12: primitive.
/// @param first  number of the first pattern: another number, another pattern
std::vector<std::uint8_t> covering_pattern(int levels, std::size_t symbols, int first);

/// Noiseless waveforms of one pattern, one period of the chain's grid.
struct PatternRun {
  std::vector<std::uint8_t> symbols{};
  std::vector<std::vector<double>> stage_v{};  ///< at each drive stage's map [V]
  std::vector<cd> launched{};  ///< field behind the modulator over its light's field
  std::vector<cd> field{};     ///< the same at the detector, losses not counted
  std::vector<double> current_a{};
  std::vector<cd> received{};  ///< spectrum at the receiver's input [V], RealFft's scaling
};

/// Levels behind the transmit FFE, of the outer level. @param tx_ffe, tx_cursor  as
/// EqualiserSettings
std::vector<double> sent_levels(const OpticalChain& chain, std::span<const std::uint8_t> symbols,
                                const std::vector<double>& tx_ffe, int tx_cursor);

PatternRun run_pattern(const OpticalChain& chain, std::vector<std::uint8_t> symbols,
                       const std::vector<double>& tx_ffe, int tx_cursor);

/// The field at the detector over that behind the modulator, losses not counted.
std::vector<cd> through_field(const std::vector<cd>& field, const std::vector<cd>& transfer);

}  // namespace chappe
