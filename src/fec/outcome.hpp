#pragma once
// From the bit error ratio ahead of a FEC to what the user sees: codeword errors, residual bit
// errors, lost frames; and back. Bit errors are taken as independent (bursts: see the decision
// feedback's burst factor in the results of a solver).
#include <optional>

#include "fec/code.hpp"

namespace chappe {

/// How frames travel: what a frame's loss depends on beside the code.
struct FecFraming {
  int frame_bytes{64};         ///< frame without preamble and gap [B], 64 .. 16384
  int codeword_interleave{1};  ///< codewords that are marked bad together, >= 1
};

/// What a bit error ratio leads to. The log10 members hold no value where the ratio is exactly 0,
/// i.e. at a BER of 0 only: a ratio below 2.2e-308 is given as 2.2e-308, its log10 is exact.
struct FecOutcome {
  double ber_pre_fec{0.0};
  double symbol_error_ratio{0.0};
  std::optional<double> codeword_error_ratio{};  ///< no value without FEC
  std::optional<double> log10_codeword_error_ratio{};
  double ber_post_fec{0.0};
  std::optional<double> log10_ber_post_fec{};
  double frame_loss_ratio{0.0};
  std::optional<double> log10_frame_loss_ratio{};
};

/// Probability that a symbol of m bits holds a wrong bit: 1 - (1 - p)^m.
double symbol_error_ratio(double ber, int symbol_bits);

/// All of the above.
///   CER = sum_{i>t} B(i),  B(i) = C(n,i) Ps^i (1-Ps)^(n-i)                    (binomial tail)
///   BER_post = (p / Ps) sum_{i>t} (i/n) B(i)        a word that fails keeps its errors
///   FLR = min(1, g CER (1 + 1/F)),  F = g payload_bits / ((frame_bytes + 20) 8 257/256)
/// with g = codeword_interleave: if one word fails, the whole group is marked bad; a frame is lost
/// when it touches the group, preamble and gap counted. Without FEC FLR = 1 - (1-p)^(8
/// frame_bytes). Source: the IEEE 802.3 clause 119 marking rule;
/// reproduces 9.22e-13, 1.74e-12, 3.37e-12 at p = 2.4e-4 for g = 1, 2, 4 and 64 octets. Exact in
/// log10 to 1e-10.
/// @param ber  [0, 0.5]  @throws ModelError for a BER outside, InternalError for bad framing
FecOutcome fec_outcome(const FecCode& code, double ber, const FecFraming& framing);

/// Largest BER <= 0.5 whose codeword error ratio is at most `target`, to 1e-12 relative.
/// @param target  (0, 1]  @throws InternalError without FEC
double ber_at_codeword_error_ratio(const FecCode& code, double target);
/// Largest BER <= 0.5 whose post-FEC BER is at most `target`, (0, 0.5].
double ber_at_ber_post_fec(const FecCode& code, double target);
/// Largest BER <= 0.5 whose frame loss ratio is at most `target`, (0, 1].
double ber_at_frame_loss_ratio(const FecCode& code, double target, const FecFraming& framing);

}  // namespace chappe
