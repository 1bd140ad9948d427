#include "fec/burst.hpp"

#include <cmath>
#include <numbers>

#include "base/errors.hpp"

namespace chappe {

void check_burst(const BurstModel& model) {
  ensure(model.events_per_symbol >= 0.0 && model.events_per_symbol < 1.0,
         "events_per_symbol lies in [0, 1)");
  ensure(model.bits_per_symbol == 1 || model.bits_per_symbol == 2, "bits_per_symbol is 1 or 2");
  ensure(!model.length.empty(), "a burst has a length");
  double sum = 0.0;
  for (const double p : model.length) {
    ensure(p >= 0.0, "a probability of a burst length is not negative");
    sum += p;
  }
  ensure(std::abs(sum - 1.0) < 1e-9, "the probabilities of burst lengths sum to 1");
}

std::vector<double> geometric_lengths(double continuation, int longest) {
  ensure(continuation >= 0.0 && continuation < 1.0 && longest >= 1,
         "a burst goes on with a probability in [0, 1), longest >= 1");
  std::vector<double> length(static_cast<std::size_t>(longest));
  double left = 1.0;
  for (double& p : length) {
    p = left * (1.0 - continuation);
    left *= continuation;
  }
  length.back() += left;
  return length;
}

double dfe_continuation(double tap, double x, int bits_per_symbol) {
  ensure(x > 0.0, "a distance over noise is positive");
  const double levels = bits_per_symbol == 1 ? 2.0 : 4.0;
  const double tail = 0.5 * std::erfc((1.0 - 2.0 * std::abs(tap)) * x / std::numbers::sqrt2);
  return (levels - 1.0) / levels * tail;
}

std::vector<SymbolError> data_errors(const BurstModel& model, int length) {
  ensure(length >= 1, "a burst has at least one symbol");
  const auto l = static_cast<std::size_t>(length);
  if (!model.precoded) return std::vector<SymbolError>(l, SymbolError::one_bit);
  const bool twice = model.sign == BurstSign::same && model.bits_per_symbol == 2;
  std::vector<SymbolError> errors(l + 1, twice ? SymbolError::both_bits : SymbolError::none);
  errors.front() = errors.back() = SymbolError::one_bit;
  return errors;
}

double first_bit_share(const BurstModel& model) { return model.precoded ? 0.5 : 1.0 / 3.0; }

namespace {

double mean_over_lengths(const BurstModel& model, double both) {
  double mean = 0.0;
  for (std::size_t i = 0; i < model.length.size(); ++i) {
    if (model.length[i] == 0.0) continue;
    double wrong = 0.0;
    for (const SymbolError e : data_errors(model, static_cast<int>(i) + 1)) {
      wrong += e == SymbolError::both_bits ? both : (e == SymbolError::one_bit ? 1.0 : 0.0);
    }
    mean += model.length[i] * wrong;
  }
  return mean;
}

}  // namespace

double mean_wrong_bits(const BurstModel& model) { return mean_over_lengths(model, 2.0); }
double mean_wrong_symbols(const BurstModel& model) { return mean_over_lengths(model, 1.0); }

double burst_ber(const BurstModel& model) {
  return model.events_per_symbol * mean_wrong_bits(model) / model.bits_per_symbol;
}

}  // namespace chappe
