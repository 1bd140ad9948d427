#pragma once
// One way for all elements to state a bandwidth.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "signal/network.hpp"

namespace chappe {

/// ENBW/f_3dB, exact. @param response  "bessel" (order 1 to 4), "butterworth" (1 to 8) or
/// "single_pole" (any)   @throws InternalError for others
double noise_bandwidth_ratio(std::string_view response, int order);

/// A low-pass response, 1 at 0 Hz: the Params block that elements share, and the response made of
/// it.
class Bandwidth {
 public:
  struct Params {
    std::string response{"none"};
    double bandwidth_ghz{0.0};
    int order{4};
    std::string response_file{};
    void visit(auto&& f) {
      f(Info{.key = "response",
             .doc = "of its electrical bandwidth; none = flat; curve = response_file",
             .choices = "none|bessel|butterworth|single_pole|curve"},
        response);
      f(Info{"bandwidth_ghz", "GHz", "3 dB point of bessel, butterworth and single_pole", 0, 1e4},
        bandwidth_ghz);
      f(Info{"order", "1", "of bessel (1 to 4) and butterworth (1 to 8)", 1, 8}, order);
      f(Info{.key = "response_file",
             .doc = "CSV: frequency_ghz, magnitude_db (20 log10) and, if measured, phase_deg; "
                    "without: minimum phase"},
        response_file);
    }
  };

  /// @param who  "element 'tia' (optics.pin_receiver)"
  /// @throws ScenarioError with all its faults; DataError for the file
  Bandwidth(const Params& params, const std::string& who, const ParamMap& given);
  cd operator()(double f_hz) const { return law_(f_hz); }
  std::vector<cd> transfer(const FrequencyGrid& grid) const;
  /// 3 dB point [Hz]; infinite for "none".
  double bandwidth_hz() const { return bandwidth_hz_; }
  /// Integral of |H|^2 over f > 0 [Hz]; infinite for "none".
  double noise_bandwidth_hz() const { return noise_bandwidth_hz_; }
  /// What was taken for granted about a curve, for Element::assumptions().
  const std::vector<std::string>& assumptions() const { return assumptions_; }

 private:
  std::function<cd(double)> law_{};
  double bandwidth_hz_{0.0}, noise_bandwidth_hz_{0.0};
  std::vector<std::string> assumptions_{};
};

}  // namespace chappe
