#pragma once
// Eye height of a chip-to-module link over a window of sampling instants, as the public COM
// reference (revision 4.50) has it for PMD_type C2M. Samples and instants count from 0 here.
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "solve/com/com_density.hpp"

namespace chappe {

/// Weight of the instants of the window; x in samples from its middle, T its half width:
///   rectangle 1; gaussian exp(-x^2/(2 s^2)); triangle 1 - |x|/T;
///   dual_rayleigh (x+T) exp(-(x+T)^2/(2 s^2)) - (x-T) exp(-(x-T)^2/(2 s^2));
/// s = 1000 sigma_r T/T_O. triangle and dual_rayleigh were never run against the reference.
enum class ComWindow { rectangle, gaussian, triangle, dual_rayleigh };
/// @throws DataError for any other word
ComWindow com_window(std::string_view word);

struct ComC2mInput {
  std::span<const double> pulse{};  ///< equalised THRU pulse without DFE [V]
  std::ptrdiff_t instant{0};        ///< sample of it
  int samples{32};                  ///< M
  std::span<const double> dfe{};    ///< taps relative to the cursor
  double r_lm{1.0};
  int levels{4};
  double sigma_rj_ui{0.0}, a_dd_ui{0.0};
  double sigma_n_v{0.0}, sigma_tx_v{0.0};
  double crest_factor{0.0};  ///< q of the Gaussian density (annex 93A: q_inverse(DER_0))
  double der0{1e-4};
  double t_o_mui{0.0};   ///< T_O: half width of the window
  int samples_c2m{100};  ///< S, instants a symbol, >= 3
  ComWindow window{ComWindow::gaussian};
  double sigma_r_ui{0.02};
  double bin_v{1e-5};                    ///< com_bin_v; that of crosstalk
  const ComDensity* crosstalk{nullptr};  ///< none: without crosstalk, as the search asks for it
};

struct ComC2mEye {
  double height_v{0.0};  ///< EH, the least of the L-1 eyes: a multiple of bin_v, < 0 if closed
  double a_ni_v{0.0};    ///< 2 A_s - EH
  /// VEO = EH; VEC = 20 log10(2 A_s/EH), -20 log10(2^-52) for a closed eye (the reference gives
  /// the negative of that); COM = 20 log10(2 A_s/A_ni), A_ni at least half a bin.
  double veo_mv{0.0}, vec_db{0.0}, com_db{0.0};
};

/// The pulse is resampled in straight lines at S instants a symbol, t_s among them; windows of S
/// lie so that t_s is sample floor(S/2) of its own. Each instant of t_s -+ floor(T_O S/1000) has
/// the density of its own column (first and last symbol of the record left out), its own slope (for
/// jitter) and its own levels R_LM s(j); the densities of each level are added up with the window's
/// weights.   @throws DataError for a window wider than the symbol
ComC2mEye com_c2m_eye(const ComC2mInput& input);

/// No eye of the window is higher [V]: its density is at least w times that of t_s alone (w: the
/// weight of t_s), so that its edges at DER_0 lie no further in than those at DER_0/w. One instant
/// in place of all.
double com_c2m_height_bound_v(const ComC2mInput& input);

}  // namespace chappe
