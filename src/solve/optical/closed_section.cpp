#include "solve/optical/closed_section.hpp"

#include <cmath>
#include <numeric>

#include "solve/optical/linearised.hpp"
#include "solve/section_response.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

using Variances = std::array<double, kCauses>;

double& of(Variances& variances, Cause cause) { return variances[static_cast<std::size_t>(cause)]; }

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Slope of the straight line through values of evenly spaced or compressed levels.
double line_slope(const std::vector<double>& levels, const std::vector<double>& values) {
  double along = 0.0, square = 0.0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    along += values[i] * levels[i];
    square += levels[i] * levels[i];
  }
  return along / square;
}

/// Of a one-sided density over the chain's frequencies, 0 Hz counted half.
template <class Density>
double integral(const OpticalChain& chain, Density&& density) {
  double sum = 0.0;
  for (std::size_t k = 0; k < chain.grid.half(); ++k) sum += (k == 0 ? 0.5 : 1.0) * density(k);
  return sum * chain.grid.df_hz();
}

/// Change of the detected power over that of the drive at f, of light that stands at field e0 and
/// changes by e1.
cd power_change(const OpticalChain& chain, std::size_t k, cd e0, cd e1) {
  const std::size_t n = chain.grid.samples();
  const cd above = chain.field.empty() ? cd(1.0) : chain.field[k];
  const cd below = chain.field.empty() ? cd(1.0) : chain.field[(n - k) % n];
  const cd behind = chain.intensity.empty() ? cd(1.0) : chain.intensity[k];
  return behind * (std::conj(e0) * e1 * above + e0 * std::conj(e1) * std::conj(below));
}

/// At the last map's input, levels held [V].
std::vector<double> held_drive_v(const OpticalChain& chain, const std::vector<double>& levels) {
  std::vector<double> out;
  for (const double level : levels) {
    double v = chain.tx.amplitude_v * level;
    for (const DriveStage& stage : chain.drive) {
      v *= stage.filter.front().real();
      if (stage.map && &stage != &chain.drive.back()) v = stage.map->value(v).real();
    }
    out.push_back(v);
  }
  return out;
}

/// Noise of the light and of what drives it, for a level whose drive is v. Without slopes'
/// differences the transmitter's own is `tx_v2`.
void add_light(const OpticalChain& chain, const std::vector<cd>& kernel, double v, Variances& out) {
  const MapTable& map = *chain.drive.back().map;
  const cd e0 = map.value(v), e1 = map.slope(v);
  const double scale = std::pow(chain.power_w * chain.gain() * chain.responsivity_a_per_w, 2);
  if (!chain.rin.empty()) {
    of(out, Cause::rin) =
        scale * integral(chain, [&](std::size_t k) {
          return chain.rin[k] * std::norm(kernel[k] * power_change(chain, k, e0, 0.5 * e0));
        });
  }
  if (!chain.drive_noise.empty()) {
    of(out, Cause::transmitter) =
        scale * integral(chain, [&](std::size_t k) {
          return chain.drive_noise[k] * std::norm(kernel[k] * power_change(chain, k, e0, e1));
        });
  }
}

/// Slopes of power over drive at the levels, squared, over their mean.
std::vector<double> slopes_squared(const OpticalChain& chain, const std::vector<double>& drive_v) {
  const MapTable& map = *chain.drive.back().map;
  std::vector<double> out;
  for (const double v : drive_v) {
    out.push_back(std::pow((std::conj(map.value(v)) * map.slope(v)).real(), 2));
  }
  const double of_all = mean(out);
  for (double& square : out) square = of_all > 0.0 ? square / of_all : 1.0;
  return out;
}

}  // namespace

