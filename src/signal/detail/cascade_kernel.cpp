#include "signal/detail/cascade_kernel.hpp"

namespace chappe::detail {
namespace {

/// Frequencies of a block: two 4-ports with their intermediates stay in the first-level cache.
constexpr std::size_t kBlock = 16;

/// A complex number at each frequency of a block.
struct alignas(64) Lanes {
  std::array<double, kBlock> re{}, im{};
};

template <int N>
using Matrix = std::array<std::array<Lanes, N>, N>;

/// s[side of b][side of a] of a 2N-port with its left and right side.
template <int N>
struct Sides {
  std::array<std::array<Matrix<N>, 2>, 2> s{};
};

template <int N>
[[gnu::always_inline]] inline Lanes& lanes(Sides<N>& sides, int row, int col) {
  return sides.s[row / N][col / N][row % N][col % N];
}

template <int N>
[[gnu::always_inline]] inline void load(const Columns<N>& from, std::size_t first,
                                        std::size_t count, Sides<N>& to) {
  for (int p = 0; p < 4 * N * N; ++p) {
    const std::complex<double>* x = from[p] + first;
    Lanes& out = lanes(to, p / (2 * N), p % (2 * N));
    for (std::size_t k = 0; k < count; ++k) {
      out.re[k] = x[k].real();
      out.im[k] = x[k].imag();
    }
  }
}

/// `poison` becomes NaN where a value is not finite: 0 times it is then not 0.
template <int N>
[[gnu::always_inline]] inline void store(Sides<N>& from, std::size_t first, std::size_t count,
                                         const ColumnsOut<N>& to, Lanes& poison) {
  for (int p = 0; p < 4 * N * N; ++p) {
    std::complex<double>* x = to[p] + first;
    const Lanes& in = lanes(from, p / (2 * N), p % (2 * N));
    for (std::size_t k = 0; k < count; ++k) {
      x[k] = std::complex<double>(in.re[k], in.im[k]);
      poison.re[k] += 0.0 * in.re[k];
      poison.im[k] += 0.0 * in.im[k];
    }
  }
}

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
        for (std::size_t k = 0; k < kBlock; ++k) {
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
  for (std::size_t k = 0; k < kBlock; ++k) {
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

template <int N>
[[gnu::always_inline]] inline bool join_all(const Columns<N>& left, const Columns<N>& right,
                                            const ColumnsOut<N>& out, std::size_t points) {
  Sides<N> a{}, b{}, c{};
  Lanes poison{};
  std::size_t first = 0;
  for (; first + kBlock <= points; first += kBlock) {
    load<N>(left, first, kBlock, a);
    load<N>(right, first, kBlock, b);
    join_sides<N>(a, b, c);
    store<N>(c, first, kBlock, out, poison);
  }
  if (const std::size_t rest = points - first; rest > 0) {
    load<N>(left, first, rest, a);
    load<N>(right, first, rest, b);
    join_sides<N>(a, b, c);
    store<N>(c, first, rest, out, poison);
  }
  bool finite = true;
  for (std::size_t k = 0; k < kBlock; ++k) {
    finite = finite && poison.re[k] == 0.0 && poison.im[k] == 0.0;
  }
  return finite;
}

}  // namespace

// One body, compiled for several instruction sets and chosen at load time. All lanes do the same
// separate multiplications and additions (no contraction), so every set gives the same bytes.
#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
bool join(const Columns<1>& left, const Columns<1>& right, const ColumnsOut<1>& out,
                        std::size_t points) {
  return join_all<1>(left, right, out, points);
}

#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
bool join(const Columns<2>& left, const Columns<2>& right, const ColumnsOut<2>& out,
                        std::size_t points) {
  return join_all<2>(left, right, out, points);
}

}  // namespace chappe::detail
