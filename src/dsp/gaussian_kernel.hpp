#pragma once
// What the portable and the vector form of the Gaussian generator share. Both evaluate, in this
// order:
//   u = m 2^e, m in [sqrt(1/2), sqrt(2)), s = (m - 1)/(m + 1), -2 ln u = -2 ln(2) e + s L(s^2),
//   sin(pi v) = v S(v^2), cos(pi v) = C(v^2),
// polynomials by Horner with a separate product and sum. Coefficients: our Chebyshev fits, constant
// first, over s^2 <= 0.02944 and v^2 <= 1/4, absolute error at most 5e-7, 2e-8, 5e-8 (float) and
// 2e-13 (double).
#include <cstddef>
#include <cstdint>

#include "dsp/lanes.hpp"

namespace chappe::gaussian {

inline constexpr float kLogF[] = {-4.00000048F, -1.33304528F, -0.825900842F};
inline constexpr float kSinF[] = {3.14159264F, -5.16771008F, 2.55007739F, -0.598290411F,
                                  0.0776559123F};
inline constexpr float kCosF[] = {0.999999953F, -4.9347928F, 4.05841079F, -1.33187297F,
                                  0.219682424F};
inline constexpr double kLogD[] = {-2 * 1.9999999999999472,  -2 * 0.6666666667958581,
                                   -2 * 0.39999994889749985, -2 * 0.28572166372494656,
                                   -2 * 0.22174240003765905, -2 * 0.19608245305704075};
inline constexpr double kSinD[] = {3.141592653589635,    -5.167712779987959,  2.550164035906745,
                                   -0.5992644339357286,  0.08214479467064854, -0.007364005472115722,
                                   0.0004474920849077101};
inline constexpr double kCosD[] = {
    0.9999999999999981,  -4.934802200543686,    4.058712126333295,     -1.3352627661817635,
    0.23533058831317874, -0.025806531975921563, 0.0019278700526981333, -0.0001004164642205389};
inline constexpr double kMinusTwoLn2 = -1.386294361119890618834464242916353;

/// Odd multiplier of the float angle: 2^32 over the golden ratio, whose multiples spread evenly.
inline constexpr std::uint32_t kAngleMultiplier = 0x9e3779b1U;

// Bits of sqrt(1/2), and of the doubles 2^52, 2^84, 2^84 + 2^52 used to convert integers exactly.
inline constexpr std::int32_t kSqrtHalfF = 0x3f3504f3;
inline constexpr std::uint64_t kSqrtHalfD = 0x3fe6a09e667f3bcdULL;
inline constexpr std::uint64_t kTwo52 = 0x4330000000000000ULL;
inline constexpr std::uint64_t kTwo84 = 0x4530000000000000ULL;
inline constexpr double kTwo84Plus52 = 0x1p84 + 0x1p52;
inline constexpr std::uint64_t kExponentBias = 1023;

// `groups` groups of 2 kLanes samples: first the cosines of all lanes, then the sines.
void fill_portable(LaneState& state, float* out, std::size_t groups);
void fill_portable(LaneState& state, double* out, std::size_t groups);
void fill_vector(LaneState& state, float* out, std::size_t groups);
void fill_vector(LaneState& state, double* out, std::size_t groups);

}  // namespace chappe::gaussian
