#include "solve/measure/tap_limits.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace chappe::measure {
namespace {

TapLimits cd_limits(std::size_t taps) {
  TapLimits limits;
  limits.name = "802.3cd";
  limits.most_precursors = taps >= 9 ? 3 : 2;
  limits.cursor.low = 0.8;
  limits.beside = {{-1.0, 1.0}};
  limits.source = "IEEE Std 802.3bs/cd, clause 121.8.5.4 and kin: recalled";
  return limits;
}

TapLimits dj_limits() {
  TapLimits limits;
  limits.name = "802.3dj";
  limits.most_precursors = 3;
  limits.cursor = {0.8, 2.5};
  limits.beside = {{-0.4, 0.05}, {-0.1, 0.2}, {-0.1, 0.1}};
  limits.most_difference = 0.25;
  limits.source = "a draft's, second hand: 2N2223/TDECQ-Calculator-Py ffe_bounds.py (2d23096)";
  return limits;
}

}  // namespace

std::vector<std::string> tap_limit_names() { return {"802.3cd", "802.3dj", "none"}; }

TapLimits tap_limits(std::string_view name, std::size_t taps) {
  ensure(taps > 0, "an equaliser has a tap");
  TapLimits limits;
  if (name == "802.3cd") {
    limits = cd_limits(taps);
  } else if (name == "802.3dj") {
    limits = dj_limits();
  } else if (name == "none") {
    limits.name = "none";
    limits.most_precursors = taps - 1;
  } else {
    throw ScenarioError("no tap limits '" + std::string(name) + "': 802.3cd, 802.3dj or none" +
                        did_you_mean(name, tap_limit_names()));
  }
  limits.most_precursors = std::min(limits.most_precursors, taps - 1);
  return limits;
}

std::vector<TapConstraint> tap_constraints(const TapLimits& limits, std::size_t taps,
                                           std::size_t cursor) {
  ensure(cursor < taps, "the cursor is a tap");
  std::vector<TapConstraint> list;
  const auto add = [&](std::size_t tap, double factor, double of_cursor, double bound) {
    TapConstraint c{std::vector<double>(taps, 0.0), bound};
    c.factor[tap] += factor;
    c.factor[cursor] += of_cursor;
    list.push_back(std::move(c));
  };
  if (std::isfinite(limits.cursor.low)) add(cursor, -1.0, 0.0, -limits.cursor.low);
  if (std::isfinite(limits.cursor.high)) add(cursor, 1.0, 0.0, limits.cursor.high);
  for (std::size_t k = 0; k < taps && !limits.beside.empty(); ++k) {
    const std::size_t away = k > cursor ? k - cursor : cursor - k;
    if (away == 0) continue;
    const TapRange& range = limits.beside[std::min(away, limits.beside.size()) - 1];
    add(k, 1.0, -range.high, 0.0);
    add(k, -1.0, range.low, 0.0);
  }
  if (limits.most_difference && cursor > 0 && cursor + 1 < taps) {
    for (const double sign : {-1.0, 1.0}) {
      add(cursor + 1, sign, -*limits.most_difference, 0.0);
      list.back().factor[cursor - 1] -= sign;
    }
  }
  return list;
}

}  // namespace chappe::measure