ClosedSection closed_section(const OpticalChain& chain, const PatternAtSlicer& slicer) {
  const auto levels = transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio);
  const std::vector<double> currents = held_currents_a(chain);
  const std::vector<double> drive_v = held_drive_v(chain, levels);
  const std::vector<double> slopes = slopes_squared(chain, drive_v);
  const Equalised& at = slicer.equalised;
  const std::vector<cd>& kernel = slicer.kernel;
  const double middle_a = mean(currents);
  const double direct = std::abs(kernel.front().real());
  const double per_current2 = integral(chain, [&](std::size_t k) { return std::norm(kernel[k]); });
  const double receiver = integral(chain, [&](std::size_t k) {
    if (chain.post[k] == cd{}) return 0.0;
    return (chain.thermal[k] + chain.rx.noise_v2_per_hz / std::norm(chain.post[k])) *
           std::norm(kernel[k]);
  });
  ClosedSection out;
  out.rule = chain.rx.optimum_thresholds ? ThresholdRule::optimum : ThresholdRule::mid;
  const double volts_per_a = at.cursor_v / std::abs(line_slope(levels, currents));
  double spread_v2 = 0.0;
  for (const double current : currents) {
    out.level_v.push_back(volts_per_a * (current - middle_a));
    spread_v2 += std::pow(out.level_v.back(), 2) / static_cast<double>(currents.size());
  }
  double echoes = 0.0, crosstalk = 0.0;
  for (const EchoPair& echo : chain.echoes) echoes += 2.0 * std::pow(echo.field_ratio, 2);
  for (const LightCrosstalk& other : chain.crosstalk) {
    crosstalk += other.channels * std::pow(other.power_ratio, 2) * spread_v2;
  }
  for (std::size_t i = 0; i < currents.size(); ++i) {
    Variances here{};
    of(here, Cause::receiver) = receiver + std::pow(at.sigma_adc_v, 2);
    of(here, Cause::shot) = chain.shot_a * currents[i] * per_current2;
    of(here, Cause::isi) = std::pow(at.sigma_isi_v, 2);
    of(here, Cause::jitter) = std::pow(at.sigma_jitter_v, 2);
    add_light(chain, kernel, drive_v[i], here);
    of(here, Cause::transmitter) += std::pow(at.sigma_tx_v, 2) * slopes[i];
    of(here, Cause::partition) = chain.partition_variance * std::pow(direct * currents[i], 2);
    of(here, Cause::echoes) = echoes * direct * direct * currents[i] * middle_a;
    of(here, Cause::crosstalk) = crosstalk;
    out.variance_v2.push_back(here);
  }
  if (out.level_v.front() > out.level_v.back()) {
    for (double& v : out.level_v) v = -v;
  }
  return out;
}

ClosedSection unequalised_section(const OpticalChain& chain) {
  const std::vector<double> currents = held_currents_a(chain);
  const ReceiverFilter filter(chain.rx);
  const auto filtered2 = [&](std::size_t k) {
    return std::norm(filter(static_cast<double>(k) * chain.grid.df_hz()));
  };
  const double per_current2 =
      integral(chain, [&](std::size_t k) { return std::norm(chain.post[k]) * filtered2(k); });
  const double receiver = integral(chain, [&](std::size_t k) {
    return (chain.thermal[k] * std::norm(chain.post[k]) + chain.rx.noise_v2_per_hz) * filtered2(k);
  });
  const double outer_v = std::abs(chain.post.front() * (currents.back() - currents.front()));
  const auto count = static_cast<double>(currents.size());
  ClosedSection out;
  for (std::size_t i = 0; i < currents.size(); ++i) {
    out.level_v.push_back(outer_v * (static_cast<double>(i) / (count - 1.0) - 0.5));
    Variances here{};
    of(here, Cause::receiver) = receiver;
    of(here, Cause::shot) = chain.shot_a * currents[i] * per_current2;
    out.variance_v2.push_back(here);
  }
  return out;
}

SlicerErrors closed_errors(const ClosedSection& section, const ClosedScales& scales) {
  NoisyLevels levels;
  const double light2 = scales.light * scales.light;
  for (std::size_t i = 0; i < section.level_v.size(); ++i) {
    Variances here = section.variance_v2[i];
    of(here, Cause::receiver) *= scales.receiver_noise * scales.receiver_noise;
    of(here, Cause::shot) *= scales.light;
    double sum = 0.0;
    for (std::size_t c = 0; c < scales.causes; ++c) {
      sum += here[c] * (c > static_cast<std::size_t>(Cause::shot) ? light2 : 1.0);
    }
    levels.mean.push_back(scales.light * section.level_v[i]);
    levels.sigma.push_back(std::sqrt(sum));
  }
  return gaussian_pam_errors(levels, pam_thresholds(levels, section.rule), scales.distance);
}

}  // namespace chappe
