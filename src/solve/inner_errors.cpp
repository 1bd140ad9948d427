#include "solve/inner_errors.hpp"

#include <algorithm>
#include <cstdio>

#include "dsp/gaussian.hpp"
#include "fec/inner_code_outcome.hpp"
#include "fec/inner_code_run.hpp"

namespace chappe {
namespace {

constexpr std::uint32_t kNoiseStream = 178;
constexpr std::uint64_t kWords = 4'000'000, kEnough = 2000, kLeast = 100;

InnerCounts count(const InnerCode& code, double x, const InnerRequest& request) {
  InnerRun run;
  run.seed = request.seed;
  run.words_max = kWords;
  run.failed_words = kEnough;
  run.threads = request.threads;
  run.stop = request.stop;
  return count_inner_errors(code, x, run, [&](std::uint64_t block, std::span<float> noise) {
    GaussianSource<float>(BlockKey{{request.seed, kNoiseStream}, block}).fill(noise);
  });
}

}  // namespace

SectionErrors behind_inner_code(const Section& section, double line_ber,
                                const InnerRequest& request) {
  const InnerCode& code = inner_code(section.inner_code);
  if (!code.corrects()) return {line_ber, line_ber, ""};
  InnerOutcome outcome = inner_outcome(code, line_ber);
  std::string how = " by closed form";
  const double x = line_ber > 0.0 ? pam4_x_at_ber(line_ber) : 0.0;
  if (request.simulate && x > 0.0) {
    const InnerCounts counts = count(code, x, request);
    const bool enough = counts.failed_words >= kLeast;
    if (enough) outcome = {counts.ber(), counts.symbol_error_ratio()};
    char text[160];
    std::snprintf(text, sizeof text, " by %s: %.0f of %.0f words failed",
                  enough ? "simulation" : "closed form", static_cast<double>(counts.failed_words),
                  static_cast<double>(counts.words));
    how = text;
  }
  return {outcome.ber, outcome.as_independent(),
          "section '" + section.name + "': " + std::string(code.name) + " soft decoded" + how +
              ", in white noise of the same BER; bursts taken as parted by the " +
              std::to_string(code.words_in_turn) +
              " words that a lane sends in turn, a word's symbols by the interleaver"};
}

}  // namespace chappe
