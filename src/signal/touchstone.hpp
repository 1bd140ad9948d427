#pragma once
// Touchstone files, version 1 (EIA/IBIS "Touchstone File Format Specification", rev. 1.1):
// S-parameters as RI, MA or DB; Z and Y are converted; H and G, and version 2, are refused by name.
// Bounds while reading: 128 ports, 1e7 frequencies, lines of 1 MiB.
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "signal/network.hpp"

namespace chappe {

inline constexpr int kTouchstonePortsMax = 128;

struct TouchstoneData {
  Network network{};
  std::vector<std::string> remarks{};  ///< what was assumed or passed over, one line each
};

/// Reads a regular file, opened read-only; devices, FIFOs and folders are refused unopened. The
/// number of ports is that of the name (".s4p").
/// @throws DataError "file:line:column: what was expected"
TouchstoneData read_touchstone_data(const std::string& path);
/// The network alone.
Network read_touchstone(const std::string& path);
/// Reads text that is in memory. @param name  for messages   @param ports  1 to 128
TouchstoneData parse_touchstone(std::string_view text, const std::string& name, int ports);

/// The number in ".s4p" (either case). @throws DataError if the name has none, or it is not 1 to
/// 128
int touchstone_ports(const std::string& path);

/// Real and imaginary part; magnitude and degrees; 20 log10 of the magnitude and degrees.
enum class TouchstoneFormat { ri, ma, db };

/// Writes version 1 in Hz with the shortest digits that read back to the same doubles: RI is exact,
/// MA and DB to rounding. A magnitude of 0 is written as -9999 dB, which reads back as 0.
/// @throws DataError if the references are not one real impedance (version 1 can hold no other)
void write_touchstone(std::ostream& out, const Network& network, TouchstoneFormat format);
/// As a whole or not at all. @throws OutputError
void write_touchstone(const std::string& path, const Network& network, TouchstoneFormat format);

}  // namespace chappe
