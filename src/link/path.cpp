#include "link/path.hpp"

namespace chappe {

int levels(Modulation modulation) { return modulation == Modulation::nrz ? 2 : 4; }

double bits_per_symbol(Modulation modulation) { return modulation == Modulation::nrz ? 1.0 : 2.0; }

}  // namespace chappe
