#include <algorithm>

#include "cli/export_com_parts.hpp"

namespace chappe::cli::com_export {
namespace {

constexpr std::size_t kSegments = 4;
constexpr double kNoLine_ohm = 100.0;
constexpr double kFemtoInNano = 1e6, kPicoInNano = 1e3;

/// Two rows of as many rungs: a rung of nothing lets all through.
std::string rungs(const Parts& parts, const char* key, double divisor) {
  std::vector<double> tx = list(parts.tx_package, key), rx = list(parts.rx_package, key);
  const std::size_t count =
      std::max({list(parts.tx_package, "die_capacitance_ff").size(),
                list(parts.rx_package, "die_capacitance_ff").size(), std::size_t{1}});
  tx.resize(count, 0.0);
  rx.resize(count, 0.0);
  return "[" + row(tx, divisor) + "; " + row(rx, divisor) + "]";
}

std::string lengths(const ElementSpec* package) {
  std::vector<double> values = list(package, "segment_length_mm");
  values.resize(kSegments, 0.0);
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : "; ") + plain(value);
  return "[" + out + "]";
}

std::string impedances(const Parts& parts) {
  std::vector<double> tx = list(parts.tx_package, "segment_impedance_ohm"),
                      rx = list(parts.rx_package, "segment_impedance_ohm");
  tx.resize(kSegments, kNoLine_ohm);
  rx.resize(kSegments, kNoLine_ohm);
  std::string out;
  for (std::size_t i = 0; i < kSegments; ++i) {
    out += (out.empty() ? "" : "; ") + plain(tx[i]) + " " + plain(rx[i]);
  }
  return "[" + out + "]";
}

/// gamma0, a1, a2 and tau: a sheet has them once for both ends.
void write_line_law(const std::string& keyword, const ElementSpec* tx, const ElementSpec* rx,
                    Writer& out) {
  const ElementSpec* from = tx != nullptr ? tx : rx;
  std::vector<double> law;
  for (const char* key : {"gamma0_per_mm", "a1_ns05_per_mm", "a2_ns_per_mm", "delay_ns_per_mm"}) {
    law.push_back(number(from, key));
    if (tx != nullptr && rx != nullptr && number(tx, key) != number(rx, key)) {
      out.note(std::string(key) + " of '" + rx->name + "' is taken from '" + tx->name +
               "': a sheet has one line law for both ends");
    }
  }
  out.line(keyword + "_gamma0_a1_a2", "[" + row({law[0], law[1], law[2]}) + "]");
  out.line(keyword + "_tau", law[3], "ns/mm");
}

}  // namespace

double number(const ElementSpec* element, const char* key, double absent) {
  if (element == nullptr) return absent;
  const auto found = element->params.find(key);
  if (found == element->params.end()) return absent;
  if (const auto* whole = std::get_if<std::int64_t>(&found->second.value)) {
    return static_cast<double>(*whole);
  }
  const auto* real = std::get_if<double>(&found->second.value);
  return real == nullptr ? absent : *real;
}

std::vector<double> list(const ElementSpec* element, const char* key) {
  if (element == nullptr) return {};
  const auto found = element->params.find(key);
  if (found == element->params.end()) return {};
  const auto* values = std::get_if<std::vector<double>>(&found->second.value);
  return values == nullptr ? std::vector<double>{} : *values;
}

std::string text(const ElementSpec& element, const char* key) {
  const auto found = element.params.find(key);
  if (found == element.params.end()) return "";
  const auto* value = std::get_if<std::string>(&found->second.value);
  return value == nullptr ? "" : *value;
}

std::string row(const std::vector<double>& values, double divisor) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : " ") + plain(value / divisor);
  return out;
}

std::string pair(double tx, double rx) { return "[" + plain(tx) + " " + plain(rx) + "]"; }

void write_package(const Parts& parts, Writer& out) {
  const auto both = [&](const char* key, double divisor) {
    return pair(number(parts.tx_package, key) / divisor, number(parts.rx_package, key) / divisor);
  };
  out.line("C_d", rungs(parts, "die_capacitance_ff", kFemtoInNano), "nF");
  out.line("L_s", rungs(parts, "die_inductance_ph", kPicoInNano), "nH");
  out.line("C_b", both("bump_capacitance_ff", kFemtoInNano), "nF");
  out.line("C_v", both("via_capacitance_ff", kFemtoInNano), "nF");
  out.line("C_p", both("ball_capacitance_ff", kFemtoInNano), "nF");
  out.line("R_0", "50", "ohm");
  out.line("R_d", pair(number(parts.tx, "termination_ohm"), number(parts.rx, "termination_ohm")),
           "ohm");
  out.line("z_p (TX)", lengths(parts.tx_package), "mm");
  out.line("z_p (FEXT)", lengths(parts.tx_package), "mm");
  out.line("z_p (NEXT)", lengths(parts.rx_package), "mm");
  out.line("z_p (RX)", lengths(parts.rx_package), "mm");
  out.line("package_Z_c", impedances(parts), "ohm");
  write_line_law("package_tl", parts.tx_package, parts.rx_package, out);
}

void write_board(const Parts& parts, Writer& out) {
  const ElementSpec *tx = parts.tx_board, *rx = parts.rx_board;
  if (rx == nullptr) {
    if (tx != nullptr) {
      out.note("element '" + tx->name + "': a sheet has no board at the transmitter alone");
    }
    out.line("Include PCB", "0");
    out.note("Include PCB = 0: the link has no board at the receiver");
    return;
  }
  out.line("Include PCB", tx != nullptr ? "1" : "2");
  write_line_law("board_tl", tx, rx, out);
  out.line("board_Z_c", pair(number(tx, "impedance_ohm", kNoLine_ohm), number(rx, "impedance_ohm")),
           "ohm");
  const double tx_mm = number(tx, "length_mm"), rx_mm = number(rx, "length_mm");
  out.line("z_bp (TX)", tx_mm, "mm");
  out.line("z_bp (FEXT)", tx_mm, "mm");
  out.line("z_bp (NEXT)", rx_mm, "mm");
  out.line("z_bp (RX)", rx_mm, "mm");
  for (const auto& [keyword, key] :
       {std::pair{"C_0", "chip_capacitance_ff"}, std::pair{"C_1", "connector_capacitance_ff"}}) {
    out.line(keyword, pair(number(tx, key) / kFemtoInNano, number(rx, key) / kFemtoInNano), "nF");
  }
}

}  // namespace chappe::cli::com_export
