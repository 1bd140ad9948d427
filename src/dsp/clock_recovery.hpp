#pragma once
// Symbol timing recovery: detectors of the timing error, a proportional-integral loop with a phase
// interpolator, and a sampler between samples. Times in UI; a positive error means: sampled late.
#include <cstddef>
#include <span>

namespace chappe {

/// Mueller and Mueller's detector, one sample a symbol: y[n-1] a[n] - y[n] a[n-1]. Its mean is
/// (mean square of a)(h(t - T) - h(t + T)), h the pulse. Source: K. H. Mueller and M. Mueller,
/// "Timing recovery in digital synchronous data receivers", IEEE Trans. Commun. 24 (1976) 516.
/// @param y, a  sample and decided (or sent) level of a symbol, and of the one before
inline double mueller_muller(double y_before, double a_before, double y, double a) {
  return y_before * a - y * a_before;
}

/// Alexander's detector: +1 late, -1 early, 0 without a step. The sample midway between two symbols
/// is compared with the middle of their levels, whatever step it is.
/// Source: J. D. H. Alexander, "Clock recovery from random binary signals", Electron. Lett. 11
/// (1975) 541; steps between any two levels as in PAM4 receivers.
inline double bang_bang(double edge, double a_before, double a) {
  const double late = (edge - 0.5 * (a_before + a)) * (a - a_before);
  return late > 0.0 ? 1.0 : late < 0.0 ? -1.0 : 0.0;
}

struct ClockLoopSpec {
  double proportional{0.0};  ///< UI per unit of detector and symbol, >= 0
  double integral{0.0};      ///< UI per symbol, per unit of detector and symbol, >= 0
  int steps_per_ui{64};      ///< of the phase interpolator; 0 = continuous
};

/// Gains of a loop whose first-order corner is `corner` and whose integral path damps it by zeta.
/// With k = 1 - exp(-2 pi corner): proportional = k/slope, integral = k^2/(4 zeta^2 slope).
/// @param corner   of the jitter transfer over the symbol rate, (0, 0.1]
/// @param slope    mean of the detector per UI of lateness, > 0
/// @param damping  zeta > 0; 0 = no integral path
ClockLoopSpec clock_loop_gains(double corner, double slope, double damping);

/// Sampling phase of a receiver: late -> earlier.
class ClockLoop {
 public:
  /// @throws InternalError outside the ranges above
  explicit ClockLoop(const ClockLoopSpec& spec, double start_ui = 0.0);
  /// Once a symbol. @param late  detector's output
  void update(double late);
  /// On the grid of the interpolator; not wrapped. [UI]
  double phase_ui() const;
  /// What the integral path adds each symbol [UI]: minus the relative frequency error.
  double drift_ui() const { return drift_ui_; }

 private:
  ClockLoopSpec spec_{};
  double phase_ui_{0.0}, drift_ui_{0.0};
};

/// Tells a locked slicer from one that decides noise, by the mean square of its errors: evenly
/// spread errors have d^2/12, d the least distance of levels; below `kLockShare` of that is lock.
class LockDetector {
 public:
  static constexpr double kLockShare = 0.7;
  /// @param distance  between neighbouring levels, > 0   @param window  of the mean [symbols], >= 1
  LockDetector(double distance, double window);
  void update(double error) { mean_square_ += rate_ * (error * error - mean_square_); }
  double mean_square() const { return mean_square_; }
  bool locked() const { return mean_square_ < limit_; }

 private:
  double rate_{0.0}, limit_{0.0}, mean_square_{0.0};
};

struct Sampled {
  double value{0.0};
  double slope{0.0};  ///< per sample
};

/// Value and slope at `position` [samples] by the cubic through the four samples around it: exact
/// for cubics; of a tone at f the error is about (2 pi f/fs)^4 3/128 at most.
/// Source: C. W. Farrow, "A continuously variable digital delay element", ISCAS (1988) 2641.
/// @param position  1 <= floor(position) <= samples.size() - 3, else InternalError
Sampled sample_cubic(std::span<const double> samples, double position);

}  // namespace chappe
