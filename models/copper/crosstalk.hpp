#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Crosstalk between neighbouring pairs as a power law of frequency, the channel of an aggressor:
///   S21(f) = 10^(-coupling_db/20) [ (j f/f_0) sqrt(1 + (f_0/f_1)^2)/(1 + j f/f_1) ]^n
/// times exp(-j 2 pi f tau). n = 1 is a short coupled piece (weak coupling: as the derivative of
/// the signal); beyond f_1 it saturates. Causal: a power of a minimum-phase function. Matched.
/// Passive: coupling that would pass 1 anywhere is refused.
class Crosstalk final : public Element, public TwoPort {
 public:
  struct Params {
    double coupling_db{0.0};
    double frequency_ghz{0.0};
    double exponent{1.0};
    double corner_ghz{0.0};
    double delay_ps{0.0};
    void visit(auto&& f) {
      const auto needed = [&](const char* key, const char* unit, const char* doc, double low,
                              double high, double& value) {
        f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
          value);
      };
      needed("coupling_db", "dB", "loss from the aggressor's pair to the victim's at frequency_ghz",
             0, 200, coupling_db);
      needed("frequency_ghz", "GHz", "f_0", 1e-3, 1e3, frequency_ghz);
      f(Info{"exponent", "1", "n", 0, 4}, exponent);
      needed("corner_ghz", "GHz", "f_1, beyond which the coupling saturates", 1e-3, 1e4,
             corner_ghz);
      f(Info{"delay_ps", "ps", "tau", 0, 1e6}, delay_ps);
    }
  };

  /// @throws ScenarioError if it couples more than all
  Crosstalk(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}

 private:
  cd transfer(double f_hz) const;

  Params p_;
};

}  // namespace chappe
