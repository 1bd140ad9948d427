#pragma once
// A section with light as what its waveforms pass, on one grid: drive filters and maps, the
// modulator, the field's path, square-law detection, filters behind it, and what adds noise.
#include <optional>
#include <string>
#include <vector>

#include "link/path.hpp"
#include "solve/optical/map_table.hpp"

namespace chappe {

/// A periodic record of whole symbols; spectra of real signals hold frequencies 0 to half().
struct OpticalGrid {
  std::size_t symbols{0};
  int samples_per_symbol{8};
  double symbol_rate_bd{0.0};
  std::size_t samples() const { return symbols * static_cast<std::size_t>(samples_per_symbol); }
  std::size_t half() const { return samples() / 2 + 1; }
  double df_hz() const { return symbol_rate_bd / static_cast<double>(symbols); }
  double sample_s() const { return 1.0 / (symbol_rate_bd * samples_per_symbol); }
};

/// A filter and the map behind it; without a map it is linear.
struct DriveStage {
  std::vector<cd> filter{};
  std::optional<MapTable> map{};
};

/// Two reflections make an echo that beats with the signal.
struct EchoPair {
  std::string first{}, second{};  ///< elements, by the light's way
  double field_ratio{0.0};        ///< of the echo over the signal, losses between them counted
};

struct OpticalChain {
  OpticalGrid grid{};
  OperatingPoint at{};  ///< with what the detector receives
  TransmitterSpec tx{};
  ReceiverSpec rx{};
  int pam_levels{4};

  std::vector<DriveStage> drive{};   ///< from the transmitter [V]; the last one's map is the
                                     ///< modulator's: V -> sqrt(W)
  const Process* laser{nullptr};     ///< rate equations in place of the last stage's map and filter
  std::vector<cd> ahead_of_laser{};  ///< what is left of that filter; empty without rate equations
  std::vector<double> drive_noise{};  ///< at the last map's input [V^2/Hz]; empty = none
  LightSpec light{};
  double power_w{0.0};        ///< of a modulator's light; 1 where the map is in sqrt(W)
  std::vector<double> rin{};  ///< one sided, over the power squared [1/Hz]; empty = none

  double launch_gain{1.0};    ///< power at the modules' faceplate over that behind the modulator
  double line_gain{1.0};      ///< between the modules, at the light's own frequency
  double detector_gain{1.0};  ///< from there to the detector
  std::vector<cd> field{};    ///< over both sidebands, in the order of a transform; empty: its gain
                              ///< is that of the light's own frequency at all
  std::vector<cd> launch_field{};  ///< the same, to the modules' faceplate only
  std::vector<cd> intensity{};     ///< empty = 1
  double partition_variance{0.0};  ///< of a level over its square
  std::vector<LightCrosstalk> crosstalk{};
  std::vector<EchoPair> echoes{};

  double responsivity_a_per_w{0.0};  ///< gain of an avalanche counted
  std::vector<double> thermal{};     ///< one sided, behind responsivity [A^2/Hz]
  double shot_a{0.0};                ///< noise density over the current [A^2/Hz/A]
  std::vector<cd> post{};  ///< from the detected current to the receiver's input [V/A]; turned
                           ///< where more voltage gives less light

  double gain() const { return launch_gain * line_gain * detector_gain; }
};

/// Asks the section's elements once; elements must outlive the result.
/// @throws ModelError, DataError from elements; ModelError for what a section with light has no
///         model of (crosstalk of lines, two-ports that add noise)
OpticalChain optical_chain(const Section& section, const OperatingPoint& at,
                           const OpticalGrid& grid);

/// Symbols of a record: as many as a pattern has, more where an electrical element asks for it.
/// @throws ModelError where data end below 0.75 of the symbol rate and not `allow_extrapolation`
OpticalGrid optical_grid(const Section& section, bool allow_extrapolation);

/// Symbols of one covering pattern, see pattern.hpp.
inline constexpr std::size_t kPatternSymbols = 4096;

/// Powers behind the modulator that levels come to when they are held [W], ascending by level.
/// @param levels  of the outer level, after the transmit FFE's gain at 0 Hz
std::vector<double> held_powers_w(const OpticalChain& chain, const std::vector<double>& levels);

}  // namespace chappe
