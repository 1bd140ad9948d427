#include "signal/touchstone/form.hpp"

#include <algorithm>

#include "signal/touchstone/impedance.hpp"

namespace chappe::touchstone {
namespace {

bool is_hybrid(const Options& options) {
  return options.parameter == 'G' || options.parameter == 'H';
}

std::string ports_text(int ports) {
  return std::to_string(ports) + (ports == 1 ? " port" : " ports");
}

/// One reference a port.
std::vector<cd> spread(const std::vector<cd>& given, int ports, const Origin& where,
                       const std::string& who) {
  const auto n = static_cast<std::size_t>(ports);
  if (given.size() == n) return given;
  if (given.size() == 1 && who == "R") return std::vector<cd>(n, given.front());
  throw DataError(
      where, who + ": " + std::to_string(given.size()) +
                 (given.size() == 1 ? " reference impedance for " : " reference impedances for ") +
                 ports_text(ports));
}

void check_parameter(const Form& form, const Origin& option_line) {
  const char parameter = form.options.parameter;
  if (is_hybrid(form.options) && form.ports != 2) {
    throw DataError(option_line, std::string(1, parameter) +
                                     "-parameters are defined for 2 ports; the file has " +
                                     ports_text(form.ports));
  }
  if (parameter == 'S') return;
  const bool complex =
      std::any_of(form.z0_ohm.begin(), form.z0_ohm.end(), [](cd z) { return z.imag() != 0.0; });
  if (complex || (!form.version_2 && !all_equal(form.z0_ohm))) {
    throw DataError(option_line, std::string(1, parameter) + "-parameters with " +
                                     (complex ? "a complex reference impedance"
                                              : "different reference impedances") +
                                     "; expected " + (complex ? "real ones" : "one for all ports"));
  }
}

void use_references(Form& form, std::vector<cd> z0_ohm, const std::string& where,
                    const std::string& source) {
  form.z0_ohm = std::move(z0_ohm);
  const bool complex =
      std::any_of(form.z0_ohm.begin(), form.z0_ohm.end(), [](cd z) { return z.imag() != 0.0; });
  form.z0_remark = where + ": reference impedance " + impedances_text(form.z0_ohm) + " (" + source +
                   ")" + (complex ? "; complex: S is taken as power waves" : "");
}

void fill_places(Form& form, MatrixFormat matrix, bool columns_first) {
  const auto n = static_cast<std::size_t>(form.ports);
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t begin = matrix == MatrixFormat::upper ? row : 0;
    const std::size_t end = matrix == MatrixFormat::lower ? row + 1 : n;
    for (std::size_t col = begin; col < end; ++col) {
      const std::size_t here = row * n + col, across = col * n + row;
      form.places.push_back(columns_first ? across : here);
      form.mirrors.push_back(matrix == MatrixFormat::full ? form.places.back() : across);
    }
  }
}

void number_ports(Form& form) {
  for (int p = 1; p <= form.ports; ++p) form.names.push_back(std::to_string(p));
}

/// The keywords that a version 2 file cannot do without.
void check_complete(const Header& header, int ports, const std::string& file) {
  if (!header.has(Keyword::ports)) {
    throw DataError(header.place(Keyword::version), "[Number of Ports] is missing");
  }
  if (ports != 0 && ports != header.ports) {
    throw DataError(header.place(Keyword::ports),
                    "[Number of Ports] " + std::to_string(header.ports) + ", but the name of '" +
                        file + "' says " + std::to_string(ports));
  }
  if (header.ports == 2 && !header.has(Keyword::two_port_order)) {
    throw DataError(header.place(Keyword::ports),
                    "[Two-Port Data Order] is missing: expected 21_12 or 12_21 for 2 ports");
  }
}

void use_modes(Form& form, const Header& header) {
  const Origin& where = header.place(Keyword::mixed_mode_order);
  if (header.modes.size() != static_cast<std::size_t>(form.ports)) {
    throw DataError(where, "[Mixed-Mode Order]: " + std::to_string(header.modes.size()) +
                               " modes for " + ports_text(form.ports));
  }
  if (is_hybrid(form.options)) {
    throw DataError(where, "[Mixed-Mode Order] of hybrid parameters; expected S, Y or Z");
  }
  check_modes(header.modes, form.ports, where);
  form.mixed_mode = true;
  form.z0_ohm = mode_references(header.modes, form.z0_ohm, where);
  std::string list;
  for (const Mode& mode : header.modes) {
    form.names.push_back(mode_name(mode));
    list += " " + form.names.back();
  }
  form.z0_remark +=
      "; the data are mixed-mode (" + list.substr(1) + "): 2 z0 differential, z0/2 common";
}

}  // namespace

Form version_1_form(const Options& options, int ports, const std::string& file) {
  if (ports == 0) {
    throw DataError(Origin{file, 0, 0},
                    "version 1 text has its number of ports in its name; expected .s1p to .s128p, "
                    "or [Version] 2.0 at the begin");
  }
  Form form{.ports = ports, .options = options};
  const Origin where{file, options.line, 0};
  use_references(form, spread(options.z0_ohm, ports, where, "R"), where.text(),
                 options.z0_given ? "option line" : "default of the format");
  check_parameter(form, where);
  number_ports(form);
  fill_places(form, MatrixFormat::full, ports == 2);
  return form;
}

Form version_2_form(const Options& options, const Header& header, int ports,
                    const std::string& file, std::vector<std::string>& remarks) {
  check_complete(header, ports, file);
  Form form{.ports = header.ports, .options = options, .version_2 = true};
  form.frequencies = header.frequencies;
  const Origin option_line{file, options.line, 0};
  if (header.has(Keyword::reference)) {
    const Origin& where = header.place(Keyword::reference);
    use_references(form, spread(header.references_ohm, form.ports, where, "[Reference]"),
                   Origin{file, where.line, 0}.text(), "[Reference]");
  } else {
    use_references(form, spread(options.z0_ohm, form.ports, option_line, "R"), option_line.text(),
                   options.z0_given ? "option line" : "default of the format");
  }
  check_parameter(form, option_line);
  header.has(Keyword::mixed_mode_order) ? use_modes(form, header) : number_ports(form);
  if (header.matrix != MatrixFormat::full && is_hybrid(options)) {
    throw DataError(header.place(Keyword::matrix_format),
                    "[Matrix Format] of hybrid parameters; expected Full");
  }
  if (form.ports != 2 && header.has(Keyword::two_port_order)) {
    remarks.push_back(header.place(Keyword::two_port_order).text() +
                      ": [Two-Port Data Order] says nothing of " + ports_text(form.ports));
  }
  fill_places(form, header.matrix,
              form.ports == 2 && header.matrix == MatrixFormat::full && !header.rows_first);
  return form;
}

}  // namespace chappe::touchstone
