#pragma once
// One [[link]] of a scenario with the values that --set puts in.
#include <string>
#include <vector>

#include "scenario/path_reader.hpp"
#include "scenario/settings.hpp"

namespace chappe {

struct ReadLink {
  LinkStudy study{};
  bool well{true};           ///< false: it had faults, so what depends on its axes is not told
  bool axes_changed{false};  ///< --set added, replaced or removed a sweep, or fixed a swept value
};

/// @param settings  of this link, in the order given
ReadLink read_link(const Node& table, const Frame& frame, const std::vector<Override>& settings,
                   Reading& reading);

}  // namespace chappe
