#include "solve/optical/closed_budget.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "solve/optical/closed_penalties.hpp"
#include "solve/optical/linearised.hpp"

namespace chappe {
namespace {

constexpr double kMost_db = 30.0;

/// Light needed over that at hand [dB], at most 30.
double needed_db(const ClosedSection& section, std::size_t causes, double target_ber) {
  return least_level_db(
             [&](double db) {
               ClosedScales scales;
               scales.light = power_ratio_from_db(db);
               scales.causes = causes;
               return closed_errors(section, scales).ber;
             },
             target_ber, -kMost_db, kMost_db)
      .value_or(kMost_db);
}

const char* name_of(Cause cause) {
  switch (cause) {
    case Cause::receiver:
      return "receiver noise";
    case Cause::shot:
      return "shot noise";
    case Cause::isi:
      return "residual ISI";
    case Cause::jitter:
      return "jitter";
    case Cause::transmitter:
      return "transmitter noise";
    case Cause::light:
      return "RIN and mode partition";
    case Cause::echoes:
      return "echoes";
    case Cause::crosstalk:
      return "crosstalk";
  }
  return "";
}

/// The same with its levels evenly spaced.
ClosedSection evened(ClosedSection section) {
  const double low = section.level_v.front(), outer = section.level_v.back() - low;
  const auto gaps = static_cast<double>(section.level_v.size() - 1);
  for (std::size_t i = 0; i < section.level_v.size(); ++i) {
    section.level_v[i] = low + outer * static_cast<double>(i) / gaps;
  }
  return section;
}

}  // namespace

double closed_margin_db(const ClosedSection& section, double target_ber) {
  return -needed_db(section, kCauses, target_ber);
}

LinkBudget section_budget(const OpticalChain& chain, const ClosedSection& section,
                          double launch_oma_dbm, double link_loss_db, double target_ber) {
  constexpr std::size_t kOwn = 2;  // receiver and shot noise
  LinkBudget out;
  out.launch_oma_dbm = launch_oma_dbm;
  out.losses.push_back({"between the modules", link_loss_db});
  double last = needed_db(unequalised_section(chain), kOwn, target_ber);
  out.sensitivity_oma_dbm = out.received_oma_dbm() + last;
  const auto add = [&](const std::string& what, double needed) {
    out.penalties.push_back({what, needed - last});
    last = needed;
  };
  add("bandwidth and equalisers", needed_db(evened(section), kOwn, target_ber));
  add("level mismatch", needed_db(section, kOwn, target_ber));
  for (std::size_t c = kOwn; c < kCauses; ++c) {
    const bool any = std::any_of(section.variance_v2.begin(), section.variance_v2.end(),
                                 [c](const auto& variances) { return variances[c] > 0.0; });
    if (any) add(name_of(static_cast<Cause>(c)), needed_db(section, c + 1, target_ber));
  }
  return out;
}

std::vector<LedgerRow> budget_rows(const OpticalChain& chain, const LinkBudget& budget) {
  std::vector<LedgerRow> rows;
  const auto add = [&](const std::string& what, double value, const char* unit,
                       const char* source) {
    rows.push_back({"", what, "budget", value, unit, source, true});
  };
  add("launched outer OMA", budget.launch_oma_dbm, "dBm", "computed, levels held");
  for (const BudgetEntry& loss : budget.losses) {
    add("loss " + loss.what, loss.db, "dB", "computed from the elements");
  }
  add("received outer OMA", budget.received_oma_dbm(), "dBm", "computed");
  add("sensitivity, outer OMA", budget.sensitivity_oma_dbm, "dBm",
      "closed form: held levels, receiver's own noise and filters");
  for (const BudgetEntry& penalty : budget.penalties) {
    add("penalty: " + penalty.what, penalty.db, "dB", "closed form, beside those above");
  }
  add("margin", budget.margin_db(), "dB", "closed form: received less sensitivity and penalties");
  if (chain.echoes.empty()) return rows;
  const std::vector<double> currents = held_currents_a(chain);
  const auto [low, high] = std::minmax_element(currents.begin(), currents.end());
  double field_sum = 0.0;
  for (const EchoPair& echo : chain.echoes) field_sum += echo.field_ratio;
  const double closure =
      echo_closure(chain.pam_levels, field_sum, *high / std::max(*low, 1e-12 * *high));
  // A closed eye has no number of dB.
  const double bound_db = closure < 1.0 ? closure_penalty_db(closure) : kMost_db;
  add("upper bound of echoes, not added", std::min(bound_db, kMost_db), "dB",
      "worst phases of all pairs, 30 = no light is enough");
  return rows;
}

}  // namespace chappe
