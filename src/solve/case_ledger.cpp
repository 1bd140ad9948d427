#include "solve/case_ledger.hpp"

#include <algorithm>
#include <cmath>

#include "fec/code.hpp"
#include "fec/latency.hpp"

namespace chappe {
namespace {

OperatingPoint operating_point(const Path& path, const Section& section) {
  OperatingPoint at;
  at.temperature_c = path.params.temperature_c;
  at.symbol_rate_bd = section.symbol_rate_bd;
  at.bits_per_symbol = bits_per_symbol(section.modulation);
  return at;
}

Provenance provenance_of(const ParamMap& given, std::string_view key) {
  const auto it = given.find(key);
  return it == given.end() ? Provenance{.source = "model default, no source"}
                           : it->second.provenance;
}

/// Every element of the channel between packages has a loss, by its own account or in its
/// reference impedance; what is left of the channel's are reflections between them.
void add_loss_rows(const Section& section, const OperatingPoint& at, double il_nyquist_db,
                   std::size_t begin, std::vector<LedgerRow>& rows) {
  if (!std::isfinite(il_nyquist_db)) return;
  const auto add = [&](const std::string& element, double db, const char* source) {
    rows.push_back({.element = element,
                    .quantity = "loss",
                    .value = db,
                    .unit = "dB",
                    .source = source,
                    .verified = true});
  };
  const FrequencyGrid nyquist{{0.5 * at.symbol_rate_bd}};
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < section.elements.size(); ++i) {
    const Element& element = *section.elements[i];
    const TwoPort* two_port = as<TwoPort>(element);
    if (two_port == nullptr || two_port->in_package()) continue;
    const auto own = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                                  [&](const LedgerRow& row) {
                                    return row.element == element.name() && row.quantity == "loss";
                                  });
    if (own == rows.end()) {
      add(element.name(),
          -20.0 * std::log10(std::abs(two_port->network(nyquist, at).at(1, 0).front())),
          "computed in its reference impedance");
      sum += rows.back().value;
    } else {
      sum += own->value;
    }
  }
  add("reflections between", il_nyquist_db - sum, "computed: of the whole channel less the above");
}

/// Every run of light has a loss, by its own account or at the light's own frequency.
void add_light_rows(const Section& section, const OperatingPoint& at, std::size_t begin,
                    std::vector<LedgerRow>& rows) {
  LightSpec light;
  for (const auto& element : section.elements) {
    if (const LightSource* source = as<LightSource>(*element)) light = source->light(at);
  }
  for (const auto& element : section.elements) {
    const LightPath* path = as<LightPath>(*element);
    if (path == nullptr) continue;
    const bool own = std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                                 [&](const LedgerRow& row) {
                                   return row.element == element->name() && row.quantity == "loss";
                                 });
    if (own) continue;
    const double carrier[] = {0.0};
    rows.push_back({.element = element->name(),
                    .quantity = "loss",
                    .value = -20.0 * std::log10(std::abs(path->field(carrier, light, at).front())),
                    .unit = "dB",
                    .source = "computed, optical",
                    .verified = true});
  }
}

void add_noise_rows(const SectionOutcome& outcome, std::vector<LedgerRow>& rows) {
  const Equalised& slicer = outcome.at_slicer;
  const auto add = [&](const char* what, double sigma_v) {
    rows.push_back({.element = what,
                    .quantity = "noise",
                    .value = 1e3 * sigma_v,
                    .unit = "mV",
                    .source = "computed at the slicer",
                    .verified = true});
  };
  add("residual ISI", slicer.sigma_isi_v);
  add("crosstalk", slicer.sigma_crosstalk_v);
  add("jitter", slicer.sigma_jitter_v);
  add("receiver noise", slicer.sigma_noise_v);
  add("transmitter noise", slicer.sigma_tx_v);
  if (slicer.adc_step_v > 0.0) add("quantisation", slicer.sigma_adc_v);
}

/// What the search chose: taps as they are, CTLE gains in dB, the sampling instant.
void add_setting_rows(const SectionOutcome& outcome, std::vector<LedgerRow>& rows) {
  const EqualiserSettings& chosen = outcome.settings;
  const auto add = [&](std::string what, double value, const char* unit) {
    rows.push_back({.element = std::move(what),
                    .quantity = "setting",
                    .value = value,
                    .unit = unit,
                    .source = "chosen by the search",
                    .verified = true});
  };
  const auto add_taps = [&](const std::string& name, const std::vector<double>& taps, int first) {
    for (std::size_t i = 0; i < taps.size(); ++i) {
      add(name + "(" + std::to_string(first + static_cast<int>(i)) + ")", taps[i], "1");
    }
  };
  add_taps("tx_ffe", chosen.tx_ffe, -chosen.tx_cursor);
  add("ctle_gain", chosen.ctle_gain_db, "dB");
  add("ctle_lf_gain", chosen.ctle_lf_gain_db, "dB");
  if (chosen.rx_ffe.size() > 1) add_taps("rx_ffe", chosen.rx_ffe, -chosen.rx_cursor);
  add_taps("dfe", chosen.dfe, 1);
  add("sampling_time", 1e9 * chosen.sampling_time_s, "ns");
}

