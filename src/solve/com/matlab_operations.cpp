#include "solve/com/matlab_operations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace chappe::matlab {
namespace {

constexpr auto kMost = static_cast<double>(kMatlabElementsMax);

MatlabOutcome fault(std::string message) { return {{}, std::move(message), 0}; }

MatlabOutcome too_many() {
  return fault("more than " + std::to_string(kMatlabElementsMax) + " elements");
}

double apply(double a, char operation, double b) {
  switch (operation) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return std::pow(a, b);
  }
}

/// A whole number >= 0, or -1.
double count(const MatlabMatrix& m) {
  const bool whole = m.size() == 1 && m.values[0] >= 0.0 && m.values[0] == std::floor(m.values[0]);
  return whole ? m.values[0] : -1.0;
}

}  // namespace

MatlabMatrix scalar(double value) { return {1, 1, {value}}; }

MatlabOutcome steps(const MatlabMatrix& from, const MatlabMatrix& step, const MatlabMatrix& to) {
  if (from.size() != 1 || step.size() != 1 || to.size() != 1) {
    return fault("a range a:step:b is made of single numbers");
  }
  const double a = from.values[0], s = step.values[0], b = to.values[0];
  if (!std::isfinite(a) || !std::isfinite(s) || !std::isfinite(b)) {
    return fault("a range is made of finite numbers");
  }
  if (s == 0.0 || (b - a) / s < 0.0) return {{1, 0, {}}, "", 0};
  constexpr double kSlack = 3.0 * std::numeric_limits<double>::epsilon();
  const double number = std::floor((b - a) / s * (1.0 + kSlack)) + 1.0;
  if (!(number <= kMost)) return too_many();
  MatlabMatrix out{1, static_cast<std::size_t>(number), {}};
  for (std::size_t i = 0; i < out.columns; ++i) {
    const double value = a + static_cast<double>(i) * s;
    out.values.push_back(s > 0.0 ? std::min(value, b) : std::max(value, b));
  }
  return {std::move(out), "", 0};
}

MatlabOutcome filled(const MatlabMatrix& rows, const MatlabMatrix& columns, double value) {
  const double n = count(rows), m = count(columns);
  if (n < 0.0 || m < 0.0) return fault("a number of rows or columns is a whole number >= 0");
  if (n > kMost || m > kMost || n * m > kMost) return too_many();
  MatlabMatrix out{static_cast<std::size_t>(n), static_cast<std::size_t>(m), {}};
  out.values.assign(out.rows * out.columns, value);
  return {std::move(out), "", 0};
}

MatlabOutcome combine(const MatlabMatrix& left, char operation, const MatlabMatrix& right,
                      bool elementwise) {
  const bool spread_left = left.size() == 1, spread_right = right.size() == 1;
  if (!elementwise) {
    if (operation == '*' && !spread_left && !spread_right) return fault("a product of matrices");
    if (operation == '/' && !spread_right) return fault("a division by a matrix");
    if (operation == '^' && !(spread_left && spread_right)) return fault("a power of a matrix");
  }
  const bool alike = left.rows == right.rows && left.columns == right.columns;
  if (!spread_left && !spread_right && !alike) return fault("matrices of different shapes");
  MatlabMatrix out = spread_left ? right : left;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out.values[i] =
        apply(left.values[spread_left ? 0 : i], operation, right.values[spread_right ? 0 : i]);
  }
  return {std::move(out), "", 0};
}

std::string append_right(MatlabMatrix& row, const MatlabMatrix& next) {
  if (next.size() == 0) return "";
  if (row.size() == 0) {
    row = next;
    return "";
  }
  if (next.rows != row.rows) return "matrices of different heights side by side";
  if (row.rows == 1) {
    row.values.insert(row.values.end(), next.values.begin(), next.values.end());
    row.columns += next.columns;
    return "";
  }
  MatlabMatrix joined{row.rows, row.columns + next.columns, {}};
  for (std::size_t r = 0; r < row.rows; ++r) {
    for (std::size_t i = 0; i < row.columns; ++i) joined.values.push_back(row.at(r, i));
    for (std::size_t i = 0; i < next.columns; ++i) joined.values.push_back(next.at(r, i));
  }
  row = std::move(joined);
  return "";
}

std::string append_below(MatlabMatrix& rows, const MatlabMatrix& next) {
  if (next.size() == 0) return "";
  if (rows.size() > 0 && next.columns != rows.columns) return "rows of different lengths";
  rows.columns = next.columns;
  rows.rows += next.rows;
  rows.values.insert(rows.values.end(), next.values.begin(), next.values.end());
  return "";
}

}  // namespace chappe::matlab
