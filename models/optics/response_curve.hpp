#pragma once
#include <optional>
#include <string>
#include <vector>

#include "math/interpolate.hpp"
#include "signal/network.hpp"

namespace chappe {

/// A measured frequency response, 1 at 0 Hz, from a CSV file with the columns frequency_ghz (>= 0),
/// magnitude_db (20 log10) and, if measured, phase_deg.
///   Magnitude: dB over log f by Pchip, taken relative to that at the lowest frequency; above the
///   highest it falls on with the slope of the last octave, at least 6 dB an octave.
///   Phase: as given, above the data with the mean delay of their last tenth; else that of minimum
///   phase, phi(f) = (1/pi) int (dA/dv) ln coth|v/2| dv, v = ln(u/f), A = ln|H|.
/// Source: H. W. Bode, "Network Analysis and Feedback Amplifier Design" (1945), chapter 14; the
/// integral of ln coth over a step is pi^2/4 - 2 chi_2(e^-v), chi_2 Legendre's function.
class ResponseCurve {
 public:
  /// @throws DataError with file, line and column
  explicit ResponseCurve(const std::string& path);
  cd operator()(double f_hz) const;
  /// Where |H|^2 first falls to 1/2 [Hz].
  double bandwidth_hz() const { return bandwidth_hz_; }
  /// Integral of |H|^2 over f > 0 [Hz].
  double noise_bandwidth_hz() const { return noise_bandwidth_hz_; }
  /// False: the file gave the phase.
  bool minimum_phase() const { return minimum_phase_; }

 private:
  double log_magnitude(double f_hz) const;
  double phase(double f_hz) const;
  void read_phase(const std::vector<double>& f_ghz, const std::vector<double>& phase_deg);
  void make_minimum_phase();
  void measure();

  std::optional<Pchip> log_magnitude_{};  ///< nepers over ln f
  std::optional<Pchip> phase_{};          ///< [rad] over f
  double first_hz_{0.0}, end_hz_{0.0};    ///< of the magnitude's points above 0 Hz
  double end_log_{0.0}, end_slope_{0.0};  ///< nepers, nepers a factor e
  double phase_end_hz_{0.0}, phase_end_{0.0}, phase_slope_{0.0};  ///< [rad], [rad/Hz] beyond it
  double bandwidth_hz_{0.0}, noise_bandwidth_hz_{0.0};
  bool minimum_phase_{true};
};

}  // namespace chappe
