#pragma once
// Every law that ships with Chappe.
#include "link/catalogue.hpp"

namespace chappe {

/// Adds all models to an empty catalogue.
void add_models(Catalogue& catalogue);

}  // namespace chappe
