#pragma once
// The plain PAM4 chain that one writes first: double, the standard library's generators, one symbol
// at a time. The oracle, and the yardstick, of src/dsp/pam_chain.hpp.
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "dsp/pam_chain.hpp"

namespace chappe {

class NaivePam4Chain {
 public:
  NaivePam4Chain(const Pam4ChainSpec& spec, std::uint64_t seed)
      : channel_(spec.channel.begin(), spec.channel.end()),
        ffe_(spec.ffe.begin(), spec.ffe.end()),
        levels_{spec.levels[0], spec.levels[1], spec.levels[2], spec.levels[3]},
        thresholds_{spec.thresholds[0], spec.thresholds[1], spec.thresholds[2]},
        noise_rms_(spec.noise_rms),
        delay_(static_cast<std::size_t>(spec.channel_cursor + spec.ffe_cursor)),
        sent_(256, 0),
        level_(256, 0.0),
        received_(256, 0.0),
        generator_(seed) {}

  /// Runs `symbols` symbols; those whose filters are not yet full are not counted.
  ChainCount run(std::size_t symbols) {
    ChainCount count{};
    for (std::size_t i = 0; i < symbols; ++i) step(count);
    return count;
  }

 private:
  void step(ChainCount& count) {
    const std::size_t mask = 255;
    const std::size_t now = time_ & mask;
    sent_[now] = symbol_(generator_);
    level_[now] = levels_[static_cast<std::size_t>(sent_[now])];
    double r = 0.0;
    for (std::size_t k = 0; k < channel_.size(); ++k) r += channel_[k] * level_[(time_ - k) & mask];
    received_[now] = r + noise_rms_ * gauss_(generator_);
    double y = 0.0;
    for (std::size_t k = 0; k < ffe_.size(); ++k) y += ffe_[k] * received_[(time_ - k) & mask];
    int decided = 0;
    for (const double threshold : thresholds_) decided += y > threshold ? 1 : 0;
    if (time_ >= channel_.size() + ffe_.size()) {
      const int sent = sent_[(time_ - delay_) & mask];
      const int wrong_bits = (decided ^ (decided >> 1)) ^ (sent ^ (sent >> 1));
      ++count.symbols;
      count.symbol_errors += decided != sent ? 1 : 0;
      count.bit_errors += static_cast<std::uint64_t>((wrong_bits & 1) + (wrong_bits >> 1));
    }
    ++time_;
  }

  std::vector<double> channel_, ffe_;
  std::array<double, 4> levels_;
  std::array<double, 3> thresholds_;
  double noise_rms_;
  std::size_t delay_;
  std::vector<int> sent_;
  std::vector<double> level_, received_;
  std::mt19937_64 generator_;
  std::normal_distribution<double> gauss_{};
  std::uniform_int_distribution<int> symbol_{0, 3};
  std::size_t time_{0};
};

/// A 16-tap channel with its 16-tap FFE, near a bit error ratio of 1e-3: the chain that is
/// measured.
inline Pam4ChainSpec example_chain() {
  Pam4ChainSpec spec{};
  spec.channel = {0.01F, -0.02F, 0.15F, 1.0F,   0.3F,   0.12F,  0.06F,  0.03F,
                  0.02F, 0.015F, 0.01F, -0.01F, 0.008F, 0.006F, 0.004F, 0.002F};
  spec.channel_cursor = 3;
  spec.ffe = {0.002F,  -0.005F, 0.03F,   -0.16F, 1.08F,   -0.32F, -0.02F, -0.01F,
              -0.005F, -0.003F, -0.002F, 0.01F,  -0.005F, 0.0F,   0.001F, 0.0F};
  spec.ffe_cursor = 4;
  spec.noise_rms = 0.09F;
  return spec;
}

}  // namespace chappe
