#pragma once
// COM's receive FFE by least mean squared error, with DFE, limits and banks of floating taps, as
// the public reference (revision 4.50) has it:
//   sigma_e^2 = sigma_X^2 (w'Rw + 1 + b'b - 2 h_0 w - 2 b'Hw), least under h_0 w = 1;
//   FOM = 20 log10(R_LM/((L-1) sigma_e)). R, h_0 and H's rows: com_rx_system.hpp.
// Its order is kept: b from the free solution, then clipped; w again for the clipped b; w clipped
// to its limits relative to the cursor tap; if that changed w: w over h_0 w, b = clip(H w), and no
// further search. The upper of two limits is applied last.
// Banks (quirks kept): the columns of a start at position p [UI behind the cursor] are those
// p - first ahead of which the fixed taps end, first = N_tail_start (post + 1 without it), which
// are the true ones only if first = post + 1; banks are added one at a time, each the best (of
// equals the first); then as many entries of the list of starts are struck from the chosen one on
// as a bank has taps (after the first bank the list has gaps, so starts that do not overlap can be
// among them), and the starts below it that overlap.
// Not as there: with no pre taps the reference's limits slip by one tap; here they do not.
#include <optional>
#include <span>
#include <vector>

#include "solve/com/com_config.hpp"
#include "solve/com/com_floating.hpp"
#include "solve/com/com_rx_system.hpp"

namespace chappe {

struct ComRxFfeDesign {
  std::vector<double> taps{};   ///< relative to the cursor tap; earliest first; the whole span
  int pre{0};                   ///< taps ahead of the cursor tap
  std::vector<double> dfe{};    ///< N_b taps within their limits, relative to the cursor
  std::vector<int> floating{};  ///< positions of the banks' taps [UI behind the cursor], ascending
  double sigma_e{0.0};          ///< of a unit cursor
  double fom_db{0.0};
};

/// Designs one receive FFE after the other; takes no memory once the first is done.
class ComRxFfeDesigner {
 public:
  /// dfe.banks > 0: banks of floating taps of the FFE within positions up to dfe.span; the DFE has
  /// dfe.taps taps.   @param levels  L
  ComRxFfeDesigner(const ComRxFfe& ffe, const ComDfe& dfe, int levels, double r_lm);

  /// Taps of the whole span: the noise is needed at lags 0 .. lags()-1.
  int lags() const { return system_.columns(); }
  /// @param h  the pulse ahead of the FFE [V], one sample a symbol, 0 outside
  /// @param cursor  index in h, from 0
  void set_pulse(std::span<const double> h, int cursor) {
    pulse_ = h;
    cursor_ = cursor;
    system_.set_pulse(h, cursor);
  }
  /// After set_pulse.   @param r_v2  autocorrelation of the noise ahead of the FFE
  void set_noise(std::span<const double> r_v2) { system_.set_noise(r_v2); }

  /// FOM [dB] with all taps of the span free, fixed or not, and no limits, plus 1e-9 dB for
  /// rounding. It is never below what design() gives: any design of fixed taps and banks, clipped
  /// or not, is a point (w, b) of the same problem under the same h_0 w = 1, with w = 0 elsewhere.
  /// It also bounds the FOM of any noise that adds independent parts to the one given (R grows by
  /// a positive semidefinite matrix), so that it may be asked ahead of the dear parts.
  /// Costs lags()^2 steps (Levinson). Infinity if the noise leaves R singular.
  double bound_fom_db();

  /// Nothing if there is no solution (no cursor; R singular). The pulse's memory must still live.
  std::optional<double> design_fom_db();
  /// Of the last design that succeeded.
  const ComRxFfeDesign& result() const { return result_; }

 private:
  bool choose_banks();
  bool choose_by_isi();
  bool best_start(std::size_t& best, double& error);
  bool take(int position);
  double trial(int first, int width, double beat);
  bool bank_gram(int first, int width);
  void weights(int first, int width);
  bool within_limits();
  double error_of_weights();
  int column(int position) const { return position - first_ + fixed_; }
  double fom_db(double error) const;

  ComRxFfe ffe_;
  ComDfe dfe_;
  int fixed_;  ///< taps that do not float
  int first_;  ///< first position of a bank
  double sigma_x_, signal_;
  ComRxSystem system_;
  ComRxFeedback feedback_{};
  ComFloatingTaps isi_banks_{};
  std::span<const double> pulse_{};
  int cursor_{0};
  std::vector<double> g_{}, bank_{}, z_{}, coef_{}, w_{}, clipped_{};
  std::vector<int> used_{}, columns_{}, starts_{}, positions_{};
  ComRxFfeDesign result_{};
};

}  // namespace chappe
