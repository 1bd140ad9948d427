#pragma once
// What [solve] and [require] ask for together, and of links that have what it takes.
#include <string>
#include <vector>

#include "scenario/link_reader.hpp"

namespace chappe {

/// The options as they were written, for the places of messages.
struct GivenOptions {
  std::string file{};  ///< the place of what was not written
  ParamMap solve{}, require{};
};

/// Adds a fault for each option that has no effect or no meaning beside the others.
/// @param study  its solve and require   @param links  as read, not yet in the study
void check_options(const Study& study, const std::vector<ReadLink>& links,
                   const GivenOptions& given, Faults& faults);

}  // namespace chappe
