#include "fec/hit_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr int kBeyond = 16;  // wrong symbols beyond t + 1 that a rare joint tail is summed to
constexpr double kSmallTerm = 1e-7;  // tilted terms of the pair correction below this are left out

/// One term of a power series in two variables.
struct Term {
  int i{0}, j{0};
  double value{0.0};
};

/// A dense polynomial, cut at the size of the wanted table.
class Polynomial {
 public:
  Polynomial(int rows, int columns)
      : rows_(rows), columns_(columns), value_(static_cast<std::size_t>(rows * columns)) {}
  void add(int i, int j, double v) {
    if (i < rows_ && j < columns_) value_[static_cast<std::size_t>(i * columns_ + j)] += v;
  }
  /// Terms but the constant one whose size is above `least`.
  std::vector<Term> terms(double least) const {
    std::vector<Term> out;
    for (int i = 0; i < rows_; ++i) {
      for (int j = 0; j < columns_; ++j) {
        const double v = value_[static_cast<std::size_t>(i * columns_ + j)];
        if (i + j > 0 && std::abs(v) > least) out.push_back({i, j, v});
      }
    }
    return out;
  }

 private:
  int rows_, columns_;
  std::vector<double> value_;
};

/// Overlap of [0, a) and [k, k + b).
int overlap(int a, int b, int k) { return std::max(0, std::min(a, k + b) - std::max(0, k)); }

double mean_hits(std::span<const HitRate> rates) {
  double sum = 0.0;
  for (const HitRate& r : rates) sum += r.rate * (r.first + r.second);
  return sum;
}

/// log of the tilt at which the mean number of hits is `aim`; not below 0.
double log_tilt_for(std::span<const HitRate> rates, double aim) {
  const auto mean = [&](double log_tilt) {
    double sum = 0.0;
    for (const HitRate& r : rates) {
      const int d = r.first + r.second;
      sum += d * std::exp(std::min(700.0, std::log(r.rate) + d * log_tilt));
    }
    return sum;
  };
  double low = 0.0, high = 1500.0;
  if (mean(low) >= aim) return 0.0;
  for (int step = 0; step < 40; ++step) {
    const double middle = 0.5 * (low + high);
    (mean(middle) < aim ? low : high) = middle;
  }
  return low;
}

/// Whether events hit the first word only, the second only, or both: each kind has its own slots.
enum class Kind { first, second, both };

Kind kind_of(const HitRate& r) {
  return r.second == 0 ? Kind::first : (r.first == 0 ? Kind::second : Kind::both);
}

/// R of hit_distribution under the tilt, L_c the rate of a kind without tilt:
/// R = 1/(2n) [sum_ss' r_s r_s' (sum_k (z^union - z^(s+s')) + [same kind] z^(s+s'))
///             - sum_c L_c sum_{s in c} r_s z^s]
std::vector<Term> pair_correction(int n, std::span<const HitRate> tilted,
                                  const std::array<double, 3>& totals, double log_tilt, int rows,
                                  int columns) {
  Polynomial r(rows, columns);
  for (const HitRate& a : tilted) {
    for (const HitRate& b : tilted) {
      const int i = a.first + b.first, j = a.second + b.second;
      const double weight = a.rate * b.rate / (2.0 * n);
      double apart = kind_of(a) == kind_of(b) ? 1.0 : 0.0;
      for (int k = 1 - std::max(b.first, b.second); k < std::max(a.first, a.second); ++k) {
        const int first = overlap(a.first, b.first, k), second = overlap(a.second, b.second, k);
        if (first + second == 0) continue;
        r.add(i - first, j - second, weight * std::exp(-(first + second) * log_tilt));
        apart -= 1.0;
      }
      r.add(i, j, weight * apart);
    }
    const double total = totals[static_cast<std::size_t>(kind_of(a))];
    r.add(a.first, a.second, -total * a.rate / (2.0 * n));
  }
  return r.terms(kSmallTerm);
}

