#include "solve/decision_errors.hpp"

#include <algorithm>

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
  const auto levels = static_cast<double>(levels_);
  for (std::size_t l = 1; l <= std::min(dfe_.size(), kMostLengths); ++l) {
    const double left = 1.0 - 2.0 * net_feedback(dfe_, l);
    out.continuation.push_back((levels - 1.0) / levels *
                               slicer_.tail(distance_scale * left * slicer_.available_v()));
  }
  return out;
}

}  // namespace chappe
