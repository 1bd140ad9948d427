#pragma once
// One point of COM's search where the receiver has an FFE: the noise ahead of it, its design, and
// what it makes of the pulses.
#include <memory>
#include <optional>

#include "solve/com/com_merit.hpp"
#include "solve/com/com_rx_ffe.hpp"
#include "solve/com/com_rx_noise.hpp"

namespace chappe {

/// For one setting of the CTLE: keeps what the transmit FFE does not change.
class ComRxMerit {
 public:
  /// @param gain, hp_gain  indices of the bank's gains   All arguments must outlive it.
  ComRxMerit(const ComConfig& config, const ComSignals& signals, const ComBank& bank,
             std::size_t gain, std::size_t hp_gain, int shift_max);

  /// As ComMerit::evaluate. The bound of ComRxFfeDesigner without jitter and far-end crosstalk
  /// comes first.
  std::optional<double> evaluate(std::span<const double> tx, int cursor, int offset,
                                 double beat_db);

  const ComRxFfeDesign& design() const { return designer_.result(); }
  /// After evaluate(): instant, cursor ahead of the FFE, slopes ahead of it.
  const ComMerit& merit() const { return merit_; }
  /// After evaluate(): all noise terms at `lags` lags (at most noise_ui).
  ComRxNoise noise(int lags) const;
  /// Phase of each aggressor's sampling instant, FEXT first.
  std::vector<std::ptrdiff_t> phases() const;

 private:
  const std::vector<double>& transmitter_lags(std::ptrdiff_t phase);
  void find_fext();
  std::vector<double> lags_of(std::span<const double> x, double scale) const;

  const ComConfig& config_;
  const ComBank& bank_;
  std::size_t gain_, hp_gain_;
  ComMerit merit_;
  ComRxFfeDesigner designer_;
  std::vector<double> thru_{};  ///< CTLE'd THRU pulse without transmit FFE
  std::vector<ComPulse> fext_pulses_{};
  std::vector<ComRxAggressor> fext_{}, next_{};
  std::vector<double> fixed_v2_{};            ///< input and near-end noise at the design's lags
  std::vector<std::vector<double>> tx_v2_{};  ///< by phase; empty until asked for
  std::vector<double> h_{}, r_v2_{};
};

}  // namespace chappe
