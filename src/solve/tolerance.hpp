#pragma once
// Spread of a parameter: a law of distribution, and the draws of one sample.
#include <cstdint>
#include <limits>
#include <string>

#include "base/errors.hpp"

namespace chappe {

/// How a parameter is distributed, in the parameter's own unit.
struct ToleranceLaw {
  enum class Shape { normal, uniform, triangular };
  Shape shape{Shape::normal};
  double centre{0.0};  ///< nominal value: mean (normal), mode (triangular), middle (uniform)
  double sigma{0.0};   ///< of a normal law before it is cut off; > 0
  double low{-std::numeric_limits<double>::infinity()};  ///< ends; low <= centre <= high
  double high{std::numeric_limits<double>::infinity()};
  bool operator==(const ToleranceLaw&) const = default;
};

/// A parameter of a link that varies from one made piece to the next.
struct Tolerance {
  std::string target{};  ///< "element.cable.length_m"
  ToleranceLaw law{};
  Origin origin{};
};

/// The value below which a share `u` of all pieces lies. @param u  in (0, 1)
double quantile(const ToleranceLaw& law, double u);

/// Standard deviation; of a normal law that of the law before it is cut off.
double standard_deviation(const ToleranceLaw& law);

/// The value in sample `i`. Each tolerance of a link has a random stream of its own and one block a
/// sample, so that neighbours in a sweep see the same pieces.
/// @param index  of the tolerance in its link
double draw(const ToleranceLaw& law, std::uint64_t seed, std::size_t index, std::size_t i);

}  // namespace chappe
