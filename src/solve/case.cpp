#include "solve/case.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "fec/code.hpp"
#include "fec/outcome.hpp"
#include "solve/case_ledger.hpp"
#include "solve/inner_errors.hpp"
#include "solve/requirement.hpp"

namespace chappe {
namespace {

OperatingPoint operating_point(const Path& path) {
  OperatingPoint at;
  at.temperature_c = path.params.temperature_c;
  return at;
}

std::vector<SectionOutcome> solve_sections(const Path& path, const Requirements& limits,
                                           const CaseRequest& request, SpreadCache& spreads) {
  std::vector<SectionOutcome> out;
  const int frame_bytes = request.solve.frame_bytes;
  for (std::size_t i = 0; i < path.sections.size(); ++i) {
    const FecSpan* span = span_of(path, i);
    SectionRequest section;
    section.solve = request.solve;
    const InnerCode& inner = inner_code(path.sections[i].inner_code);
    section.target_ber = required_ber(limits, span, frame_bytes, inner);
    if (inner.corrects()) {
      section.burst_target = [target = section.target_ber](const SectionBursts& here) {
        return target / mean_errors_per_event(here);
      };
    } else if (span != nullptr) {
      section.burst_target = [&, span,
                              independent = section.target_ber](const SectionBursts& here) {
        const std::size_t count = span->last_section - span->first_section + 1;
        std::vector<SectionBursts> all(count, here);
        std::vector<double> errors(count, independent);
        for (std::size_t k = 0; k < count; ++k) {
          if (path.sections[span->first_section + k].inner_code == "none") continue;
          all[k] = {};
          errors[k] = 0.0;
        }
        const auto bursts = span_bursts(path, *span, frame_bytes, all, errors, spreads);
        return bursts ? required_ber_of_bursts(limits, *bursts, independent) : independent;
      };
    }
    const bool alone = span != nullptr && span->first_section == span->last_section;
    if (alone && request.solve.fidelity == "waveform") {
      section.codewords = codeword_counter(path, *span);
    }
    section.allow_extrapolation = request.allow_extrapolation;
    section.seed = request.seed;
    section.threads = request.threads;
    section.stop = request.stop;
    if (request.sample) {
      section.sample =
          SampleRequest{limits.margin_db_min.has_value() || request.solve.yield_margin_share > 0.0,
                        limits.com_db_min.has_value()};
      if (i < request.near.size()) section.near = &request.near[i];
    }
    out.push_back(solve_section(path.sections[i], operating_point(path), section));
  }
  return out;
}

/// Bursts beyond this BER are not told from independent errors: nearly every codeword fails.
constexpr double kMostBurstBer = 0.05;

/// What a span's FEC, or none, makes of its sections' errors.
struct SpanOutcome {
  FecOutcome fec{};
  double ber_post_inner{0.0};  ///< ahead of the FEC, behind inner codes
  double more_errors{0.0};     ///< by decision feedback, BER
  bool inner{false};           ///< a section has an inner code
  std::vector<std::string> assumptions{};
};

/// Errors of a span's sections as its FEC meets them.
struct SpanErrors {
  double ber{0.0}, as_independent{0.0};  ///< sums
  std::vector<SectionBursts> bursts{};
  std::vector<double> each{};  ///< as independent
};

SpanErrors span_errors(const Path& path, std::size_t first,
                       std::span<const SectionOutcome> sections, const CaseRequest& request,
                       SpanOutcome& out) {
  const InnerRequest how{.simulate = request.solve.fidelity == "waveform" && !request.sample,
                         .seed = request.seed,
                         .threads = request.threads,
                         .stop = request.stop};
  SpanErrors sum;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& section = path.sections[first + i];
    const bool inner = section.inner_code != "none";
    const double factor = inner ? mean_errors_per_event(sections[i].bursts) : 1.0;
    const double line = std::min(0.5, sections[i].ber.ber * factor);
    const SectionErrors errors = behind_inner_code(section, line, how);
    out.more_errors += line - std::min(0.5, sections[i].ber.ber);
    if (inner) out.assumptions.push_back(errors.assumption);
    out.inner = out.inner || inner;
    sum.ber += errors.ber;
    sum.as_independent += errors.as_independent;
    sum.bursts.push_back(inner ? SectionBursts{} : sections[i].bursts);
    sum.each.push_back(errors.as_independent);
  }
  out.ber_post_inner = sum.ber;
  return sum;
}

SpanOutcome span_outcome(const Path& path, const FecSpan* span, std::size_t first,
                         std::span<const SectionOutcome> sections, const CaseRequest& request,
                         SpreadCache& spreads) {
  SpanOutcome out;
  const int frame_bytes = request.solve.frame_bytes;
  const SpanErrors errors = span_errors(path, first, sections, request, out);
  const std::vector<SectionBursts>& bursts = errors.bursts;
  const double ber = errors.as_independent;
  FecFraming framing{.frame_bytes = frame_bytes};
  if (span == nullptr) {
    out.fec = fec_outcome(fec_code("none"), std::min(errors.ber, 0.5), framing);
    return out;
  }
  framing.codeword_interleave = span->params.codeword_interleave;
  const FecCode& code = fec_code(span->params.code);
  const auto in_bursts = span_bursts(path, *span, frame_bytes, bursts, errors.each, spreads);
  if (in_bursts) out.more_errors += ber * std::max(0.0, in_bursts->burst_factor() - 1.0);
  if (in_bursts && ber <= kMostBurstBer) {
    out.fec = in_bursts->outcome(ber);
    const bool mlse = std::any_of(bursts.begin(), bursts.end(),
                                  [](const SectionBursts& b) { return !b.length.empty(); });
    out.assumptions.push_back(
        std::string(mlse ? "FEC: MLSE's error events as bursts that begin independently, through "
                         : "FEC: errors of decision feedback as bursts, noise and ISI of "
                           "neighbouring symbols as if independent, through ") +
        span->params.lane_mux + " multiplexing of " +
        std::to_string(pcs_lanes_per_lane(path.sections[span->first_section])) +
        " PCS lanes a lane and codewords dealt in turn" + in_bursts->remark);
  } else {
    out.fec = fec_outcome(code, std::min(ber, 0.5), framing);
    out.assumptions.push_back("FEC: bit errors taken as independent of each other");
  }
  // Where symbols are wrong by more than one bit each, more is left.
  if (ber > 0.0) out.fec.ber_post_fec *= errors.ber / ber;
  return out;
}

/// Errors: bit errors of a span's sections add ahead of its FEC (behind inner codes), spans' losses
/// add behind it.
/// @returns what was assumed of the FEC
std::vector<std::string> fill_errors(const Path& path, const std::vector<SectionOutcome>& sections,
                                     const CaseRequest& request, SpreadCache& spreads, Figures& f) {
  f.ber_pre_fec = f.ber_pre_fec_low = f.ber_pre_fec_high = 0.0;
  f.ber_post_fec = f.frame_loss_ratio = 0.0;
  f.ber_method = sections.front().ber.method;
  bool any_code = false, any_inner = false;
  double codeword = 0.0, more_errors = 0.0, post_inner = 0.0;
  std::vector<std::string> assumptions;
  for (std::size_t i = 0; i < sections.size();) {
    const FecSpan* span = span_of(path, i);
    const std::size_t count = span == nullptr ? 1 : span->last_section - i + 1;
    const std::span<const SectionOutcome> here = std::span(sections).subspan(i, count);
    const std::size_t first = i;
    i += count;
    for (const SectionOutcome& section : here) {
      f.ber_pre_fec += section.ber.ber;
      f.ber_pre_fec_low += section.ber.low;
      f.ber_pre_fec_high += section.ber.high;
    }
    const SpanOutcome outcome = span_outcome(path, span, first, here, request, spreads);
    any_inner = any_inner || outcome.inner;
    post_inner += outcome.ber_post_inner;
    more_errors += outcome.more_errors;
    f.ber_post_fec += outcome.fec.ber_post_fec;
    // a + b - ab, which keeps small losses exact.
    f.frame_loss_ratio += outcome.fec.frame_loss_ratio * (1.0 - f.frame_loss_ratio);
    assumptions.insert(assumptions.end(), outcome.assumptions.begin(), outcome.assumptions.end());
    if (outcome.fec.codeword_error_ratio) {
      any_code = true;
      codeword = std::min(1.0, codeword + *outcome.fec.codeword_error_ratio);
    }
  }
  f.burst_factor = f.ber_pre_fec > 0.0 ? 1.0 + more_errors / f.ber_pre_fec : 1.0;
  if (any_inner) f.ber_post_inner = std::min(0.5, post_inner);
  for (double* ratio : {&f.ber_pre_fec, &f.ber_pre_fec_low, &f.ber_pre_fec_high, &f.ber_post_fec}) {
    *ratio = std::min(*ratio, 0.5);
  }
  if (any_code) f.codeword_error_ratio = codeword;
  return assumptions;
}

/// Figures of the section with light that has the least optical margin.
void fill_light(const std::vector<SectionOutcome>& sections, Figures& f) {
  const OpticalFigures* least = nullptr;
  for (const SectionOutcome& section : sections) {
    if (!section.light) continue;
    if (least == nullptr || section.light->optical_margin_db < least->optical_margin_db) {
      least = &*section.light;
    }
  }
  if (least == nullptr) return;
  f.launch_power_dbm = least->launch_power_dbm;
  f.oma_outer_dbm = least->oma_outer_dbm;
  f.extinction_ratio_db = least->extinction_ratio_db;
  f.rlm = least->rlm;
  f.optical_loss_db = least->link_loss_db;
  f.received_power_dbm = least->received_power_dbm;
  f.received_oma_dbm = least->received_oma_dbm;
  f.optical_margin_db = least->optical_margin_db;
}

/// Signal figures and eye of the section with the least margin.
void fill_signal(const Path& path, const std::vector<SectionOutcome>& sections, CaseResult& out) {
  Figures& f = out.figures;
  const auto worst = std::min_element(
      sections.begin(), sections.end(),
      [](const SectionOutcome& a, const SectionOutcome& b) { return a.margin_db < b.margin_db; });
  f.worst_section = path.sections[static_cast<std::size_t>(worst - sections.begin())].name;
  f.margin_db = worst->margin_db;
  f.com_db = worst->com_db;
  f.fom_db = worst->fom_db;
  f.vec_db = worst->vec_db;
  f.veo_mv = worst->veo_mv;
  f.pulse_peak_mv = worst->pulse_peak_mv;
  f.il_nyquist_db = worst->channel.il_nyquist_db;
  f.erl_db = worst->channel.erl_db;
  f.icn_mv = worst->channel.icn_mv;
  fill_light(sections, f);
  out.eye = worst->eye;
  if (!out.eye) return;
  f.eye_height_mv = 1e3 * out.eye->height_v;
  f.eye_width_ui = out.eye->width_ui;
}

double total_length_m(const Path& path) {
  double length = 0.0;
  for (const Section& section : path.sections) {
    for (const auto& element : section.elements) {
      if (const TwoPort* two_port = as<TwoPort>(*element)) length += two_port->length_m();
      if (const LightPath* light = as<LightPath>(*element)) length += light->length_m();
    }
  }
  return length;
}

void fill_system(const Path& path, const std::vector<LedgerRow>& ledger, Figures& f) {
  const PathRates rates = path_rates(path);
  f.family = path.params.family;
  f.lanes = path.params.lanes;
  f.symbol_rate_gbd = path.sections.back().symbol_rate_bd * 1e-9;
  f.line_rate_gbps = rates.line_rate_bps * 1e-9;
  f.net_rate_gbps = rates.net_rate_bps * 1e-9;
  f.length_m = total_length_m(path);
  f.latency_ns = ledger_total(ledger, "latency");
  f.energy_pj_per_bit = ledger_total(ledger, "energy");
  f.power_w = 2.0 * f.energy_pj_per_bit * 1e-12 * rates.net_rate_bps;
  f.module_power_w = path.params.module_power_w;
  f.fit = ledger_total(ledger, "fit");
  f.mttr_h = path.params.mttr_h;
}

}  // namespace

