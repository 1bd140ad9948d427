#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "models/optics/dispersion.hpp"

namespace chappe {

/// Single-mode fibre in its linear range. Field out over field in at w = 2 pi offset,
///   10^(-a L/20) exp(j (beta2 w^2/2 - beta3 w^3/6) L),
/// for the forward transform exp(-j w t) and envelopes over exp(-j w0 t) (G. P. Agrawal, Nonlinear
/// Fiber Optics, eq. 2.3.27): offsets above 0 are light BELOW the carrier's frequency, and a phase
/// that rises lowers the frequency. Delay is taken out: it is in the ledger.
/// D by sellmeier_dispersion(): typical, or the extreme of the ranges of lambda0 and S0 at the
/// light's wavelength; "given" is D and its slope about a wavelength.
/// PMD of first order, the power split evenly between the principal states: on the detected power
/// cos(pi f DGD), exact for that split; DGD = factor x coefficient x sqrt(L).
/// Lasers of many modes: bandwidth and partition noise of mode_spread.hpp.
/// Left out: Kerr effect and Raman scattering (coefficients() is for solvers that have them),
/// polarisation dependent loss, Rayleigh backscatter, change with temperature.
class Smf final : public Element, public LightPath, public FibreSpan {
 public:
  struct Params {
    double length_m{0.0};
    std::optional<double> attenuation_db_per_km{};
    std::vector<double> attenuation_table_nm{}, attenuation_table_db_per_km{};
    double wavelength_low_nm{1260.0}, wavelength_high_nm{1625.0};
    std::string dispersion{"typical"};
    double zero_dispersion_nm{1312.0};
    double zero_dispersion_low_nm{1300.0}, zero_dispersion_high_nm{1324.0};
    double slope_ps_per_nm2_km{0.086};
    double slope_low_ps_per_nm2_km{0.073}, slope_high_ps_per_nm2_km{0.092};
    double given_ps_per_nm_km{0.0}, given_slope_ps_per_nm2_km{0.0}, given_nm{1550.0};
    double pmd_ps_per_sqrt_km{0.0};
    double dgd_factor{1.0};
    double group_index{1.467};
    double nonlinear_index_m2_per_w{2.6e-20};
    double effective_area_um2{80.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{.key = "length_m",
             .unit = "m",
             .doc = "length of the fibre",
             .low = 0,
             .high = 1e6,
             .required = true},
        length_m);
      f(Info{"attenuation_db_per_km", "dB/km", "at all wavelengths; auto = by its table", 0, 100},
        attenuation_db_per_km);
      f(Info{"attenuation_table_nm", "nm", "wavelengths of the table, ascending", 1000, 2000},
        attenuation_table_nm);
      f(Info{"attenuation_table_db_per_km", "dB/km", "straight between them, held at the ends", 0,
             100},
        attenuation_table_db_per_km);
      const auto nm = [&](const char* key, const char* doc, double& value) {
        f(Info{key, "nm", doc, 1000, 2000}, value);
      };
      nm("wavelength_low_nm", "shortest wavelength that these data hold for", wavelength_low_nm);
      nm("wavelength_high_nm", "longest wavelength that these data hold for", wavelength_high_nm);
      f(Info{.key = "dispersion",
             .doc = "which of the dispersions that the data allow",
             .choices = "typical|worst_positive|worst_negative|given"},
        dispersion);
      nm("zero_dispersion_nm", "lambda0, typical", zero_dispersion_nm);
      nm("zero_dispersion_low_nm", "lambda0, least", zero_dispersion_low_nm);
      nm("zero_dispersion_high_nm", "lambda0, most", zero_dispersion_high_nm);
      const auto slope = [&](const char* key, const char* doc, double& value) {
        f(Info{key, "ps/(nm^2 km)", doc, 0, 0.5}, value);
      };
      slope("slope_ps_per_nm2_km", "S0, typical", slope_ps_per_nm2_km);
      slope("slope_low_ps_per_nm2_km", "S0, least", slope_low_ps_per_nm2_km);
      slope("slope_high_ps_per_nm2_km", "S0, most", slope_high_ps_per_nm2_km);
      f(Info{"given_ps_per_nm_km", "ps/(nm km)", "D, for dispersion = \"given\"", -300, 300},
        given_ps_per_nm_km);
      f(Info{"given_slope_ps_per_nm2_km", "ps/(nm^2 km)", "its slope", -1, 1},
        given_slope_ps_per_nm2_km);
      nm("given_nm", "the wavelength of both", given_nm);
      f(Info{"pmd_ps_per_sqrt_km", "ps/sqrt(km)", "mean DGD of a kilometre", 0, 10},
        pmd_ps_per_sqrt_km);
      f(Info{"dgd_factor", "1", "DGD over its mean; above 3.75 with probability 8e-8 (Maxwell)", 0,
             10},
        dgd_factor);
      f(Info{"group_index", "1", "speed of light in vacuum over the group's", 1, 2}, group_index);
      f(Info{"nonlinear_index_m2_per_w", "m^2/W", "n2; gamma = 2 pi n2/(lambda A_eff)", 0, 1e-18},
        nonlinear_index_m2_per_w);
      f(Info{"effective_area_um2", "um^2", "A_eff", 1, 1e4}, effective_area_um2);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ScenarioError without attenuation, or where a range ends below its start
  Smf(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::optical_field; }
  Domain output() const override { return Domain::optical_field; }
  /// These three: @throws ModelError for light outside [wavelength_low_nm, wavelength_high_nm]
  std::vector<cd> field(std::span<const double> offset_hz, const LightSpec& light,
                        const OperatingPoint& at) const override;
  std::vector<cd> intensity(const FrequencyGrid& grid, const LightSpec& light,
                            const OperatingPoint& at) const override;
  double partition_noise(const LightSpec& light, double symbol_rate_bd,
                         const OperatingPoint& at) const override;
  FibreCoefficients coefficients(std::span<const double> f_hz) const override;
  double length_m() const override { return p_.length_m; }
  /// Latency and failures; the loss depends on the light.
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;

  /// @throws ModelError as above
  Dispersion dispersion_at(double wavelength_m) const;
  double attenuation_db_per_km(double wavelength_m) const;

 private:
  void check(double wavelength_m) const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
