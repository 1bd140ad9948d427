#pragma once
// Codewords that a FEC cannot correct, counted on simulated line symbols without encoding or
// decoding: a bounded-distance code fails where more than t of a codeword's symbols are wrong.
#include <cstdint>
#include <span>
#include <vector>

#include "fec/lane_mux.hpp"

namespace chappe {

/// What was counted over whole groups of interleaved codewords.
struct CodewordCounts {
  std::uint64_t groups{0}, words{0};
  std::uint64_t failed_words{0}, failed_groups{0};
  std::uint64_t failed_words_squared{0};  ///< sum over groups: words of a group fail together
};

/// The line symbols of a stream stand for the physical lanes in turn: a stretch of span() symbols
/// is one lane's share of a group, the next stretch the next lane's.
class CodewordCounter {
 public:
  /// @param levels    2 or 4: Gray labels, one or two bits a symbol, the first bit earlier
  /// @param precoded  by 1/(1+D) modulo `levels`; the symbol ahead of a stretch counts as right
  /// @throws InternalError unless the group fills the lanes (fills_lanes of fec/lane_mux.hpp)
  CodewordCounter(const FecCode& code, const LaneMux& mux, int levels, bool precoded);

  /// Line symbols that a group has on one physical lane.
  std::size_t span() const { return span_; }
  /// Continues the stream. @param sent, decided  level indices, same size
  void add(std::span<const std::uint8_t> sent, std::span<const std::uint8_t> decided);
  const CodewordCounts& counts() const { return counts_; }

 private:
  /// Symbols of one stretch, at least one.
  void add_part(const std::uint8_t* sent, const std::uint8_t* decided, std::size_t count);
  void mark_wrong(std::size_t at, unsigned wrong_bits);
  void end_stretch();

  struct Place {
    std::uint32_t symbol{0}, word{0};
  };
  int t_{0}, levels_{0}, bits_{0}, lanes_{1};
  bool precoded_{false};
  std::size_t span_{0}, words_{1};
  std::vector<Place> places_{};        ///< [bit of a stretch]
  std::vector<std::uint32_t> seen_{};  ///< [symbol of a stretch]: the stretch that marked it last
  std::uint32_t stretch_{1};
  std::size_t at_{0};  ///< in the stretch
  int lane_{0};
  unsigned sent_before_{0}, decided_before_{0};
  std::vector<int> wrong_{};  ///< [word]: wrong symbols in this group so far
  CodewordCounts counts_{};
};

}  // namespace chappe
