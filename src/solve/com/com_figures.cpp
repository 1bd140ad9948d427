#include "solve/com/com_figures.hpp"

#include <algorithm>
#include <cmath>

#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "solve/com/com_network.hpp"
#include "solve/com/com_signals.hpp"
#include "solve/com/erl.hpp"
#include "solve/com/icn.hpp"
#include "solve/com/insertion_loss.hpp"

namespace chappe {
namespace {

std::vector<Network> differential_parts(const std::vector<ComChannel>& channels) {
  std::vector<Network> out;
  for (const ComChannel& channel : channels) {
    out.push_back(com_mode_two_port(channel.modes, false));
  }
  return out;
}

/// What stands between the tester and the channel with TDR_W_TXPKG: the difference of 2 R_d from
/// 100 ohm, and the transmit package. S11 stays the channel's own.
Network with_tx_package(const ComConfig& config, const Network& channel) {
  const FrequencyGrid& grid = channel.grid;
  const double z0 = 2.0 * config.r_0_ohm, r_d = 2.0 * config.tx.r_d_ohm;
  Network out =
      cascade(com_packages(config, config.cases.front(), grid, ComPackageView::whole).tx, channel);
  if (r_d > z0) out = cascade(series_resistor(grid, r_d - z0, z0), out);
  if (r_d < z0) out = cascade(shunt_resistor(grid, z0 * r_d / (z0 - r_d), z0), out);
  out.at(0, 0) = channel.at(0, 0);
  return out;
}

ErlOptions erl_options(const ComConfig& config) {
  const ComTdr& tdr = config.tdr;
  ErlOptions out;
  out.time = {config.symbol_rate_bd, config.samples};
  out.levels = config.levels;
  out.error_ratio = config.der0;
  out.rise_time_s = tdr.rise_time_s;
  out.test_impedance_ohm = tdr.z_t_ohm;
  out.filter_ratio = config.f_r;
  out.taper = tdr.taper;
  out.span_ui = tdr.span_ui;
  out.gate_ui = tdr.gate_ui;
  out.rho = tdr.rho;
  out.beta_db_per_s = tdr.beta_db_per_s;
  out.gate = static_cast<ErlGate>(tdr.gate);
  out.fixture_delay_s[0] = tdr.fixture_s[0];
  out.fixture_delay_s[1] = tdr.fixture_s[1];
  out.impedance_window_s = tdr.t_k_s;
  return out;
}

void add_erl(const ComConfig& config, const Network& channel, ComChannelFigures& out) {
  const bool package = config.tdr.with_tx_package;
  const ErlResult erl = effective_return_loss(package ? with_tx_package(config, channel) : channel,
                                              erl_options(config));
  out.erl_taken = true;
  for (std::size_t port = 0; port < 2; ++port) {
    out.erl_port_db[port] = erl.port[port].erl_db;
    out.z_est_ohm[port] = erl.port[port].impedance_ohm;
  }
  out.erl_db = package ? erl.port[1].erl_db : erl.erl_db;
}

}  // namespace

ComChannelFigures com_channel_figures(const ComInput& input, const ComConfig& config,
                                      std::vector<std::string>& remarks) {
  ComChannelFigures out;
  const Network channel = com_mode_two_port(input.thru.modes, false);
  const double nyquist_hz = 0.5 * config.symbol_rate_bd;
  const double end_hz = channel.grid.f_hz.back();
  const bool inside = nyquist_hz >= channel.grid.f_hz.front() && nyquist_hz <= end_hz;
  out.il_nyquist_db = inside ? insertion_loss_db(channel, nyquist_hz)
                             : com_loss_db(channel.grid, channel.at(1, 0), nyquist_hz);
  if (!inside) {
    out.il_at_hz = nyquist_hz > end_hz ? end_hz : channel.grid.f_hz.front();
    remarks.push_back(
        "il_nyquist_db: half the symbol rate lies outside the data; the loss is that"
        " of their nearest point");
  }
  out.fitted_il_nyquist_db = fit_insertion_loss(channel).at_db(nyquist_hz);
  const ComBand band{config.symbol_rate_bd, config.f_1_hz, config.f_2_hz, config.f_r, config.f_v};
  out.fom_ild_db = fom_ild_db(channel, band);
  const IcnOptions icn{
      config.symbol_rate_bd, config.f_1_hz, config.f_2_hz, config.f_r, config.f_f, config.f_n,
      config.a_ft,           config.a_nt};
  const IcnResult crosstalk = integrated_crosstalk_noise(differential_parts(input.fext),
                                                         differential_parts(input.next), icn);
  out.mdfext_mv = crosstalk.mdfext_mv;
  out.mdnext_mv = crosstalk.mdnext_mv;
  out.icn_mv = crosstalk.reference_icn_mv;
  if (config.tdr.erl) add_erl(config, channel, out);
  return out;
}

}  // namespace chappe