CaseResult solve_case(const Path& path, const CaseRequest& request) {
  const Requirements limits = requirements_in_force(request.require, path);
  SpreadCache own;
  SpreadCache& spreads = request.spreads == nullptr ? own : *request.spreads;
  const std::vector<SectionOutcome> sections = solve_sections(path, limits, request, spreads);
  CaseResult out;
  out.ledger = case_ledger(path, sections);
  out.figures.frame_bytes = request.solve.frame_bytes;
  const std::vector<std::string> of_fec =
      fill_errors(path, sections, request, spreads, out.figures);
  fill_signal(path, sections, out);
  fill_system(path, out.ledger, out.figures);
  out.missed = missed_limits(limits, out.figures);
  out.figures.requirement_met = out.missed.empty();
  for (const SectionOutcome& section : sections) out.settings.push_back(section.settings);
  if (request.sample) return out;
  for (const Section& section : path.sections) {
    for (const auto& element : section.elements) {
      for (const std::string& line : element->assumptions()) out.assumptions.push_back(line);
    }
    for (const Aggressor& aggressor : section.aggressors) {
      for (const std::string& line : aggressor.channel->assumptions())
        out.assumptions.push_back(line);
    }
  }
  for (const SectionOutcome& section : sections) {
    out.assumptions.insert(out.assumptions.end(), section.assumptions.begin(),
                           section.assumptions.end());
    out.cross_check.insert(out.cross_check.end(), section.cross_check.begin(),
                           section.cross_check.end());
  }
  out.assumptions.insert(out.assumptions.end(), of_fec.begin(), of_fec.end());
  return out;
}

}  // namespace chappe
