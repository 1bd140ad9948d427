#pragma once
// Receive FFE and DFE whose taps follow the errors at the slicer, symbol by symbol (LMS), at one
// sample a symbol.
//   y[n] = sum_j w_j x[n - j] - sum_k b_k d[n - 1 - k],  e[n] = y[n] - t[n]
//   LMS:        w_j -= mu e x[n - j],            b_k += nu e d[n - 1 - k]
//   sign-sign:  w_j -= mu sgn(e) sgn(x[n - j]),  b_k += nu sgn(e) sgn(d[n - 1 - k])
// t = d is the level decided or, in training, the level sent. The sign of +0 is +, of -0 is -.
// Source: B. Widrow and M. E. Hoff, "Adaptive switching circuits", IRE WESCON (1960), part 4, 96;
// R. W. Lucky, "Techniques for adaptive equalization", Bell Syst. Tech. J. 45 (1966) 255. Recalled.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dsp/isa.hpp"
#include "dsp/lanes.hpp"
#include "dsp/mmse.hpp"

namespace chappe {

enum class LmsRule { lms, sign_sign };

/// Amplitudes in one unit, that of `levels`.
struct LmsSpec {
  std::size_t ffe_taps{1};       ///< 1 to 64
  std::size_t ffe_cursor{0};     ///< index of the tap that starts at `start_gain`, the others 0
  std::size_t dfe_taps{0};       ///< 0 to 64; they start at 0
  std::vector<double> levels{};  ///< targets at the slicer, 2 to 8, ascending
  LmsRule rule{LmsRule::lms};
  double ffe_step{1e-3};  ///< mu >= 0; LMS needs mu < 2/(taps x mean square of x)
  double dfe_step{1e-3};  ///< nu >= 0
  double start_gain{1.0};
  std::vector<TapBounds>
      dfe_limits{};  ///< dfe_taps values, in the unit of y over level; empty = none
};

/// One stream in double: what a receiver runs, and the oracle of LmsLanes.
class LmsEqualiser {
 public:
  struct Step {
    double ffe{0.0};    ///< behind the FFE, ahead of the DFE
    double y{0.0};      ///< at the slicer
    double error{0.0};  ///< y less the target
    double target{0.0};
    std::uint8_t decided{0};  ///< index of the level decided
  };
  /// @throws InternalError if the spec is outside the ranges above
  explicit LmsEqualiser(LmsSpec spec);
  /// Takes sample n; decides the symbol whose main sample came `ffe_cursor` samples before.
  /// @param sent  that symbol's level in training, or null: its own decision
  Step step(double x, const double* sent = nullptr);
  void set_steps(double ffe_step, double dfe_step);
  /// Multiplies the thresholds: taps of least square error leave the cursor a little below 1.
  /// @param gain  > 0
  void set_slicer_gain(double gain);
  const std::vector<double>& ffe() const { return ffe_; }
  const std::vector<double>& dfe() const { return dfe_; }
  /// Levels that step n + 1 will feed back, newest first.
  const std::vector<double>& fed() const { return fed_; }

 private:
  LmsSpec spec_{};
  double slicer_gain_{1.0};
  std::vector<double> thresholds_{}, ffe_{}, dfe_{}, line_{}, fed_{};
};

inline constexpr std::size_t kLmsStreams = 2 * kLanes;

/// kLmsStreams independent streams in single precision, each with its own taps. Samples lie side by
/// side: that of symbol n of lane l at [n kLmsStreams + l]. The bits do not depend on the
/// instruction set; against LmsEqualiser only rounding differs.
class LmsLanes {
 public:
  /// @throws InternalError as LmsEqualiser
  explicit LmsLanes(LmsSpec spec, Isa isa = Isa::automatic);
  /// Continues all streams; ahead of the first sample are zeros. Allocates nothing.
  /// @param x        whole symbols
  /// @param sent     levels of training, as LmsEqualiser::step; empty = decision directed
  /// @param decided  indices of the levels decided   @param y  at the slicer; empty = not wanted
  /// All not empty ones have the size of x.
  void run(std::span<const float> x, std::span<const float> sent, std::span<std::int32_t> decided,
           std::span<float> y = {});
  void set_steps(double ffe_step, double dfe_step);
  /// Tap j of lane l.
  double ffe(std::size_t j, std::size_t l) const {
    return static_cast<double>(ffe_[j * kLmsStreams + l]);
  }
  double dfe(std::size_t k, std::size_t l) const {
    return static_cast<double>(dfe_[k * kLmsStreams + l]);
  }

 private:
  LmsSpec spec_{};
  Isa isa_{Isa::automatic};
  std::vector<float> levels_{}, thresholds_{}, low_{}, high_{};
  std::vector<float> ffe_{}, dfe_{};   ///< [tap][lane]
  std::vector<float> line_{}, fed_{};  ///< [symbol][lane]: history, then one sub-block
};

}  // namespace chappe
