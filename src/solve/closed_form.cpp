#include "solve/closed_form.hpp"

#include <cmath>

#include "dsp/ffe_dfe.hpp"
#include "math/special.hpp"
#include "solve/sequence_density.hpp"
#include "solve/slicer.hpp"

namespace chappe {

double gaussian_sigma_v(const Equalised& at_slicer, double noise_factor) {
  return std::sqrt(std::pow(at_slicer.sigma_isi_v, 2) + std::pow(at_slicer.sigma_jitter_v, 2) +
                   std::pow(at_slicer.sigma_crosstalk_v, 2) + std::pow(at_slicer.sigma_tx_v, 2) +
                   std::pow(at_slicer.sigma_adc_v, 2) +
                   std::pow(at_slicer.sigma_noise_v * noise_factor, 2));
}

double gaussian_ber(const SectionSignals& signals, const SearchResult& search, double noise_factor,
                    double distance_scale) {
  if (signals.rx.mlse) {
    return gaussian_sequence_errors(signals, search, noise_factor, distance_scale).ber;
  }
  return gaussian_errors(signals, search.at_slicer, noise_factor, distance_scale).ber;
}

SlicerErrors gaussian_errors(const SectionSignals& signals, const Equalised& at_slicer,
                             double noise_factor, double distance_scale) {
  const auto levels = transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio);
  const auto decisions = midway_thresholds(levels);
  const double sigma = gaussian_sigma_v(at_slicer, noise_factor);
  const auto count = static_cast<int>(levels.size());
  SlicerErrors sum;
  for (int sent = 0; sent < count; ++sent) {
    for (int k = 0; k + 1 < count; ++k) {
      const double gap =
          distance_scale * at_slicer.cursor_v *
          std::abs(decisions[static_cast<std::size_t>(k)] - levels[static_cast<std::size_t>(sent)]);
      const double p = sigma > 0.0 ? q_function(gap / sigma) : 0.0;
      const bool above = k >= sent;
      sum.ber += p * (bit_distance(count, sent, above ? k + 1 : k) -
                      bit_distance(count, sent, above ? k : k + 1));
      if (k == sent || k + 1 == sent) sum.ser += p;
    }
  }
  return {sum.ber / (count * counted_bits(count)), sum.ser / count};
}

}  // namespace chappe
