#include "solve/optical/closed_section.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solve/optical/linearised.hpp"
#include "solve/section_response.hpp"

namespace chappe {
namespace {

using Variances = std::array<double, kCauses>;

double& of(Variances& variances, Cause cause) { return variances[static_cast<std::size_t>(cause)]; }

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of a one-sided density over the chain's frequencies, 0 Hz counted half.
template <class Density>
double integral(const OpticalChain& chain, Density&& density) {
  double sum = 0.0;
  for (std::size_t k = 0; k < chain.grid.half(); ++k) sum += (k == 0 ? 0.5 : 1.0) * density(k);
  return sum * chain.grid.df_hz();
}

/// What a pattern's decisions have of their own, in the mean of each level's.
std::vector<Variances> of_pattern(const PatternAtSlicer& slicer, const PatternPart& pattern) {
  std::vector<Variances> sum(slicer.level_v.size(), Variances{});
  std::vector<double> count(sum.size(), 0.0);
  for (std::size_t i = 0; i < pattern.y.size(); ++i) {
    const std::size_t level = pattern.symbols[i];
    const SymbolNoise& noise = pattern.noise[i];
    of(sum[level], Cause::receiver) += noise.stationary_v2;
    of(sum[level], Cause::shot) += noise.shot_v2;
    of(sum[level], Cause::isi) += std::pow(pattern.y[i] - slicer.level_v[level], 2);
    of(sum[level], Cause::transmitter) += noise.transmitter_v2;
    of(sum[level], Cause::light) += noise.light_v2;
    count[level] += 1.0;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    for (double& variance : sum[i]) variance /= std::max(count[i], 1.0);
  }
  return sum;
}

}  // namespace

ClosedSection closed_section(const OpticalChain& chain, const PatternAtSlicer& slicer,
                             const PatternPart& pattern) {
  ClosedSection out;
  out.rule = chain.rx.optimum_thresholds ? ThresholdRule::optimum : ThresholdRule::mid;
  const double middle_v = mean(slicer.level_v);
  double level_power_v2 = 0.0;
  for (const double v : slicer.level_v) {
    out.level_v.push_back(v - middle_v);
    level_power_v2 += std::pow(v - middle_v, 2) / static_cast<double>(slicer.level_v.size());
  }
  double echoes = 0.0, crosstalk = 0.0;
  for (const EchoPair& echo : chain.echoes) echoes += 2.0 * std::pow(echo.field_ratio, 2);
  for (const LightCrosstalk& other : chain.crosstalk) {
    crosstalk += other.channels * std::pow(other.power_ratio, 2) * level_power_v2;
  }
  const std::vector<double> currents = held_currents_a(chain);
  const double direct2 = std::norm(slicer.kernel.front()), middle_a = mean(currents);
  out.variance_v2 = of_pattern(slicer, pattern);
  for (std::size_t i = 0; i < out.variance_v2.size(); ++i) {
    Variances& here = out.variance_v2[i];
    of(here, Cause::jitter) = std::pow(slicer.equalised.sigma_jitter_v, 2);
    of(here, Cause::echoes) = echoes * direct2 * currents[i] * middle_a;
    of(here, Cause::crosstalk) = crosstalk;
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
  const auto gaps = static_cast<double>(currents.size() - 1);
  ClosedSection out;
  for (std::size_t i = 0; i < currents.size(); ++i) {
    out.level_v.push_back(outer_v * (static_cast<double>(i) / gaps - 0.5));
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
