#include "solve/optical/optical_section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/units.hpp"
#include "math/roots.hpp"
#include "solve/counted.hpp"
#include "solve/cross_check.hpp"
#include "solve/feedback_bursts.hpp"
#include "solve/optical/closed_budget.hpp"
#include "solve/optical/level_densities.hpp"
#include "solve/optical/linearised.hpp"
#include "solve/optical/optical_waveform.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr int kPatterns = 2;  // one after the other; their difference tells what coverage is worth

void refuse_what_has_no_model(const Section& section, const OpticalChain& chain) {
  const auto refuse = [&](const std::string& what) {
    throw ModelError("section '" + section.name + "': " + what +
                     " has no model in a section with light");
  };
  if (chain.rx.mlse) refuse("MLSE");
  if (chain.tx.sinusoidal_jitter_ui > 0.0) refuse("sinusoidal jitter");
  if (chain.tx.even_odd_jitter_ui > 0.0) refuse("even-odd jitter");
}

double dbm(double watt) { return Dbm::from_watt(watt).value(); }

OpticalFigures figures_of(const OpticalChain& chain, const EqualiserSettings& settings) {
  const double dc = std::accumulate(settings.tx_ffe.begin(), settings.tx_ffe.end(), 0.0);
  std::vector<double> levels = transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio);
  for (double& level : levels) level *= dc;
  std::vector<double> power = held_powers_w(chain, levels);
  for (double& p : power) p *= chain.launch_gain;
  std::sort(power.begin(), power.end());
  OpticalFigures out;
  const double mean =
      std::accumulate(power.begin(), power.end(), 0.0) / static_cast<double>(power.size());
  const double oma = power.back() - power.front();
  double least = oma;
  for (std::size_t i = 1; i < power.size(); ++i) least = std::min(least, power[i] - power[i - 1]);
  out.launch_power_dbm = dbm(mean);
  out.oma_outer_dbm = dbm(oma);
  out.extinction_ratio_db = db_from_power_ratio(power.back() / std::max(power.front(), 1e-30));
  out.rlm = least * static_cast<double>(power.size() - 1) / oma;
  out.link_loss_db = -db_from_power_ratio(chain.line_gain);
  out.received_power_dbm = out.launch_power_dbm - out.link_loss_db;
  out.received_oma_dbm = out.oma_outer_dbm - out.link_loss_db;
  return out;
}

/// The patterns at their decisions, with what they share.
struct Patterns {
  PatternAtSlicer slicer{};
  std::vector<PatternPart> parts{};
  std::vector<double> level_v{};
  double width_v{0.0};  ///< of bins: a sixteenth of the least noise
};

Patterns patterns_of(const OpticalChain& chain,
                     const std::shared_ptr<const SectionSpectra>& spectra,
                     const EqualiserSettings& searched, int count) {
  const PatternReceiver receiver(chain, spectra, searched);
  Patterns out;
  double least_v2 = 1e300;
  for (int i = 0; i < count; ++i) {
    const PatternRun run =
        run_pattern(chain, covering_pattern(chain.pam_levels, chain.grid.symbols, i),
                    searched.tx_ffe, searched.tx_cursor);
    const PatternAtSlicer here =
        i == 0 ? receiver.best(run) : receiver.with_settings_of(out.slicer, run);
    if (i == 0) {
      out.slicer = here;
      out.level_v.assign(here.level_v.size(), 0.0);
    }
    for (std::size_t k = 0; k < out.level_v.size(); ++k) out.level_v[k] += here.level_v[k] / count;
    out.parts.push_back({run.symbols, here.y, symbol_noise(chain, run, here), {}});
    PatternPart& part = out.parts.back();
    part.jitter = decision_jitter(
        chain.tx, sent_levels(chain, run.symbols, searched.tx_ffe, searched.tx_cursor), part.noise);
    for (SymbolNoise& noise : out.parts.back().noise) {
      noise.stationary_v2 += std::pow(here.equalised.sigma_adc_v, 2);
      least_v2 = std::min(least_v2, noise.stationary_v2 + noise.shot_v2 + noise.light_v2);
    }
  }
  out.width_v = std::sqrt(std::max(least_v2, 1e-30)) / 16.0;
  return out;
}

