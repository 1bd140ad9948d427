#include "signal/detail/cascade_kernel.hpp"

#include "signal/detail/blocks.hpp"

namespace chappe::detail {
namespace {

/// With x the wave into `right` and y the wave back into `left` at the joint:
///   x = (I - A22 B11)^-1 (A21 a1 + A22 B12 a2),  y = B11 x + B12 a2,
///   b1 = A11 a1 + A12 y,                         b2 = B21 x + B22 a2.
struct Join {
  template <int N>
  [[gnu::always_inline]] static inline void sides(const Sides<N>& left, const Sides<N>& right,
                                                  Sides<N>& out) {
    const auto& a = left.s;
    const auto& b = right.s;
    Matrix<N> t{}, u{}, x1{}, x2{}, y{};
    multiply<N, false>(a[1][1], b[0][0], nullptr, t);
    invert<N>(1.0, -1.0, t, u);
    multiply<N, false>(u, a[1][0], nullptr, x1);
    multiply<N, false>(a[1][1], b[0][1], nullptr, t);
    multiply<N, false>(u, t, nullptr, x2);
    multiply<N, false>(b[0][0], x1, nullptr, y);
    multiply<N, true>(a[0][1], y, &a[0][0], out.s[0][0]);
    multiply<N, true>(b[0][0], x2, &b[0][1], y);
    multiply<N, false>(a[0][1], y, nullptr, out.s[0][1]);
    multiply<N, false>(b[1][0], x1, nullptr, out.s[1][0]);
    multiply<N, true>(b[1][0], x2, &b[1][1], out.s[1][1]);
  }
};

}  // namespace

// One body, compiled for several instruction sets and chosen at load time. All lanes do the same
// separate multiplications and additions (no contraction), so every set gives the same bytes.
#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
bool join(const Columns<1>& left, const Columns<1>& right, const ColumnsOut<1>& out,
                        std::size_t points) {
  return for_blocks<1, Join>(left, right, out, points);
}

#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
bool join(const Columns<2>& left, const Columns<2>& right, const ColumnsOut<2>& out,
                        std::size_t points) {
  return for_blocks<2, Join>(left, right, out, points);
}

}  // namespace chappe::detail
