#pragma once
// Fixtures told from two of them joined (a "2x-thru") and removed, in the manner of the NZC method
// of IEEE Std 370: reflections are parted at the middle by a gate in time, with the impedance found
// there as reference, so that nothing is reflected at the cut.
//
// Each half passes the same (S21 of the left half equals that of the right one); their reflections
// may differ. What the gate parts wrongly moves from one half to the other, never out of both: the
// halves joined are the 2x-thru again to rounding. A jump of impedance at the very middle belongs
// to neither: from 52 to 48 ohm it puts 0.044 of S into a device. In the last fifth of the band the
// ringing of its end is cut and halves are worse (0.1 dB at 0.9 of it). Needs a uniform grid of
// which 0 Hz is a point (filled in where it is absent, see resample.hpp) and a step that resolves
// the delay.
#include <string>
#include <vector>

#include "signal/mixed_mode.hpp"
#include "signal/network.hpp"

namespace chappe {

/// Two halves with cascade(left, right) = the 2x-thru, on its grid and at its references.
struct Fixtures {
  Network left{};                      ///< outer port(s) first
  Network right{};                     ///< outer port(s) last
  std::vector<double> delay_s{};       ///< of the whole 2x-thru, one a mode: of the peak of S21
  std::vector<double> middle_ohm{};    ///< impedance found at the middle, one a mode
  std::vector<std::string> remarks{};  ///< what was assumed, one line each
};

/// A 2-port: one mode.
/// @throws DataError if the references are not one real impedance, the grid is not uniform or too
/// coarse for the delay, S21 is negative at 0 Hz, or 0 at some frequency
Fixtures split_2xthru(const Network& two_port);

/// A balanced 4-port: its differential and its common mode are split apart; mode conversion is left
/// out (a remark gives one above -120 dB). The halves are single-ended 4-ports, near +, near -, far
/// +, far -, as cascade() joins them; cascade(left, right) is the 2x-thru in side_order() without
/// its conversion. Figures are those of the differential, then those of the common mode.
Fixtures split_2xthru(const Network& four_port, const Pairing& pairing);

/// What lies between the fixtures. A balanced 4-port is given in side_order(). Grid and references
/// are those of the fixtures.
/// @throws DataError if the grids differ (resample first), or naming the frequency where nothing
/// passes through a fixture
Network deembed(const Network& fixture_dut_fixture, const Fixtures& fixtures);

}  // namespace chappe
