#pragma once
// What directly modulated lasers share, whatever their cavity.
#include <optional>

#include "base/params.hpp"

namespace chappe {

struct DirectLaserParams {
  double bias_ma{0.0};
  double series_ohm{50.0};
  double input_capacitance_ff{0.0};
  double slope_w_per_a{0.3};
  double slope_t1_k{200.0};
  double d_ghz_per_sqrt_ma{0.0};
  double d_per_k{0.0};
  double k_ns{0.0};
  double damping_per_ns{10.0};
  std::optional<double> photon_lifetime_ps{};
  double parasitic_ghz{0.0};
  double knee_ma{0.02};
  double voltage_v{1.5};
  double diode_ohm{10.0};
  double thermal_k_per_mw{0.0};
  double rin_db_per_hz{-145.0};
  double rin_bandwidth_ghz{25.0};
  double chirp{0.0};
  double adiabatic_ghz_per_mw{0.0};
  double wavelength_nm{0.0};
  double wavelength_nm_per_k{0.0};
  double linewidth_mhz{10.0};
  double fit{0.0};
  void visit(auto&& f) {
    const auto must = [&](const char* key, const char* unit, const char* doc, double low,
                          double high, double& value) {
      f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
        value);
    };
    must("bias_ma", "mA", "current at the middle of the drive", 0.01, 1e3, bias_ma);
    f(Info{"series_ohm", "ohm", "drive voltage over current, matching included", 1, 1e3},
      series_ohm);
    f(Info{"input_capacitance_ff", "fF", "between the legs, at the input", 0, 1e4},
      input_capacitance_ff);
    f(Info{"slope_w_per_a", "W/A", "launched power over current, at 25 degC", 1e-3, 2},
      slope_w_per_a);
    f(Info{"slope_t1_k", "K", "it falls as exp(-(T - 25)/T_1)", 10, 1e5}, slope_t1_k);
    must("d_ghz_per_sqrt_ma", "GHz/sqrt(mA)", "D at 25 degC: f_r = D sqrt(I - I_th)", 0.1, 50,
         d_ghz_per_sqrt_ma);
    f(Info{"d_per_k", "1/K", "relative change of D", -0.02, 0.02}, d_per_k);
    must("k_ns", "ns", "K: gamma = gamma_0 + K f_r^2", 0.01, 5, k_ns);
    f(Info{"damping_per_ns", "1/ns", "gamma_0", 0.2, 200}, damping_per_ns);
    f(Info{"photon_lifetime_ps", "ps", "tau_p; auto = half of K/(4 pi^2)", 0.1, 50},
      photon_lifetime_ps);
    f(Info{"parasitic_ghz", "GHz", "pole of pads and aperture; 0 = none", 0, 1e3}, parasitic_ghz);
    f(Info{"knee_ma", "mA", "rounding of the threshold by spontaneous emission", 1e-4, 1}, knee_ma);
    f(Info{"voltage_v", "V", "forward voltage at no current", 0.1, 10}, voltage_v);
    f(Info{"diode_ohm", "ohm", "of the diode alone, for its heat", 0, 1e3}, diode_ohm);
    f(Info{"thermal_k_per_mw", "K/mW", "active region over case", 0, 50}, thermal_k_per_mw);
    f(Info{"rin_db_per_hz", "dB/Hz", "RIN at the bias and 25 degC, mean over rin_bandwidth_ghz",
           -200, -80},
      rin_db_per_hz);
    f(Info{"rin_bandwidth_ghz", "GHz", "from 0 Hz", 0.1, 200}, rin_bandwidth_ghz);
    f(Info{"chirp", "1", "alpha (linewidth enhancement), transient", -20, 20}, chirp);
    f(Info{"adiabatic_ghz_per_mw", "GHz/mW", "frequency over launched power", -50, 50},
      adiabatic_ghz_per_mw);
    must("wavelength_nm", "nm", "in vacuum, at 25 degC of the active region", 600, 2000,
         wavelength_nm);
    f(Info{"wavelength_nm_per_k", "nm/K", "its drift", 0, 1}, wavelength_nm_per_k);
    f(Info{"linewidth_mhz", "MHz", "full width at half maximum", 0, 1e5}, linewidth_mhz);
    f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
  }
};

}  // namespace chappe
