#pragma once
// From a channel's S-parameters to the voltage transfer functions of COM: packages, board,
// terminations and edge filter (IEEE 802.3 annex 93A.1.2 to 93A.1.4).
#include <vector>

#include "signal/network.hpp"
#include "solve/com/com.hpp"

namespace chappe {

enum class ComRole { thru, fext, next };

/// What a package is made of for one figure: all of it; without the device (C_d, L_s, C_b), for
/// the loss from die to die; or as the common mode sees it (the reference doubles Z_c there).
enum class ComPackageView { whole, without_device, common_mode };

/// The two-ports around a channel, for one test case. Die at port 1, ball at port 2.
struct ComPackages {
  Network tx{}, fext{}, next{}, rx{};
};
/// @param lengths  of the case   @param roles  which transmit packages are wanted
ComPackages com_packages(const ComConfig& config, const ComLengths& lengths,
                         const FrequencyGrid& grid, ComPackageView view);

/// The channel with the boards of `Include PCB`.
Network com_with_board(const ComConfig& config, Network channel, ComRole role);

/// Transmit package, channel (kappa applied), receive package.
Network com_die_to_die(const ComConfig& config, const ComPackages& packages, Network channel,
                       ComRole role);

/// H_21 between the terminations R_d, edge filter included (eq. 93A-18, 93A-19).
std::vector<cd> com_transfer(const ComConfig& config, const Network& die_to_die);

/// The 2-port of one pair of modes: from mode `from` to mode `to` of d1, d2, c1, c2; sides kept.
Network com_mode_two_port(const Network& modes, bool common_to_differential);

}  // namespace chappe
