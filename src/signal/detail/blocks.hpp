#pragma once
// A pass over two 2N-ports, a block of frequencies at a time.
#include "signal/detail/lanes.hpp"

namespace chappe::detail {

/// Step::sides(left, right, out) on one block of frequencies after the other. False if any value of
/// out is not finite.
template <int N, class Step>
[[gnu::always_inline]] inline bool for_blocks(const Columns<N>& left, const Columns<N>& right,
                                              const ColumnsOut<N>& out, std::size_t points) {
  Sides<N> a{}, b{}, c{};
  Lanes poison{};
  const std::size_t whole = points / kBlock * kBlock, rest = points - whole;
  for (std::size_t first = 0; first < whole; first += kBlock) {
    load<N>(left, first, kBlock, a);
    load<N>(right, first, kBlock, b);
    Step::template sides<N>(a, b, c);
    store<N>(c, first, kBlock, out, poison);
  }
  if (rest > 0) {
    load<N>(left, whole, rest, a);
    load<N>(right, whole, rest, b);
    Step::template sides<N>(a, b, c);
    store<N>(c, whole, rest, out, poison);
  }
  bool finite = true;
  for (std::size_t k = 0; k < kBlock; ++k) {
    finite = finite && poison.re[k] == 0.0 && poison.im[k] == 0.0;
  }
  return finite;
}

}  // namespace chappe::detail
