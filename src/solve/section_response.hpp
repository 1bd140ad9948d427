#pragma once
// A section's signal path in the frequency domain: from the transmitter's levels to the receiver's
// input.
#include <string>
#include <vector>

#include "dsp/ctle.hpp"
#include "link/path.hpp"

namespace chappe {

/// Uniform frequencies 0, df, ..., F with df = f_b/record_symbols and F = samples_per_symbol f_b/2:
/// the time record is a whole number of symbols of samples_per_symbol samples.
struct ResponseGrid {
  std::size_t record_symbols{0};
  int samples_per_symbol{32};
  double df_hz{0.0};
  std::size_t size{0};      ///< record_symbols samples_per_symbol/2 + 1
  double data_end_hz{0.0};  ///< highest frequency computed from elements; beyond it see below
};

/// How fine a ResponseGrid is.
struct GridFineness {
  double least_record_symbols{4096.0};
  int samples_per_symbol{32};
  bool as_elements_ask{true};  ///< false: what comes later than the record's end folds into it
};

/// Voltage transfer functions on a ResponseGrid, per volt of outer level into a matched load, from
/// the transmitter's edge filter to the receiver's input (terminations kept, receiver filter not
/// included). Beyond data_end_hz the magnitude falls on a straight line to 0 at twice that
/// frequency, the phase goes on with the mean delay of the last tenth of the data; `tail_fraction`
/// says how much that adds.
struct SectionResponse {
  ResponseGrid grid{};
  std::vector<cd> victim{};
  std::vector<std::vector<cd>> aggressors{};  ///< one an aggressor, in the section's order
  double tail_fraction{0.0};  ///< energy beyond data_end_hz over all, victim, with filter
  /// Noise that elements of the path add, one sided, at the receiver's input [V^2/Hz]; up to
  /// data_end_hz, empty where none adds any.
  std::vector<double> added_noise{};
  double symbol_rate_bd{0.0};
  std::vector<std::string> remarks{};  ///< what looks wrong in the aggressors' channels
};

/// Elements are used up to so many symbol rates: energy beyond is negligible behind the receiver
/// filter.
inline constexpr double kDataEnd_symbol_rates = 2.5;

/// Goes on beyond the end of h up to `size` values: magnitude to 0 on a straight line at twice the
/// end, constant delay.
void continue_beyond(std::vector<cd>& h, std::size_t size);

/// The grid of a section: as fine as any element asks for, at least so many symbols long; elements
/// are used up to 2.5 symbol rates.
/// @throws ModelError if data end below 0.75 of the symbol rate and not `allow_extrapolation`
ResponseGrid choose_grid(const Section& section, bool allow_extrapolation,
                         const GridFineness& fineness = {});

/// @throws ModelError, DataError from elements; DataError, naming the data, if nothing passes one
/// of the victim's
SectionResponse section_response(const Section& section, const OperatingPoint& at,
                                 const ResponseGrid& grid);

/// Cascade of two-ports in order; none at all is a through connection in 100 ohm.
Network cascade_all(const std::vector<const Network*>& two_ports, const FrequencyGrid& grid);

/// 4th-order Butterworth filter of the receiver (IEEE 802.3 equation 93A-20).
cd receiver_filter(const ReceiverSpec& receiver, double f_hz);
/// The same at many frequencies.
class ReceiverFilter {
 public:
  explicit ReceiverFilter(const ReceiverSpec& receiver);
  cd operator()(double f_hz) const {
    // Two conjugate pairs: s^2 + c s + 1 each.
    const double w = f_hz * per_hz_, real = 1.0 - w * w;
    const cd below = cd(real, c1_ * w) * cd(real, c2_ * w);
    return std::conj(below) / std::norm(below);
  }

 private:
  double per_hz_, c1_, c2_;
};
/// The receiver's CTLE at one setting.
CtleShape ctle_shape(const ReceiverSpec& receiver, double gain_db, double lf_gain_db);
/// Gaussian edge of 20 to 80 % time T_r: exp(-2 (pi f T_r/1.6832)^2), 1.6832 being the distance of
/// the 20 % and 80 % points of a unit normal distribution (IEEE 802.3 equation 93A-46 leaves the 2
/// out).
double edge_filter(double rise_time_s, double f_hz);

}  // namespace chappe
