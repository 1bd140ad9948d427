// Amplitudes, edge, transmit FFE, noise and jitter.
#include <map>

#include "solve/com/com_keywords.hpp"
#include "solve/com/com_reader_groups.hpp"

namespace chappe {
namespace {

constexpr ComRange kVolt{0.0, 100.0};
constexpr int kTapMax = 16;

void read_edge(ComValues& values, ComConfig& config) {
  config.t_r_s = values.told_number("T_r", {0.0, 10.0, true}, 8e-3) * kComNano;
  const int type = values.whole("T_r_filter_type", 0, 1, 0);
  const int point = values.whole("T_r_meas_point", 0, 1, 0);
  if (values.flag("FORCE_TR", false)) {
    config.edge = ComEdge::gaussian2;
  } else if (type == 0) {
    config.edge = ComEdge::none;
  } else {
    config.edge = point == 1 ? ComEdge::bessel : ComEdge::gaussian2;
  }
  const std::string form =
      values.word("EDGE_FILTER", {"none", "gaussian2", "gaussian1", "bessel"}, "");
  if (form == "none") config.edge = ComEdge::none;
  if (form == "gaussian2") config.edge = ComEdge::gaussian2;
  if (form == "gaussian1") config.edge = ComEdge::gaussian1;
  if (form == "bessel") config.edge = ComEdge::bessel;
  if (config.edge == ComEdge::bessel && config.t_r_s <= 6.51e-12) {
    values.fault("T_r", ": the Bessel-Thomson edge needs more than 6.51e-3 ns");
  }
}

/// Positions of the c(n) that the sheet or --set gives.
std::map<int, std::string> tap_keywords(const ComSheet& sheet) {
  std::map<int, std::string> found;
  const auto look = [&](const ComCell& cell) {
    if (const int n = com_tap_keyword(cell.text); n != 0) found.emplace(n, cell.text);
  };
  for (const std::vector<ComCell>& row : sheet.rows()) {
    for (const ComCell& cell : row) look(cell);
  }
  for (const ComCell& cell : sheet.set_keywords()) look(cell);
  std::erase_if(found, [&](const auto& tap) { return sheet.values(tap.second).empty(); });
  return found;
}

void read_ffe(ComValues& values, ComConfig& config) {
  const std::map<int, std::string> taps = tap_keywords(values.sheet());
  for (const auto& [position, keyword] : taps) {
    const int towards = position > 0 ? position - 1 : position + 1;
    if (towards != 0 && !taps.contains(towards)) {
      values.fault(keyword, ": there is no c(" + std::to_string(towards) + ")");
    }
    if (position < -kTapMax || position > kTapMax) {
      values.fault(keyword, ": taps reach from -16 to 16");
      break;
    }
    std::vector<double> range = values.list(keyword.c_str(), {-1.0, 1.0}, {0.0});
    if (range.empty()) values.fault(keyword, ": the range holds no value");
    config.tx_ffe.emplace_back(position, std::move(range));
  }
  config.c0_min =
      taps.empty() ? values.number("c(0)", {0.0, 1.0}, 0.0) : values.number("c(0)", {0.0, 1.0});
}

}  // namespace

void read_com_transmitter(ComValues& values, ComConfig& config) {
  config.a_v = values.number("A_v", {0.0, 100.0, true});
  config.a_fe = values.number("A_fe", kVolt);
  config.a_ne = values.number("A_ne", kVolt);
  config.a_ft = values.told_number("A_ft", kVolt, config.a_fe);
  config.a_nt = values.told_number("A_nt", kVolt, config.a_ne);
  read_edge(values, config);
  read_ffe(values, config);
  config.snr_tx_db = values.number("SNR_TX", {0.0, 1e9});
  config.snr_tx_with_c0 = values.flag("SNR_TXwC0", false);
  config.r_lm = values.number("R_LM", {0.0, 1.0, true});
  config.sigma_rj_ui = values.number("sigma_RJ", {0.0, 0.5});
  config.a_dd_ui = values.number("A_DD", {0.0, 0.5});
  config.jitter_in_dfe_span = values.flag("LIMIT_JITTER_CONTRIB_TO_DFE_SPAN", false);
  const std::vector<double> common = values.list("AC_CM_RMS", kVolt, {0.0});
  for (const double value : common) {
    if (value != common.front()) {
      values.fault("AC_CM_RMS", ": one value for all test cases is supported");
    }
  }
  config.ac_cm_rms_v = common.empty() ? 0.0 : common.front();
  config.ac_cm_max_hz = values.number("ACCM_MAX_Freq", {0.0, 1e13}, config.symbol_rate_bd);
}

}  // namespace chappe
