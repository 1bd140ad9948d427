#pragma once
// What field solvers write into comments.
#include <string>
#include <vector>

#include "signal/touchstone/lexer.hpp"

namespace chappe::touchstone {

/// HFSS writes "! Port Impedance 50 0 ..." (real and imaginary part a port) behind each record.
/// They differ from frequency to frequency and never override the option line; the first is told,
/// so that data that were not renormalised are noticed.
class Comments {
 public:
  void take(const Lexer& lexer, std::vector<std::string>& remarks);

 private:
  bool told_{false};
};

}  // namespace chappe::touchstone
