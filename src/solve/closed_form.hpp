#pragma once
// Bit error ratio with everything but the cursor taken as one Gaussian.
#include "solve/search.hpp"
#include "solve/slicer_density.hpp"

namespace chappe {

/// BER = sum over levels and thresholds of Q(distance/sigma), sigma the root sum of squares of
/// residual ISI, jitter, crosstalk, receiver and transmitter noise (IEEE 802.3 equation 93A-36's
/// denominator).
/// @param noise_factor  of the receiver noise voltage
/// @param distance_scale  of the distances between levels and thresholds
SlicerErrors gaussian_errors(const SectionSignals& signals, const Equalised& at_slicer,
                             double noise_factor = 1.0, double distance_scale = 1.0);

/// Of the section's decisions: gaussian_errors, or gaussian_sequence_errors of a receiver with
/// MLSE.
double gaussian_ber(const SectionSignals& signals, const SearchResult& search,
                    double noise_factor = 1.0, double distance_scale = 1.0);

/// Standard deviation of that Gaussian [V].
double gaussian_sigma_v(const Equalised& at_slicer, double noise_factor = 1.0);

}  // namespace chappe
