#pragma once
// Inner codes: what an optical lane of 200 Gb/s adds inside the FEC that runs from host to host. A
// new code is one row of the table in inner_code.cpp.
#include <span>
#include <string_view>

namespace chappe {

/// What the words of an inner code are made of.
enum class InnerForm {
  none,
  /// Bit k of the (68,60) word is the exclusive or of the two Gray bits of payload symbol k, i.e.
  /// the parity of its level: neighbouring levels are told apart by the code, others are twice as
  /// far. The eight parity bits travel as four Gray labels.
  pairs,
  bits  ///< the Gray bits in turn are those of an extended Hamming word
};

/// A code over 64 PAM4 symbols: 60 of payload, then 4 of parity.
struct InnerCode {
  std::string_view name{};  ///< as in scenarios: "hamming128_120"
  std::string_view doc{};   ///< one line
  std::string_view source{};
  bool verified{false};  ///< the parameters were seen in the source
  InnerForm form{InnerForm::none};
  int line_bits{1}, payload_bits{1};  ///< of a word
  int words_in_turn{1};               ///< words whose symbols a lane sends in turn
  int pad{0}, pad_every{1};           ///< pad: so many units behind each `pad_every` of words

  bool corrects() const { return form != InnerForm::none; }
  /// Bits of what lies outside (a Reed-Solomon code's line rate) over line bits: 1 without a code.
  double payload_over_line() const {
    return static_cast<double>(payload_bits) / line_bits * pad_every / (pad_every + pad);
  }
};

/// Payload bits that an outer codeword's symbol takes: an inner word carries 12 such symbols.
inline constexpr int kInnerSymbolBits = 10;

/// All inner codes, "none" first.
std::span<const InnerCode> inner_codes();

/// The code of that name. @throws ScenarioError with a suggestion if there is none
const InnerCode& inner_code(std::string_view name);

}  // namespace chappe
