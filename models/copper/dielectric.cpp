#include "models/copper/dielectric.hpp"

#include "base/errors.hpp"

namespace chappe {
namespace {

std::complex<double> kernel(double f_hz, double low_hz, double high_hz) {
  return std::log(std::complex<double>(high_hz, f_hz) / std::complex<double>(low_hz, f_hz));
}

}  // namespace

WidebandDielectric::WidebandDielectric(double relative_permittivity, double loss_tangent,
                                       double f0_hz) {
  ensure(f0_hz >= kLow_hz && f0_hz <= kHigh_hz, "1 kHz <= f0 <= 1 THz");
  const std::complex<double> k0 = kernel(f0_hz, kLow_hz, kHigh_hz);
  slope_ = -relative_permittivity * loss_tangent / k0.imag();
  eps_infinity_ = relative_permittivity * (1.0 + loss_tangent * k0.real() / k0.imag());
}

std::complex<double> WidebandDielectric::relative_permittivity(double f_hz) const {
  return eps_infinity_ + slope_ * kernel(f_hz, kLow_hz, kHigh_hz);
}

}  // namespace chappe
