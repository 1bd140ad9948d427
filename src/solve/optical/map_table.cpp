#include "solve/optical/map_table.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr int kCells = 1024;

}  // namespace

MapTable::MapTable(const std::function<cd(double)>& map, double low, double high)
    : low_(low), per_step_(kCells / (high - low)) {
  ensure(high > low && std::isfinite(high - low), "a map's range is not empty");
  // Cell 0 and the last one go on along the tangents at the ends.
  const double step = 1.0 / per_step_;
  const auto slope_at = [&](double x) {
    const double h = 0.25 * step;  // fourth order: exact for cubics
    return (8.0 * (map(x + h) - map(x - h)) - (map(x + 2.0 * h) - map(x - 2.0 * h))) / (12.0 * h);
  };
  cd value = map(low_), slope = slope_at(low_) * step;
  cells_.push_back({value - slope, slope, {}, {}});
  for (int i = 1; i <= kCells; ++i) {
    const double x = low_ + step * i;
    const cd next = map(x), next_slope = slope_at(x) * step;
    cells_.push_back({value, slope, 3.0 * (next - value) - 2.0 * slope - next_slope,
                      2.0 * (value - next) + slope + next_slope});
    value = next;
    slope = next_slope;
  }
  cells_.push_back({value, slope, {}, {}});
  for (const Cell& cell : cells_) {
    ensure(std::isfinite(std::abs(cell.c0)) && std::isfinite(std::abs(cell.c3)),
           "a map has finite values");
    std::array<float, 8> single{};
    const cd all[] = {cell.c0, cell.c1, cell.c2, cell.c3};
    for (std::size_t k = 0; k < 4; ++k) {
      single[k] = static_cast<float>(all[k].real());
      single[4 + k] = static_cast<float>(all[k].imag());
    }
    single_.push_back(single);
  }
}

const MapTable::Cell& MapTable::cell(double x, double& u) const {
  const double at = (x - low_) * per_step_ + 1.0;
  const double whole = std::clamp(std::floor(at), 0.0, static_cast<double>(kCells + 1));
  u = at - whole;
  return cells_[static_cast<std::size_t>(whole)];
}

cd MapTable::value(double x) const {
  double u = 0.0;
  const Cell& c = cell(x, u);
  return c.c0 + u * (c.c1 + u * (c.c2 + u * c.c3));
}

cd MapTable::slope(double x) const {
  double u = 0.0;
  const Cell& c = cell(x, u);
  return per_step_ * (c.c1 + u * (2.0 * c.c2 + u * 3.0 * c.c3));
}

void MapTable::values(std::span<const double> x, std::span<cd> out) const {
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = value(x[i]);
}

void MapTable::real_values(std::span<const double> x, std::span<double> out) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    double u = 0.0;
    const Cell& c = cell(x[i], u);
    out[i] = c.c0.real() + u * (c.c1.real() + u * (c.c2.real() + u * c.c3.real()));
  }
}

void MapTable::values(std::span<const float> x, std::span<std::complex<float>> out) const {
  const auto low = static_cast<float>(low_), per_step = static_cast<float>(per_step_);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float at = (x[i] - low) * per_step + 1.0F;
    const int whole = static_cast<int>(std::clamp(at, 0.0F, static_cast<float>(kCells + 1)));
    const float u = at - static_cast<float>(whole);
    const std::array<float, 8>& c = single_[static_cast<std::size_t>(whole)];
    out[i] = {c[0] + u * (c[1] + u * (c[2] + u * c[3])), c[4] + u * (c[5] + u * (c[6] + u * c[7]))};
  }
}

void MapTable::real_values(std::span<const float> x, std::span<float> out) const {
  const auto low = static_cast<float>(low_), per_step = static_cast<float>(per_step_);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float at = (x[i] - low) * per_step + 1.0F;
    const int whole = static_cast<int>(std::clamp(at, 0.0F, static_cast<float>(kCells + 1)));
    const float u = at - static_cast<float>(whole);
    const std::array<float, 8>& c = single_[static_cast<std::size_t>(whole)];
    out[i] = c[0] + u * (c[1] + u * (c[2] + u * c[3]));
  }
}

}  // namespace chappe
