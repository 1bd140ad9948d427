#pragma once
// Results of `chappe com` for reading.
#include <string>
#include <vector>

#include "cli/com_json.hpp"

namespace chappe::cli {

/// A block for one channel: verdict, figures, taps, sigmas.
std::string com_block(const ComCall& call, const ComRow& row);
/// A table of many, a line each; failures are in it.
std::string com_table(const ComCall& call, const std::vector<ComRow>& rows);

}  // namespace chappe::cli
