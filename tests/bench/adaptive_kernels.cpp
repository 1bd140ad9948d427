#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "dsp/dfe_lanes.hpp"
#include "dsp/ffe_dfe.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/lms.hpp"
#include "kernels.hpp"

namespace chappe::bench {
namespace {

constexpr std::size_t kSymbols = 256;  // of a stream and call: lanes stay in the second-level cache
constexpr std::size_t kFfe = 16;

std::vector<float> noise_of(std::size_t n) {
  std::vector<float> out(n);
  GaussianSource<float>({{1, 5}, 0}).fill(out);
  return out;
}

LmsSpec lms_spec() {
  LmsSpec spec;
  spec.ffe_taps = kFfe;
  spec.ffe_cursor = 4;
  spec.levels = pam_levels(4, 1.0);
  spec.ffe_step = 1e-4;
  return spec;
}

/// One stream, float, taps in the inner loops, samples of the line in a row: what one writes first.
Contender serial_lms() {
  struct Data {
    std::vector<float> x = noise_of(kFfe + 4096);
    std::array<float, kFfe> taps{};
  };
  auto d = std::make_shared<Data>();
  d->taps[4] = 1.0F;
  return {"one stream, float", 4096, [d] {
            auto& w = d->taps;
            float errors = 0.0F;
            for (std::size_t n = kFfe; n < kFfe + 4096; ++n) {
              const float* x = d->x.data() + n;
              float y = 0.0F;
              for (std::size_t k = 0; k < kFfe; ++k) y += w[k] * *(x - k);
              const float target = y > 0.0F ? (y > 2.0F / 3.0F ? 1.0F : 1.0F / 3.0F)
                                            : (y > -2.0F / 3.0F ? -1.0F / 3.0F : -1.0F);
              const float scaled = 1e-4F * (y - target);
              for (std::size_t k = 0; k < kFfe; ++k) w[k] -= scaled * *(x - k);
              errors += scaled;
            }
            keep(static_cast<double>(errors));
          }};
}

Contender lms_lanes(const char* name, Isa isa) {
  struct Data {
    LmsLanes lanes;
    std::vector<float> x = noise_of(kSymbols * kLmsStreams);
    std::vector<std::int32_t> decided = std::vector<std::int32_t>(kSymbols * kLmsStreams);
    explicit Data(Isa i) : lanes(lms_spec(), i) {}
  };
  auto d = std::make_shared<Data>(isa);
  return {name, kSymbols * kLmsStreams, [d] {
            d->lanes.run(d->x, {}, d->decided);
            keep(static_cast<double>(d->decided.back()));
          }};
}

Contender serial_dfe() {
  struct Data {
    std::vector<double> y = std::vector<double>(4096);
    std::vector<std::uint8_t> decided = std::vector<std::uint8_t>(4096);
    DecisionFeedback dfe{{0.5}, pam_levels(4, 1.0), Slicer({-2.0 / 3.0, 0.0, 2.0 / 3.0})};
  };
  auto d = std::make_shared<Data>();
  GaussianSource<double>({{1, 6}, 0}).fill(d->y);
  return {"DecisionFeedback", 4096, [d] {
            d->dfe.run(d->y, d->decided);
            keep(static_cast<double>(d->decided.back()));
          }};
}

/// One stream, float, thresholds known when compiled.
Contender plain_dfe() {
  auto y = std::make_shared<std::vector<float>>(noise_of(4096));
  auto decided = std::make_shared<std::vector<std::int32_t>>(4096);
  return {"one stream, float", 4096, [y, decided] {
            const float levels[4] = {-1.0F, -1.0F / 3.0F, 1.0F / 3.0F, 1.0F};
            float fed = 0.0F;
            for (std::size_t n = 0; n < 4096; ++n) {
              const float z = (*y)[n] - 0.5F * fed;
              const int index = (z > -2.0F / 3.0F) + (z > 0.0F) + (z > 2.0F / 3.0F);
              (*decided)[n] = index;
              fed = levels[index];
            }
            keep(static_cast<double>(fed));
          }};
}

Contender dfe_lanes(const char* name, Isa isa) {
  struct Data {
    DfeLanes lanes;
    std::vector<float> y = noise_of(kSymbols * kDfeStreams);
    std::vector<std::int32_t> decided = std::vector<std::int32_t>(kSymbols * kDfeStreams);
    explicit Data(Isa i) : lanes({0.5F}, {-1.0F, -1.0F / 3.0F, 1.0F / 3.0F, 1.0F}, i) {}
  };
  auto d = std::make_shared<Data>(isa);
  return {name, kSymbols * kDfeStreams, [d] {
            d->lanes.run(d->y, d->decided);
            keep(static_cast<double>(d->decided.back()));
          }};
}

}  // namespace

std::vector<Comparison> adaptive_comparisons() {
  return {
      {"LMS, FFE16, PAM4", serial_lms(), lms_lanes("LmsLanes", Isa::automatic), 8.0, {}},
      {"LMS, FFE16, PAM4", serial_lms(), lms_lanes("LmsLanes, portable", Isa::portable), {}, {}},
      {"DFE, 1 tap, PAM4", serial_dfe(), dfe_lanes("DfeLanes", Isa::automatic), 8.0, {}},
      {"DFE, 1 tap, PAM4", plain_dfe(), dfe_lanes("DfeLanes", Isa::automatic), 8.0, {}},
      {"DFE, 1 tap, PAM4", serial_dfe(), dfe_lanes("DfeLanes, portable", Isa::portable), {}, {}}};
}

}  // namespace chappe::bench
