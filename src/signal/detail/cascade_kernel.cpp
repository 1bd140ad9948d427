#include "signal/detail/cascade_kernel.hpp"

// One body, compiled for several instruction sets and chosen at load time. All lanes do the same
// separate multiplications and additions (no contraction), so every set gives the same bytes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CHAPPE_CLONES [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define CHAPPE_CLONES
#endif

namespace chappe::detail {
namespace {

template <int N>
using Matrix = std::array<std::array<Lanes, N>, N>;

/// out = sum_j a[row][j] b[j][column] (+ add).
template <int N, bool kAdd>
[[gnu::always_inline]] inline void multiply(const Matrix<N>& a, const Matrix<N>& b,
                                            const Matrix<N>* add, Matrix<N>& out) {
  for (int row = 0; row < N; ++row) {
    for (int col = 0; col < N; ++col) {
      Lanes sum{};
      if constexpr (kAdd) sum = (*add)[row][col];
      for (int j = 0; j < N; ++j) {
        const Lanes& x = a[row][j];
        const Lanes& y = b[j][col];
        for (std::size_t k = 0; k < kCascadeBlock; ++k) {
          sum.re[k] += x.re[k] * y.re[k] - x.im[k] * y.im[k];
          sum.im[k] += x.re[k] * y.im[k] + x.im[k] * y.re[k];
        }
      }
      out[row][col] = sum;
    }
  }
}

/// out = (I - m)^-1 by the adjugate: N is 1 or 2.
template <int N>
[[gnu::always_inline]] inline void invert_one_minus(const Matrix<N>& m, Matrix<N>& out) {
  for (std::size_t k = 0; k < kCascadeBlock; ++k) {
    if constexpr (N == 1) {
      const double re = 1.0 - m[0][0].re[k];
      const double im = -m[0][0].im[k];
      const double scale = 1.0 / (re * re + im * im);
      out[0][0].re[k] = re * scale;
      out[0][0].im[k] = -im * scale;
    } else {
      const double ar = 1.0 - m[0][0].re[k], ai = -m[0][0].im[k];
      const double br = m[0][1].re[k], bi = m[0][1].im[k];
      const double cr = m[1][0].re[k], ci = m[1][0].im[k];
      const double dr = 1.0 - m[1][1].re[k], di = -m[1][1].im[k];
      const double re = (ar * dr - ai * di) - (br * cr - bi * ci);
      const double im = (ar * di + ai * dr) - (br * ci + bi * cr);
      const double scale = 1.0 / (re * re + im * im);
      const double ir = re * scale, ii = -im * scale;  // 1 / determinant
      out[0][0].re[k] = dr * ir - di * ii;
      out[0][0].im[k] = dr * ii + di * ir;
      out[0][1].re[k] = br * ir - bi * ii;
      out[0][1].im[k] = br * ii + bi * ir;
      out[1][0].re[k] = cr * ir - ci * ii;
      out[1][0].im[k] = cr * ii + ci * ir;
      out[1][1].re[k] = ar * ir - ai * ii;
      out[1][1].im[k] = ar * ii + ai * ir;
    }
  }
}

/// With x the wave into `right` and y the wave back into `left` at the joint:
///   x = (I - A22 B11)^-1 (A21 a1 + A22 B12 a2),  y = B11 x + B12 a2,
///   b1 = A11 a1 + A12 y,                         b2 = B21 x + B22 a2.
template <int N>
[[gnu::always_inline]] inline void join_sides(const Sides<N>& left, const Sides<N>& right,
                                              Sides<N>& out) {
  const auto& a = left.s;
  const auto& b = right.s;
  Matrix<N> t{}, u{}, x1{}, x2{}, y{};
  multiply<N, false>(a[1][1], b[0][0], nullptr, t);
  invert_one_minus<N>(t, u);
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

}  // namespace

CHAPPE_CLONES void join(const Sides<1>& left, const Sides<1>& right, Sides<1>& out) {
  join_sides<1>(left, right, out);
}

CHAPPE_CLONES void join(const Sides<2>& left, const Sides<2>& right, Sides<2>& out) {
  join_sides<2>(left, right, out);
}

}  // namespace chappe::detail
