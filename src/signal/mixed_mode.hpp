#pragma once
// Single-ended 4-ports as differential and common modes.
#include <string>

#include "signal/network.hpp"

namespace chappe {

/// The ports of a balanced channel, counting from 1: near pair (+, -) and far pair (+, -).
struct Pairing {
  int near_p{0}, near_n{0}, far_p{0}, far_n{0};
  bool operator==(const Pairing&) const = default;
};

/// "1-3/2-4": near pair 1 (+), 3 (-), far pair 2 (+), 4 (-).
std::string to_text(const Pairing& pairing);
/// The reverse. @throws DataError unless the text names each of 1 to 4 once
Pairing parse_pairing(const std::string& text);

/// Finds which ports are joined through the channel: of the ways 1-2/3-4, 1-3/2-4 and 1-4/2-3 the
/// one along which the channel passes most, judged over the whole band: by the mean |S|^2 of the
/// tenth of the points at which each path passes most. Port 1 is near +, its partner far +, the
/// lower of the other two near -: so 1-2/3-4 gives "1-3/2-4".
/// @throws DataError naming the figures if the best way has less than 1.5 times that of the next,
/// or less than -7 dB (a crosstalk file: its pairing must be stated)
Pairing detect_pairing(const Network& four_port);
/// True if both join the same near ports with the same far ports.
bool joins_alike(const Pairing& a, const Pairing& b);
/// False if no way passes -7 dB, as in a file of crosstalk.
bool passes_through(const Network& four_port);

/// All modes, power-wave normalised, as ports d1, d2 (differential, near and far, 2 z0) and c1, c2
/// (common, z0/2). With the near pair (i, j) and the far pair (k, l), for example
///   Sdd21 = (S_ki - S_kj - S_li + S_lj)/2,   Scd21 = (S_ki - S_kj + S_li - S_lj)/2.
/// Names are "d1(<+>,<->)" and so on, of the ports' names. Source: Bockelman and Eisenstadt, IEEE
/// Trans. MTT 43 (1995) 1530, eq. 20 to 25.
/// @throws DataError if the ports' references are not one real impedance (renormalise first)
Network mixed_mode(const Network& four_port, const Pairing& pairing);

/// The reverse of mixed_mode(): ports 1 to 4 of `pairing`. Port names are those within the modes'
/// names, or numbers where the modes are not named as mixed_mode() does.
/// @param modes  4 ports d1, d2, c1, c2
/// @throws DataError unless the references are 2 z0, 2 z0, z0/2, z0/2 of one real z0
Network single_ended(const Network& modes, const Pairing& pairing);

/// The ports in the order in which cascade() joins: near +, near -, far +, far -.
Network side_order(const Network& four_port, const Pairing& pairing);

/// The differential 2-port alone, referred to 2 z0 (100 ohm for 50 ohm ports): port 1 near, 2 far.
/// Mode conversion is left out: both common modes end in their reference.
Network differential(const Network& four_port, const Pairing& pairing);

}  // namespace chappe
