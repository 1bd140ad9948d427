#pragma once
// Results as tables: what files, reports and scripts read.
#include <vector>

#include "base/table.hpp"
#include "solve/cases.hpp"

namespace chappe {

/// "<link>" (figures over the axes), "<link>/ledger" and, if there is any, "<link>/sensitivity",
/// "<link>/cross_check", "<link>/eye".
std::vector<Table> result_tables(const LinkResults& results);

/// The declarations of every column of figures, for the schema: name, unit, long name, type.
std::vector<ParamDoc> figure_columns();

}  // namespace chappe
