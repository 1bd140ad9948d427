#pragma once
// How far an ADC is from the white noise that densities and closed form take it for.
#include <string>

#include "solve/equalise.hpp"

namespace chappe {

struct AdcFigures {
  double clipped{0.0};  ///< share of samples beyond full scale
  /// Of a sample's quantisation error, the part that the other taps' symbol still fixes: the
  /// largest harmonic of the step in the characteristic function of the samples, one symbol given.
  /// 0: uniform and independent (A. B. Sripad, D. L. Snyder, IEEE Trans. Acoust. Speech Signal
  /// Process. 25 (1977) 442; recalled).
  double residue{0.0};
};

/// @param slicer  of final settings, with an ADC
AdcFigures adc_figures(const SectionSignals& signals, const Equalised& slicer);

/// What is assumed of the ADC, with a WARNING where densities and closed form are not to be
/// trusted: where the residue is above 1e-3 (from there on counted waveforms leave the densities),
/// or where clipping could make more than a tenth of the bit errors: no more than one decision a
/// clipped sample and tap is wrong. @param ber  the density's
std::string adc_assumption(const SectionSignals& signals, const Equalised& slicer, double ber);

}  // namespace chappe
