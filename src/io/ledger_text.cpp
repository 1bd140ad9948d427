#include "io/ledger_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/number_text.hpp"

namespace chappe {
namespace {

constexpr int kDigits = 6;
using Line = std::array<std::string, 6>;  // section, element, value, unit, verified, source
constexpr std::size_t kValue = 2;

bool is_noise(const LedgerRow& row) { return row.quantity == "noise"; }

/// Chosen values, and a budget that carries its own sum, stand beside each other: units may differ.
bool is_setting(const LedgerRow& row) {
  return row.quantity == "setting" || row.quantity == "budget";
}

bool per_section(const LedgerRow& row) {
  return is_noise(row) || is_setting(row) || row.quantity == "loss";
}

bool same_block(const LedgerRow& a, const LedgerRow& b) {
  return a.quantity == b.quantity && (is_setting(a) || a.unit == b.unit) &&
         (!per_section(a) || a.section == b.section);
}

/// Characters, not bytes, of UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string number(double value) {
  return std::isfinite(value) ? rounded_text(value, kDigits) : "-";
}

/// Columns side by side; values right, all else left; no trailing blanks.
std::string aligned(const std::vector<Line>& lines) {
  std::array<std::size_t, 6> widths{};
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));
  }
  std::string text;
  for (const Line& line : lines) {
    std::string out = "  ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - width(line[i]), ' ');
      out += "  " + (i == kValue ? blanks + line[i] : line[i] + blanks);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + '\n';
  }
  return text;
}

std::string per_cent(double share) { return rounded_text(100.0 * share, 3) + " % verified"; }

/// The figures whose name is the quantity, alone or with a unit behind.
std::vector<Line> figure_lines(const LedgerRow& row, double total,
                               const std::vector<LedgerFigure>& figures) {
  constexpr double kRounding = 1e-9;
  std::vector<Line> lines;
  for (const LedgerFigure& figure : figures) {
    const bool loss = figure.name == "il_nyquist_db" && row.quantity == "loss" &&
                      std::abs(figure.value - total) <= kRounding * std::abs(total);
    if (loss)
      lines.push_back({"figure", figure.name, number(total), row.unit, "", "equal to the total"});
    const bool named = figure.name == row.quantity ||
                       (figure.name == "latency_ns" && row.unit == "ns") ||
                       (figure.name == "energy_pj_per_bit" && row.unit == "pJ/bit");
    if (!named || per_section(row) || !figure.name.starts_with(row.quantity)) continue;
    const double difference = figure.value - total;
    const bool equal = std::abs(difference) <= kRounding * std::abs(total);
    lines.push_back({"figure", figure.name, number(figure.value), row.unit, "",
                     equal ? "equal to the total" : "DIFFERS by " + number(difference)});
  }
  return lines;
}

std::string block_text(const std::vector<LedgerRow>& rows,
                       const std::vector<LedgerFigure>& figures) {
  const LedgerRow& first = rows.front();
  std::vector<Line> lines{{"section", "element", "value", "unit", "verified", "source"}};
  for (const LedgerRow& row : rows) {
    lines.push_back({row.section, row.element, number(row.value), row.unit,
                     row.verified ? "yes" : "NO", row.source});
  }
  const std::string place = per_section(first) ? " of section " + first.section : "";
  const std::string head = "\n  " + first.quantity + place + "\n";
  if (is_setting(first)) return head + aligned(lines);
  const LedgerTotal total = total_of(rows);
  lines.push_back({"total", is_noise(first) ? "(rms)" : "", number(total.value), first.unit, "",
                   per_cent(total.verified_share)});
  for (Line& line : figure_lines(first, total.value, figures)) lines.push_back(std::move(line));
  return head + aligned(lines);
}

}  // namespace

LedgerTotal total_of(std::span<const LedgerRow> rows) {
  double sum = 0.0;
  double size = 0.0;
  double verified = 0.0;
  bool noise = false;
  for (const LedgerRow& row : rows) {
    noise = is_noise(row);
    const double part = noise ? row.value * row.value : row.value;
    sum += part;
    size += std::abs(part);
    if (row.verified) verified += std::abs(part);
  }
  const bool all =
      std::all_of(rows.begin(), rows.end(), [](const LedgerRow& r) { return r.verified; });
  const double share = size > 0.0 ? verified / size : (all ? 1.0 : 0.0);
  return {noise ? std::sqrt(sum) : sum, share};
}

std::string ledger_text(const std::vector<LedgerRow>& rows,
                        const std::vector<LedgerFigure>& figures) {
  std::vector<std::vector<LedgerRow>> blocks;
  for (const LedgerRow& row : rows) {
    auto block = std::find_if(blocks.begin(), blocks.end(),
                              [&](const auto& b) { return same_block(b.front(), row); });
    if (block == blocks.end()) block = blocks.insert(blocks.end(), std::vector<LedgerRow>{});
    block->push_back(row);
  }
  std::string text;
  for (const auto& block : blocks) text += block_text(block, figures);
  const bool any =
      std::any_of(rows.begin(), rows.end(), [](const LedgerRow& r) { return !r.verified; });
  if (rows.empty()) text = "\n  no rows\n";
  if (any) text += "\n  NO: the number was recalled or assumed; its source was not seen.\n";
  return text;
}

}  // namespace chappe
