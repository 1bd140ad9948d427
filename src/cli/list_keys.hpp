#pragma once
// The keys of a scenario beside those of models.
#include "cli/list.hpp"

namespace chappe::cli {

/// [solve], [require], and of a link: its own, a section's, a FEC span's, an element's, an
/// aggressor's.
Listing keys_listing();

}  // namespace chappe::cli
