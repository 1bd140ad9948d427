#pragma once
// What cables and traces share: a uniform line of some length, known by a metre of it.
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "models/copper/distributed_line.hpp"

namespace chappe {

/// A differential line, ports referred to 100 ohm. The law gives a metre of it, its length and its
/// delay; network, step and ledger follow.
class LineElement : public Element, public TwoPort {
 public:
  LineElement(std::string name, const ParamMap& given) : Element(std::move(name)), given_(given) {}
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double frequency_step_hz() const override;

  /// Differential mode of a metre of line.
  virtual Immittance metre(double f_hz, double temperature_c) const = 0;
  /// Attenuation of the matched line [dB/m] at f > 0.
  double attenuation_db_per_m(double f_hz, double temperature_c) const;

 protected:
  virtual double run_m() const = 0;
  virtual double delay_s_per_m() const = 0;
  /// Latency, failures (key "fit") if there are any to tell, loss at half the symbol rate.
  /// @param delay_key, loss_key  the parameters whose sources stand for them
  void line_ledger(const OperatingPoint& at, const char* delay_key, const char* loss_key,
                   std::optional<double> fit, std::vector<LedgerRow>& rows) const;

 private:
  ParamMap given_;
};

}  // namespace chappe
