#pragma once
// The comparisons of bench_kernels: PERFORMANCE figures of src/dsp, src/math, src/signal and
// src/solve/measure. Each list owns its data.
#include <vector>

#include "ratio.hpp"

namespace chappe::bench {

std::vector<Comparison> noise_comparisons();
std::vector<Comparison> chain_comparisons();
std::vector<Comparison> filter_comparisons();
std::vector<Comparison> density_comparisons();
std::vector<Comparison> mmse_comparisons();
std::vector<Comparison> network_comparisons();
std::vector<Comparison> adaptive_comparisons();
std::vector<Comparison> tdecq_comparisons();
std::vector<Comparison> inner_comparisons();

/// Keeps a result alive, so that the compiler cannot drop what made it.
void keep(double value);

}  // namespace chappe::bench
