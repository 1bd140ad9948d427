#pragma once
// Eyes of a link's cases as one table.
#include <optional>

#include "base/table.hpp"
#include "solve/cases.hpp"

namespace chappe {

/// "<link>/eye" over the case axes and ber, subeye, side, time_ui, threshold_offset: FORMAT.md.
/// Nothing if no case has an eye; a case without one is not-a-number, its `status` says why.
std::optional<Table> eye_table(const Table& figures, const LinkResults& results);

}  // namespace chappe
