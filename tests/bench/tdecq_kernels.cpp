#include <cmath>
#include <cstdint>
#include <memory>

#include "kernels.hpp"
#include "math/special.hpp"
#include "signal/patterns.hpp"
#include "solve/measure/tdecq.hpp"

namespace chappe::bench {
namespace {

using measure::PatternWave;

/// Symbols at 32 samples each behind the reference filter.
struct Measured {
  explicit Measured(std::vector<std::uint8_t> pattern) : symbols(std::move(pattern)) {}
  std::vector<std::uint8_t> symbols;
  PatternWave wave = [this] {
    std::vector<double> held;
    for (const std::uint8_t s : symbols) held.insert(held.end(), 32, 0.5 + s / 3.0);
    return bessel_thomson_filtered(PatternWave(held, 32.0, symbols.size()), 0.5);
  }();
};

Contender whole(const std::shared_ptr<Measured>& m) {
  return {"whole, taps optimised", 1.0,
          [m] { keep(measure_tdecq(m->wave, m->symbols).eye->tdecq_db); }};
}

/// TDECQ of given taps, sample by sample: two windows of two samples, sigma by 40 halvings.
Contender plain_evaluation(const std::shared_ptr<Measured>& m) {
  return {"one plain evaluation", 1.0, [m] {
            const std::vector<double>& x = m->wave.samples();
            const std::size_t n = x.size();
            double low = 1e-4, high = 0.2;
            for (int step = 0; step < 40; ++step) {
              const double sigma = 0.5 * (low + high);
              double worst = 0.0;
              for (const std::size_t window : {35, 39}) {
                double sum = 0.0;
                for (std::size_t k = 0; k < m->symbols.size(); ++k) {
                  for (std::size_t i = 0; i < 2; ++i) {
                    const double y = x[(32 * k + window + i) % n];
                    for (const double threshold : {2.0 / 3.0, 1.0, 4.0 / 3.0}) {
                      sum += q_function(std::abs(y - threshold) / sigma);
                    }
                  }
                }
                worst = std::max(worst, sum / (2.0 * static_cast<double>(m->symbols.size())));
              }
              (worst > 4.8e-4 ? high : low) = sigma;
            }
            keep(low);
          }};
}

Comparison comparison(const char* name, std::vector<std::uint8_t> pattern, double wanted_ns) {
  const auto m = std::make_shared<Measured>(std::move(pattern));
  return {name, plain_evaluation(m), whole(m), {}, wanted_ns};
}

}  // namespace

std::vector<Comparison> tdecq_comparisons() {
  // An open code takes 6 s for SSPRQ.
  return {comparison("TDECQ, PRBS13Q, 5 taps", prbs13q(), 0.3e9),
          comparison("TDECQ, SSPRQ, 5 taps", ssprq(), 1e9)};
}

}  // namespace chappe::bench
