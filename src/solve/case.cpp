#include "solve/case.hpp"

#include <algorithm>
#include <cmath>

#include "fec/code.hpp"
#include "fec/outcome.hpp"
#include "solve/case_ledger.hpp"
#include "solve/requirement.hpp"

namespace chappe {
namespace {

const FecSpan* span_of(const Path& path, std::size_t section) {
  for (const FecSpan& span : path.fec) {
    if (section >= span.first_section && section <= span.last_section) return &span;
  }
  return nullptr;
}

OperatingPoint operating_point(const Path& path) {
  OperatingPoint at;
  at.temperature_c = path.params.temperature_c;
  return at;
}

std::vector<SectionOutcome> solve_sections(const Path& path, const Requirements& limits,
                                           const CaseRequest& request) {
  std::vector<SectionOutcome> out;
  for (std::size_t i = 0; i < path.sections.size(); ++i) {
    SectionRequest section;
    section.solve = request.solve;
    section.target_ber = required_ber(limits, span_of(path, i), request.solve.frame_bytes);
    section.allow_extrapolation = request.allow_extrapolation;
    section.seed = request.seed;
    section.threads = request.threads;
    section.stop = request.stop;
    if (request.sample) {
      section.sample =
          SampleRequest{limits.margin_db_min.has_value(), limits.com_db_min.has_value()};
    }
    out.push_back(solve_section(path.sections[i], operating_point(path), section));
  }
  return out;
}

/// Errors: bit errors of a span's sections add ahead of its FEC, spans' losses add behind it.
void fill_errors(const Path& path, const std::vector<SectionOutcome>& sections, int frame_bytes,
                 Figures& f) {
  f.ber_pre_fec = f.ber_pre_fec_low = f.ber_pre_fec_high = 0.0;
  f.ber_post_fec = f.frame_loss_ratio = 0.0;
  f.ber_method = sections.front().ber.method;
  bool any_code = false;
  double codeword = 0.0;
  const auto add_span = [&](const FecSpan* span, double ber) {
    const FecCode& code = fec_code(span == nullptr ? "none" : span->params.code);
    FecFraming framing{.frame_bytes = frame_bytes};
    if (span != nullptr) framing.codeword_interleave = span->params.codeword_interleave;
    const FecOutcome outcome = fec_outcome(code, std::min(ber, 0.5), framing);
    f.ber_post_fec += outcome.ber_post_fec;
    // a + b - ab, which keeps small losses exact.
    f.frame_loss_ratio += outcome.frame_loss_ratio * (1.0 - f.frame_loss_ratio);
    if (outcome.codeword_error_ratio) {
      any_code = true;
      codeword = std::min(1.0, codeword + *outcome.codeword_error_ratio);
    }
  };
  for (std::size_t i = 0; i < sections.size();) {
    const FecSpan* span = span_of(path, i);
    const std::size_t last = span == nullptr ? i : span->last_section;
    double ber = 0.0;
    for (; i <= last; ++i) {
      ber += sections[i].ber.ber;
      f.ber_pre_fec += sections[i].ber.ber;
      f.ber_pre_fec_low += sections[i].ber.low;
      f.ber_pre_fec_high += sections[i].ber.high;
    }
    add_span(span, ber);
  }
  for (double* ratio : {&f.ber_pre_fec, &f.ber_pre_fec_low, &f.ber_pre_fec_high, &f.ber_post_fec}) {
    *ratio = std::min(*ratio, 0.5);
  }
  if (any_code) f.codeword_error_ratio = codeword;
}

/// Signal figures of the section with the least margin.
void fill_signal(const std::vector<SectionOutcome>& sections, Figures& f) {
  const auto worst = std::min_element(
      sections.begin(), sections.end(),
      [](const SectionOutcome& a, const SectionOutcome& b) { return a.margin_db < b.margin_db; });
  f.margin_db = worst->margin_db;
  f.com_db = worst->com_db;
  f.fom_db = worst->fom_db;
  f.vec_db = worst->vec_db;
  f.veo_mv = worst->veo_mv;
  f.pulse_peak_mv = worst->pulse_peak_mv;
  f.il_nyquist_db = worst->channel.il_nyquist_db;
  f.erl_db = worst->channel.erl_db;
  f.icn_mv = worst->channel.icn_mv;
}

double total_length_m(const Path& path) {
  double length = 0.0;
  for (const Section& section : path.sections) {
    for (const auto& element : section.elements) {
      if (const TwoPort* two_port = as<TwoPort>(*element)) length += two_port->length_m();
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
  const std::vector<SectionOutcome> sections = solve_sections(path, limits, request);
  CaseResult out;
  out.ledger = case_ledger(path, sections);
  out.figures.frame_bytes = request.solve.frame_bytes;
  fill_errors(path, sections, request.solve.frame_bytes, out.figures);
  fill_signal(sections, out.figures);
  fill_system(path, out.ledger, out.figures);
  out.missed = missed_limits(limits, out.figures);
  out.figures.requirement_met = out.missed.empty();
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
  if (!path.fec.empty()) {
    out.assumptions.push_back("FEC: bit errors taken as independent of each other");
  }
  return out;
}

}  // namespace chappe
