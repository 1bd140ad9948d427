#pragma once
// Error correcting codes as data. A new code is one row of the table in code.cpp.
#include <span>
#include <string>
#include <string_view>

namespace chappe {

/// A block code over symbols that corrects any `t` wrong symbols of a codeword (bounded distance).
/// Reed-Solomon codes here are over GF(2^10), x^10 + x^3 + 1, shortened from length 1023.
struct FecCode {
  std::string_view name{};  ///< as in scenarios: "rs544_514"
  std::string_view doc{};   ///< one line
  std::string_view source{};
  bool verified{false};  ///< the parameters were seen in the source
  int n{1};              ///< symbols a codeword
  int k{1};              ///< message symbols a codeword
  int symbol_bits{1};    ///< bits a symbol
  int t{0};              ///< symbols that are always corrected; 0 = no FEC
  int payload_bits{1};   ///< 257-bit block bits a codeword carries, without pad

  bool corrects() const { return t > 0; }
  int codeword_bits() const { return n * symbol_bits; }
  /// Payload of 64B/66B blocks before transcoding to 257/256, over line bits: 1 without FEC.
  double net_over_line() const;
};

/// All codes, "none" first.
std::span<const FecCode> fec_codes();

/// The code of that name. @throws ScenarioError with a suggestion if there is none
const FecCode& fec_code(std::string_view name);

}  // namespace chappe
