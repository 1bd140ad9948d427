#pragma once
#include <string>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// A measured or simulated channel: a 4-port file as its differential two-port, or a 2-port file
/// taken as already differential. Between the file's points magnitude and unwrapped phase are
/// interpolated.
class TouchstoneChannel final : public Element, public TwoPort {
 public:
  struct Params {
    std::string file{};
    std::string pairing{"auto"};
    double singular_value_max{1.05};
    double length_m{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{.key = "file", .doc = "Touchstone file, 2 or 4 ports", .required = true}, file);
      f(Info{.key = "pairing",
             .doc =
                 "near pair/far pair: \"1-3/2-4\" is near 1 (+), 3 (-), far 2 (+), 4 (-); auto = "
                 "found in the data"},
        pairing);
      f(Info{"singular_value_max", "1",
             "largest singular value of its S-parameters that is accepted (passive: 1)", 1, 1e3},
        singular_value_max);
      f(Info{"length_m", "m", "physical length, if known", 0, 1e3}, length_m);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// Reads the file. @throws DataError, naming it, if it cannot be read or paired or is not
  /// passive by far; ScenarioError if `pairing` is not one
  TouchstoneChannel(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double highest_frequency_hz() const override;
  double frequency_step_hz() const override;
  double length_m() const override { return p_.length_m; }
  std::string data_origin() const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override { return assumptions_; }

 private:
  void check_passivity(const Network& network);
  void add_assumptions();

  Params p_;
  ParamMap given_;
  Network differential_{};
  std::string pairing_{};  ///< of a 4-port file
  std::vector<std::string> assumptions_{};
};

}  // namespace chappe
