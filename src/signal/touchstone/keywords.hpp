#pragma once
// The keywords of a version 2 file, "[Number of Ports] 4".
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "signal/touchstone/lexer.hpp"
#include "signal/touchstone/mixed_order.hpp"

namespace chappe::touchstone {

enum class Keyword {
  version,
  ports,
  two_port_order,
  frequencies,
  noise_frequencies,
  reference,
  matrix_format,
  mixed_mode_order,
  begin_information,
  end_information,
  network_data,
  noise_data,
  end,
};
inline constexpr std::size_t kKeywords = 13;

/// "[Number of Ports]" and so on.
const char* keyword_name(Keyword keyword);
/// The keyword that begins the rest of the line, in any case; nothing is taken if there is none.
std::optional<Keyword> find_keyword(Lexer& lexer);
/// @param ours  the text is known to be Touchstone   @throws DataError with the nearest keyword
Keyword read_keyword(Lexer& lexer, bool ours);
inline constexpr const char* kNotOurs = "not a Touchstone file: ";  ///< begins a message

enum class MatrixFormat { full, lower, upper };

/// Collects what the keywords ahead of the data say. Numbers are checked by themselves here; how
/// they fit each other is form.hpp's.
class Header {
 public:
  /// Takes the arguments of a keyword. @throws DataError naming it
  void take(Keyword keyword, const Origin& where, Lexer& lexer);
  /// Takes a line that goes on with [Reference] or [Mixed-Mode Order]; false if it does not.
  bool take_continuation(Lexer& lexer);

  bool has(Keyword keyword) const { return place(keyword).line > 0; }
  /// Where the keyword stands; line 0 if it was not given.
  const Origin& place(Keyword keyword) const { return places_[static_cast<std::size_t>(keyword)]; }

  int ports{0};
  bool rows_first{false};  ///< [Two-Port Data Order] 12_21
  std::size_t frequencies{0};
  std::size_t noise_frequencies{0};
  MatrixFormat matrix{MatrixFormat::full};
  std::vector<cd> references_ohm{};
  std::vector<Mode> modes{};

 private:
  void take_list(Lexer& lexer);

  std::array<Origin, kKeywords> places_{};
  std::optional<Keyword> list_{};  ///< the keyword whose list may go on in the next line
};

}  // namespace chappe::touchstone
