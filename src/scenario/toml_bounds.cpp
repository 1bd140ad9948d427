#include "scenario/toml_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// True for a decimal number that is not 0 but would be read as 0 or with lost digits.
bool underflows(std::string word) {
  std::erase(word, '_');
  if (word.find_first_not_of("0123456789+-.eE") != std::string::npos) return false;
  const std::size_t digit = word.find_first_of("123456789");
  if (digit >= std::min(word.find_first_of("eE"), word.size())) return false;
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  return *end == '\0' && std::abs(value) < std::numeric_limits<double>::min();
}

/// Walks over a TOML text. Where the text is not valid TOML it may lose its way, but never ahead of
/// the place at which a parser stops.
class Walker {
 public:
  Walker(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void check_nesting(int nesting_max) {
    nesting_max_ = nesting_max;
    while (at_ < text_.size()) step();
  }

  void check_numbers() {
    constexpr std::string_view kWord =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-.";
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find_first_not_of(kWord, at_), text_.size());
      if (end == at_) {
        step();
        continue;
      }
      const std::string word(text_.substr(at_, end - at_));
      const std::size_t next = text_.find_first_not_of(" \t", end);
      const bool is_key = next != std::string_view::npos && text_[next] == '=';
      if (!is_key && underflows(word)) {
        fail(word + " is nearer to 0 than any number that this program can hold");
      }
      advance(word.size());
    }
  }

 private:
  bool starts(std::string_view word) const { return text_.substr(at_, word.size()) == word; }

  void advance(std::size_t count = 1) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
    }
  }

  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '#') return skip_comment();
    if (c == '[' || c == '{') check(++depth_);
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if (c == '.') check(++dots_);
    if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) dots_ = 0;
    advance();
  }

  void skip_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') advance();
  }

  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool many_lines = starts(triple);
    advance(many_lines ? 3 : 1);
    while (at_ < text_.size()) {
      if (many_lines ? starts(triple) : text_[at_] == quote) return advance(many_lines ? 3 : 1);
      if (!many_lines && text_[at_] == '\n') return;
      advance(quote == '"' && text_[at_] == '\\' ? 2 : 1);
    }
  }

  void check(int level) const {
    if (level > nesting_max_)
      fail("nested deeper than " + std::to_string(nesting_max_) + " levels");
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw ScenarioError({Fault{{file_, line_, static_cast<int>(at_ - line_start_) + 1}, message}});
  }

  std::string_view text_;
  const std::string& file_;
  int nesting_max_{std::numeric_limits<int>::max()};
  std::size_t at_{0}, line_start_{0};
  int line_{1}, depth_{0}, dots_{0};
};

}  // namespace

void check_toml_nesting(std::string_view text, const std::string& file, int nesting_max) {
  Walker(text, file).check_nesting(nesting_max);
}

void check_toml_numbers(std::string_view text, const std::string& file) {
  Walker(text, file).check_numbers();
}

}  // namespace chappe
