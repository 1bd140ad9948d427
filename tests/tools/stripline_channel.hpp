#pragma once
// The small Touchstone channel that ships with Chappe: data/channels/stripline_100ohm.s4p.
#include <array>
#include <cmath>
#include <sstream>
#include <string>

#include "signal/com_line.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "signal/touchstone.hpp"

namespace chappe::testing {

/// Two equal, uncoupled lines of the COM board law (IEEE 802.3 equation 92-12), 180 mm each, with a
/// pad at both ends and one piece of lower impedance: ports 1 and 3 near, 2 and 4 far. 0 to 60 GHz.
inline Network stripline_channel() {
  const FrequencyGrid grid = FrequencyGrid::uniform(0.1e9, 601);
  const ComLine law{0.0, 3.8206e-4, 9.5909e-5, 5.79e-3};
  constexpr double kLeg_ohm = 50.0, kPad_f = 15e-15;
  const Network pad = shunt_capacitor(grid, kPad_f, kLeg_ohm);
  Network leg = cascade(pad, law.network(grid, kLeg_ohm, 60.0, kLeg_ohm));
  leg = cascade(leg, law.network(grid, 46.0, 12.0, kLeg_ohm));
  leg = cascade(leg, law.network(grid, kLeg_ohm, 108.0, kLeg_ohm));
  leg = cascade(leg, pad);
  // Nine decimals keep the file small and the same on every machine.
  const auto rounded = [](double x) { return std::round(x * 1e9) / 1e9 + 0.0; };
  Network out(grid, 4, kLeg_ohm);
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      for (std::size_t k = 0; k < grid.size(); ++k) {
        const cd s = leg.at(row, column)[k];
        out.at(row, column)[k] = {rounded(s.real()), rounded(s.imag())};
      }
      out.at(row + 2, column + 2) = out.at(row, column);
    }
  }
  return out;
}

/// The file, with its comment.
inline std::string stripline_channel_text() {
  std::ostringstream out;
  out << "! Two uncoupled 50 ohm striplines of 180 mm: a 100 ohm differential channel.\n"
         "! Ports 1 (+) and 3 (-) are near, 2 (+) and 4 (-) are far.\n"
         "! Made by Chappe's own models (target make_channel), not measured: the board law of "
         "IEEE\n"
         "! 802.3 equation 92-12 (a1 3.8206e-4 ns^0.5/mm, a2 9.5909e-5 ns/mm, 5.79e-3 ns/mm),\n"
         "! 60 mm of 50 ohm, 12 mm of 46 ohm, 108 mm of 50 ohm, 15 fF to ground at each end.\n"
         "! It may be used freely, for any purpose.\n";
  write_touchstone(out, stripline_channel(), TouchstoneFormat::ri);
  return out.str();
}

}  // namespace chappe::testing
