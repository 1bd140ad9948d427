#pragma once
#include <string>
#include <vector>

#include "models/optics/direct_laser_element.hpp"

namespace chappe {

/// Vertical-cavity laser for multimode fibre: I_th = I_min + a (T - T_min)^2, lowest where gain
/// peak and cavity agree; the rest is DirectLaserElement's, all modes sharing one carrier
/// reservoir. Its spectrum is that of its transverse modes: rms width sqrt(sum p (d - mean)^2) of
/// the mode powers p at the offsets d.   Source: L. A. Coldren, S. W. Corzine, M. L. Masanovic,
/// "Diode Lasers and Photonic Integrated Circuits" (2nd ed., 2012) (recalled). Left out: spatial
/// hole burning (which splits the reservoir), polarisation switching.
class Vcsel final : public DirectLaserElement {
 public:
  struct Params {
    DirectLaserParams laser{};
    double threshold_ma{0.5};
    double threshold_min_c{25.0};
    double threshold_ma_per_k2{1e-4};
    std::vector<double> mode_powers{};
    std::vector<double> mode_offsets_nm{};
    double spectral_width_nm{0.0};
    double partition_factor{0.0};
    void visit(auto&& f) {
      laser.visit(f);
      f(Info{"threshold_ma", "mA", "I_min", 0.01, 100}, threshold_ma);
      f(Info{"threshold_min_c", "degC", "T_min, of the active region", -50, 150}, threshold_min_c);
      f(Info{"threshold_ma_per_k2", "mA/K^2", "a", 0, 0.1}, threshold_ma_per_k2);
      f(Info{"mode_powers", "1", "of its transverse modes, relative", 0, 1e3}, mode_powers);
      f(Info{"mode_offsets_nm", "nm", "their wavelengths from wavelength_nm", -20, 20},
        mode_offsets_nm);
      f(Info{"spectral_width_nm", "nm", "rms, in place of the modes", 0, 20}, spectral_width_nm);
      f(Info{"partition_factor", "1", "k of mode partition noise", 0, 1}, partition_factor);
    }
  };

  /// @throws ScenarioError for modes that are none; ModelError if K, gamma_0 and tau_p do not fit
  Vcsel(std::string name, Params params, const ParamMap& given);
  LightSpec light(const OperatingPoint& at) const override;

 protected:
  double threshold_a(double junction_c) const override;

 private:
  Params p_;
  double spectral_width_m_{0.0};
};

}  // namespace chappe
