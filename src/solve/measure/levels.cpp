#include "solve/measure/levels.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdlib>
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

/// The nearest to `wanted`, the longer one of two.
int run_length(const std::vector<Run>& runs, int wanted) {
  int best = runs.front().length;
  for (const Run& run : runs) {
    const int away = std::abs(run.length - wanted), least = std::abs(best - wanted);
    if (away < least || (away == least && run.length > best)) best = run.length;
  }
  return best;
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

/// See Levels::level.
std::array<double, 4> fitted_levels(const std::vector<double>& x,
                                    std::span<const std::uint8_t> symbols) {
  constexpr std::size_t kBeside = 4, kUnknowns = 4 + 2 * kBeside;
  using Matrix = Eigen::Matrix<double, kUnknowns, kUnknowns>;
  using Vector = Eigen::Matrix<double, kUnknowns, 1>;
  Matrix normal = Matrix::Zero();
  Vector right = Vector::Zero();
  const std::size_t n = symbols.size();
  const auto amplitude = [&](std::size_t k) { return 2.0 * symbols[k % n] - 3.0; };
  for (std::size_t i = 0; i < x.size(); ++i) {
    Vector row = Vector::Zero();
    row(symbols[i % n]) = 1.0;
    for (std::size_t k = 1; k <= kBeside; ++k) {
      row(static_cast<Eigen::Index>(2 + 2 * k)) = amplitude(i + k);
      row(static_cast<Eigen::Index>(3 + 2 * k)) = amplitude(i + n * kBeside - k);
    }
    normal += row * row.transpose();
    right += row * x[i];
  }
  const Vector found = normal.ldlt().solve(right);
  return {found(0), found(1), found(2), found(3)};
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
  levels.level = fitted_levels(wave.column(delay_ui), symbols);
  return levels;
}

double level_mismatch_ratio(const std::array<double, 4>& level) {
  const double middle = 0.5 * (level[0] + level[3]);
  const double es1 = (level[1] - middle) / (level[0] - middle);
  const double es2 = (level[2] - middle) / (level[3] - middle);
  return std::min({3.0 * es1, 3.0 * es2, 2.0 - 3.0 * es1, 2.0 - 3.0 * es2});
}

}  // namespace chappe::measure
