#include "fec/inner_code.hpp"

#include <string>
#include <vector>

#include "base/errors.hpp"

namespace chappe {
namespace {

// 113.4375 GBd is 106.25 GBd x 128/120 x 1089/1088: a pad of one part in 1088. Eight words in turn
// and what the pad holds are recalled.
constexpr InnerCode kCodes[] = {
    {.name = "none", .doc = "no inner code", .source = "", .verified = true},
    {.name = "hamming128_120",
     .doc = "Hamming (68,60) over symbol pairs, IEEE P802.3dj clause 177 as drafted",
     .source = "Omer-Sella/802.3, table 177-1 of drafts D0.1, D1.0; rate derived",
     .verified = false,
     .form = InnerForm::pairs,
     .line_bits = 128,
     .payload_bits = 120,
     .words_in_turn = 8,
     .pad = 1,
     .pad_every = 1088},
    {.name = "hamming128_120_bits",
     .doc = "extended Hamming (128,120) over Gray bits",
     .source = "textbook code; rate as hamming128_120",
     .verified = false,
     .form = InnerForm::bits,
     .line_bits = 128,
     .payload_bits = 120,
     .words_in_turn = 8,
     .pad = 1,
     .pad_every = 1088},
};

}  // namespace

std::span<const InnerCode> inner_codes() { return kCodes; }

const InnerCode& inner_code(std::string_view name) {
  std::vector<std::string> names;
  for (const InnerCode& code : kCodes) {
    if (code.name == name) return code;
    names.emplace_back(code.name);
  }
  throw ScenarioError("unknown inner code '" + std::string(name) + "'" + did_you_mean(name, names));
}

}  // namespace chappe
