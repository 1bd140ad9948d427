#pragma once
// The reach of a link in words.
#include <string>

#include "base/table.hpp"

namespace chappe::cli {

/// "reach 2.13 m at element.cable.gauge_awg = 26", a line for each point of the axes along which a
/// reach was not searched; ">=" where the last value of the scan still holds; "" without a reach.
std::string reach_text(const Table& table);

}  // namespace chappe::cli
