#include "solve/adc_figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "dsp/ffe_dfe.hpp"
#include "math/density.hpp"
#include "solve/instant_density.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kMostResidue = 1e-3;

/// |E exp(j wave a)| over the levels a.
double characteristic(const std::vector<double>& levels, double wave) {
  double re = 0.0, im = 0.0;
  for (const double level : levels) {
    re += std::cos(wave * level);
    im += std::sin(wave * level);
  }
  return std::hypot(re, im) / static_cast<double>(levels.size());
}

/// The `harmonic` of the step in a sample's error, the symbol given that fixes most of it.
double harmonic_left(const std::vector<double>& levels, const Equalised& slicer, int harmonic) {
  const double wave = 2.0 * kPi * harmonic / slicer.adc_step_v;
  const auto taps = static_cast<std::ptrdiff_t>(slicer.rx_ffe.size());
  double log_all = -0.5 * std::pow(wave * slicer.sigma_at_adc_v, 2), log_given = 0.0;
  for (std::size_t i = 0; i < slicer.at_adc.v.size(); ++i) {
    const double log_here =
        std::log(std::max(1e-300, characteristic(levels, wave * slicer.at_adc.v[i])));
    log_all += log_here;
    // The symbol decided on stands at this lag of the sample at one of the taps.
    const std::ptrdiff_t tap = static_cast<std::ptrdiff_t>(slicer.at_adc.cursor) -
                               static_cast<std::ptrdiff_t>(i) + slicer.rx_cursor;
    if (tap >= 0 && tap < taps) log_given = std::min(log_given, log_here);
  }
  return std::exp(log_all - log_given) / harmonic;
}

double clipped_share(const std::vector<double>& levels, const ReceiverSpec& rx,
                     const Equalised& slicer) {
  const double full_scale_v = 0.5 * slicer.adc_step_v * std::exp2(rx.adc_bits);
  const double width_v = full_scale_v / 512.0;
  std::vector<double> taps = slicer.at_adc.v;
  const double small_v2 = take_small(taps, width_v, levels);
  DensityScratch scratch;
  const Density signal = isi_density_of_width(taps, levels, width_v, scratch);
  const double sigma_v = std::sqrt(std::pow(slicer.sigma_at_adc_v, 2) + small_v2);
  return 2.0 * signal.tail_below(full_scale_v, signal.corrected_sigma(sigma_v));
}

}  // namespace

AdcFigures adc_figures(const SectionSignals& signals, const Equalised& slicer) {
  constexpr int kHarmonics = 4;
  const auto levels = transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio);
  AdcFigures out;
  for (int harmonic = 1; harmonic <= kHarmonics; ++harmonic) {
    out.residue = std::max(out.residue, harmonic_left(levels, slicer, harmonic));
  }
  out.clipped = clipped_share(levels, signals.rx, slicer);
  return out;
}

std::string adc_assumption(const SectionSignals& signals, const Equalised& slicer, double ber) {
  const AdcFigures adc = adc_figures(signals, slicer);
  const double by_clipping = adc.clipped * static_cast<double>(slicer.rx_ffe.size());
  char text[320];
  std::snprintf(text, sizeof text,
                "': ADC: the error of a sample taken as uniform over a step, known neither by the"
                " signal nor by other samples' (%.1g of it is not so); no more than %.2g of the"
                " samples are clipped, which only the waveform counts",
                adc.residue, std::max(adc.clipped, 1e-18));
  std::string out = "section '" + signals.section->name + text;
  if (adc.residue > kMostResidue) {
    out += "; WARNING: the signal lies on few places of a step, its quantisation is no such noise";
  }
  if (by_clipping > std::max(0.1 * ber, 1e-18)) {
    std::snprintf(text, sizeof text, "; WARNING: clipping can add up to %.2g to the BER",
                  std::min(0.5, by_clipping));
    out += text;
  }
  return out;
}

}  // namespace chappe
