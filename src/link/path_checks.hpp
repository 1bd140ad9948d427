#pragma once
// Checks of a path while it is built: each adds its faults with their places.
#include "link/path.hpp"

namespace chappe {

/// Element names (aggressors' channels too) and section names are unique in a link.
void check_names(const PathSpec& spec, Faults& faults);

/// The elements' order carries a signal: a transmitter, two-ports, a receiver, in matching domains.
/// Says nothing where an element could not be made: its own fault was reported.
void check_order(const SectionSpec& spec, const Section& section, Faults& faults);

/// An inner code is decoded from PAM4 symbols that stand for themselves.
void check_inner_code(const SectionSpec& spec, const Section& section, Faults& faults);

/// An aggressor's channel is a two-port and its transmitter a transmitter (nullptr passes, as
/// above).
void check_aggressor(const AggressorSpec& spec, const Aggressor& aggressor, Faults& faults);

/// Index of the victim's element in whose place an aggressor's channel stands; 0 with a fault.
std::size_t replaced_element(const SectionSpec& section, const AggressorSpec& source,
                             Faults& faults);
/// Index of the last element of the run that begins at `first`.
std::size_t last_replaced_element(const SectionSpec& section, const AggressorSpec& source,
                                  std::size_t first, Faults& faults);

/// The sections and the code that a FEC's keys name. @param path  with its sections
FecSpan fec_span(const FecSpec& spec, const Path& path, Faults& faults);

/// No section has two FECs (a section's inner code is its own matter), and sections of a FEC with
/// an inner code among them hand on the same bit rate, to 1e-3.
void check_spans(const PathSpec& spec, const Path& path, Faults& faults);

}  // namespace chappe
