#include "solve/decision_errors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace chappe {
namespace {

BurstSign sign_of(const std::vector<double>& dfe) {
  return dfe.front() > 0.0 ? BurstSign::alternating : BurstSign::same;
}

}  // namespace

DecisionErrors::DecisionErrors(const SectionSignals& signals, const SearchResult& search,
                               const DensityOptions& options)
    : levels_(signals.pam_levels),
      precoded_(signals.section->precoded),
      dfe_(search.settings.dfe),
      slicer_(signals, search, options) {
  if (signals.rx.mlse) sequence_.emplace(signals, search, options);
}

double DecisionErrors::ber(double distance_scale) const {
  return sequence_ ? sequence_->errors(distance_scale).ber : slicer_.errors(distance_scale).ber;
}

double DecisionErrors::ber_as_isolated(double distance_scale) const {
  return sequence_ ? as_isolated(sequence_->errors(distance_scale)) : ber(distance_scale);
}

double DecisionErrors::isolated_share() const {
  if (!sequence_ || !precoded_) return 1.0;
  const SequenceErrors errors = sequence_->errors();
  return errors.ber > 0.0 ? as_isolated(errors) / errors.ber : 1.0;
}

double DecisionErrors::as_isolated(const SequenceErrors& errors) const {
  if (!precoded_) return errors.ber;
  BurstModel model{
      .length = errors.length, .sign = sign_of(dfe_), .bits_per_symbol = levels_ == 2 ? 1 : 2};
  const double on_line = mean_wrong_bits(model);
  model.precoded = true;
  return errors.ber * 0.5 * mean_wrong_bits(model) / on_line;
}

/// The chance that what wrong decisions in a row feed back makes the next one wrong: a level must
/// be there to be taken for it, and noise and ISI reach what is left of the distance.
SectionBursts DecisionErrors::bursts(double distance_scale) const {
  constexpr std::size_t kMostLengths = 4;
  SectionBursts out;
  if (dfe_.empty()) return out;
  out.sign = sign_of(dfe_);
  if (sequence_) {
    out.length = sequence_->errors(distance_scale).length;
    return out;
  }
  if (dfe_.front() == 0.0) return out;
  for (std::size_t l = 1; l <= std::min(dfe_.size(), kMostLengths); ++l) {
    out.continuation.push_back(wrong_after(net_feedback(dfe_, l), distance_scale));
  }
  out.again = again(out.continuation, distance_scale);
  return out;
}

double DecisionErrors::wrong_after(double net, double distance_scale) const {
  const auto levels = static_cast<double>(levels_);
  const double distance_v = distance_scale * (1.0 - 2.0 * net) * slicer_.available_v();
  return (levels - 1.0) / levels * slicer_.tail(distance_v);
}

/// Over the lengths of a burst and the taps that reach beyond its end: what feedback of its errors
/// adds to the errors that there are anyway, towards either side.
double DecisionErrors::again(const std::vector<double>& continuation, double distance_scale) const {
  constexpr int kLengths = 8;
  constexpr double kLeastNet = 0.01, kMostAgain = 0.5, kNode = 0.04;
  const auto lengths = burst_lengths(continuation, kLengths);
  std::vector<std::pair<double, double>> nets;  // feedback, probability of its length
  double most = 0.0;
  for (std::size_t l = 1; l <= lengths.size(); ++l) {
    for (std::size_t after = 1; after < dfe_.size(); ++after) {
      const double net = std::abs(net_feedback(dfe_, l, after));
      if (net < kLeastNet) continue;
      nets.emplace_back(net, lengths[l - 1]);
      most = std::max(most, net);
    }
  }
  if (nets.empty()) return 0.0;
  // A tail is a sum over all cases; between nodes its logarithm is all but straight.
  std::vector<double> log_wrong;
  for (int i = 0; i <= static_cast<int>(std::ceil(most / kNode)); ++i) {
    log_wrong.push_back(std::log(std::max(wrong_after(kNode * i, distance_scale), 1e-300)));
  }
  const double anyway = std::exp(log_wrong.front());
  double sum = 0.0;
  for (const auto& [net, probability] : nets) {
    const auto below = std::min(static_cast<std::size_t>(net / kNode), log_wrong.size() - 2);
    const double part = net / kNode - static_cast<double>(below);
    const double wrong =
        std::exp(log_wrong[below] + part * (log_wrong[below + 1] - log_wrong[below]));
    sum += probability * std::max(0.0, wrong - anyway);
  }
  return std::min(sum, kMostAgain);
}

}  // namespace chappe