/// The same with receiver noise that many times, shot noise (its variance) that many.
PatternDensity with_noise(const OpticalChain& chain, const Patterns& patterns,
                          const LevelDensities& beside, double receiver, double shot) {
  std::vector<PatternPart> parts = patterns.parts;
  for (PatternPart& part : parts) {
    for (SymbolNoise& noise : part.noise) {
      noise.stationary_v2 *= receiver * receiver;
      noise.shot_v2 *= shot;
    }
  }
  return {patterns.level_v, chain.rx.optimum_thresholds, parts, beside};
}

/// By one pattern: a margin in dB asks for less than an error ratio does.
double optical_margin_db(const OpticalChain& chain, const Patterns& all,
                         const LevelDensities& beside, double target) {
  constexpr double kMost_db = 30.0;
  Patterns patterns = all;
  patterns.parts.resize(1);
  const double wanted = std::log(target);
  const auto excess = [&](double loss_db) {
    // In the measure of the signal as it was.
    const double loss = power_ratio_from_db(loss_db);
    const double ber = with_noise(chain, patterns, beside, loss, loss).errors().ber;
    return std::log(std::max(ber, 1e-300)) - wanted;
  };
  double near = 0.0, step = 1.0;
  const double sign = excess(0.0) < 0.0 ? 1.0 : -1.0;
  while (sign * excess(near + sign * step) < 0.0) {
    near += sign * step;
    step *= 2.0;
    if (std::abs(near) > kMost_db) return sign * kMost_db;
  }
  const double far = near + sign * step;
  return find_root(excess, std::min(near, far), std::max(near, far), 1e-4).value_or(near);
}

void add_assumptions(const Section& section, const OpticalChain& chain, SectionOutcome& out) {
  const std::string who = "section '" + section.name + "': ";
  out.assumptions.push_back(
      who +
      "equalisers searched on the chain taken as linear, receive FFE and DFE designed for a"
      " pattern's own pulse; levels' means are known to the receiver; decision feedback taken as"
      " error free");
  out.assumptions.push_back(who + "patterns in which every run of " +
                            (chain.pam_levels == 2 ? "12" : "6") +
                            " symbols stands once; symbols farther off as they fall there");
  if (!chain.echoes.empty()) {
    out.assumptions.push_back(who + std::to_string(chain.echoes.size()) +
                              " echoes between reflecting points: polarisations aligned, phases"
                              " uniform");
  }
}

void fill_errors(const OpticalChain& chain, const Patterns& patterns, const LevelDensities& beside,
                 const SectionRequest& request, SectionOutcome& out) {
  const EqualiserSettings& settings = patterns.slicer.settings;
  const bool optimum = chain.rx.optimum_thresholds;
  const PatternDensity density(patterns.level_v, optimum, patterns.parts, beside);
  const double ber = density.errors().ber;
  double other = ber;
  if (patterns.parts.size() > 1) {
    other =
        PatternDensity(patterns.level_v, optimum, {patterns.parts.data(), 1}, beside).errors().ber;
  }
  out.ber = with_interval(ber, std::abs(ber - other), "pattern_density");
  const auto bursts = [&](double scale) {
    return feedback_bursts(settings.dfe, chain.pam_levels, scale * density.available_v(),
                           [&](double distance_v) { return density.tail(distance_v); });
  };
  const auto ber_at = [&](double scale) { return density.errors(scale).ber; };
  double target = request.target_ber;
  out.margin_db = margin_db(ber_at, target);
  if (request.burst_target) {
    out.bursts = bursts(1.0);
    const double with_bursts = request.burst_target(bursts(std::pow(10.0, -out.margin_db / 20.0)));
    if (with_bursts != target) out.margin_db = margin_db(ber_at, with_bursts, out.margin_db);
    target = with_bursts;
  }
  out.light->optical_margin_db = optical_margin_db(chain, patterns, beside, target);
  const double interference = density.interference_v(request.solve.com_detector_error_ratio);
  const double available = density.available_v();
  out.com_db = 20.0 * std::log10(available / interference);
  out.veo_mv = 2e3 * (available - interference);
  out.vec_db = available > interference ? -20.0 * std::log10((available - interference) / available)
                                        : std::numeric_limits<double>::quiet_NaN();
}

