#include "solve/slicer.hpp"

#include <bit>

#include "dsp/ffe_dfe.hpp"

namespace chappe {

std::vector<double> transmitted_levels(int levels, double level_mismatch_ratio) {
  if (levels == 2) return {-1.0, 1.0};
  return {-1.0, -level_mismatch_ratio / 3.0, level_mismatch_ratio / 3.0, 1.0};
}

int bit_distance(int i, int j) {
  return std::popcount(gray_bits(static_cast<unsigned>(i)) ^ gray_bits(static_cast<unsigned>(j)));
}

}  // namespace chappe
