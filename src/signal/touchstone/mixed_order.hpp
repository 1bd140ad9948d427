#pragma once
// The modes that [Mixed-Mode Order] names: "D2,3" differential with port 2 as +, "C2,3" common,
// "S4" single ended.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "signal/network.hpp"

namespace chappe::touchstone {

struct Mode {
  char kind{'S'};  ///< D, C or S
  int plus{0};     ///< port, counting from 1
  int minus{0};    ///< 0 where kind is S
};

/// "D2,3" in either case. @returns nothing if the word is not of that form
std::optional<Mode> parse_mode(std::string_view word);
/// "D2,3", "C2,3", "S4": the name of the mode as a port; parse_mode takes it back.
std::string mode_name(const Mode& mode);
/// @throws DataError unless each port is in one single-ended mode, or in one differential and one
/// common mode of the same pair
void check_modes(std::span<const Mode> modes, int ports, const Origin& where);
/// From the ports' references: 2 z0 of a differential, z0/2 of a common mode.
/// @throws DataError if the ports of a pair have different references
std::vector<cd> mode_references(std::span<const Mode> modes, std::span<const cd> ports_ohm,
                                const Origin& where);
/// The reverse, for modes that were checked.
std::vector<cd> port_references(std::span<const Mode> modes, std::span<const cd> modes_ohm);

}  // namespace chappe::touchstone
