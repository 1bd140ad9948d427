#pragma once
// Waveforms of an oscilloscope or of another program, and lists of symbols. None is trusted.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chappe {

/// What a file says of itself; what it does not say is left out.
struct WaveformFile {
  std::vector<double> power_mw{};  ///< finite
  std::optional<double> sample_rate_hz{};
  std::optional<double> samples_per_symbol{};
  std::optional<double> symbol_rate_gbd{};
  std::optional<bool> filtered{};  ///< already behind the reference receiver's filter
  std::string time_trouble{};  ///< why the times of a text give no rate: not equidistant, falling
  std::vector<std::string> assumed{};  ///< units that the file does not state
};

/// Reads
///   HDF5: the dataset `power_mw` or `power_w` (one dimension, numbers) of the root, its attributes
///     (or the root's) `sample_rate_hz`, `samples_per_symbol`, `symbol_rate_gbd`, `filtered`; in a
///     child process with limits, without plugins, soft or external links;
///   text: a value a line, or time and value, separated by commas, semicolons, tabs or blanks;
///     '#' begins a comment; a first line of words may name units: `time_ps,power_mw`, `t (s), P
///     (W)`; without, seconds and milliwatts.
/// @param source  file name; "-" is standard input
/// @throws DataError naming the source and, in text, the line
WaveformFile read_waveform(const std::string& source);

/// Numbers 0 to 3, separated by white space or commas; '#' begins a comment.
/// @throws DataError naming the source and line
std::vector<std::uint8_t> read_symbols(const std::string& source);

}  // namespace chappe