/// Terms of D R (q + Y), with D = z1 d/dz1 + z2 d/dz2.
Polynomial derivative_times(const std::vector<Term>& correction, double q,
                            const std::vector<Term>& y, int rows, int columns) {
  Polynomial w(rows, columns);
  for (const Term& r : correction) {
    const double derivative = (r.i + r.j) * r.value;
    w.add(r.i, r.j, q * derivative);
    for (const Term& b : y) w.add(r.i + b.i, r.j + b.j, derivative * b.value);
  }
  return w;
}

/// One entry of the recurrence: what the earlier value at (-i, -j) is multiplied by, fixed part and
/// part that goes with the degree left of it.
struct Step {
  int i{0}, j{0};
  double fixed{0.0}, by_degree{0.0};
};

std::vector<Step> steps_of(int n, const std::vector<Term>& y, const std::vector<Term>& w) {
  std::vector<Step> steps;
  for (const Term& b : y) steps.push_back({b.i, b.j, n * (b.i + b.j) * b.value, b.value});
  for (const Term& c : w) {
    const auto it = std::find_if(steps.begin(), steps.end(),
                                 [&](const Step& s) { return s.i == c.i && s.j == c.j; });
    if (it != steps.end()) {
      it->fixed += c.value;
    } else {
      steps.push_back({c.i, c.j, c.value, 0.0});
    }
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.i < b.i; });
  return steps;
}

/// (i + j) q F(i, j) = sum over steps of (fixed - left by_degree) F(i - s.i, j - s.j), by rows:
/// what earlier rows give is summed for a whole row at once.
std::vector<double> recurrence(const std::vector<Step>& steps, double q, int rows, int columns) {
  const auto at = [&](int i, int j) { return static_cast<std::size_t>(i * columns + j); };
  std::vector<double> f(at(rows, 0), 0.0), by_degree(at(rows, 0), 0.0);  // F, (i + j) F
  std::vector<double> row(static_cast<std::size_t>(columns));
  for (int i = 0; i < rows; ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for (const Step& s : steps) {
      if (s.i == 0 || s.i > i) continue;
      const double* earlier = &f[at(i - s.i, 0)];
      const double* graded = &by_degree[at(i - s.i, 0)];
      double* sum = row.data() + s.j;
      const int count = columns - s.j;
      for (int j = 0; j < count; ++j) sum[j] += s.fixed * earlier[j] - s.by_degree * graded[j];
    }
    for (int j = 0; j < columns; ++j) {
      double sum = row[static_cast<std::size_t>(j)];
      for (const Step& s : steps) {
        if (s.i > 0) break;  // steps go by rows
        if (s.j > j) continue;
        sum += s.fixed * f[at(i, j - s.j)] - s.by_degree * by_degree[at(i, j - s.j)];
      }
      f[at(i, j)] = i + j == 0 ? 1.0 : sum / (q * (i + j));
      by_degree[at(i, j)] = (i + j) * f[at(i, j)];
    }
  }
  return f;
}

/// The slots of one kind of event.
struct Slots {
  double q{1.0};          ///< probability that a slot is empty
  std::vector<Term> y{};  ///< (1 - q) X under the tilt
};

Slots slots_of(int n, std::span<const HitRate> tilted, Kind kind, double total) {
  Slots slots;
  if (total == 0.0) return slots;
  slots.q = std::exp(-total / n);
  for (const HitRate& r : tilted) {
    if (kind_of(r) != kind) continue;
    slots.y.push_back({r.first, r.second, -std::expm1(-total / n) / total * r.rate});
  }
  return slots;
}

/// table(i, j) = sum_d factor(d) table(i - d, j) (along rows), or (i, j - d).
void convolve(std::vector<double>& table, int rows, int columns, const std::vector<double>& factor,
              bool along_rows) {
  const std::vector<double> before = table;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      double sum = 0.0;
      for (int d = 0; d <= (along_rows ? i : j); ++d) {
        const int from = along_rows ? (i - d) * columns + j : i * columns + j - d;
        sum += factor[static_cast<std::size_t>(d)] * before[static_cast<std::size_t>(from)];
      }
      table[static_cast<std::size_t>(i * columns + j)] = sum;
    }
  }
}

}  // namespace

