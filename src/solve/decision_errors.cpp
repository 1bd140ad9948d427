#include "solve/decision_errors.hpp"

#include "solve/feedback_bursts.hpp"

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

SectionBursts DecisionErrors::bursts(double distance_scale) const {
  if (sequence_ && !dfe_.empty()) {
    SectionBursts out;
    out.sign = sign_of(dfe_);
    out.length = sequence_->errors(distance_scale).length;
    return out;
  }
  return feedback_bursts(dfe_, levels_, distance_scale * slicer_.available_v(),
                         [&](double distance_v) { return slicer_.tail(distance_v); });
}

}  // namespace chappe
