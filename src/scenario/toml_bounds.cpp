#include "scenario/toml_bounds.hpp"

#include "base/errors.hpp"

namespace chappe {
namespace {

/// Walks over a TOML text. Where the text is not valid TOML it may lose its way, but never ahead of
/// the place at which a parser stops.
class Walker {
 public:
  Walker(std::string_view text, const std::string& file, int nesting_max)
      : text_(text), file_(file), nesting_max_(nesting_max) {}

  void run() {
    while (at_ < text_.size()) step();
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
    if (level <= nesting_max_) return;
    throw ScenarioError({Fault{{file_, line_, static_cast<int>(at_ - line_start_) + 1},
                               "nested deeper than " + std::to_string(nesting_max_) + " levels"}});
  }

  std::string_view text_;
  const std::string& file_;
  int nesting_max_;
  std::size_t at_{0}, line_start_{0};
  int line_{1}, depth_{0}, dots_{0};
};

}  // namespace

void check_toml_nesting(std::string_view text, const std::string& file, int nesting_max) {
  Walker(text, file, nesting_max).run();
}

}  // namespace chappe
