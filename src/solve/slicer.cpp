#include "solve/slicer.hpp"

#include <bit>
#include <cstdlib>

#include "dsp/ffe_dfe.hpp"

namespace chappe {

std::vector<double> transmitted_levels(int levels, double level_mismatch_ratio) {
  std::vector<double> out = pam_levels(levels, 1.0);
  for (std::size_t i = 1; i + 1 < out.size(); ++i) out[i] *= level_mismatch_ratio;
  return out;
}

int bit_distance(int levels, int i, int j) {
  if (levels == 6) return std::abs(i - j);
  return std::popcount(gray_bits(static_cast<unsigned>(i)) ^ gray_bits(static_cast<unsigned>(j)));
}

double counted_bits(int levels) {
  if (levels == 6) return 15.0 / 7.0;
  return levels == 2 ? 1.0 : 2.0;
}

void draw_symbols(Rng& rng, std::span<std::uint8_t> out, std::size_t levels) {
  const int digits = levels == 2 ? 64 : (levels == 4 ? 32 : 16);
  std::uint64_t word = 0;
  int left = 0;
  for (std::uint8_t& symbol : out) {
    if (left == 0) {
      word = rng.next();
      left = digits;
    }
    symbol = static_cast<std::uint8_t>(word % levels);
    word /= levels;
    --left;
  }
}

}  // namespace chappe
