// Keywords that are misspelt, given twice or not supported.
#include <algorithm>
#include <set>
#include <span>

#include "solve/com/com_keywords.hpp"
#include "solve/com/com_reader_groups.hpp"

namespace chappe {
namespace {

constexpr std::size_t kFaultsMax = 50;  // of one kind: a sheet of nothing but faults stays cheap

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool means(const ComCell& cell, const std::string& value) {
  const std::string text = com_word(cell.text);
  if (same_keyword(text, value)) return true;
  const MatlabOutcome given = parse_matlab_matrix(text), other = parse_matlab_matrix(value);
  return given.ok() && other.ok() && given.value == other.value;
}

void check_refused(ComValues& values, const ComConfig& config) {
  using enum ComRefusal::Where;
  for (const ComRefusal& refusal : com_keywords_refused()) {
    const ComCell* cell = values.find(refusal.keyword);
    if (cell == nullptr || (refusal.where == rx_ffe && !config.rx_ffe.on()) ||
        (refusal.where == mlse && config.mlse == 0) || (refusal.where == erl && !config.tdr.erl)) {
      continue;
    }
    const bool harmless =
        std::any_of(refusal.harmless.begin(), refusal.harmless.end(),
                    [&](const std::string& value) { return means(*cell, value); });
    if (harmless) continue;
    const std::string advice = refusal.advice;
    values.fault(refusal.keyword,
                 " is not supported" + (advice.empty() ? "" : " (" + advice + ")"));
  }
}

/// Two values of one keyword: which one counts would be a guess. Beside an expression, text that
/// does not begin like one is a note.
void check_twice(const ComValues& values, Faults& faults) {
  std::vector<std::string> keywords(com_keywords_read().begin(), com_keywords_read().end());
  for (int n = -16; n <= 16; ++n) keywords.push_back("c(" + std::to_string(n) + ")");
  for (const std::string& keyword : keywords) {
    const std::vector<const ComCell*> all = values.sheet().values(keyword);
    if (all.size() < 2 || all[0]->origin.line == 0) continue;  // --set decides
    const ComCell& first = *values.find(keyword);
    const bool expression = parse_matlab_matrix(com_word(first.text)).ok();
    for (const ComCell* other : std::span(all).first(std::min(all.size(), kFaultsMax))) {
      const bool note = expression && !other->text.starts_with('[') &&
                        !parse_matlab_matrix(com_word(other->text)).ok();
      if (note || means(*other, com_word(first.text))) continue;
      faults.add(other->origin, keyword + " = " + com_elided(other->text) + ", but " +
                                    com_elided(first.text) + " at " + first.origin.text());
    }
  }
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }));
}

/// A word near a keyword whose neighbour is a value: a misspelt keyword. Units and short words of
/// notes are no words near a keyword.
std::string suggestion(const ComCell& cell, const ComCell& next,
                       const std::vector<std::string>& known) {
  const std::string word = lower(cell.text);
  const bool special = word.find_first_of("_()") != std::string::npos;
  if (word.size() > 60 || letters(word) == 0 || (word.size() < 5 && !special)) return "";
  const std::size_t most = word.size() < 6 ? 1 : 2;
  std::size_t least = most + 1;
  std::string best;
  for (const std::string& keyword : known) {
    if (keyword.size() + most < word.size() || word.size() + most < keyword.size()) continue;
    const std::size_t distance = edit_distance(word, lower(keyword));
    if (distance < least) {
      least = distance;
      best = keyword;
    }
  }
  return best.empty() || !parse_matlab_matrix(com_word(next.text)).ok() ? "" : best;
}

/// The keyword of the same letters and digits first, then the nearest one.
std::string alike(const std::string& word, const std::vector<std::string>& known) {
  const auto bare = [](const std::string& text) {
    std::string out = lower(text);
    std::erase_if(out, [](char c) { return c == '_' || c == ' '; });
    return out;
  };
  for (const std::string& keyword : known) {
    if (bare(keyword) == bare(word)) return " (did you mean '" + keyword + "'?)";
  }
  return did_you_mean(word, known);
}

void check_misspelt(const ComSheet& sheet, Faults& faults) {
  const std::vector<std::string> known = com_keywords();
  std::set<std::string> names;
  for (const std::string& keyword : known) names.insert(lower(keyword));
  const auto is_known = [&](const std::string& text) {
    return com_tap_keyword(text) != 0 || names.contains(lower(text));
  };
  std::size_t found = 0;
  for (const std::vector<ComCell>& row : sheet.rows()) {
    for (std::size_t i = 0; i < row.size() && found < kFaultsMax; ++i) {
      const ComCell& cell = row[i];
      if (same_keyword(cell.text, ".START")) {
        faults.add(cell.origin,
                   ".START: package blocks are not supported; state the package's "
                   "keys in the sheet itself");
      }
      if (is_known(cell.text) || i + 1 >= row.size()) continue;
      if (row[i + 1].text.empty()) continue;
      const bool is_value = i > 0 && is_known(row[i - 1].text);
      const std::string best = is_value ? "" : suggestion(cell, row[i + 1], known);
      if (best.empty() || ++found > kFaultsMax) continue;
      faults.add(cell.origin, "unknown keyword '" + cell.text + "' (did you mean '" + best + "'?)");
    }
  }
  for (const ComCell& cell : sheet.set_keywords()) {
    if (is_known(cell.text)) continue;
    faults.add(cell.origin,
               "unknown keyword '" + com_elided(cell.text) + "'" + alike(cell.text, known));
  }
}

}  // namespace

void check_com_keywords(ComValues& values, Faults& faults, const ComConfig& config) {
  check_misspelt(values.sheet(), faults);
  check_twice(values, faults);
  check_refused(values, config);
}

}  // namespace chappe
