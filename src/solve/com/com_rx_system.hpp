#pragma once
// The normal equations of COM's MMSE receive FFE, and small solvers for them.
// With the pulse h, its cursor at index c, `ahead` taps ahead of the cursor tap and n taps w:
//   R = X'X + T/sigma_X^2 over the n columns of h's whole convolution matrix X, T the noise's
//   Toeplitz matrix: R is Toeplitz too, t_k = sum_i h_i h_(i+k) + r_k/sigma_X^2
//   row q = 0: what the taps make of the cursor, h_0; q = 1 .. m-1: of the DFE's post-cursors, h_q;
//   h_q[j] = h(c + ahead + q - j)
#include <span>
#include <vector>

namespace chappe {

/// r_k = sum_i x_i x_(i+k) for each k of r; x is 0 outside.
void com_autocorrelation(std::span<const double> x, std::span<double> r);

/// Solves A X = B for a symmetric positive definite A by elimination. Both row by row; both are
/// overwritten, B by X.   @param a  n x n   @param b  n x count   @return false if A is not
bool com_solve_spd(std::span<double> a, std::span<double> b, int n, int count);

/// What follows from the Gram matrix G = [h_q R^-1 h_p'] (m x m): the taps of least error.
struct ComRxFeedback {
  std::vector<double> b{};  ///< DFE taps without limits, m-1
  double gain{0.0};  ///< h_0 Q^-1 h_0', Q = R - sum h_q'h_q: the error is sigma_X^2 (1/gain - 1)
  /// @return false if there is no such solution
  bool solve(std::span<const double> g, int m);

 private:
  std::vector<double> work_{};
};

/// No memory is taken once sizes have settled.
class ComRxSystem {
 public:
  /// @param columns  n   @param feedback  DFE taps: m = 1 + feedback
  ComRxSystem(int columns, int ahead, int feedback, double sigma_x);

  /// @param h  [V], one a symbol, 0 outside   @param cursor  index in h
  void set_pulse(std::span<const double> h, int cursor);
  /// @param r_v2  autocorrelation of the noise at lags 0 .. n-1
  void set_noise(std::span<const double> r_v2);

  int columns() const { return n_; }
  int rows() const { return m_; }
  double t(int lag) const { return t_[at(lag)]; }
  std::span<const double> h(int q) const { return std::span(h_).subspan(at(q) * at(n_), at(n_)); }

  /// The Gram matrix over all columns by Levinson's recursion.  @return false if R is not positive
  bool gram(std::vector<double>& g);

  /// Lays out [R, h'; h, 0], (n+m) x (n+m), for elimination of columns by Gauss and Jordan.
  void start();
  /// Rows of eliminated columns S then hold R_SS^-1 [R_S., h_S'], the others the Schur complement
  /// and the last m x m entries -h_S R_SS^-1 h_S'.
  /// @param from  columns ahead of it are no longer kept up   @return false if R is not positive
  bool eliminate(int column, int from);
  double value(int row, int column) const { return a_[at(row) * at(n_ + m_) + at(column)]; }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int n_, ahead_, m_;
  double sigma_x2_;
  std::vector<double> correlation_{}, t_{}, h_{}, a_{};
  std::vector<double> predictor_{}, next_{}, innovation_{};
};

}  // namespace chappe
