#pragma once
// What a maximum-likelihood sequence detector for 1 + alpha D behind COM's equaliser is worth, as
// the public reference (revision 4.50) corrects COM for it, and in the form of annex 178A.
// Pe and Pinv: ComDistribution of the total density. p = (L-1)/L.
// cdf (MLSE 1), only if A_s >= A_ni:
//   DER = sum_j 2 j p^j Pe(A_s sqrt(1 + (j-1)(1-alpha)^2 + alpha^2)), until a term <= 1e-3 of DER;
//   delta = 20 log10(|Pinv(DER/2 (1/p - Pe((1-2 alpha) A_s)))|/A_s)
// scaled (MLSE 2), only if A_s >= A_ni: the same DER; the density is shrunk until 2 p Pe_s(A_s) is
//   within a tenth of DER; delta = 20 log10(Pinv(DER_0)/Pinv_s(DER_0))
// correlated (MLSE 3), always: DER = sum_j 2 p^j Pe(3/2 A_s sqrt(trace A_j/sum A_j)), A_j the j x j
//   Toeplitz matrix of rho_k a_k, a = 1, -(1-alpha), +(1-alpha), ..., its diagonal replaced by 1,
//   (1-alpha)^2, ...; until a term <= 1e-4 of DER; the density is that of (1-alpha) x + alpha x' of
//   two independent x; delta = 20 log10(|Pinv_2(DER/(2 p))|/A_s). The 3/2 is there for any L.
// annex_178a, only if Pe(A_s) <= DER_0: u_j = 1, -(1-alpha), +(1-alpha), ..., (-1)^(j+1) alpha
//   (j+1 entries), V the Toeplitz matrix of rho; P_j the distribution of x (1 time), alpha x (once)
//   and (1-alpha) x (j-1 times) added up; DER = sum_j p^(j-1) P_j(A_s |u|^3/sqrt(u'Vu)), until a
//   term <= 1e-4 of DER; delta = max(0, 20 log10(-Pinv(DER)/A_s)).
//   This form is from a port of later revisions of the program (SiCoPR), not from the standard;
//   without its cut at `trunc`, its added noise and its Q budget.
// With any form VEC = VEC_0 + delta - 20 log10((10^(delta/20) - 1) 10^(VEC_0/20) + 1); VEO stays.
// Closed eyes give finite figures: a quantile of 0 is taken as half a bin, VEC is at
// most -20 log10(2^-52); where the reference's shrinking would not settle it ends after 200 steps.
#include <span>
#include <vector>

#include "solve/com/com_density.hpp"

namespace chappe {

enum class ComMlseForm { cdf, scaled, correlated, annex_178a };

struct ComMlseInput {
  const ComDensity& total;  ///< interference and noise at the slicer
  double a_s_v{0.0}, a_ni_v{0.0};
  double com_db{0.0}, vec_db{0.0};  ///< without MLSE
  double alpha{0.0};                ///< DFE tap 1
  int levels{4};
  double der0{1e-4};
  /// Correlation of interference and noise, rho_0 = 1; for correlated and annex_178a.
  std::span<const double> rho{};
};

struct ComMlse {
  bool applied{false};  ///< false: the form asks for a more open eye; der is 0, delta 0
  double der{0.0};      ///< of the sequence detector
  double delta_db{0.0}, com_db{0.0}, vec_db{0.0};
};

ComMlse com_mlse(const ComMlseInput& input, ComMlseForm form);

/// Correlation of what disturbs the detector: residual interference and noise behind the receive
/// FFE.   @param noise_v2  com_rx_filtered of all noise: lags 0 .. nu-1
/// @param samples  the equalised pulse one a symbol (com_rx_samples)   @param cursor  index there
/// (com_rx_cursor), which is left out; the b_max.size() samples behind it count as far as they
/// exceed a tap's limits   @param cursor_v  [V]   @return rho_0 = 1 .. rho_(nu-1)
std::vector<double> com_mlse_correlation(std::span<const double> noise_v2,
                                         std::span<const double> samples, int cursor,
                                         double cursor_v, std::span<const double> b_min,
                                         std::span<const double> b_max, double sigma_x);

}  // namespace chappe
