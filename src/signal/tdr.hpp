#pragma once
// Time-domain reflectometry from a frequency response: reflection and impedance along a way.
//   Source: a step of 1 at t = 0 behind the reference impedance, with the rise given; the time is
//   that of the way there and back, so that what lies at a delay T shows at 2 T.
//   Reflection: running integral, by trapezoids from the start of the axis, where it is 0, of the
//   impulse response of S_pp (response.hpp). Impedance: Z = z0 (1 + rho)/(1 - rho).
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signal/network.hpp"
#include "signal/response.hpp"

namespace chappe {

/// Weight on S_pp that fades to the band's end: none keeps the ringing of a band that ends (10 % of
/// a jump); hann is 0.5 (1 + cos(pi f/f_max)), and widens an edge to about 0.7/f_max (10 to 90 %).
enum class TdrWindow { none, hann };

struct TdrOptions {
  std::optional<double> z0_ohm{};  ///< of the source, real > 0; absent: the port's own reference
  double rise_s{0.0};              ///< 20 to 80 % of a Gaussian edge, >= 0; 0: as the band allows
  TdrWindow window{TdrWindow::hann};
  /// samples = 0: 2(n-1). before: how far the axis starts ahead of t = 0; absent: an eighth of all.
  std::size_t samples{0};
  std::optional<std::size_t> before{};
};

/// The convention of METAS VNA Tools: no window, an odd number of samples (2n - 1) with t = 0 in
/// the middle. Its reference files (scikit-rf's tests, issue 860) are met to all their digits.
/// @param points  n, of the grid from 0 Hz
TdrOptions metas_tdr(std::size_t points);

struct Tdr {
  TimeResponse reflection{};            ///< rho(t), of a unit step
  std::vector<double> impedance_ohm{};  ///< on the same axis; 0 to kTdrOpen z0
  double z0_ohm{0.0};
  std::vector<std::string> remarks{};  ///< e.g. impedance that was limited; an axis too short
};

/// Where rho comes near 1 (an open, or ringing) Z is held at this many z0; below -1 it is 0.
inline constexpr double kTdrOpen = 1e4;

/// Reflection at one port, all others ended in their references.
/// @param port  from 1
/// @throws DataError if the grid is not uniform from 0 Hz (resample first: resample() says which
/// value it assumed there), or if the port's reference is complex and no z0_ohm is given
Tdr tdr(const Network& network, int port, const TdrOptions& options = {});

/// Band-pass impulse response: |(1/n) sum_k S(f_k) exp(2 pi i k m/n)| of n points in equal steps,
/// no window; n samples of 1/(n df), t = 0 at sample n/2 (rounded down). Needs no 0 Hz, has no
/// sign.
TimeResponse band_pass_impulse(std::span<const cd> transfer, double df_hz);

}  // namespace chappe
