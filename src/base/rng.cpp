#include "base/rng.hpp"

#include <Random123/philox.h>

#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {
namespace {

// Third word of the counter: what the block's numbers are used for.
constexpr std::uint64_t kNumbers = 0;
constexpr std::uint64_t kSeeds = 1;

}  // namespace

RandomWords philox_words(const RandomWords& counter, const std::array<std::uint64_t, 2>& key) {
  const r123::Philox4x64::ctr_type c = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x64::key_type k = {{key[0], key[1]}};
  const r123::Philox4x64::ctr_type r = r123::Philox4x64{}(c, k);
  return {r[0], r[1], r[2], r[3]};
}

RandomWords block_seed(std::uint64_t seed, std::uint32_t stream, std::uint64_t block,
                       std::uint32_t lane) {
  RandomWords words = philox_words({block, lane, kSeeds, 0}, {seed, stream});
  if ((words[0] | words[1] | words[2] | words[3]) == 0) words[0] = 1;
  return words;
}

std::uint64_t Rng::next() {
  if (left_ == 0) {
    words_ = philox_words({block_, counter_++, kNumbers, 0}, {key_.seed, key_.stream});
    left_ = 4;
  }
  return words_[4 - left_--];
}

double Rng::uniform() { return (static_cast<double>(next() >> 12) + 0.5) * 0x1p-52; }

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  // u in (0, 1], fine near 0, where the tail comes from.
  const double u = (static_cast<double>(next()) + 0.5) * 0x1p-64;
  const double radius = std::sqrt(-2.0 * std::log(u));
  const double angle = 2.0 * kPi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::uint64_t Rng::below(std::uint64_t n) {
  ensure(n >= 1, "n >= 1");
  const std::uint64_t excess = (max() % n + 1) % n;  // words that would favour the low results
  for (;;) {
    const std::uint64_t word = next();
    if (word <= max() - excess) return word % n;
  }
}

}  // namespace chappe
