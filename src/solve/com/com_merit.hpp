#pragma once
// One point of COM's search: its sampling instant, DFE, noise and figure of merit (annex 93A.1.6).
#include <optional>
#include <vector>

#include "solve/com/com_dfe.hpp"
#include "solve/com/com_filters.hpp"
#include "solve/com/com_pulse.hpp"
#include "solve/com/com_signals.hpp"

namespace chappe {

/// What one setting of the CTLE makes of a case.
struct ComBank {
  ComCtleSetting ctle{};
  ComPulse thru;
  double sigma_n_v{0.0};
  double next_v2{0.0};                   ///< near-end crosstalk, before sigma_X
  std::vector<double> fext_weight_v2{};  ///< of ComSignals, through the CTLE
};
ComBank com_bank(const ComConfig& config, const ComSignals& signals, const ComCtleSetting& ctle,
                 int shift_max);

/// sqrt((L^2 - 1)/(3 (L-1)^2)): rms of the levels over the outer level.
double com_sigma_x(int levels);

/// A channel's impulse response behind the CTLE, as a pulse.
std::vector<double> com_ctle_pulse(const ComConfig& config, const ComCtleSetting& ctle,
                                   std::span<const double> impulse);

/// Slope of the equalised pulse at the sampling instants [V/UI], without DFE: by central
/// difference of the neighbouring samples, over the whole record (or the DFE's span).
struct ComSlopes {
  std::vector<double> v_per_ui{};
  double norm() const;
};
/// @param taps  of the transmit FFE   @param instant  sample, from 0
ComSlopes com_slopes(const ComConfig& config, const ComPulse& pulse, std::span<const ComTxTap> taps,
                     std::ptrdiff_t instant);

class ComMerit {
 public:
  ComMerit(const ComConfig& config, const ComSignals& signals);

  /// What the search looks at; the members hold the rest until the next call.
  /// @param beat_db  a setting whose bound is below it is given up
  /// @return figure of merit [dB]; nothing where there is no instant or cursor, or it was given up
  std::optional<double> evaluate(const ComBank& bank, std::span<const double> tx, int cursor,
                                 int offset, double beat_db);

  /// The sampling instant and the cursor alone; false where there is none.
  bool locate(const ComBank& bank, std::span<const double> tx, int cursor, int offset);
  /// After locate(): the slopes at its instant.
  const ComSlopes& find_slopes(const ComBank& bank);
  const std::vector<ComTxTap>& taps() const { return taps_; }

  std::ptrdiff_t instant() const { return instant_; }  ///< sample, from 0
  double cursor_v() const { return cursor_v_; }
  double available_v() const { return available_v_; }
  const ComDfeDesigner& dfe() const { return dfe_; }
  const ComSigmas& sigmas() const { return sigmas_; }
  const ComSlopes& slopes() const { return slopes_; }

 private:
  double beyond_dfe_v2(const ComBank& bank);
  double residual_v2();
  double fext_v2(const ComBank& bank, std::span<const double> tx) const;

  const ComConfig& config_;
  const ComSignals& signals_;
  double sigma_x_;
  std::vector<std::vector<double>> cosines_{};  ///< cos(2 pi m f/f_b) over the FEXT weight's points
  ComDfeDesigner dfe_;
  std::vector<ComTxTap> taps_{};
  std::vector<double> work_{}, row_{};
  std::vector<double> posts_{};
  ComSlopes slopes_{};
  ComSigmas sigmas_{};
  std::ptrdiff_t instant_{0};
  double cursor_v_{0.0}, available_v_{0.0};
};

}  // namespace chappe
