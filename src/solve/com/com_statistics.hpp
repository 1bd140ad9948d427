#pragma once
// The statistical part of COM: densities of interference and noise, the margin at DER_0 (annex
// 93A.1.7).
#include "solve/com/com_density.hpp"
#include "solve/com/com_merit.hpp"

namespace chappe {

/// What the densities are made of, for one setting. Pulses [V], M samples a symbol.
struct ComFinal {
  std::vector<double> thru_v{};                         ///< equalised, no DFE
  std::vector<std::vector<double>> fext_v{}, next_v{};  ///< behind what equalises them
  std::ptrdiff_t instant{0};                            ///< sample, from 0
  double cursor_v{0.0}, available_v{0.0};
  std::vector<double> density_taps{};  ///< DFE taps that the density takes off
  std::vector<double> slopes_v_per_ui{};
  double sigma_n_v{0.0}, sigma_tx_v{0.0}, sigma_rj_v{0.0};
  /// Phase of each aggressor where it is known already (receive FFE): FEXT first.
  std::vector<std::ptrdiff_t> phases{};
};

struct ComDensities {
  ComDensity isi{}, fext{}, next{}, crosstalk{}, isi_crosstalk{}, dual_dirac{}, gaussian{}, noise{},
      total{};
};

/// Interference of the THRU pulse behind the DFE, at the sampling instants; the first symbol of the
/// record and its last one or two are left out, as the reference does.
std::vector<double> com_residual(const ComFinal& final, int samples);

/// An aggressor's samples at the phase of the largest variance (or the one that is given).
std::vector<double> com_aggressor_samples(const std::vector<double>& pulse, int samples, double bin,
                                          int levels, std::ptrdiff_t phase = -1);

ComDensities com_densities(const ComConfig& config, const ComFinal& final, double bin_v);
ComEye com_eye(const ComConfig& config, const ComFinal& final, const ComDensities& densities);

/// What the Gaussian density is cut at half of: q of DER_0, or the sheet's.
double com_crest_factor(const ComConfig& config);

/// Bin of the densities: 10 uV (the sheet's), or a thousandth of the available signal if that is
/// less; but not under 1/2000 of the rms of interference and noise, which only eyes closed by some
/// 17 dB reach: the reference's bins would be too many there. COM moves by about 0.001 dB. Nor is
/// it under 1/30000 of signal or rms, which keeps the work bounded for signals of many volts.
double com_bin_v(const ComConfig& config, const ComFinal& final);

}  // namespace chappe
