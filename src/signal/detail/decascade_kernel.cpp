#include "signal/detail/decascade_kernel.hpp"

#include "signal/detail/blocks.hpp"

namespace chappe::detail {
namespace {

/// The equations of the joint (cascade_kernel.cpp) solved for B, with T the total:
///   D = A12^-1 (T11 - A11) A21^-1,   M = (I + D A22)^-1,   V = T21 A21^-1,   W = V A22,
///   B11 = M D,   B12 = M A12^-1 T12,   B21 = V - W B11,   B22 = T22 - W B12.
struct Take {
  template <int N>
  [[gnu::always_inline]] static inline void sides(const Sides<N>& total, const Sides<N>& left,
                                                  Sides<N>& out) {
    const auto& t = total.s;
    const auto& a = left.s;
    auto& b = out.s;
    Matrix<N> p{}, q{}, d{}, m{}, v{}, w{}, u{};
    invert<N>(0.0, 1.0, a[0][1], p);
    invert<N>(0.0, 1.0, a[1][0], q);
    add_scaled<N>(t[0][0], -1.0, a[0][0], u);
    multiply<N, false>(u, q, nullptr, v);
    multiply<N, false>(p, v, nullptr, d);
    multiply<N, false>(d, a[1][1], nullptr, u);
    invert<N>(1.0, 1.0, u, m);
    multiply<N, false>(m, d, nullptr, b[0][0]);
    multiply<N, false>(p, t[0][1], nullptr, u);
    multiply<N, false>(m, u, nullptr, b[0][1]);
    multiply<N, false>(t[1][0], q, nullptr, v);
    multiply<N, false>(v, a[1][1], nullptr, u);
    add_scaled<N>({}, -1.0, u, w);
    multiply<N, true>(w, b[0][0], &v, b[1][0]);
    multiply<N, true>(w, b[0][1], &t[1][1], b[1][1]);
  }
};

}  // namespace

#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
bool take_left(const Columns<1>& total, const Columns<1>& left, const ColumnsOut<1>& out,
               std::size_t points) {
  return for_blocks<1, Take>(total, left, out, points);
}

#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
bool take_left(const Columns<2>& total, const Columns<2>& left, const ColumnsOut<2>& out,
               std::size_t points) {
  return for_blocks<2, Take>(total, left, out, points);
}

}  // namespace chappe::detail
