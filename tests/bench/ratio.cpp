#include "ratio.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace chappe::bench {
namespace {

double thread_cpu_ns() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

/// ns per item over `calls` calls.
double time_of(const Contender& c, std::size_t calls) {
  const double start = thread_cpu_ns();
  for (std::size_t i = 0; i < calls; ++i) c.run();
  return (thread_cpu_ns() - start) / (c.items * static_cast<double>(calls));
}

/// Calls that take about run_ms.
std::size_t calibrate(const Contender& c, double run_ms) {
  std::size_t calls = 1;
  while (time_of(c, calls) * c.items * static_cast<double>(calls) < 0.5e6 * run_ms) calls *= 2;
  return calls;
}

double percentile(std::vector<double> v, double p) {
  std::sort(v.begin(), v.end());
  const double at = p * static_cast<double>(v.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, v.size() - 1);
  return v[below] + (at - std::floor(at)) * (v[above] - v[below]);
}

double spread_of(const std::vector<double>& v) {
  return (percentile(v, 0.9) - percentile(v, 0.1)) / percentile(v, 0.5);
}

Verdict judge(const Comparison& comparison, const Outcome& o, const Effort& effort) {
  if (!comparison.wanted_ratio && !comparison.wanted_ns) return Verdict::not_wanted;
  if (effort.rounds < 9 || o.a_against_a_spread > 0.15) return Verdict::no_verdict;
  const bool shown = (!comparison.wanted_ratio || o.ratio >= *comparison.wanted_ratio) &&
                     (!comparison.wanted_ns || o.b_ns <= *comparison.wanted_ns);
  return shown ? Verdict::shown : Verdict::missed;
}

Outcome attempt(const Comparison& comparison, const Effort& effort) {
  const std::size_t calls_a = calibrate(comparison.a, effort.run_ms);
  const std::size_t calls_b = calibrate(comparison.b, effort.run_ms);
  std::vector<double> a_ns, b_ns, ratios, a_against_a;
  for (int round = 0; round < effort.rounds; ++round) {
    const double first = time_of(comparison.a, calls_a);
    const double b = time_of(comparison.b, calls_b);
    const double second = time_of(comparison.a, calls_a);
    a_ns.push_back(0.5 * (first + second));
    b_ns.push_back(b);
    ratios.push_back(a_ns.back() / b);
    a_against_a.push_back(first / second);
  }
  Outcome o{};
  o.a_ns = percentile(a_ns, 0.5);
  o.b_ns = percentile(b_ns, 0.5);
  o.ratio = percentile(ratios, 0.5);
  o.spread = spread_of(ratios);
  o.a_against_a_spread = spread_of(a_against_a);
  o.verdict = judge(comparison, o, effort);
  return o;
}

std::string time_text(double ns) {
  char text[32];
  if (ns < 1e3) {
    std::snprintf(text, sizeof text, "%.3g ns", ns);
  } else if (ns < 1e6) {
    std::snprintf(text, sizeof text, "%.3g us", ns * 1e-3);
  } else {
    std::snprintf(text, sizeof text, "%.3g ms", ns * 1e-6);
  }
  return text;
}

std::string wanted_text(const Comparison& c) {
  char text[32] = "-";
  if (c.wanted_ratio) std::snprintf(text, sizeof text, ">= %g", *c.wanted_ratio);
  if (c.wanted_ns) return "<= " + time_text(*c.wanted_ns);
  return text;
}

constexpr const char* kFormat = "%-26s %-26s %-26s %9s %9s %7s %7s %7s %9s  %s";

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::shown:
      return "shown";
    case Verdict::missed:
      return "MISSED";
    case Verdict::no_verdict:
      return "no verdict";
    case Verdict::not_wanted:
      break;
  }
  return "-";
}

Outcome compare(const Comparison& comparison, const Effort& effort) {
  Outcome o = attempt(comparison, effort);
  for (int i = 1; i < effort.attempts && o.verdict == Verdict::no_verdict; ++i) {
    o = attempt(comparison, effort);
  }
  return o;
}

std::string table_header() {
  char line[256];
  std::snprintf(line, sizeof line, kFormat, "kernel", "A", "B", "A/item", "B/item", "A/B", "spread",
                "A/A spr", "wanted", "verdict");
  return line;
}

std::string table_row(const Comparison& c, const Outcome& o) {
  char ratio[32], spread[32], same[32], line[256];
  std::snprintf(ratio, sizeof ratio, "%.2f", o.ratio);
  std::snprintf(spread, sizeof spread, "%.0f %%", 100.0 * o.spread);
  std::snprintf(same, sizeof same, "%.0f %%", 100.0 * o.a_against_a_spread);
  std::snprintf(line, sizeof line, kFormat, c.kernel.c_str(), c.a.name.c_str(), c.b.name.c_str(),
                time_text(o.a_ns).c_str(), time_text(o.b_ns).c_str(), ratio, spread, same,
                wanted_text(c).c_str(), to_text(o.verdict).c_str());
  return line;
}

}  // namespace chappe::bench
