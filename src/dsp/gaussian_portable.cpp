// The Gaussian generator in plain C++: loops over sixteen lanes which compilers vectorise for the
// baseline instruction set. The oracle of gaussian_vector.cpp.
#include <bit>
#include <cmath>

#include "dsp/gaussian_kernel.hpp"

namespace chappe::gaussian {
namespace {

template <class T, std::size_t N>
inline T polynomial(const T (&c)[N], T z) {
  T p = c[N - 1];
  for (std::size_t k = N - 1; k-- > 0;) p = p * z + c[k];
  return p;
}

inline float minus_two_log(float u) {
  const std::int32_t t = std::bit_cast<std::int32_t>(u) - kSqrtHalfF;
  const float e = static_cast<float>(t >> 23);
  const float m = std::bit_cast<float>((t & 0x007fffff) + kSqrtHalfF);
  const float s = (m - 1.0F) / (m + 1.0F);
  return e * static_cast<float>(kMinusTwoLn2) + s * polynomial(kLogF, s * s);
}

inline double minus_two_log(double u) {
  const std::uint64_t t = std::bit_cast<std::uint64_t>(u) - kSqrtHalfD + (kExponentBias << 52);
  const double e =
      std::bit_cast<double>((t >> 52) | kTwo52) - (0x1p52 + static_cast<double>(kExponentBias));
  const double m = std::bit_cast<double>((t & 0x000fffffffffffffULL) + kSqrtHalfD);
  const double s = (m - 1.0) / (m + 1.0);
  return e * kMinusTwoLn2 + s * polynomial(kLogD, s * s);
}

// -2 ln u of the radius, the angle v and the sign of the cosine, of every lane.
struct PairsF {
  float log[kLanes], v[kLanes];
  std::uint32_t sign[kLanes];
};
struct PairsD {
  double log[kLanes], v[kLanes];
  std::uint64_t sign[kLanes];
};

void draw(LaneState& state, PairsF& pairs) {
  std::uint64_t words[kLanes];
  next_words(state, words);
  for (std::size_t l = 0; l < kLanes; ++l) {
    const auto low = static_cast<std::uint32_t>(words[l]);
    const auto high = static_cast<std::uint32_t>(words[l] >> 32);
    const float fine = (static_cast<float>(static_cast<std::int32_t>(low >> 1)) + 0.5F) * 0x1p-31F;
    const float u = (static_cast<float>(static_cast<std::int32_t>(high >> 1)) + fine) * 0x1p-31F;
    pairs.log[l] = minus_two_log(u);
    const std::uint32_t angle = low * kAngleMultiplier;
    pairs.v[l] = static_cast<float>(static_cast<std::int32_t>(angle << 1)) * 0x1p-32F;
    pairs.sign[l] = angle & 0x80000000U;
  }
}

void draw(LaneState& state, PairsD& pairs) {
  std::uint64_t radius[kLanes], angle[kLanes];
  next_words(state, radius);
  next_words(state, angle);
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t w = radius[l] | 1U;
    const double high = std::bit_cast<double>((w >> 32) | kTwo84) - kTwo84Plus52;
    const double low = std::bit_cast<double>((w & 0xffffffffULL) | kTwo52);
    pairs.log[l] = minus_two_log((high + low) * 0x1p-64);
    const std::uint64_t one_to_two = (angle[l] >> 12) | (kExponentBias << 52);
    pairs.v[l] = std::bit_cast<double>(one_to_two) - 1.5;
    pairs.sign[l] = angle[l] << 63;
  }
}

template <class Pairs, class T, std::size_t NC, std::size_t NS>
void box_muller(Pairs& pairs, const T (&cosine)[NC], const T (&sine)[NS], T* out) {
  T radius[kLanes];
  for (std::size_t l = 0; l < kLanes; ++l) radius[l] = std::sqrt(pairs.log[l]);
  for (std::size_t l = 0; l < kLanes; ++l) {
    const T v = pairs.v[l];
    const T z = v * v;
    using Bits = std::remove_reference_t<decltype(pairs.sign[0])>;
    const T c = std::bit_cast<T>(std::bit_cast<Bits>(polynomial(cosine, z)) ^ pairs.sign[l]);
    out[l] = radius[l] * c;
    out[kLanes + l] = radius[l] * (v * polynomial(sine, z));
  }
}

}  // namespace

void fill_portable(LaneState& state, float* out, std::size_t groups) {
  PairsF pairs;
  for (std::size_t g = 0; g < groups; ++g, out += 2 * kLanes) {
    draw(state, pairs);
    box_muller(pairs, kCosF, kSinF, out);
  }
}

void fill_portable(LaneState& state, double* out, std::size_t groups) {
  PairsD pairs;
  for (std::size_t g = 0; g < groups; ++g, out += 2 * kLanes) {
    draw(state, pairs);
    box_muller(pairs, kCosD, kSinD, out);
  }
}

}  // namespace chappe::gaussian
