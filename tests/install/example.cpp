// Uses the installed package: the power behind 2 dB of loss.
#include <base/units.hpp>
#include <cmath>
#include <cstdio>

int main() {
  const chappe::Dbm sent{0.0};
  const chappe::Dbm received = sent - chappe::Db{2.0};
  std::printf("%.6f mW\n", received.watt() * 1e3);
  return std::abs(received.watt() - 1e-3 * std::pow(10.0, -0.2)) < 1e-15 ? 0 : 1;
}
