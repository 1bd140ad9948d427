#pragma once
// What a scenario says of a section beside its elements.
#include <string>

#include "base/params.hpp"

namespace chappe {

/// The keys of a section.
struct SectionParams {
  std::string modulation{"pam4"};
  double symbol_rate_gbd{0.0};
  bool precoded{false};
  std::string inner_code{"none"};
  double inner_latency_ns{0.0};
  double inner_energy_pj_per_bit{0.0};
  void visit(auto&& f) {
    f(Info{.key = "modulation", .doc = "line code", .choices = "nrz|pam4|pam6"}, modulation);
    f(Info{.key = "symbol_rate_gbd",
           .unit = "GBd",
           .doc = "symbols a second and lane",
           .low = 1e-3,
           .high = 1e3,
           .required = true},
      symbol_rate_gbd);
    f(Info{.key = "precoded", .doc = "1/(1+D) precoding"}, precoded);
    f(Info{.key = "inner_code",
           .doc = "code inside the FEC, of this section alone; its overhead is in symbol_rate_gbd",
           .choices = "none|hamming128_120|hamming128_120_bits"},
      inner_code);
    f(Info{"inner_latency_ns", "ns", "its encoder and decoder beside accumulation and interleaving",
           0, 1e6},
      inner_latency_ns);
    f(Info{"inner_energy_pj_per_bit", "pJ/bit", "its encoder and decoder, per payload bit", 0, 1e3},
      inner_energy_pj_per_bit);
  }
};

}  // namespace chappe