double group_ns(const Path& path, const FecSpan& span, const Section& section) {
  return fec_accumulation_ns(fec_code(span.params.code),
                             payload_rate_bps(section) * path.params.lanes,
                             span.params.codeword_interleave);
}

/// Of a section's inner code. @param span  that it lies in, nullptr = none
void add_inner_rows(const Path& path, const FecSpan* span, const Section& section,
                    std::vector<LedgerRow>& rows) {
  const InnerCode& code = inner_code(section.inner_code);
  if (!code.corrects()) return;
  const Provenance processing = provenance_of(section.given, "inner_latency_ns");
  const double outer_ns = span == nullptr ? 0.0 : group_ns(path, *span, section);
  for (const FecLatencyPart& part : inner_latency(code, line_rate_bps(section), outer_ns,
                                                  {"inner processing", section.inner_latency_ns,
                                                   processing.source, processing.verified})) {
    rows.push_back(
        {section.name, "fec " + part.what, "latency", part.ns, "ns", part.source, part.verified});
  }
  const Provenance energy = provenance_of(section.given, "inner_energy_pj_per_bit");
  rows.push_back({section.name, "fec inner", "energy", section.inner_energy_pj_per_bit, "pJ/bit",
                  energy.source, energy.verified});
}

void add_fec_rows(const Path& path, const FecSpan& span, std::vector<LedgerRow>& rows) {
  const FecCode& code = fec_code(span.params.code);
  const Section& section = path.sections[span.last_section];
  const Provenance processing = provenance_of(span.given, "processing_latency_ns");
  for (const FecLatencyPart& part : fec_latency(
           code, payload_rate_bps(section) * path.params.lanes, span.params.codeword_interleave,
           span.params.processing_latency_ns, processing.source, processing.verified)) {
    rows.push_back(
        {section.name, "fec " + part.what, "latency", part.ns, "ns", part.source, part.verified});
  }
  const Provenance energy = provenance_of(span.given, "energy_pj_per_bit");
  rows.push_back({section.name, "fec", "energy", span.params.energy_pj_per_bit, "pJ/bit",
                  energy.source, energy.verified});
}

}  // namespace

PathRates path_rates(const Path& path) {
  PathRates out;
  const double lanes = path.params.lanes;
  out.line_rate_bps = line_rate_bps(path.sections.back()) * lanes;
  out.net_rate_bps = payload_rate_bps(path.sections.back()) * lanes;
  if (!path.fec.empty()) {
    const FecSpan& span = path.fec.back();
    out.net_rate_bps = payload_rate_bps(path.sections[span.last_section]) * lanes *
                       fec_code(span.params.code).net_over_line();
  }
  return out;
}

std::vector<LedgerRow> case_ledger(const Path& path, const std::vector<SectionOutcome>& outcomes) {
  std::vector<LedgerRow> rows;
  const PathRates rates = path_rates(path);
  for (std::size_t i = 0; i < path.sections.size(); ++i) {
    const Section& section = path.sections[i];
    const std::size_t begin = rows.size();
    for (const auto& element : section.elements) {
      element->ledger(operating_point(path, section), rows);
    }
    if (i < outcomes.size()) {
      add_loss_rows(section, operating_point(path, section), outcomes[i].channel.il_nyquist_db,
                    begin, rows);
      if (has_light(section)) add_light_rows(section, operating_point(path, section), begin, rows);
      rows.insert(rows.end(), outcomes[i].budget.begin(), outcomes[i].budget.end());
      add_noise_rows(outcomes[i], rows);
      add_setting_rows(outcomes[i], rows);
    }
    // Elements speak of line bits of one lane and direction; both scale alike, so only the rate
    // remains.
    const double line_over_net = line_rate_bps(section) * path.params.lanes / rates.net_rate_bps;
    for (std::size_t r = begin; r < rows.size(); ++r) {
      rows[r].section = section.name;
      if (rows[r].quantity == "energy") rows[r].value *= line_over_net;
      // A link fails with any lane of either direction.
      if (rows[r].quantity == "fit") rows[r].value *= 2.0 * path.params.lanes;
    }
  }
  for (std::size_t i = 0; i < path.sections.size(); ++i) {
    add_inner_rows(path, span_of(path, i), path.sections[i], rows);
  }
  for (const FecSpan& span : path.fec) add_fec_rows(path, span, rows);
  const auto add_link_row = [&](const char* quantity, const char* key, double value,
                                const char* unit) {
    if (value <= 0.0) return;
    const Provenance from = provenance_of(path.given, key);
    rows.push_back({"link", path.name, quantity, value, unit, from.source, from.verified});
  };
  add_link_row("fit", "fit", path.params.fit, "1e-9/h");
  // A module at each end serves both directions.
  add_link_row("energy", "module_power_w", 1e12 * path.params.module_power_w / rates.net_rate_bps,
               "pJ/bit");
  return rows;
}

double ledger_total(const std::vector<LedgerRow>& rows, const std::string& quantity) {
  double sum = 0.0;
  for (const LedgerRow& row : rows) sum += row.quantity == quantity ? row.value : 0.0;
  return sum;
}

}  // namespace chappe
