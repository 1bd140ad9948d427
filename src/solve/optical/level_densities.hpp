#pragma once
// What reaches a decision beside the pattern's own signal: echoes between reflecting points, light
// of other channels.
#include "solve/optical/pattern_density.hpp"

namespace chappe {

/// Echoes: each pair of reflections beats with the signal, 2 sqrt(I_k I_j) r cos(phase), I_j any
/// level alike, the phase uniform (linewidth far below the symbol rate, polarisations aligned: the
/// worst), so that every pair is a mixture of arcsine densities with bounds. Other channels: levels
/// alike, as large as they are when sampled in their eye's middle.
/// Empty if the chain has neither. @param width_v  of bins   @param levels_a  currents of the
/// levels
LevelDensities level_densities(const OpticalChain& chain, const PatternAtSlicer& slicer,
                               const std::vector<double>& levels_a, double width_v);

}  // namespace chappe
