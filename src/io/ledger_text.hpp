#pragma once
// The rows of a ledger as text, summed.
#include <span>
#include <string>
#include <vector>

#include "link/ledger.hpp"

namespace chappe {

/// A figure of the link beside which a total is set: "latency_ns", 123.4.
struct LedgerFigure {
  std::string name{};
  double value{0.0};
};

/// Sum of rows, and how much of it rests on verified numbers.
struct LedgerTotal {
  double value{0.0};
  double verified_share{1.0};  ///< of the sum of magnitudes (noise: of squares), in [0, 1]
};

/// Rows of quantity "noise" are rms values: the root of the sum of squares. Others add.
/// Values that are not a number make the total not a number.
LedgerTotal total_of(std::span<const LedgerRow> rows);

/// A block for each quantity and unit (loss and noise: for each section too, for electrical and
/// optical decibels do not add), with its total. A figure named after the quantity ("latency":
/// "latency_ns") is printed beside, with the difference where it is more than rounding.
std::string ledger_text(const std::vector<LedgerRow>& rows,
                        const std::vector<LedgerFigure>& figures);

}  // namespace chappe
