#pragma once
// Lines, comments, words and numbers of a Touchstone text, over one buffer and without copies.
#include <cstddef>
#include <string>
#include <string_view>

#include "base/errors.hpp"

namespace chappe::touchstone {

class Lexer {
 public:
  /// Passes a UTF-8 byte order mark over. @throws DataError if the text is binary
  Lexer(std::string_view text, std::string name);

  /// To the next line, behind LF, CR LF or CR; false at the end of the text.
  /// @throws DataError if the line exceeds 1 MiB
  bool next_line();
  /// True if the current line has another word; blanks are passed over.
  bool more();
  /// First character of the next word; more() holds.
  char peek() const { return *at_; }
  void skip() { ++at_; }
  /// Back to a position on the current line.
  void rewind(std::size_t position) { at_ = text_.data() + position; }
  /// The next word, "" if none is left.
  std::string_view word();
  /// From the "[" that is next to its "]"; "" if the line has no "]", and nothing is taken.
  std::string_view bracketed();
  /// Takes the next word if it is a finite number.
  bool take_number(double& value);
  /// The next word as a finite number. @throws DataError naming it
  double number();
  /// The next word as a finite number times 10^exponent, rounded once: equal values in Hz and GHz
  /// give equal bits. @throws DataError naming it
  double scaled_number(int exponent);

  /// What stands behind "!" on the current line, "" if nothing.
  std::string_view comment() const { return comment_; }
  int line() const { return line_; }
  std::size_t position() const { return static_cast<std::size_t>(at_ - text_.data()); }
  std::size_t size() const { return text_.size(); }
  const std::string& name() const { return name_; }
  /// Place of the next word (behind the last if none is left), or of `word`, which is part of the
  /// text.
  Origin here() const;
  Origin place(std::string_view word) const;
  /// Place of a position on the current line.
  Origin place(std::size_t position) const { return place(text_.substr(position)); }
  [[noreturn]] void fail(const std::string& message) const { throw DataError(here(), message); }

 private:
  [[noreturn]] void fail_number(std::string_view token) const;

  std::string_view text_;
  std::string name_;
  const char* line_begin_{nullptr};
  const char* at_{nullptr};
  const char* end_{nullptr};        ///< of the current line without comment
  const char* next_{nullptr};       ///< begin of the next line
  const char* line_feed_{nullptr};  ///< the next one, or the end of the text
  std::string_view comment_{};
  int line_{0};
};

/// Text fit for a message: at most 40 characters, what cannot be printed as "?".
std::string printable(std::string_view text);
/// Letters a to z as A to Z.
std::string upper(std::string_view text);
/// Up to 12 digits, for a message.
std::string number_text(double value);

}  // namespace chappe::touchstone
