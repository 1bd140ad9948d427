#pragma once
// One function a verb; each is in the file of its name.
#include "cli/command.hpp"

namespace chappe::cli {

Verb run_verb();
Verb check_verb();
Verb com_verb();
Verb tdecq_verb();
Verb explain_verb();
Verb export_verb();
Verb list_verb();
Verb schema_verb();
Verb doctor_verb();

}  // namespace chappe::cli
