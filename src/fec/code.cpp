#include "fec/code.hpp"

#include <vector>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr FecCode kCodes[] = {
    {.name = "none", .doc = "no FEC", .source = "", .verified = true},
    {.name = "rs544_514",
     .doc = "RS(544,514), KP4: IEEE 802.3 clauses 91, 119, 134",
     .source = "Intel 683805, FEC table",
     .verified = true,
     .n = 544,
     .k = 514,
     .symbol_bits = 10,
     .t = 15,
     .payload_bits = 5140},
    {.name = "rs528_514",
     .doc = "RS(528,514), KR4: IEEE 802.3 clauses 91, 108",
     .source = "Intel 683805, FEC table",
     .verified = true,
     .n = 528,
     .k = 514,
     .symbol_bits = 10,
     .t = 7,
     .payload_bits = 5140},
    // 257 useful symbols and one of pad; the generator is that of RS(528,514).
    {.name = "rs272_258",
     .doc = "RS(272,258), low latency: Ethernet Technology Consortium",
     .source = "Intel 683872, FEC table",
     .verified = true,
     .n = 272,
     .k = 258,
     .symbol_bits = 10,
     .t = 7,
     .payload_bits = 2570},
};

}  // namespace

double FecCode::net_over_line() const {
  if (!corrects()) return 1.0;
  // 256 bits of MAC stream (four 64-bit blocks) travel in a 257-bit block.
  return payload_bits * (256.0 / 257.0) / codeword_bits();
}

std::span<const FecCode> fec_codes() { return kCodes; }

const FecCode& fec_code(std::string_view name) {
  std::vector<std::string> names;
  for (const FecCode& code : kCodes) {
    if (code.name == name) return code;
    names.emplace_back(code.name);
  }
  std::string message = "unknown FEC code '";
  message.append(name).append("'").append(did_you_mean(name, names)).append("; known: ");
  for (std::size_t i = 0; i < names.size(); ++i) message += (i == 0 ? "" : ", ") + names[i];
  throw ScenarioError(message);
}

}  // namespace chappe
