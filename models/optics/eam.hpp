#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "math/interpolate.hpp"
#include "models/optics/bandwidth.hpp"
#include "models/optics/input_load.hpp"

namespace chappe {

/// Electro-absorption modulator, the modulator of an EML (its laser is an element of its own).
///   Reverse voltage u = bias - v + k (T - 25); |E|^2 = T_0 A(u); v is the voltage across its
///   input. A: exp(-(u/v_0)^a) for u > 0, else 1; or a table of dB against u by Pchip. Phase,
///   envelopes over exp(-j w0 t): dphi = -(alpha/2) d ln A, alpha constant or a table over u.
/// Source: F. Koyama, K. Iga, J. Lightwave Technol. 6 (1988) 87 for alpha; the power law is the
/// customary fit of the absorption curve (both recalled).   Valid: u within the table.
/// Left out: saturation by strong light, wavelength dependence.
class Eam final : public Element, public Linear, public Static {
 public:
  struct Params {
    std::string absorption{"power_law"};
    double v0_v{1.5};
    double exponent{1.8};
    std::vector<double> reverse_v{};
    std::vector<double> absorption_db{};
    std::string absorption_file{};
    double chirp{0.5};
    std::vector<double> chirp_table{};
    double bias_v{1.0};
    double bias_v_per_k{0.0};
    double insertion_loss_db{3.0};
    Bandwidth::Params band{};
    InputLoad load{};
    double photocurrent_ma{0.0};
    double power_w{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{.key = "absorption",
             .doc = "law; table = reverse_v and absorption_db; curve = absorption_file",
             .choices = "power_law|table|curve"},
        absorption);
      f(Info{"v0_v", "V", "v_0: where it passes 1/e", 0.05, 50}, v0_v);
      f(Info{"exponent", "1", "a", 1, 8}, exponent);
      f(Info{"reverse_v", "V", "table: reverse voltages, ascending", -20, 50}, reverse_v);
      f(Info{"absorption_db", "dB", "table: loss there beyond insertion_loss_db", 0, 100},
        absorption_db);
      f(Info{.key = "absorption_file",
             .doc = "CSV: reverse_v, absorption_db and, if measured, chirp"},
        absorption_file);
      f(Info{"chirp", "1", "alpha", -20, 20}, chirp);
      f(Info{"chirp_table", "1", "table: alpha at each of reverse_v, in place of chirp", -20, 20},
        chirp_table);
      f(Info{"bias_v", "V", "reverse bias at the middle of the drive", -5, 20}, bias_v);
      f(Info{"bias_v_per_k", "V/K", "k: as warming acts like so much bias, from 25 degC", -1, 1},
        bias_v_per_k);
      f(Info{"insertion_loss_db", "dB", "-10 log10 T_0", 0, 40}, insertion_loss_db);
      band.visit(f);
      load.visit(f);
      f(Info{"photocurrent_ma", "mA", "mean; with the bias it heats", 0, 1e3}, photocurrent_ma);
      f(Info{"power_w", "W", "beside photocurrent times bias, one lane", 0, 100}, power_w);
      f(Info{"fit", "1e-9/h", "failures of one lane in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ScenarioError for a table that is none; DataError for the file
  Eam(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::optical_field; }
  std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                             int port) const override;
  /// @throws ModelError where the drive leaves the table
  cd map(cd x, const OperatingPoint& at) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override { return band_.assumptions(); }

 private:
  void make_table(std::vector<double> u, const std::vector<double>& db,
                  const std::vector<double>& alpha);

  Params p_;
  ParamMap given_;
  Bandwidth band_;
  std::optional<Pchip> log_absorption_{};  ///< ln A over u
  std::optional<Pchip> phase_{};           ///< [rad] over u, where alpha is a table
};

}  // namespace chappe
