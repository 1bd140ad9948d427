#pragma once
// Joining 2-ports and 4-ports, a block of frequencies at a time.
#include <array>
#include <cstddef>

namespace chappe::detail {

/// Frequencies of a block: one block of 4-ports with its intermediates stays in the first-level
/// cache.
inline constexpr std::size_t kCascadeBlock = 16;

/// A complex number at each frequency of a block.
struct alignas(64) Lanes {
  std::array<double, kCascadeBlock> re{}, im{};
};

/// N x N blocks of a 2N-port: s[side of b][side of a][row][column].
template <int N>
struct Sides {
  std::array<std::array<std::array<std::array<Lanes, N>, N>, 2>, 2> s{};
};

/// out = left then right.
void join(const Sides<1>& left, const Sides<1>& right, Sides<1>& out);
void join(const Sides<2>& left, const Sides<2>& right, Sides<2>& out);

}  // namespace chappe::detail
