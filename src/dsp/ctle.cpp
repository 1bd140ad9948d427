#include "dsp/ctle.hpp"

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "base/units.hpp"

namespace chappe {
namespace {

using cd = std::complex<double>;

/// y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] + a1 y[n-1] + a2 y[n-2]
struct Biquad {
  double b0{0.0}, b1{0.0}, b2{0.0}, a1{0.0}, a2{0.0};
};

/// (1 - r/B)/(1 + r/B): where the bilinear transform puts the root s = -r.
double image(double root_rad_per_s, double b) {
  return (b - root_rad_per_s) / (b + root_rad_per_s);
}

/// (g + s/w_z)/((1 + s/w_p1)(1 + s/w_p2)): zero at -g w_z, poles at -w_p1 and -w_p2.
Biquad main_stage(const CtleShape& c, double b) {
  const double wz = 2.0 * kPi * c.zero_hz;
  const double w1 = 2.0 * kPi * c.pole1_hz;
  const double w2 = 2.0 * kPi * c.pole2_hz;
  const double root = field_ratio_from_db(c.gain_db) * wz;
  const double scale = w1 * w2 * (b + root) / (wz * (b + w1) * (b + w2));
  const double zero = image(root, b);
  const double p1 = image(w1, b);
  const double p2 = image(w2, b);
  // scale (1 - zero/z)(1 + 1/z)/((1 - p1/z)(1 - p2/z))
  return {scale, scale * (1.0 - zero), -scale * zero, p1 + p2, -p1 * p2};
}

/// (g + s/w)/(1 + s/w)
Biquad low_frequency_stage(const CtleShape& c, double b) {
  const double w = 2.0 * kPi * c.lf_hz;
  const double root = field_ratio_from_db(c.lf_gain_db) * w;
  const double scale = (b + root) / (b + w);
  return {scale, -scale * image(root, b), 0.0, image(w, b), 0.0};
}

void run(const Biquad& q, std::span<double> samples) {
  double s1 = 0.0;
  double s2 = 0.0;
  for (double& sample : samples) {
    const double x = sample;
    const double y = q.b0 * x + s1;
    s1 = q.b1 * x + q.a1 * y + s2;
    s2 = q.b2 * x + q.a2 * y;
    sample = y;
  }
}

void check(const CtleShape& c) {
  ensure(c.zero_hz > 0.0 && c.pole1_hz > 0.0 && c.pole2_hz > 0.0 && c.lf_hz >= 0.0,
         "a CTLE's zero and poles are above 0 Hz");
}

}  // namespace

cd ctle_response(const CtleShape& shape, double f_hz) {
  check(shape);
  const auto ratio = [f_hz](double corner_hz) { return cd{0.0, f_hz / corner_hz}; };
  const cd main = (field_ratio_from_db(shape.gain_db) + ratio(shape.zero_hz)) /
                  ((1.0 + ratio(shape.pole1_hz)) * (1.0 + ratio(shape.pole2_hz)));
  if (shape.lf_hz == 0.0) return main;
  return main * (field_ratio_from_db(shape.lf_gain_db) + ratio(shape.lf_hz)) /
         (1.0 + ratio(shape.lf_hz));
}

std::vector<cd> ctle_response(const CtleShape& shape, std::span<const double> f_hz) {
  std::vector<cd> response;
  response.reserve(f_hz.size());
  for (const double f : f_hz) response.push_back(ctle_response(shape, f));
  return response;
}

void ctle_filter(const CtleShape& shape, double sample_rate_hz, std::span<double> samples) {
  check(shape);
  ensure(sample_rate_hz > 0.0, "a sample rate is above 0 Hz");
  const double b = 2.0 * sample_rate_hz;
  run(main_stage(shape, b), samples);
  if (shape.lf_hz > 0.0) run(low_frequency_stage(shape, b), samples);
}

}  // namespace chappe
