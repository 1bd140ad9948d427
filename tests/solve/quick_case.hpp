#pragma once
// A case of the test path, solved with few bins.
#include "solve/case.hpp"
#include "tests/solve/test_models.hpp"

namespace chappe::test {

inline CaseRequest quick_request() {
  CaseRequest request;
  request.solve.pdf_bins = 1024;
  return request;
}

inline CaseResult solve_test_path(const std::string& code = "rs544_514", double length_m = 1.0) {
  PathSpec spec = test_path(code);
  Faults faults;
  set_value(spec, "element.cable.length_m", {Value{length_m}, {}, {}}, faults);
  return solve_case(test_catalogue().build(spec), quick_request());
}

}  // namespace chappe::test
