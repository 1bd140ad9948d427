#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Multimode fibre of graded index. Its modes' powers add at the detector: the field is lost alone,
/// modulation falls as a Gaussian on the detected power,
///   1/B^2 = 1/B_modal^2 + 1/B_chromatic^2, B_modal = effective modal bandwidth/L,
/// B where power's modulation is one half (3 dB optical, 6 dB electrical: the convention of TIA and
/// IEC); B_chromatic and partition noise by mode_spread.hpp from the light's spectral width.
/// Dispersion by sellmeier_dispersion() of lambda0 and S0, as a rule the corner of their limits
/// with the most dispersion. Effective modal bandwidth and attenuation at 850 nm hold for all
/// wavelengths of the fibre's range; with modal_bandwidth_953_mhz_km the bandwidth runs straight to
/// that. Source: link model of 10 Gigabit Ethernet (recalled). Left out: modal noise, differential
/// mode attenuation, interplay of a laser's modes with the fibre's.
class Mmf final : public Element, public LightPath {
 public:
  struct Params {
    double length_m{0.0};
    double attenuation_db_per_km{0.0};
    double modal_bandwidth_mhz_km{0.0};
    std::optional<double> modal_bandwidth_953_mhz_km{};
    double wavelength_low_nm{840.0}, wavelength_high_nm{860.0};
    double zero_dispersion_nm{0.0};
    double slope_ps_per_nm2_km{0.0};
    double group_index{1.483};
    double fit{0.0};
    void visit(auto&& f) {
      const auto needed = [&](const char* key, const char* unit, const char* doc, double low,
                              double high, double& value) {
        f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
          value);
      };
      needed("length_m", "m", "length of the fibre", 0, 1e4, length_m);
      needed("attenuation_db_per_km", "dB/km", "at 850 nm", 0, 100, attenuation_db_per_km);
      needed("modal_bandwidth_mhz_km", "MHz km", "effective modal bandwidth at 850 nm", 1, 1e6,
             modal_bandwidth_mhz_km);
      f(Info{"modal_bandwidth_953_mhz_km", "MHz km", "the same at 953 nm; auto = as at 850 nm", 1,
             1e6},
        modal_bandwidth_953_mhz_km);
      f(Info{"wavelength_low_nm", "nm", "shortest wavelength that these data hold for", 700, 1000},
        wavelength_low_nm);
      f(Info{"wavelength_high_nm", "nm", "longest wavelength that these data hold for", 700, 1000},
        wavelength_high_nm);
      needed("zero_dispersion_nm", "nm", "lambda0", 1200, 1400, zero_dispersion_nm);
      needed("slope_ps_per_nm2_km", "ps/(nm^2 km)", "S0", 0, 0.5, slope_ps_per_nm2_km);
      f(Info{"group_index", "1", "speed of light in vacuum over the group's", 1, 2}, group_index);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  Mmf(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::optical_field; }
  Domain output() const override { return Domain::optical_field; }
  /// These three: @throws ModelError for light outside [wavelength_low_nm, wavelength_high_nm]
  std::vector<cd> field(std::span<const double> offset_hz, const LightSpec& light,
                        const OperatingPoint& at) const override;
  std::vector<cd> intensity(const FrequencyGrid& grid, const LightSpec& light,
                            const OperatingPoint& at) const override;
  double partition_noise(const LightSpec& light, double symbol_rate_bd,
                         const OperatingPoint& at) const override;
  double length_m() const override { return p_.length_m; }
  /// Latency, loss and failures.
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;

  /// B [Hz], infinite for no length. @throws ModelError as above
  double bandwidth_hz(const LightSpec& light) const;

 private:
  void check(const LightSpec& light) const;
  double dispersion_s_per_m2(const LightSpec& light) const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
