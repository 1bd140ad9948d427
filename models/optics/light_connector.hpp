#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Connector, splice or other joint of fibres: loss at all wavelengths alike, field out over field
/// in 10^(-loss/20), and a reflection, which is of no effect but that on multipath interference.
/// Left out: modal noise and change of a multimode fibre's mode mixture.
class LightConnector final : public Element, public LightPath, public Reflector {
 public:
  struct Params {
    double loss_db{0.0};
    std::optional<double> reflectance_db{};
    bool in_module{false};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{.key = "loss_db",
             .unit = "dB",
             .doc = "of power, mated",
             .low = 0,
             .high = 60,
             .required = true},
        loss_db);
      f(Info{"reflectance_db", "dB", "power reflected over power sent; auto = none", -100, -3},
        reflectance_db);
      f(Info{.key = "in_module", .doc = "a joint within a module, ahead of its port"}, in_module);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  LightConnector(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::optical_field; }
  Domain output() const override { return Domain::optical_field; }
  std::vector<cd> field(std::span<const double> offset_hz, const LightSpec& light,
                        const OperatingPoint& at) const override;
  bool in_module() const override { return p_.in_module; }
  double reflectance_db() const override;
  /// Loss and failures.
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  Params p_;
  ParamMap given_;
};

}  // namespace chappe
