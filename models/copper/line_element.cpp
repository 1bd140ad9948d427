#include "models/copper/line_element.hpp"

#include <cmath>

#include "models/copper/ledger_entry.hpp"

namespace chappe {

Network LineElement::network(const FrequencyGrid& grid, const OperatingPoint& at) const {
  const double temperature = at.temperature_of(name());
  std::vector<Immittance> metres;
  metres.reserve(grid.size());
  for (const double f_hz : grid.f_hz) metres.push_back(metre(f_hz, temperature));
  return distributed_line(grid, metres, run_m(), 100.0);
}

double LineElement::frequency_step_hz() const {
  const double round_trip_s = 2.0 * run_m() * delay_s_per_m();
  return round_trip_s > 0.0 ? 1.0 / (4.0 * round_trip_s) : TwoPort::frequency_step_hz();
}

double LineElement::attenuation_db_per_m(double f_hz, double temperature_c) const {
  return 20.0 / std::log(10.0) * metre(f_hz, temperature_c).gamma_per_m().real();
}

void LineElement::line_ledger(const OperatingPoint& at, const char* delay_key, const char* loss_key,
                              std::optional<double> fit, std::vector<LedgerRow>& rows) const {
  const double latency_ns = 1e9 * run_m() * delay_s_per_m();
  rows.push_back(ledger_entry(name(), "latency", latency_ns, "ns", given_, delay_key));
  if (fit) rows.push_back(ledger_entry(name(), "fit", *fit, "1e-9/h", given_, "fit"));
  const double nyquist_hz = 0.5 * at.symbol_rate_bd;
  if (nyquist_hz <= 0.0) return;
  const double loss_db = run_m() * attenuation_db_per_m(nyquist_hz, at.temperature_of(name()));
  rows.push_back(ledger_entry(name(), "loss", loss_db, "dB", given_, loss_key));
}

}  // namespace chappe
