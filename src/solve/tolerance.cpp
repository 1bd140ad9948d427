#include "solve/tolerance.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

constexpr std::uint32_t kFirstStream = 0x70000000;  // far from the streams of waveforms

double normal_quantile(const ToleranceLaw& law, double u) {
  const double below_low = q_function((law.centre - law.low) / law.sigma);
  const double above_high = q_function((law.high - law.centre) / law.sigma);
  const double kept = 1.0 - below_low - above_high;
  // From the nearer tail, where digits are kept.
  const double below = below_low + u * kept, above = above_high + (1.0 - u) * kept;
  const double x = below < above ? law.centre - law.sigma * q_inverse(below)
                                 : law.centre + law.sigma * q_inverse(above);
  return std::clamp(x, law.low, law.high);
}

double triangular_quantile(const ToleranceLaw& law, double u) {
  const double span = law.high - law.low;
  const double rise = (law.centre - law.low) / span;
  if (u < rise) return law.low + span * std::sqrt(u * rise);
  return law.high - span * std::sqrt((1.0 - u) * (1.0 - rise));
}

}  // namespace

double quantile(const ToleranceLaw& law, double u) {
  ensure(u > 0.0 && u < 1.0, "0 < u < 1");
  switch (law.shape) {
    case ToleranceLaw::Shape::normal:
      return normal_quantile(law, u);
    case ToleranceLaw::Shape::uniform:
      return law.low + u * (law.high - law.low);
    case ToleranceLaw::Shape::triangular:
      return triangular_quantile(law, u);
  }
  throw InternalError("a tolerance of unknown shape");
}

double standard_deviation(const ToleranceLaw& law) {
  if (law.shape == ToleranceLaw::Shape::normal) return law.sigma;
  const double span = law.high - law.low;
  if (law.shape == ToleranceLaw::Shape::uniform) return span / std::sqrt(12.0);
  const double rise = law.centre - law.low;
  return std::sqrt((span * span - span * rise + rise * rise) / 18.0);
}

double draw(const ToleranceLaw& law, std::uint64_t seed, std::size_t index, std::size_t i) {
  Rng rng{{seed, kFirstStream + static_cast<std::uint32_t>(index)}, i};
  return quantile(law, rng.uniform());
}

}  // namespace chappe
