#pragma once
// Random PAM symbols behind a symbol-spaced channel with white noise, for tests of receivers.
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "dsp/ffe_dfe.hpp"

namespace chappe {

struct PamStream {
  std::vector<std::uint8_t> sent{};
  std::vector<double> levels{};
  std::vector<double> level{};  ///< levels[sent]
  std::vector<double> y{};      ///< sum_k pulse[k] level[n - k] + noise
};

inline PamStream pam_stream(std::size_t n, int count, const std::vector<double>& pulse,
                            double noise_rms, std::uint64_t seed) {
  PamStream out;
  out.levels = pam_levels(count, 1.0);
  Rng symbols({seed, 1});
  Rng noise({seed, 2});
  for (std::size_t i = 0; i < n; ++i) {
    out.sent.push_back(static_cast<std::uint8_t>(symbols.below(static_cast<std::uint64_t>(count))));
    out.level.push_back(out.levels[out.sent.back()]);
    double y = noise_rms > 0.0 ? noise_rms * noise.normal() : 0.0;
    for (std::size_t k = 0; k < pulse.size() && k <= i; ++k) y += pulse[k] * out.level[i - k];
    out.y.push_back(y);
  }
  return out;
}

}  // namespace chappe
