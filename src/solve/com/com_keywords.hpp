#pragma once
// Every keyword of COM sheets up to the reference program's revision of 2025, by what becomes of
// it.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chappe {

/// Keywords that the reader of a ComConfig understands, c(-n) and c(n) aside.
std::span<const char* const> com_keywords_read();

/// Keywords that steer the reference program's plots, files and reports: passed over in silence.
std::span<const char* const> com_keywords_silent();

/// A keyword that would change the result and is not supported.
struct ComRefusal {
  enum class Where { everywhere, rx_ffe, mlse, erl };
  const char* keyword{nullptr};
  std::vector<std::string> harmless{};  ///< values with which it changes nothing
  Where where{Where::everywhere};       ///< what must be on for it to change anything
  const char* advice{""};
};
std::vector<ComRefusal> com_keywords_refused();

/// c(-n) or c(n) with n >= 1. @return n with its sign; 0 if it is none
int com_tap_keyword(std::string_view keyword);

/// All of them, for suggestions.
std::vector<std::string> com_keywords();

}  // namespace chappe
