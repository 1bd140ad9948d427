#include "link/path.hpp"

#include "fec/inner_code.hpp"

namespace chappe {

int levels(Modulation modulation) {
  switch (modulation) {
    case Modulation::nrz:
      return 2;
    case Modulation::pam4:
      return 4;
    case Modulation::pam6:
      break;
  }
  return 6;
}

double bits_per_symbol(Modulation modulation) {
  switch (modulation) {
    case Modulation::nrz:
      return 1.0;
    case Modulation::pam4:
      return 2.0;
    case Modulation::pam6:
      break;
  }
  return 2.5;
}

double line_rate_bps(const Section& section) {
  return section.symbol_rate_bd * bits_per_symbol(section.modulation);
}

double payload_rate_bps(const Section& section) {
  return line_rate_bps(section) * inner_code(section.inner_code).payload_over_line();
}

Modulation modulation_of(std::string_view name) {
  if (name == "nrz") return Modulation::nrz;
  return name == "pam4" ? Modulation::pam4 : Modulation::pam6;
}

bool has_light(const Section& section) {
  for (const auto& element : section.elements) {
    if (element->input() == Domain::optical_field || element->output() == Domain::optical_field) {
      return true;
    }
  }
  return false;
}

bool stands_beside(const Element& element) {
  return as<LightSource>(element) != nullptr && as<Static>(element) == nullptr;
}

const FecSpan* span_of(const Path& path, std::size_t section) {
  for (const FecSpan& span : path.fec) {
    if (section >= span.first_section && section <= span.last_section) return &span;
  }
  return nullptr;
}

}  // namespace chappe
