#pragma once
// Speed as a ratio inside one process: the same binary moves by up to 2x between processes, so
// absolute times prove little. In every round A, B and A again are run one after the other and
// their thread CPU time is taken; the ratio is the median over rounds. A against A in the same
// rounds shows how far the machine can be trusted: where it spreads by more than 15 %, there is no
// verdict.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chappe::bench {

/// One contender. `run` does `items` items of work (samples, symbols, designs) a call.
struct Contender {
  std::string name{};
  double items{1.0};
  std::function<void()> run{};
};

/// What is compared and wanted: t(A)/t(B) per item at least `wanted_ratio`, and B's time per item
/// at most `wanted_ns`.
struct Comparison {
  std::string kernel{};
  Contender a{}, b{};
  std::optional<double> wanted_ratio{};
  std::optional<double> wanted_ns{};
};

struct Effort {
  int rounds{15};       ///< at least 9 for a verdict
  double run_ms{20.0};  ///< CPU time a contender runs for, each time
  int attempts{3};      ///< while A against A spreads too much
};

enum class Verdict { shown, missed, no_verdict, not_wanted };
std::string to_text(Verdict verdict);

/// Spreads are (90th - 10th percentile)/median over the rounds.
struct Outcome {
  double a_ns{0.0}, b_ns{0.0};  ///< medians, per item
  double ratio{0.0}, spread{0.0};
  double a_against_a_spread{0.0};
  Verdict verdict{Verdict::not_wanted};
};

Outcome compare(const Comparison& comparison, const Effort& effort);

std::string table_header();
std::string table_row(const Comparison& comparison, const Outcome& outcome);

}  // namespace chappe::bench
