#include "solve/measure/levels.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/errors.hpp"

namespace chappe::measure {
namespace {

struct Run {
  std::size_t first{};
  int length{};
};

/// Runs of `level`, round the end.
std::vector<Run> runs_of(std::uint8_t level, std::span<const std::uint8_t> symbols) {
  std::vector<Run> runs;
  const std::size_t n = symbols.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (symbols[k] != level || symbols[(k + n - 1) % n] == level) continue;
    int length = 1;
    while (symbols[(k + static_cast<std::size_t>(length)) % n] == level) ++length;
    runs.push_back({k, length});
  }
  return runs;
}

/// The longest that is not above `wanted`, else the shortest.
int run_length(const std::vector<Run>& runs, int wanted) {
  int below = 0, above = runs.front().length;
  for (const Run& run : runs) {
    if (run.length <= wanted) below = std::max(below, run.length);
    above = std::min(above, run.length);
  }
  return below > 0 ? below : above;
}

/// Mean over the middle of one run.
double middle_of(const PatternWave& wave, const Run& run, double delay_ui) {
  const double width = run.length >= 4 ? 2.0 : 0.2 * run.length;
  // Symbol n reaches from n - 1/2 to n + 1/2 about its instant.
  const double centre = static_cast<double>(run.first) + 0.5 * (run.length - 1) + delay_ui;
  const auto points = std::max(8, static_cast<int>(std::ceil(width * wave.samples_per_symbol())));
  double sum = 0.0;
  for (int i = 0; i < points; ++i) {
    sum += wave.at(centre + width * ((i + 0.5) / points - 0.5));
  }
  return sum / points;
}

struct RunLevel {
  double power{};
  int run{};
};

RunLevel level_of(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                  std::uint8_t level, int wanted, double delay_ui) {
  const std::vector<Run> runs = runs_of(level, symbols);
  ensure(!runs.empty(), "a symbol that the pattern holds");
  const int length = run_length(runs, wanted);
  double sum = 0.0;
  int count = 0;
  const std::size_t periods = wave.symbols() / symbols.size();
  for (Run run : runs) {
    if (run.length != length) continue;
    for (std::size_t p = 0; p < periods; ++p, run.first += symbols.size()) {
      sum += middle_of(wave, run, delay_ui);
      ++count;
    }
  }
  return {sum / count, length};
}

}  // namespace

Levels measure_levels(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                      double delay_ui) {
  Levels levels;
  const RunLevel threes = level_of(wave, symbols, 3, 7, delay_ui);
  const RunLevel zeros = level_of(wave, symbols, 0, 6, delay_ui);
  levels.p3 = threes.power;
  levels.run_of_threes = threes.run;
  levels.p0 = zeros.power;
  levels.run_of_zeros = zeros.run;
  levels.average = wave.mean();
  const std::vector<double> middle = wave.column(delay_ui);
  std::array<std::size_t, 4> count{};
  for (std::size_t n = 0; n < middle.size(); ++n) {
    const std::uint8_t s = symbols[n % symbols.size()];
    levels.mean[s] += middle[n];
    ++count[s];
  }
  for (std::size_t s = 0; s < 4; ++s) {
    ensure(count[s] > 0, "a symbol that the pattern holds");
    levels.mean[s] /= static_cast<double>(count[s]);
  }
  return levels;
}

double level_mismatch_ratio(const std::array<double, 4>& mean) {
  const double middle = 0.5 * (mean[0] + mean[3]);
  const double es1 = (mean[1] - middle) / (mean[0] - middle);
  const double es2 = (mean[2] - middle) / (mean[3] - middle);
  return std::min({3.0 * es1, 3.0 * es2, 2.0 - 3.0 * es1, 2.0 - 3.0 * es2});
}

}  // namespace chappe::measure