HitDistribution hit_distribution(int n, std::span<const HitRate> rates, int rows, int columns,
                                 double aim) {
  ensure(n >= 1 && rows >= 1 && columns >= 1 && !rates.empty(),
         "a distribution of hits has a size");
  HitDistribution out{rows, columns, 0.0, log_tilt_for(rates, aim), {}};
  std::array<double, 3> totals{};
  std::vector<HitRate> tilted(rates.begin(), rates.end());
  for (HitRate& r : tilted) {
    ensure(r.first + r.second > 0 && r.rate > 0.0, "an event of the series hits something");
    totals[static_cast<std::size_t>(kind_of(r))] += r.rate;
    out.log_scale -= r.rate;
    r.rate = std::exp(std::log(r.rate) + (r.first + r.second) * out.log_tilt);
  }
  // The kind whose slots share the recurrence with R; the others are factors of one variable.
  const Kind main = columns == 1 ? Kind::first : Kind::both;
  const Slots slots = slots_of(n, tilted, main, totals[static_cast<std::size_t>(main)]);
  std::vector<Term> w;
  if (mean_hits(rates) < n / 8.0) {  // beyond, a word fails for certain and R makes no sense
    const auto correction = pair_correction(n, tilted, totals, out.log_tilt, rows, columns);
    w = derivative_times(correction, slots.q, slots.y, rows, columns).terms(kSmallTerm);
  }
  out.table = recurrence(steps_of(n, slots.y, w), slots.q, rows, columns);
  const auto no_less_than_none = [&] {  // rounding, where R is beyond its use
    for (double& f : out.table) f = std::max(0.0, f);
  };
  if (columns == 1) {
    no_less_than_none();
    return out;
  }
  Slots alone = slots_of(n, tilted, Kind::first, totals[0]);
  convolve(out.table, rows, columns, recurrence(steps_of(n, alone.y, {}), alone.q, rows, 1), true);
  alone = slots_of(n, tilted, Kind::second, totals[1]);
  for (Term& term : alone.y) std::swap(term.i, term.j);
  convolve(out.table, rows, columns, recurrence(steps_of(n, alone.y, {}), alone.q, columns, 1),
           false);
  no_less_than_none();
  return out;
}

HitTail hit_tail(int n, int t, std::span<const HitRate> rates) {
  const HitDistribution f = hit_distribution(n, rates, n + 1, 1, t + 1.0);
  const double mean = mean_hits(rates);
  double sum = 0.0, share = 0.0;
  if (mean >= n / 8.0) {
    for (int i = 0; i <= t; ++i) {
      const double p = std::exp(f.log_scale) * f.at(i, 0);
      sum += p;
      share += p * i / n;
    }
    const double all = std::min(1.0, mean / n);
    return {std::log1p(-std::min(1.0 - 1e-16, sum)), std::log(std::max(1e-16, all - share))};
  }
  for (int i = t + 1; i <= n; ++i) {
    const double p = f.at(i, 0) * std::exp(-(i - t - 1) * f.log_tilt);
    sum += p;
    share += p * i / n;
  }
  const double log_first = f.log_scale - (t + 1) * f.log_tilt;
  return {std::min(0.0, log_first + std::log(sum)), std::min(0.0, log_first + std::log(share))};
}

double joint_tail_over(int n, int t, std::span<const HitRate> rates, double log_of_one,
                       double both) {
  constexpr double kOften = -7.0;  // log of the tail above which the complement is exact enough
  const bool rare = log_of_one < kOften;
  const int size = rare ? std::min(n, t + 1 + kBeyond) + 1 : t + 1;
  const HitDistribution f = hit_distribution(n, rates, size, size, 2.0 * (t + 1));
  double sum = 0.0;
  for (int i = rare ? t + 1 : 0; i < size; ++i) {
    for (int j = rare ? t + 1 : 0; j < size; ++j) {
      sum += f.at(i, j) * std::exp(f.log_scale - (i + j) * f.log_tilt - (rare ? log_of_one : 0.0));
    }
  }
  if (rare) return std::min(0.5 * both, sum);
  return std::clamp(both + (sum - 1.0) / std::exp(log_of_one), 0.0, 0.5 * both);
}

}  // namespace chappe
