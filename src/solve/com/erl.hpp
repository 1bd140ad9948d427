#pragma once
// Effective return loss (IEEE 802.3 annex 93A.5) of a section's channel, as the public COM
// reference program computes it.
#include "signal/network.hpp"
#include "solve/com/com_response.hpp"

namespace chappe {

/// How the pulse reflection is weighted inside the gate (the reference's `Grr`).
enum class ErlGate {
  graded_all = 0,     ///< (1 + rho) rho exp(-..) inside, (1 + rho) rho beyond
  graded_inside = 1,  ///< (1 + rho) rho exp(-..) inside, 1 beyond
  constant = 2,       ///< rho inside, 1 beyond
};

/// Defaults are the reference's.
struct ErlOptions {
  ComTimeGrid time{};
  int levels{4};
  double error_ratio{1e-4};         ///< DER_0
  double rise_time_s{8e-12};        ///< TR_TDR, 20 to 80 %
  double test_impedance_ohm{50.0};  ///< Z_t, single ended
  double filter_ratio{4.0};         ///< f_r: Butterworth corner over the symbol rate
  bool taper{false};                ///< Tukey window from f_r f_b to f_b
  double span_ui{0.0};              ///< N; 0 = five times the channel's delay
  int gate_ui{12};                  ///< N_bx; the receiver's N_b unless said otherwise
  double rho{0.618};                ///< rho_x
  double beta_db_per_s{0.0};        ///< beta_x
  ErlGate gate{ErlGate::graded_inside};
  double fixture_delay_s[2]{0.0, 0.0};  ///< t_fx of port 1 and 2
  double impedance_window_s{0.6e-9};    ///< T_k, of the impedance estimate
};

/// The values of the 100GBASE-KR sheet of IEEE 802.3ck (COM configuration of 08/2022): TR_TDR 10
/// ps, f_r 0.75, taper, N 3500, N_bx 21, rho_x 0.618, beta_x 0, DER_0 1e-4, 4 levels.
ErlOptions erl_options_100g_kr(double symbol_rate_bd);

struct ErlPort {
  double erl_db{0.0};
  double impedance_ohm{0.0};  ///< mean differential impedance at the port's near end
  int phase{0};               ///< sampling phase of the largest reflection, from 0
};

struct ErlResult {
  ErlPort port[2]{};
  double erl_db{0.0};  ///< the smaller
};

/// A record of more than 100 ns that is much longer than what is looked at is shortened: every m-th
/// frequency is then used.
/// @param channel  differential 2-port without packages; port 1 towards the transmitter
/// @throws DataError for a response that cannot be transformed
ErlResult effective_return_loss(const Network& channel, const ErlOptions& options);

}  // namespace chappe
