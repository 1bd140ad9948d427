#include "solve/com/com.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/errors.hpp"
#include "solve/com/com_case.hpp"
#include "solve/com/com_figures.hpp"

namespace chappe {
namespace {

constexpr double kGridTolerance_hz = 1.0;
constexpr double kCornerMax = 0.75;  // of the symbol rate: data up to there are always enough

std::string ghz(double f_hz) {
  std::string text = std::to_string(f_hz / 1e9);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + " GHz";
}

void check_grid(const ComChannel& thru, const ComChannel& other) {
  const auto &a = thru.modes.grid.f_hz, &b = other.modes.grid.f_hz;
  const bool same =
      a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
        return std::abs(x - y) <= kGridTolerance_hz;
      });
  if (same) return;
  throw DataError(other.name + ": its frequencies differ from those of " + thru.name +
                  " (COM takes all files on one grid)");
}

/// @return true if the data end below the band that is needed
bool check_band(const ComInput& input, const ComConfig& config, const ComControl& control,
                ComResult& out) {
  const auto& f = input.thru.modes.grid.f_hz;
  const double end_hz = f.back(), rate = config.symbol_rate_bd;
  const double needed_hz = std::min(config.f_r, kCornerMax) * rate;
  if (f.size() > 2 && f[2] - f[1] > config.delta_f_hz * (1.0 + 1e-9) && config.delta_f_hz > 0.0) {
    out.remarks.push_back(input.thru.name + ": the step of " + ghz(f[2] - f[1]) +
                          " is wider than Delta_f = " + ghz(config.delta_f_hz));
  }
  if (f.front() > config.f_min_hz && config.f_min_hz > 0.0) {
    out.remarks.push_back(input.thru.name + ": the data start at " + ghz(f.front()) +
                          ", above f_min = " + ghz(config.f_min_hz));
  }
  const double step_hz = f.size() > 2 ? f[2] - f[1] : 0.0;
  const auto uneven = [&](double a, double b) {
    return std::abs(b - a - step_hz) > 1e-3 * step_hz;
  };
  if (f.size() > 2 && std::adjacent_find(f.begin() + 1, f.end(), uneven) != f.end()) {
    out.warnings.push_back(input.thru.name + ": its steps are uneven; time responses rest on the " +
                           ghz(step_hz) + " from the second to the third frequency");
  }
  if (end_hz >= rate * (1.0 - 1e-12)) return false;
  if (end_hz >= needed_hz * (1.0 - 1e-12)) {
    out.warnings.push_back(input.thru.name + ": the data end at " + ghz(end_hz) + ", below f_b = " +
                           ghz(rate) + "; above, |H| is carried on in a straight line");
    return false;
  }
  const std::string text = input.thru.name + ": the data end at " + ghz(end_hz) +
                           ", below the band that COM needs (" + ghz(needed_hz) + ")";
  if (!control.allow_extrapolation) throw ModelError(text + "; --allow-extrapolation goes on");
  out.warnings.push_back(text + ": EXTRAPOLATED, the figures rest on an assumed response");
  return true;
}

void name_quirks(const ComConfig& config, std::vector<std::string>& remarks) {
  if ((config.mlse >= 3 || config.mlse_178a) && !config.rx_ffe.on()) {
    remarks.push_back(
        "MLSE: this form rests on the noise behind a receive FFE; without one it is"
        " left out");
  }
  if (config.c2m && config.t_o_mui > 0.0 && config.eh_min_test_v > 0.0) {
    remarks.push_back(
        "Min_VEO_Test: settings are judged by their eye height, which FOM then stands for, unless"
        " none is high enough");
  }
  if (!config.tdr.erl && config.erl_pass_db > 0.0) {
    remarks.push_back("ERL Pass threshold is not judged: TDR or ERL is off");
  }
  if (!config.frequency_figures) {
    remarks.push_back(
        "Display frequency domain = 0: no receive filter acts on any pulse, as in the"
        " reference program");
  }
  if (config.ac_cm_rms_v > 0.0) {
    remarks.push_back(
        "AC_CM_RMS: the package's Z_c is doubled for the common mode, as in the"
        " reference program");
  }
  if (config.dfe.banks == 0 && config.dfe.tail_start > 0) {
    remarks.push_back(
        "N_tail_start without floating taps: the tail limit does not reach the"
        " density, as in the reference program");
  }
}

}  // namespace

ComResult solve_com(const ComInput& input, const ComConfig& config, const ComControl& control) {
  for (const auto* group : {&input.fext, &input.next}) {
    for (const ComChannel& channel : *group) check_grid(input.thru, channel);
  }
  ComResult out;
  out.extrapolated = check_band(input, config, control, out);
  name_quirks(config, out.remarks);
  if (config.local_search > 0 && !control.local_search) {
    out.remarks.push_back("Local Search = " + std::to_string(config.local_search) +
                          " is not used: the whole grid is searched (--local-search uses it)");
  }
  com_check_stop(control);
  out.channel = com_channel_figures(input, config, out.remarks);
  for (const int number : config.selected) {
    com_check_stop(control);
    out.cases.push_back(solve_com_case(input, config, number, control));
  }
  const auto worst = std::min_element(
      out.cases.begin(), out.cases.end(), [&config](const ComCase& a, const ComCase& b) {
        return config.c2m ? a.eye.veo_mv < b.eye.veo_mv : a.eye.com_db < b.eye.com_db;
      });
  out.worst = static_cast<std::size_t>(worst - out.cases.begin());
  if (out.cases[out.worst].eye.bin_v > config.pdf_bin_v * (1.0 + 1e-9)) {
    out.remarks.push_back("PDF bin size: bins of " +
                          std::to_string(1e6 * out.cases[out.worst].eye.bin_v) +
                          " uV are taken, fine enough for what they hold");
  }
  if (std::any_of(out.cases.begin(), out.cases.end(),
                  [](const ComCase& c) { return !c.eye.open(); })) {
    out.remarks.push_back("the eye is closed at DER_0: there is no figure of its closure (VEC)");
  }
  return out;
}

}  // namespace chappe
