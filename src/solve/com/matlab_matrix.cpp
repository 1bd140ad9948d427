#include "solve/com/matlab_matrix.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "solve/com/matlab_operations.hpp"

namespace chappe {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Recursive descent: range, sum, product, signed power, operand. The first fault moves to the end
/// of the text, so that every step returns at once.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  MatlabOutcome run() {
    MatlabMatrix value = range();
    skip_blanks();
    if (ok() && at_ < text_.size()) fail("expected the end");
    if (!ok()) return {{}, fault_, fault_at_};
    return {std::move(value), "", 0};
  }

 private:
  bool ok() const { return fault_.empty(); }

  MatlabMatrix fail(const std::string& message) {
    if (ok()) {
      fault_ = message;
      fault_at_ = std::min(at_, text_.size());
    }
    at_ = text_.size();
    return {};
  }

  /// Counts what the expression has made so far: a short text must not make much work.
  MatlabMatrix keep(MatlabOutcome outcome) {
    if (!ok()) return {};
    if (!outcome.ok()) return fail(outcome.fault);
    if (!count(outcome.value.size())) return {};
    return std::move(outcome.value);
  }
  bool count(std::size_t elements) {
    made_ += elements;
    if (made_ <= kMatlabElementsMax) return true;
    fail("more than " + std::to_string(kMatlabElementsMax) + " elements");
    return false;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip_blanks() {
    while (is_blank(peek()) || (peek() == '\n' && !in_matrix_)) ++at_;
  }
  /// An operator, blanks ahead of it passed over; nothing is taken if it is not there.
  bool take(std::string_view word) {
    const std::size_t before = at_;
    skip_blanks();
    if (text_.substr(std::min(at_, text_.size())).starts_with(word)) {
      at_ += word.size();
      return true;
    }
    at_ = before;
    return false;
  }
  /// + or - between two operands. In a matrix "a -b" is two elements: blank ahead, none behind.
  bool take_sign(char sign) {
    const std::size_t before = at_;
    skip_blanks();
    const bool parted = in_matrix_ && at_ > before && !is_blank(peek(1));
    if (peek() == sign && !parted) {
      ++at_;
      return true;
    }
    at_ = before;
    return false;
  }
  bool enter() {
    if (++depth_ <= kMatlabNestingMax) return true;
    fail("nested deeper than " + std::to_string(kMatlabNestingMax));
    return false;
  }

  MatlabMatrix range() {
    MatlabMatrix first = sum();
    if (!ok() || !take(":")) return first;
    const MatlabMatrix second = sum();
    if (!ok() || !take(":")) return keep(matlab::steps(first, matlab::scalar(1.0), second));
    return keep(matlab::steps(first, second, sum()));
  }

  MatlabMatrix sum() {
    MatlabMatrix left = product();
    while (ok()) {
      const bool plus = take_sign('+');
      if (!plus && !take_sign('-')) break;
      left = keep(matlab::combine(left, plus ? '+' : '-', product(), true));
    }
    return left;
  }

  MatlabMatrix product() {
    MatlabMatrix left = power();
    while (ok()) {
      const bool dotted_times = take(".*"), dotted = dotted_times || take("./");
      const bool times = dotted_times || (!dotted && take("*"));
      if (!times && !dotted && !take("/")) break;
      left = keep(matlab::combine(left, times ? '*' : '/', power(), dotted));
    }
    return left;
  }

  /// A sign binds less than a power: -2^2 is -4.
  MatlabMatrix power() {
    if (const std::optional<bool> negative = leading_sign()) {
      if (!enter()) return {};
      MatlabMatrix value = power();
      --depth_;
      return *negative ? keep(matlab::combine(matlab::scalar(-1.0), '*', value, true)) : value;
    }
    MatlabMatrix base = operand();
    while (ok() && take("^")) {
      const bool negative = leading_sign().value_or(false);
      const MatlabMatrix exponent = operand();
      base = keep(matlab::combine(
          base, '^',
          matlab::combine(matlab::scalar(negative ? -1.0 : 1.0), '*', exponent, true).value,
          false));
    }
    return base;
  }

  /// True for -, false for +.
  std::optional<bool> leading_sign() {
    skip_blanks();
    if (peek() != '-' && peek() != '+') return std::nullopt;
    return text_[at_++] == '-';
  }

  MatlabMatrix operand() {
    skip_blanks();
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_letter(c)) return name();
    if (c != '(' && c != '[') return fail("expected a number");
    if (!enter()) return {};
    ++at_;
    const bool outside = in_matrix_;
    in_matrix_ = c == '[';
    MatlabMatrix value = in_matrix_ ? rows() : range();
    in_matrix_ = outside;
    if (c == '(' && ok() && !take(")")) fail("expected ')'");
    --depth_;
    return value;
  }

  MatlabMatrix number() {
    double value{};
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{}) return fail("a number out of range");
    at_ += static_cast<std::size_t>(end - begin);
    if (is_letter(peek())) return fail("letters behind a number");
    return matlab::scalar(value);
  }

  /// inf, ones(n, m), zeros(n, m).
  MatlabMatrix name() {
    const std::size_t begin = at_;
    std::string word;
    while (is_letter(peek()) || is_digit(peek())) word += lower(text_[at_++]);
    if (word == "inf") return matlab::scalar(std::numeric_limits<double>::infinity());
    if (word != "ones" && word != "zeros") {
      at_ = begin;
      return fail("'" + word + "' is no function of COM sheets: ones and zeros are");
    }
    if (peek() != '(') return fail("expected '(' behind " + word);
    if (!enter()) return {};
    ++at_;
    const bool outside = in_matrix_;
    in_matrix_ = false;
    const MatlabMatrix first = range();
    const MatlabMatrix second = ok() && take(",") ? range() : first;
    if (ok() && !take(")")) fail("expected ')'");
    in_matrix_ = outside;
    --depth_;
    return keep(matlab::filled(first, second, word == "ones" ? 1.0 : 0.0));
  }

  /// What stands between [ and ].
  MatlabMatrix rows() {
    MatlabMatrix out;
    while (ok()) {
      const MatlabMatrix next = row();
      if (!ok() || !count(next.size())) break;
      if (const std::string fault = matlab::append_below(out, next); !fault.empty()) fail(fault);
      if (!ok()) break;
      if (peek() == '\0') return fail("expected ']'");
      if (text_[at_++] == ']') return out;
    }
    return {};
  }

  /// Up to the ; or line end or ] that ends it.
  MatlabMatrix row() {
    MatlabMatrix out;
    while (ok()) {
      while (is_blank(peek()) || peek() == ',') ++at_;
      const char c = peek();
      if (c == ']' || c == ';' || c == '\n' || c == '\0') break;
      const MatlabMatrix next = range();
      // A row of one line grows in place; a higher one is copied.
      if (!ok() || !count(next.size() + (out.rows > 1 ? out.size() : 0))) break;
      if (const std::string fault = matlab::append_right(out, next); !fault.empty()) fail(fault);
    }
    return out;
  }

  std::string_view text_;
  std::size_t at_{0};
  std::size_t made_{0};
  int depth_{0};
  bool in_matrix_{false};
  std::string fault_{};
  std::size_t fault_at_{0};
};

}  // namespace

MatlabOutcome parse_matlab_matrix(std::string_view text) {
  MatlabOutcome out = Parser(text).run();
  for (const double value : out.value.values) {
    if (std::isnan(value)) return {{}, "the value is not a number", 0};
  }
  return out;
}

}  // namespace chappe
