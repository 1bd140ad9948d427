#pragma once
// What receivers of light share: photodiode, transimpedance amplifier, gain control.
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "models/optics/bandwidth.hpp"

namespace chappe {

/// A photodiode of gain M and its transimpedance amplifier.
///   Map: i = |x|^2 c R M [A], c the coupling, R the responsivity without gain.
///   Transfer: Z H(f) [V/A], differential into 100 ohm; H the stated bandwidth of diode and
///   amplifier.
///   Noise [A^2/Hz, one sided, ahead of the transfer] at a photocurrent I behind the gain:
///     n(f)^2 T/T0 + 2 q M F (I + M I_d),
///   n the amplifier's input-referred density at T0 (white, n0^2 (1 + (f/f_c)^2), or measured) with
///   T in kelvin (Johnson noise of resistors and channels), F the excess noise factor, I_d the dark
///   current ahead of the gain. Source: shot noise, W. Schottky (1918).
///   Gain control: Z = 2 output_peak_v/(OMA c R M) within [transimpedance_min_ohm,
///   transimpedance_ohm], from the outer OMA that reaches the receiver; the most where it is
///   unknown.
/// Left out: compression, noise that grows as the gain is turned down, thermal change of R and I_d.
class ReceiverElement : public Element,
                        public Linear,
                        public Static,
                        public Noise,
                        public Reflector {
 public:
  struct Front {
    double responsivity_a_per_w{0.0};
    double coupling_loss_db{0.0};
    double dark_current_na{0.0};
    std::optional<double> noise_pa_per_sqrt_hz{};
    std::optional<double> noise_corner_ghz{};
    std::string noise_file{};
    double noise_temperature_c{25.0};
    Bandwidth::Params bandwidth{};
    double transimpedance_ohm{0.0};
    std::optional<double> transimpedance_min_ohm{}, output_peak_v{}, overload_ma{};
    double output_capacitance_ff{0.0};
    std::optional<double> reflectance_db{};
    double power_w{0.0}, latency_ns{0.0}, fit{0.0};
    void visit(auto&& f) {
      const auto needed = [&](const char* key, const char* unit, const char* doc, double low,
                              double high, double& value) {
        f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
          value);
      };
      needed("responsivity_a_per_w", "A/W", "R, of light in the diode, gain 1", 1e-3, 2,
             responsivity_a_per_w);
      f(Info{"coupling_loss_db", "dB", "of power, from fibre to diode", 0, 30}, coupling_loss_db);
      f(Info{"dark_current_na", "nA", "I_d, ahead of a gain", 0, 1e6}, dark_current_na);
      f(Info{"noise_pa_per_sqrt_hz", "pA/sqrt(Hz)", "n0; auto = by noise_file", 0, 1e3},
        noise_pa_per_sqrt_hz);
      f(Info{"noise_corner_ghz", "GHz", "f_c; auto = white", 0.1, 1e4}, noise_corner_ghz);
      f(Info{.key = "noise_file", .doc = "CSV: frequency_ghz, noise_pa_per_sqrt_hz; ends held"},
        noise_file);
      f(Info{"noise_temperature_c", "degC", "T0", -60, 150}, noise_temperature_c);
      bandwidth.visit(f);
      needed("transimpedance_ohm", "ohm", "Z, differential, fixed or the most", 1, 1e6,
             transimpedance_ohm);
      f(Info{"transimpedance_min_ohm", "ohm", "least Z of the gain control; auto = any", 1e-3, 1e6},
        transimpedance_min_ohm);
      f(Info{"output_peak_v", "V",
             "outer level that the gain control holds, peak differential; auto = Z is fixed", 1e-4,
             10},
        output_peak_v);
      f(Info{"overload_ma", "mA", "most current, outer levels peak to peak; auto = any", 1e-3, 1e3},
        overload_ma);
      f(Info{"output_capacitance_ff", "fF", "between the legs: reflects; its loss is in response",
             0, 1e4},
        output_capacitance_ff);
      f(Info{"reflectance_db", "dB", "of the light's input; auto = none", -100, -3},
        reflectance_db);
      f(Info{"power_w", "W", "of one lane", 0, 100}, power_w);
      f(Info{"latency_ns", "ns", "through diode and amplifier", 0, 1e3}, latency_ns);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  Domain input() const override { return Domain::optical_field; }
  Domain output() const override { return Domain::electrical; }
  /// Field [sqrt(W)] -> current behind the gain [A].
  cd map(cd x, const OperatingPoint& at) const override;
  /// @throws ModelError where received_oma_w makes more current than overload_ma
  std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  /// Port 1: the output's capacitance beside 100 ohm; port 0: 0, see reflectance_db().
  std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                             int port) const override;
  /// @param level  photocurrent behind the gain [A]; at 0 what the amplifier and dark current add
  NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at, double level) const override;
  double reflectance_db() const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;
  /// Z in force [ohm]. @throws ModelError as transfer()
  double transimpedance_ohm(const OperatingPoint& at) const;

 protected:
  /// The photodiode's own gain.
  struct Gain {
    double factor{1.0};   ///< M
    double excess{1.0};   ///< F
    double pole_hz{0.0};  ///< of the multiplication; 0 = none
  };
  /// @param model  "optics.pin_receiver"
  ReceiverElement(std::string name, const std::string& model, Front front, Gain gain,
                  const ParamMap& given);

 private:
  double noise_density(double f_hz) const;

  std::string who_;
  Front p_;
  Gain gain_;
  ParamMap given_;
  Bandwidth bandwidth_;
  std::vector<double> noise_f_hz_{}, noise_a2_per_hz_{};  ///< of noise_file
};

}  // namespace chappe
