#pragma once
// Electrostatics of strips by the method of moments, to check closed forms: charge constant on
// each panel, potential asked for at its middle, panels that shrink towards the corners.
#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <complex>
#include <vector>

#include "base/constants.hpp"

namespace chappe::strip_solver {

using Point = std::complex<double>;
struct Panel {
  Point from{}, to{};
};

/// Straight side cut into n panels whose ends lie as the cosine of equal angles.
inline void add_side(std::vector<Panel>& out, Point from, Point to, int n) {
  const auto at = [&](int i) { return from + (to - from) * 0.5 * (1.0 - std::cos(kPi * i / n)); };
  for (int i = 0; i < n; ++i) out.push_back({at(i), at(i + 1)});
}

/// Rectangle whose lower left corner is `corner`; a strip of no thickness is its lower side.
inline std::vector<Panel> rectangle(Point corner, double width, double thickness, int n) {
  std::vector<Panel> out;
  add_side(out, corner, corner + width, n);
  if (thickness <= 0.0) return out;
  const Point up{0.0, thickness};
  add_side(out, corner + width, corner + width + up, n);
  add_side(out, corner + width + up, corner + up, n);
  add_side(out, corner + up, corner, n);
  return out;
}

/// Integral of -ln|z - w| over w on the panel.
inline double logarithm_over(const Panel& panel, Point z) {
  const double length = std::abs(panel.to - panel.from);
  const Point local = (z - panel.from) / ((panel.to - panel.from) / length);
  const auto part = [&](double u) {  // antiderivative of ln|u + j v| in u
    const double v = local.imag(), r = std::hypot(u, v);
    if (r == 0.0) return 0.0;
    return u * std::log(r) - u + (v == 0.0 ? 0.0 : v * std::atan(u / v));
  };
  return -(part(local.real()) - part(local.real() - length));
}

/// Charge over eps0 of the strip at potential 1, its mirror image in x = 0 at `mirror` (-1: odd
/// mode, +1: even mode, 0: alone). `green`: potential (times eps0) at z of unit charge at w, less
/// -1/(2 pi) ln|z - w| and, in the image of w in y = 0, less `below` times the same: these two are
/// integrated exactly.
template <class Green>
double charge(const std::vector<Panel>& panels, double mirror, double below, Green green) {
  constexpr std::array<double, 4> x{-.8611363115940526, -.3399810435848563, .3399810435848563,
                                    .8611363115940526};
  constexpr std::array<double, 4> share{.3478548451374538, .6521451548625461, .6521451548625461,
                                        .3478548451374538};
  const auto n = static_cast<Eigen::Index>(panels.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Panel& to = panels[static_cast<std::size_t>(i)];
    const Point z = 0.5 * (to.from + to.to);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Panel& source = panels[static_cast<std::size_t>(j)];
      const Panel image{-std::conj(source.from), -std::conj(source.to)};
      const double half = 0.5 * std::abs(source.to - source.from);
      const auto logarithms = [&](const Panel& p) {
        const Panel under{std::conj(p.from), std::conj(p.to)};
        const double own = logarithm_over(p, z);
        return (below == 0.0 ? own : own + below * logarithm_over(under, z)) / (2.0 * kPi);
      };
      double sum = logarithms(source);
      if (mirror != 0.0) sum += mirror * logarithms(image);
      for (std::size_t k = 0; k < x.size(); ++k) {
        const Point w = 0.5 * (source.from + source.to) + 0.5 * x[k] * (source.to - source.from);
        sum += half * share[k] * green(z, w);
        if (mirror != 0.0) sum += mirror * half * share[k] * green(z, -std::conj(w));
      }
      matrix(i, j) = sum;
    }
  }
  const Eigen::VectorXd density = matrix.partialPivLu().solve(Eigen::VectorXd::Ones(n));
  double out = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Panel& p = panels[static_cast<std::size_t>(i)];
    out += density(i) * std::abs(p.to - p.from);
  }
  return out;
}

inline constexpr double kWave_ohm = kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s;

/// Impedance in vacuum of one strip of an edge-coupled pair centred between planes.
inline double stripline_ohm(double width, double spacing, double thickness, double planes,
                            double mirror, int n = 20) {
  const Point corner{0.5 * spacing, 0.5 * (planes - thickness)};
  const double k = kPi / planes;
  const auto green = [&](Point z, Point w) {
    const double sx = std::sinh(0.5 * k * (z - w).real());
    const double above = std::sin(0.5 * k * (z.imag() + w.imag()));
    const double below = std::sin(0.5 * k * (z.imag() - w.imag()));
    const double r2 = std::norm(z - w);
    return std::log((sx * sx + above * above) * r2 / (sx * sx + below * below)) / (4.0 * kPi);
  };
  auto panels = rectangle(corner, width, thickness, n);
  double total = charge(panels, mirror, 0.0, green);
  return kWave_ohm / total;
}

/// Capacitance over eps0 of one strip of a pair on a dielectric of height 1 above a plane; y counts
/// from the dielectric's surface. What goes down is partly reflected there, k = (1 - er)/(1 + er),
/// the rest runs between plane and surface: each round trip is an image 2 heights lower.
inline double microstrip_capacitance(double width, double spacing, double thickness, double er,
                                     double mirror, int n = 14) {
  const double k = (1.0 - er) / (1.0 + er);
  const auto green = [&](Point z, Point w) {
    double sum = 0.0, share = 1.0 - k * k;
    for (int m = 1; std::abs(share) > 1e-9; ++m, share *= k) {
      sum += share * std::log(std::norm(z - std::conj(w) + Point{0.0, 2.0 * m}));
    }
    return sum / (4.0 * kPi);
  };
  return charge(rectangle({0.5 * spacing, 0.0}, width, thickness, n), mirror, k, green);
}

}  // namespace chappe::strip_solver
