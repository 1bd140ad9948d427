#pragma once
// Touchstone files (IBIS Open Forum, "Touchstone File Format Specification"), versions 1.0, 1.1,
// 2.0 and 2.1: S-parameters as they are; Z, Y, H and G are converted to S, version 1 having them
// normalised to the reference, version 2 in ohm and siemens. Text is ASCII, UTF-8 or UTF-16, lines
// end in LF, CR LF or CR. Bounds while reading: 128 ports, 1e7 frequencies, lines of 1 MiB.
// References: of [Reference], else of the option line, else 50 ohm; never of a comment. A complex
// one ("R (50+50j)", which no version knows but tools write) is taken as it is; such a file's S is
// then that of power waves, as everywhere (network_ops.hpp). A remark says which were taken.
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "signal/network.hpp"

namespace chappe {

inline constexpr int kTouchstonePortsMax = 128;
inline constexpr std::size_t kTouchstonePointsMax = 10'000'000;

/// Noise parameters of a 2-port, one entry a frequency.
struct TouchstoneNoise {
  std::vector<double> f_hz{};      ///< ascending
  std::vector<double> nfmin_db{};  ///< minimum noise figure
  std::vector<cd> gamma_opt{};     ///< source reflection that gives it, referred to port 1
  std::vector<double> rn_ohm{};    ///< noise resistance
};

struct TouchstoneData {
  Network network{};
  std::vector<std::string> remarks{};  ///< what was assumed or passed over, one line each
  TouchstoneNoise noise{};             ///< empty if the file has none
  /// [Mixed-Mode Order]: the network's ports are modes, named "D1,3" (ports 1 and 3, 1 is +; 2 z0),
  /// "C1,3" (z0/2) and "S2" (single ended, z0): mixed_mode() and the like must not be asked again.
  bool mixed_mode{false};
};

/// Reads a regular file, opened read-only; devices, FIFOs and folders are refused unopened. The
/// number of ports is that of the name (".s4p"), with which [Number of Ports] must agree; ".ts"
/// has no number.
/// @throws DataError "file:line:column: what was expected"
TouchstoneData read_touchstone_data(const std::string& path);
/// The network alone.
Network read_touchstone(const std::string& path);
/// Reads text that is in memory. @param name  for messages
/// @param ports  1 to 128, or 0: those of [Number of Ports]
TouchstoneData parse_touchstone(std::string_view text, const std::string& name, int ports);

/// The number in ".s4p" (either case), 0 for ".ts". @throws DataError if the name is no Touchstone
/// file's, or the number is not 1 to 128
int touchstone_ports(const std::string& path);

/// Real and imaginary part; magnitude and degrees; 20 log10 of the magnitude and degrees.
enum class TouchstoneFormat { ri, ma, db };

/// v1: one real reference for all ports, no modes. v2: version 2.0, a full matrix, a real
/// reference a port, modes.
enum class TouchstoneVersion { v1, v2 };

/// Writes in Hz with the shortest digits that read back to the same doubles: RI is exact, MA and DB
/// to rounding. A magnitude of 0 is written as -9999 dB, which reads back as 0.
/// @throws DataError if the references are not real, or the version cannot hold them, the noise or
/// the modes
void write_touchstone(std::ostream& out, const TouchstoneData& data, TouchstoneFormat format,
                      TouchstoneVersion version);
/// Version 1, the network alone.
void write_touchstone(std::ostream& out, const Network& network, TouchstoneFormat format);
/// As a whole or not at all. @throws DataError also if the name does not fit the number of ports
/// @throws OutputError
void write_touchstone(const std::string& path, const TouchstoneData& data, TouchstoneFormat format,
                      TouchstoneVersion version);
void write_touchstone(const std::string& path, const Network& network, TouchstoneFormat format);

}  // namespace chappe
