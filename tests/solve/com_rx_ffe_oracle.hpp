#pragma once
// COM's receive FFE written out: whole convolution matrices and dense systems solved with full
// pivoting.
#include <Eigen/Dense>
#include <vector>

#include "solve/com/com_merit.hpp"
#include "solve/com/com_rx_ffe.hpp"

namespace chappe::test {

using Vector = Eigen::VectorXd;

inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// One random problem: a pulse with its tail, noise with memory, taps and limits.
struct Problem {
  std::vector<double> h{}, r{};
  int cursor{0}, nu{0};
  ComRxFfe ffe{};
  ComDfe dfe{};
  double r_lm{0.95};
  int levels{4};
};

struct Answer {
  double fom_db{-1e300};
  Vector w{}, b{};
};

Problem problem(unsigned seed, bool banks, double limit, double noise);
Answer dense(const Problem& p, const std::vector<int>& columns, bool limits = true);
std::vector<int> fixed_columns(const Problem& p);
std::vector<int> positions_by_trying(const Problem& p);
ComRxFfeDesigner designer(const Problem& p);
void compare(const Problem& p, const ComRxFfeDesign& got, const std::vector<int>& columns);

}  // namespace chappe::test
