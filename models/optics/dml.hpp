#pragma once
#include <string>
#include <vector>

#include "models/optics/direct_laser_element.hpp"

namespace chappe {

/// Directly modulated edge-emitting laser (DML, DFB): I_th = I_th,25 exp((T - 25)/T_0); the rest is
/// DirectLaserElement's.   Source: Coldren and Corzine, chapter 2 (recalled).
/// Left out: side modes, feedback from reflections, detuned-loading resonances.
class Dml final : public DirectLaserElement {
 public:
  struct Params {
    DirectLaserParams laser{};
    double threshold_ma{8.0};
    double threshold_t0_k{60.0};
    void visit(auto&& f) {
      laser.visit(f);
      f(Info{"threshold_ma", "mA", "I_th at 25 degC of the active region", 0.01, 1e3},
        threshold_ma);
      f(Info{"threshold_t0_k", "K", "T_0", 10, 1e4}, threshold_t0_k);
    }
  };

  /// @throws ModelError if K, gamma_0 and tau_p do not fit one another
  Dml(std::string name, Params params, const ParamMap& given);

 protected:
  double threshold_a(double junction_c) const override;

 private:
  Params p_;
};

}  // namespace chappe
