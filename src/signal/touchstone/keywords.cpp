#include "signal/touchstone/keywords.hpp"

#include <algorithm>
#include <charconv>

#include "signal/touchstone.hpp"
#include "signal/touchstone/impedance.hpp"

namespace chappe::touchstone {
namespace {

constexpr std::array<const char*, kKeywords> kNames{"[Version]",
                                                    "[Number of Ports]",
                                                    "[Two-Port Data Order]",
                                                    "[Number of Frequencies]",
                                                    "[Number of Noise Frequencies]",
                                                    "[Reference]",
                                                    "[Matrix Format]",
                                                    "[Mixed-Mode Order]",
                                                    "[Begin Information]",
                                                    "[End Information]",
                                                    "[Network Data]",
                                                    "[Noise Data]",
                                                    "[End]"};

/// "[ number   OF ports ]" as "[NUMBER OF PORTS]".
std::string tidy(std::string_view text) {
  std::string out;
  for (const char c : upper(text)) {
    const bool blank = c == ' ' || c == '\t';
    if (blank && (out.ends_with(' ') || out.ends_with('['))) continue;
    if (c == ']' && out.ends_with(' ')) out.pop_back();
    out += blank ? ' ' : c;
  }
  return out;
}

/// One word out of a list. @returns its index
std::size_t read_choice(Lexer& lexer, Keyword keyword, const std::vector<std::string>& choices) {
  const Origin where = lexer.here();
  const std::string_view word = lexer.word();
  std::string list;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    if (upper(word) == upper(choices[k])) return k;
    list += (list.empty() ? "" : " or ") + choices[k];
  }
  throw DataError(where, std::string(keyword_name(keyword)) + ": expected " + list + ", found '" +
                             printable(word) + "'");
}

std::size_t read_count(Lexer& lexer, Keyword keyword, std::size_t most) {
  const Origin where = lexer.here();
  const std::string_view word = lexer.word();
  std::size_t count = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, count);
  if (error == std::errc{} && stop == end && count >= 1 && count <= most) return count;
  throw DataError(where, std::string(keyword_name(keyword)) +
                             ": expected a whole number from 1 to " + std::to_string(most) +
                             ", found '" + printable(word) + "'");
}

}  // namespace

const char* keyword_name(Keyword keyword) { return kNames[static_cast<std::size_t>(keyword)]; }

std::optional<Keyword> find_keyword(Lexer& lexer) {
  if (!lexer.more() || lexer.peek() != '[') return std::nullopt;
  Lexer ahead = lexer;
  const std::string text = tidy(ahead.bracketed());
  for (std::size_t k = 0; k < kKeywords; ++k) {
    if (text != upper(kNames[k])) continue;
    lexer = ahead;
    return static_cast<Keyword>(k);
  }
  return std::nullopt;
}

Keyword read_keyword(Lexer& lexer, bool ours) {
  if (const auto keyword = find_keyword(lexer)) return *keyword;
  const Origin where = lexer.here();
  const std::string_view text = lexer.bracketed();
  const std::string prefix = ours ? "" : kNotOurs;
  if (text.empty()) {
    throw DataError(where,
                    prefix + "expected ']' behind the keyword '" + printable(lexer.word()) + "'");
  }
  const std::string near = did_you_mean(text.substr(0, 40), {kNames.begin(), kNames.end()});
  throw DataError(where, prefix + "unknown keyword '" + printable(text) + "'" + near);
}

void Header::take(Keyword keyword, const Origin& where, Lexer& lexer) {
  if (has(keyword)) {
    throw DataError(where, std::string("a second ") + keyword_name(keyword) +
                               "; the first is in line " + std::to_string(place(keyword).line));
  }
  places_[static_cast<std::size_t>(keyword)] = where;
  list_.reset();
  switch (keyword) {
    case Keyword::version:
      read_choice(lexer, keyword, {"2.0", "2.1"});
      break;
    case Keyword::ports:
      ports = static_cast<int>(
          read_count(lexer, keyword, static_cast<std::size_t>(kTouchstonePortsMax)));
      break;
    case Keyword::two_port_order:
      rows_first = read_choice(lexer, keyword, {"21_12", "12_21"}) == 1;
      break;
    case Keyword::frequencies:
      frequencies = read_count(lexer, keyword, kTouchstonePointsMax);
      break;
    case Keyword::noise_frequencies:
      noise_frequencies = read_count(lexer, keyword, kTouchstonePointsMax);
      break;
    case Keyword::matrix_format:
      matrix = static_cast<MatrixFormat>(read_choice(lexer, keyword, {"Full", "Lower", "Upper"}));
      break;
    case Keyword::reference:
    case Keyword::mixed_mode_order:
      list_ = keyword;
      take_list(lexer);
      break;
    default:  // no arguments
      break;
  }
  if (lexer.more()) {
    lexer.fail(std::string(keyword_name(keyword)) + ": expected the end of the line, found '" +
               printable(lexer.word()) + "'");
  }
}

void Header::take_list(Lexer& lexer) {
  constexpr auto kMost = static_cast<std::size_t>(kTouchstonePortsMax);
  const std::string name = keyword_name(*list_);
  while (lexer.more()) {
    if (references_ohm.size() == kMost || modes.size() == kMost) {
      lexer.fail(name + ": more than " + std::to_string(kMost) + " entries");
    }
    if (*list_ == Keyword::reference) {
      references_ohm.push_back(read_impedance(lexer, name));
      continue;
    }
    const Origin where = lexer.here();
    const std::string_view word = lexer.word();
    const std::optional<Mode> mode = parse_mode(word);
    if (!mode) {
      throw DataError(where, name + ": expected a mode such as D1,2 or C1,2 or S3, found '" +
                                 printable(word) + "'");
    }
    modes.push_back(*mode);
  }
}

bool Header::take_continuation(Lexer& lexer) {
  if (!list_) return false;
  const std::size_t have = *list_ == Keyword::reference ? references_ohm.size() : modes.size();
  if (ports > 0 && have >= static_cast<std::size_t>(ports)) return false;
  take_list(lexer);
  return true;
}

}  // namespace chappe::touchstone
