#pragma once
// What every writer relies on.
#include "base/table.hpp"

namespace chappe {

/// Names are there, unique and without '/' (table names: with '/', no empty part), columns have
/// known axes and as many values as these span, texts hold no NUL, the signal is a column or "".
/// @throws InternalError that names the table and column
void check_table(const Table& table);

/// check_table for each, and unique names of tables and attributes.
void check_results(const ResultSet& results);

}  // namespace chappe
