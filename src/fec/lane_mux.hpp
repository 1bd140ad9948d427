#pragma once
// Which codeword symbols the bits of a physical lane belong to.
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "fec/burst.hpp"
#include "fec/code.hpp"

namespace chappe {

enum class MuxKind { bit, symbol };

/// A physical lane carries some PCS lanes, one bit (or one codeword symbol) of each in turn. Each
/// PCS lane is a column of codeword symbols; a row is one symbol of every lane. Rows begin at the
/// same time on all lanes (no skew within a physical lane).
struct LaneMux {
  MuxKind kind{MuxKind::symbol};
  int lanes{1};           ///< PCS lanes on the physical lane
  int physical_lanes{1};  ///< that share the codewords, all alike
  int codewords{1};       ///< interleaved, 1 .. 4: a group
  /// [row * lanes + lane]: which codeword, 0 .. codewords - 1; periodic in rows.
  std::vector<int> codeword{0};

  int row_period() const { return static_cast<int>(codeword.size()) / lanes; }
  int codeword_at(long row, int lane) const;
};

/// Codewords in turn, symbol by symbol: 0, 1, .., over the lanes and on into the next row.
LaneMux round_robin_mux(MuxKind kind, int lanes, int physical_lanes, int codewords);

/// Two codewords in the checkerboard of IEEE 802.3 119.2.4.7: PCS lane l in row k holds the first
/// one where k + l is even. @param pcs_lanes  the numbers of those on one physical lane, in order
LaneMux checkerboard_mux(MuxKind kind, std::span<const int> pcs_lanes, int physical_lanes);

/// A codeword symbol of one physical lane.
struct MuxPlace {
  long row{0};
  int lane{0};
  auto operator<=>(const MuxPlace&) const = default;
};

/// Where bit `bit` of a physical lane goes, counted from the start of a row.
MuxPlace mux_place(const LaneMux& mux, long bit, int symbol_bits);

/// Most symbols of one codeword that `bits` wrong bits in a row can hit, over all phases at which a
/// line symbol begins.
int most_symbols_hit(const LaneMux& mux, int bits, int symbol_bits, int bits_per_symbol);

/// Symbols hit in each codeword of a group.
using Hits = std::array<std::uint8_t, 4>;

/// For each length of an event (index l - 1): how many places of its start, over all physical lanes
/// and in the mean over which bits are wrong, hit a group of codewords in which way. Every place
/// counts, also those from which an event reaches in from the group before or out into the next;
/// ways that hit nothing are left out.
struct BurstSpread {
  int codewords{1};
  int n{1};                  ///< symbols a codeword
  int symbol_bits{1};        ///< bits a codeword symbol
  std::vector<Hits> ways{};  ///< in which groups are hit, ascending, all lengths together
  /// [l - 1]: index in `ways` and places, ascending.
  std::vector<std::vector<std::pair<std::size_t, double>>> by_length{};
  /// One length's ways. @param length  1 to the longest
  std::map<Hits, double> of_length(int length) const;
};

/// True where a group's symbols fill whole periods of rows on all lanes, line symbols whole rows,
/// and the model's longest event fits in the group's share of a lane: what burst_spread needs.
bool fills_lanes(const FecCode& code, const LaneMux& mux, const BurstModel& model);

/// Exact enumeration. Takes sign, precoding and bits_per_symbol of the model, not its
/// probabilities, for lengths 1 .. the model's longest: made once for many outcomes.
/// @throws InternalError unless fills_lanes
BurstSpread burst_spread(const FecCode& code, const LaneMux& mux, const BurstModel& model);

}  // namespace chappe
