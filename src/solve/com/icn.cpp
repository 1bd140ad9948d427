#include "solve/com/icn.hpp"

#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// 2 df/f_2 sum of weight A^2 |S21|^2 of one kind of aggressor [V^2].
double noise_v2(std::span<const Network> aggressors, double amplitude_v, double edge_ratio,
                const IcnOptions& o) {
  const ComBand band{o.symbol_rate_bd, o.low_hz, o.high_hz, o.filter_ratio, edge_ratio};
  double sum = 0.0;
  for (const Network& aggressor : aggressors) {
    ensure(aggressor.ports == 2, "an aggressor is a differential two-port");
    const auto [first, last] = com_band_indices(aggressor.grid, band);
    if (first >= last) throw DataError("crosstalk: no two frequencies within the band");
    const double df = aggressor.grid[first + 1] - aggressor.grid[first];
    for (std::size_t k = first; k <= last; ++k) {
      const double power = std::norm(aggressor.at(1, 0)[k]);
      sum += df * com_power_weight(aggressor.grid[k], band) * power;
    }
  }
  return 2.0 / o.high_hz * amplitude_v * amplitude_v * sum;
}

void check_grids(std::span<const Network> aggressors, const Network& first) {
  for (const Network& aggressor : aggressors) {
    if (aggressor.grid != first.grid) {
      throw DataError("crosstalk: the aggressors' frequencies differ");
    }
  }
}

}  // namespace

IcnResult integrated_crosstalk_noise(std::span<const Network> fext, std::span<const Network> next,
                                     const IcnOptions& options) {
  IcnResult out;
  if (fext.empty() && next.empty()) return out;
  const Network& first = fext.empty() ? next.front() : fext.front();
  check_grids(fext, first);
  check_grids(next, first);
  const double far_v2 = noise_v2(fext, options.fext_amplitude_v, options.fext_edge_ratio, options);
  const double near_v2 = noise_v2(next, options.next_amplitude_v, options.next_edge_ratio, options);
  const double last_edge = next.empty() ? options.fext_edge_ratio : options.next_edge_ratio;
  const double reference_far_v2 = noise_v2(fext, options.fext_amplitude_v, last_edge, options);
  out.mdfext_mv = 1e3 * std::sqrt(far_v2);
  out.mdnext_mv = 1e3 * std::sqrt(near_v2);
  out.icn_mv = 1e3 * std::sqrt(far_v2 + near_v2);
  out.reference_icn_mv = 1e3 * std::sqrt(reference_far_v2 + near_v2);
  return out;
}

}  // namespace chappe
