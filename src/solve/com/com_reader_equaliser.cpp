// The receiver: CTLE, DFE, receive FFE.
#include <algorithm>
#include <cmath>

#include "solve/com/com_reader_groups.hpp"

namespace chappe {
namespace {

constexpr ComRange kGain{-60.0, 60.0};          // dB
constexpr ComRange kFrequency{0.0, 1e4, true};  // GHz
constexpr ComRange kTap{-10.0, 10.0};

/// One value, or one for each of `count` gains.
std::vector<double> corners(ComValues& values, const char* keyword, std::size_t count,
                            const char* gains, std::optional<double> absent_ghz) {
  if (!values.has(keyword)) {
    if (!absent_ghz) {
      values.fault(keyword, std::string(" is missing: ") + gains + " needs it");
      return {1e9};
    }
    values.assume(keyword, com_number_text(*absent_ghz));
  }
  std::vector<double> out = values.list(keyword, kFrequency, {absent_ghz.value_or(1.0)});
  if (out.size() != 1 && out.size() != count) {
    values.fault(keyword, ": expected one value or one for each of the " + std::to_string(count) +
                              " of " + gains);
    out.assign(1, 1.0);
  }
  for (double& f : out) f *= kComGiga;
  return out;
}

void read_qualifiers(ComValues& values, ComCtle& ctle) {
  const std::optional<MatlabMatrix> rows = values.matrix("G_Qual", kGain);
  ctle.g2_qual = values.list("G2_Qual", kGain);
  const std::size_t count = rows ? rows->rows : 0;
  if (rows && rows->size() > 0 && rows->columns != 2) {
    values.fault("G_Qual", ": expected rows of two numbers");
    return;
  }
  if (count != ctle.g2_qual.size()) {
    values.fault(values.has("G_Qual") ? "G_Qual" : "G2_Qual",
                 ": expected one row of G_Qual for each value of G2_Qual");
    return;
  }
  for (std::size_t row = 0; row < count; ++row) {
    ctle.g_qual.push_back({rows->at(row, 0), rows->at(row, 1)});
  }
}

/// Limit of tap 1, then one number or one for each of the taps 2 to N_b.
std::vector<double> limits(ComValues& values, const char* first, const char* rest, int taps,
                           const std::vector<double>& absent) {
  std::vector<double> out = absent;
  if (taps == 0) return out;
  out[0] = values.number(first, kTap, absent[0]);
  if (taps == 1 || !values.has(rest)) return out;
  const std::vector<double> given = values.list(rest, kTap, {absent[1]});
  const auto count = static_cast<std::size_t>(taps - 1);
  // Fewer taps than the sheet has: the limits that stay are theirs.
  const bool shortened = values.is_set("N_b") && !values.is_set(rest) && given.size() > count;
  if (shortened) {
    values.remark(std::string(rest) + ": the first " + std::to_string(count) + " of " +
                  std::to_string(given.size()) + " values, N_b being set");
  }
  if (given.size() != 1 && given.size() != count && !shortened) {
    values.fault(rest, ": holds " + std::to_string(given.size()) + " values; expected one or " +
                           std::to_string(count) + " (N_b - 1)" +
                           (values.is_set("N_b") ? ": set it along with N_b" : ""));
    return out;
  }
  for (std::size_t i = 0; i < count; ++i) out[i + 1] = given[given.size() == 1 ? 0 : i];
  return out;
}

void read_limits(ComValues& values, ComDfe& dfe) {
  const auto count = static_cast<std::size_t>(dfe.taps);
  if (dfe.taps > 0 && !values.has("b_max(1)")) values.fault("b_max(1)", " is missing");
  constexpr double kRest = 0.2;
  if (dfe.taps > 1 && !values.has("b_max(2..N_b)")) values.assume("b_max(2..N_b)", "0.2");
  dfe.b_max =
      limits(values, "b_max(1)", "b_max(2..N_b)", dfe.taps, std::vector<double>(count, kRest));
  std::vector<double> negative;
  for (const double limit : dfe.b_max) negative.push_back(-limit);
  dfe.b_min = limits(values, "b_min(1)", "b_min(2..N_b)", dfe.taps, negative);
  for (std::size_t i = 0; i < count; ++i) {
    if (dfe.b_min[i] <= dfe.b_max[i]) continue;
    values.fault(i == 0 ? "b_min(1)" : "b_min(2..N_b)",
                 ": the lower limit of tap " + std::to_string(i + 1) + ", " +
                     com_number_text(dfe.b_min[i]) + ", is above its upper one, " +
                     com_number_text(dfe.b_max[i]));
    return;
  }
}

}  // namespace

void read_com_ctle(ComValues& values, ComConfig& config) {
  ComCtle& ctle = config.ctle;
  if (!values.has("g_DC")) values.fault("g_DC", " is missing");
  ctle.g_dc_db = values.list("g_DC", kGain, {0.0});
  if (ctle.g_dc_db.empty()) values.fault("g_DC", ": the range holds no value");
  const double f_b_ghz = config.symbol_rate_bd / kComGiga;
  const std::size_t gains = ctle.g_dc_db.size();
  ctle.f_z_hz = corners(values, "f_z", gains, "g_DC", f_b_ghz / 4.0);
  ctle.f_p1_hz = corners(values, "f_p1", gains, "g_DC", f_b_ghz / 4.0);
  ctle.f_p2_hz = corners(values, "f_p2", gains, "g_DC", f_b_ghz);
  ctle.g_dc_hp_db = values.list("g_DC_HP", kGain);
  if (!ctle.g_dc_hp_db.empty()) {
    ctle.f_hp_hz = corners(values, "f_HP_PZ", ctle.g_dc_hp_db.size(), "g_DC_HP", std::nullopt);
  }
  ctle.gdc_min_db = values.number("GDC_MIN", kGain, 0.0);
  read_qualifiers(values, ctle);
}

void read_com_dfe(ComValues& values, ComConfig& config) {
  ComDfe& dfe = config.dfe;
  constexpr int kMost = 10'000;
  dfe.taps = values.whole("N_b", 0, kMost);
  read_limits(values, dfe);
  dfe.step = values.number("N_b_step", {0.0, 1.0}, 0.0);
  dfe.banks = values.whole("N_bg", 0, 100, 0);
  dfe.bank_taps = values.whole("N_bf", 1, 1'000, 6);
  const int span = values.whole("N_bmax", 0, kMost, dfe.taps);
  dfe.span = values.whole("N_f", 0, kMost, span);
  if (dfe.banks == 0) dfe.span = dfe.taps;
  dfe.bank_max = values.number("bmaxg", {0.0, 10.0}, 0.2);
  dfe.tail_start = values.whole("N_tail_start", 0, kMost, 0);
  dfe.tail_rss_max = values.number("B_float_RSS_MAX", {0.0, 10.0}, 0.0);
  // The noise's correlation is needed from the first to the last tap that may be.
  const ComRxFfe& ffe = config.rx_ffe;
  const int last = dfe.banks > 0 ? std::max(ffe.post, dfe.span) : ffe.post;
  if (ffe.on() && ffe.noise_ui <= 2 * (ffe.pre + last + 1)) {
    values.fault("num_ui_RXFF_noise", ": must be more than twice the taps of the receive FFE");
  }
  // Floating taps of a receive FFE lie in N_tail_start..N_f, those of a DFE in N_b+1..N_f.
  const int before = config.rx_ffe.on() ? std::max(dfe.tail_start, 1) - 1 : dfe.taps;
  if (dfe.banks > 0 && dfe.span - before < dfe.banks * dfe.bank_taps) {
    values.fault("N_f",
                 ": has no room for N_bg banks of N_bf taps behind tap " + std::to_string(before));
  }
}

void read_com_rx_ffe(ComValues& values, ComConfig& config) {
  ComRxFfe& ffe = config.rx_ffe;
  constexpr ComRange kLimit{0.0, 100.0};
  ffe.pre = values.whole("ffe_pre_tap_len", 0, 1'000, 0);
  ffe.post = values.whole("ffe_post_tap_len", 0, 1'000, 0);
  ffe.pre1_max = values.number("ffe_pre_tap1_max", kLimit, 0.7);
  ffe.post1_max = values.number("ffe_post_tap1_max", kLimit, 0.7);
  ffe.tapn_max = values.number("ffe_tapn_max", kLimit, 0.7);
  ffe.noise_ui = values.whole("num_ui_RXFF_noise", 2, 1'000'000, 2048);
  const std::string control = values.word("RXFFE FLOAT CTL", {"FOM", "ISI", "taps"}, "FOM");
  ffe.float_by_isi = control == "ISI";
  if (ffe.on() && control == "taps") values.fault("RXFFE FLOAT CTL", " is not supported");
  config.mlse = values.whole("MLSE", 0, 3, values.whole("MLSD", 0, 3, 0));
  config.mlse_178a = values.word("MLSE_FORM", {"450", "178A"}, "450") == "178A";
}

}  // namespace chappe
