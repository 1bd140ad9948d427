#include "solve/adc.hpp"

#include <algorithm>
#include <cmath>

namespace chappe {

double adc_step_v(const ReceiverSpec& rx, double signal_v2) {
  if (rx.adc_bits == 0) return 0.0;
  return 2.0 * rx.adc_full_scale * std::sqrt(signal_v2) / std::exp2(rx.adc_bits);
}

void quantise(std::span<double> y, double step_v, int bits) {
  const double last = 0.5 * std::exp2(bits) - 0.5;
  for (double& v : y) v = step_v * std::clamp(std::floor(v / step_v) + 0.5, -last, last);
}

}  // namespace chappe