void take_closed_form(const ClosedSection& closed, const std::string& section,
                      const SectionRequest& request, SectionOutcome& out) {
  const auto ber_at = [&](double scale) { return closed_errors(closed, {.distance = scale}).ber; };
  const double ber = ber_at(1.0);
  out.ber = with_interval(ber, 1e-12 * ber, "closed_form");
  out.margin_db = margin_db(ber_at, request.target_ber);
  out.light->optical_margin_db = closed_margin_db(closed, request.target_ber);
  out.assumptions.push_back("section '" + section +
                            "': closed form: each level a Gaussian of its mean noise, interference"
                            " and jitter as noise; margins at a target of independent errors");
}

OpticalDecisions decisions_of(const Patterns& patterns, const PatternDensity& density) {
  return {patterns.slicer.settings, patterns.slicer.equalised.cursor_v, density.thresholds_v()};
}

void count_waveform(const OpticalChain& chain, const Patterns& patterns,
                    const LevelDensities& beside, const SectionRequest& request,
                    SectionOutcome& out) {
  WaveformOptions options = waveform_options(request);
  if (request.codewords) options.codewords = &*request.codewords;
  const PatternDensity density = with_noise(chain, patterns, beside, 1.0, 1.0);
  take_count(count_optical_errors(chain, decisions_of(patterns, density), options), out);
}

void cross_check(const OpticalChain& chain, const Patterns& patterns, const LevelDensities& beside,
                 const ClosedSection& closed, const std::string& section,
                 const SectionRequest& request, SectionOutcome& out) {
  const auto density_at = [&](double factor) {
    return with_noise(chain, patterns, beside, factor, 1.0);
  };
  for (const double target : request.solve.cross_check_ber) {
    CrossCheckRow row;
    row.section = section;
    row.target_ber = target;
    row.noise_factor =
        noise_factor_for(target, [&](double factor) { return density_at(factor).errors().ber; });
    if (row.noise_factor <= 0.0) {
      out.assumptions.push_back(no_noise_factor(section, target));
      continue;
    }
    const PatternDensity density = density_at(row.noise_factor);
    row.ber_density = density.errors().ber;
    row.ber_closed_form = closed_errors(closed, {.receiver_noise = row.noise_factor}).ber;
    WaveformOptions options = waveform_options(request);
    options.noise_factor = row.noise_factor;
    take_count(count_optical_errors(chain, decisions_of(patterns, density), options), row);
    out.cross_check.push_back(row);
  }
}

}  // namespace

SectionOutcome solve_optical_section(const Section& section, const OperatingPoint& at,
                                     const SectionRequest& request) {
  SectionOutcome out;
  const OpticalChain chain =
      optical_chain(section, at, optical_grid(section, request.allow_extrapolation));
  refuse_what_has_no_model(section, chain);
  const SectionSignals signals = linearised_signals(section, chain);
  const SearchResult search = search_equalisers(signals, request.stop, false, request.near);
  const auto spectra = std::make_shared<const SectionSpectra>(signals, noise_lags(signals));
  const Patterns patterns =
      patterns_of(chain, spectra, search.settings, request.sample ? 1 : kPatterns);
  out.settings = patterns.slicer.settings;
  out.at_slicer = patterns.slicer.equalised;
  out.fom_db = out.at_slicer.fom_db;
  out.pulse_peak_mv = 1e3 * unequalised_peak_v(signals);
  out.light = figures_of(chain, out.settings);
  const LevelDensities beside =
      level_densities(chain, patterns.slicer, held_currents_a(chain), patterns.width_v);
  fill_errors(chain, patterns, beside, request, out);
  const ClosedSection closed = closed_section(chain, patterns.slicer, patterns.parts.front());
  if (request.solve.fidelity == "closed_form") take_closed_form(closed, section.name, request, out);
  if (!request.sample) {
    out.budget = budget_rows(chain, section_budget(chain, closed, out.light->oma_outer_dbm,
                                                   out.light->link_loss_db, request.target_ber));
  }
  if (request.solve.fidelity == "waveform") count_waveform(chain, patterns, beside, request, out);
  if (section.precoded) double_errors(section, false, out);
  if (request.solve.cross_check) {
    cross_check(chain, patterns, beside, closed, section.name, request, out);
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  out.channel = {.il_nyquist_db = kNone, .erl_db = kNone, .icn_mv = kNone};
  add_assumptions(section, chain, out);
  return out;
}

}  // namespace chappe
