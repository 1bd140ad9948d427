#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// One channel of a wavelength multiplexer or demultiplexer. Power out over power in,
///   10^(-loss/10) 10^(-(edge/10) (2 d/w)^(2 n)), d = nu - c/lambda_c, w = c passband/lambda_c^2,
/// a super-Gaussian of order n that is `edge` dB deep at the edges of its passband; flat without
/// one. The field is its root, without phase. Offsets above 0 are light below the carrier's
/// frequency, as in optics.smf. Of a demultiplexer, neighbours leak in: each with power
/// 10^((neighbour_power - isolation)/10) over the signal's.
/// Left out: ripple and dispersion of its passband, thermal drift.
class Multiplexer final : public Element, public LightPath, public Reflector {
 public:
  struct Params {
    double loss_db{0.0};
    std::optional<double> passband_nm{}, centre_nm{};
    double passband_edge_db{1.0};
    int order{3};
    double offset_nm{0.0};
    int neighbours{0};
    double isolation_db{0.0};
    double neighbour_power_db{0.0};
    std::optional<double> reflectance_db{};
    bool in_module{true};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{.key = "loss_db",
             .unit = "dB",
             .doc = "at its centre",
             .low = 0,
             .high = 60,
             .required = true},
        loss_db);
      f(Info{"passband_nm", "nm", "full width; auto = flat", 1e-3, 500}, passband_nm);
      f(Info{"centre_nm", "nm", "of the passband; auto = the light's own wavelength", 600, 2000},
        centre_nm);
      f(Info{"passband_edge_db", "dB", "loss added at its edges", 0.01, 20}, passband_edge_db);
      f(Info{"order", "1", "of the super-Gaussian; 1 = Gaussian", 1, 20}, order);
      f(Info{"offset_nm", "nm", "of the passband from centre_nm", -100, 100}, offset_nm);
      f(Info{"neighbours", "1", "channels beside it that leak in", 0, 2}, neighbours);
      f(Info{"isolation_db", "dB", "loss of a neighbour's light over that of its own", 0, 100},
        isolation_db);
      f(Info{"neighbour_power_db", "dB", "a neighbour's mean power ahead of it over its own", -30,
             30},
        neighbour_power_db);
      f(Info{"reflectance_db", "dB", "power reflected over power sent; auto = none", -100, -3},
        reflectance_db);
      f(Info{.key = "in_module", .doc = "within a module"}, in_module);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ScenarioError for neighbours without isolation
  Multiplexer(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::optical_field; }
  Domain output() const override { return Domain::optical_field; }
  std::vector<cd> field(std::span<const double> offset_hz, const LightSpec& light,
                        const OperatingPoint& at) const override;
  LightCrosstalk crosstalk() const override;
  bool in_module() const override { return p_.in_module; }
  double reflectance_db() const override;
  /// Failures; and the loss where it is flat, else it depends on the light.
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  Params p_;
  ParamMap given_;
};

}  // namespace chappe
