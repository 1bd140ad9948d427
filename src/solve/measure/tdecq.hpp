#pragma once
// Transmitter and dispersion eye closure of PAM4 (TDECQ) and what is measured with it.
// TECQ is the same of a waveform without the fibre, SECQ of a stressed receiver test's: one code.
//   TDECQ = 10 log10(OMAouter/6 / (Qt R)), R = sqrt(sigma_G^2 + sigma_S^2)
// sigma_G: the most noise ahead of the reference equaliser (white behind the reference filter; Ceq
// sigma_G behind the equaliser) with which the symbol error ratio in both histogram windows meets
// the target; sigma_S: the oscilloscope's own noise, which the waveform already holds. Source: IEEE
// Std 802.3 121.8.5.3, recalled (its text was not at hand); checked against three independent
// codes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "solve/measure/eye_windows.hpp"
#include "solve/measure/levels.hpp"
#include "solve/measure/pattern_wave.hpp"
#include "solve/measure/tap_limits.hpp"
#include "solve/measure/transitions.hpp"

namespace chappe::measure {

/// Where the middle between the windows lies.
enum class Timing {
  best,     ///< where TDECQ is least
  crossing  ///< half a symbol behind the mean crossing of Pave behind the equaliser
};

struct TdecqOptions {
  std::size_t taps{5};                      ///< 1 to 31
  std::optional<std::size_t> precursors{};  ///< default: whatever is best within the limits
  std::string limits{"802.3cd"};            ///< as tap_limits has them
  double target_ser{4.8e-4};                ///< in [1e-8, 0.1]; with an inner code 9.6e-3
  double scope_noise{0.0};                  ///< sigma_S, rms, in the wave's unit
  double threshold_travel{0.0};             ///< of each threshold over OMAouter: 0.01 in 802.3cd
  double receiver_bandwidth{0.5};           ///< of the reference filter over the symbol rate
  Timing timing{Timing::best};
};

/// What an open eye adds.
struct TdecqEye {
  double tdecq_db{0.0};
  double ceq_db{0.0};             ///< 10 log10(Ceq)
  double tdecq_less_ceq_db{0.0};  ///< |TDECQ - 10 log10(Ceq)|
  Equaliser equaliser{};
  std::array<double, 3> thresholds{};  ///< powers
  double sigma_g{0.0};                 ///< in the wave's unit
  double centre_ui{0.0};  ///< middle between the windows, against the pulses' peaks (delay_ui)
};

struct TdecqResult {
  double delay_ui{0.0};     ///< of the symbols, in [0, period)
  double correlation{0.0};  ///< of samples and symbols
  bool inverted{false};     ///< the symbols were taken as 3 - s
  Levels levels{};
  double rlm{0.0};
  std::optional<TransitionTime> transition{};
  Excursions excursions{};
  double q_target{0.0};           ///< Qt: 1.5 Q(Qt) = target
  std::optional<TdecqEye> eye{};  ///< nothing: closed, no noise meets the target
};

/// @param wave  behind the reference filter; whole periods of the symbols
/// @param symbols  one period of 0 to 3, all four in it
/// @throws DataError if the waveform does not follow the symbols or has no OMA; ScenarioError if an
///         option is out of its range
TdecqResult measure_tdecq(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                          const TdecqOptions& options = {});

}  // namespace chappe::measure
