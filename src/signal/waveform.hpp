#pragma once
// Sampled waveforms: lanes x polarisations x samples.
#include <complex>
#include <cstddef>
#include <vector>

namespace chappe {

/// What a signal is: volts, sqrt(W) about a carrier, W, or symbols.
enum class Domain { electrical, optical_field, optical_power, digital };

/// Uniformly sampled; sample k is at t0 + k/sample_rate. Real signals have imaginary part 0.
struct Waveform {
  Domain domain{Domain::electrical};
  double sample_rate_hz{0.0};
  double t0_s{0.0};
  double centre_hz{0.0};  ///< carrier of an optical field, 0 otherwise
  int lanes{1};
  int polarisations{1};
  std::vector<std::complex<double>> samples{};  ///< [lane][polarisation][sample], row-major

  /// Samples of one lane and polarisation.
  std::size_t length() const {
    return samples.size() / static_cast<std::size_t>(lanes * polarisations);
  }
};

}  // namespace chappe
