#pragma once
// Matrix expressions as MATLAB reads them: what COM sheets hold.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace chappe {

/// Row by row; 0 x 0 if empty.
struct MatlabMatrix {
  std::size_t rows{0}, columns{0};
  std::vector<double> values{};
  std::size_t size() const { return values.size(); }
  bool is_vector() const { return size() > 0 && (rows == 1 || columns == 1); }
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
  bool operator==(const MatlabMatrix&) const = default;
};

/// Bounds of one expression (TRAPS.md T11).
inline constexpr std::size_t kMatlabElementsMax = 1'000'000;  ///< of all its matrices together
inline constexpr int kMatlabNestingMax = 64;

/// What an expression gives, or what is wrong with it.
struct MatlabOutcome {
  MatlabMatrix value{};
  std::string fault{};  ///< "" if there is a value
  std::size_t at{0};    ///< byte of the text at which the fault shows
  bool ok() const { return fault.empty(); }
};

/// Numbers, inf, [a b; c d], a:b, a:step:b, ones(n, m), zeros(n, m), + - * / ^ (a scalar with a
/// matrix, or equal shapes; * of two matrices is refused), brackets. Inside [ ] blanks part
/// elements as in MATLAB: "[1 - 2]" is one number, "[1 -2]" two. A range ends as in Octave: the
/// last value never passes its limit.
MatlabOutcome parse_matlab_matrix(std::string_view text);

}  // namespace chappe
