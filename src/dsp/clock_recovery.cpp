#include "dsp/clock_recovery.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {

ClockLoopSpec clock_loop_gains(double corner, double slope, double damping) {
  ensure(corner > 0.0 && corner <= 0.1, "clock loop: corner in (0, 0.1] of the symbol rate");
  ensure(slope > 0.0 && damping >= 0.0, "clock loop: slope > 0, damping >= 0");
  const double k = 1.0 - std::exp(-2.0 * kPi * corner);
  ClockLoopSpec spec;
  spec.proportional = k / slope;
  if (damping > 0.0) spec.integral = k * k / (4.0 * damping * damping * slope);
  return spec;
}

ClockLoop::ClockLoop(const ClockLoopSpec& spec, double start_ui)
    : spec_(spec), phase_ui_(start_ui) {
  ensure(spec.proportional >= 0.0 && spec.integral >= 0.0 && spec.steps_per_ui >= 0,
         "clock loop: gains and steps >= 0");
  ensure(std::isfinite(start_ui), "clock loop: the start phase is finite");
}

void ClockLoop::update(double late) {
  drift_ui_ -= spec_.integral * late;
  phase_ui_ += drift_ui_ - spec_.proportional * late;
}

double ClockLoop::phase_ui() const {
  if (spec_.steps_per_ui == 0) return phase_ui_;
  return std::round(phase_ui_ * spec_.steps_per_ui) / spec_.steps_per_ui;
}

LockDetector::LockDetector(double distance, double window) {
  ensure(distance > 0.0 && window >= 1.0, "lock detector: distance > 0, window >= 1");
  rate_ = 1.0 / window;
  limit_ = kLockShare * distance * distance / 12.0;
  mean_square_ = distance * distance / 12.0;
}

Sampled sample_cubic(std::span<const double> samples, double position) {
  const double whole = std::floor(position);
  ensure(whole >= 1.0 && whole + 3.0 <= static_cast<double>(samples.size()),
         "cubic sampler: four samples around the position");
  const double* x = samples.data() + static_cast<std::size_t>(whole);
  const double t = position - whole;
  // Coefficients of 1, t, t^2, t^3 of the cubic through x[-1], x[0], x[1], x[2].
  const double c1 = x[1] - x[-1] / 3.0 - 0.5 * x[0] - x[2] / 6.0;
  const double c2 = 0.5 * (x[-1] + x[1]) - x[0];
  const double c3 = (x[2] - x[-1]) / 6.0 + 0.5 * (x[0] - x[1]);
  return {x[0] + t * (c1 + t * (c2 + t * c3)), c1 + t * (2.0 * c2 + t * 3.0 * c3)};
}

}  // namespace chappe
