#pragma once
// Complex matrices of N x N (N is 1 or 2) at a block of frequencies side by side, for the kernels
// that join 2N-ports and take them apart. All is inlined into functions that are compiled for
// several instruction sets; every lane does the same separate multiplications and additions (no
// contraction), so that every set gives the same bytes.
#include "signal/detail/cascade_kernel.hpp"

namespace chappe::detail {

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
    auto* x = reinterpret_cast<double*>(to[p] + first);
    const Lanes& in = lanes(from, p / (2 * N), p % (2 * N));
    for (std::size_t k = 0; k < count; ++k) {
      x[2 * k] = in.re[k];
      x[2 * k + 1] = in.im[k];
    }
    for (std::size_t k = 0; k < count; ++k) {
      poison.re[k] += 0.0 * in.re[k];
      poison.im[k] += 0.0 * in.im[k];
    }
  }
}

/// out = sum_j a[row][j] b[j][column] (+ add). out is none of the others.
template <int N, bool kAdd>
[[gnu::always_inline]] inline void multiply(const Matrix<N>& a, const Matrix<N>& b,
                                            const Matrix<N>* add, Matrix<N>& out) {
  for (int row = 0; row < N; ++row) {
    for (int col = 0; col < N; ++col) {
      const Lanes &x = a[row][0], &y = b[0][col];
      const Lanes &u = a[row][N - 1], &v = b[N - 1][col];
      Lanes& sum = out[row][col];
      for (std::size_t k = 0; k < kBlock; ++k) {
        double re = kAdd ? (*add)[row][col].re[k] : 0.0, im = kAdd ? (*add)[row][col].im[k] : 0.0;
        re += x.re[k] * y.re[k] - x.im[k] * y.im[k];
        im += x.re[k] * y.im[k] + x.im[k] * y.re[k];
        if constexpr (N == 2) {
          re += u.re[k] * v.re[k] - u.im[k] * v.im[k];
          im += u.re[k] * v.im[k] + u.im[k] * v.re[k];
        }
        sum.re[k] = re;
        sum.im[k] = im;
      }
    }
  }
}

/// out = a + factor b, element by element.
template <int N>
[[gnu::always_inline]] inline void add_scaled(const Matrix<N>& a, double factor, const Matrix<N>& b,
                                              Matrix<N>& out) {
  for (int row = 0; row < N; ++row) {
    for (int col = 0; col < N; ++col) {
      for (std::size_t k = 0; k < kBlock; ++k) {
        out[row][col].re[k] = a[row][col].re[k] + factor * b[row][col].re[k];
        out[row][col].im[k] = a[row][col].im[k] + factor * b[row][col].im[k];
      }
    }
  }
}

/// out = (add_one I + sign m)^-1 by the adjugate. Not finite where that is singular.
template <int N>
[[gnu::always_inline]] inline void invert(double add_one, double sign, const Matrix<N>& m,
                                          Matrix<N>& out) {
  for (std::size_t k = 0; k < kBlock; ++k) {
    const double ar = add_one + sign * m[0][0].re[k], ai = sign * m[0][0].im[k];
    if constexpr (N == 1) {
      const double scale = 1.0 / (ar * ar + ai * ai);
      out[0][0].re[k] = ar * scale;
      out[0][0].im[k] = -ai * scale;
    } else {
      const double br = sign * m[0][1].re[k], bi = sign * m[0][1].im[k];
      const double cr = sign * m[1][0].re[k], ci = sign * m[1][0].im[k];
      const double dr = add_one + sign * m[1][1].re[k], di = sign * m[1][1].im[k];
      const double re = (ar * dr - ai * di) - (br * cr - bi * ci);
      const double im = (ar * di + ai * dr) - (br * ci + bi * cr);
      const double scale = 1.0 / (re * re + im * im);
      const double ir = re * scale, ii = -im * scale;  // 1 / determinant
      out[0][0].re[k] = dr * ir - di * ii;
      out[0][0].im[k] = dr * ii + di * ir;
      out[0][1].re[k] = -(br * ir - bi * ii);
      out[0][1].im[k] = -(br * ii + bi * ir);
      out[1][0].re[k] = -(cr * ir - ci * ii);
      out[1][0].im[k] = -(cr * ii + ci * ir);
      out[1][1].re[k] = ar * ir - ai * ii;
      out[1][1].im[k] = ar * ii + ai * ir;
    }
  }
}

}  // namespace chappe::detail
