#include "signal/touchstone/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace chappe::touchstone {
namespace {

constexpr std::size_t kLineMax = std::size_t{1} << 20;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

const char* find(const char* begin, const char* end, char c) {
  const void* hit = std::memchr(begin, c, static_cast<std::size_t>(end - begin));
  return hit == nullptr ? end : static_cast<const char*>(hit);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out(text.substr(0, 40));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  return text.size() > 40 ? out + "..." : out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

std::string number_text(double value) {
  std::ostringstream out;
  out.precision(12);
  out << value;
  return out.str();
}

Lexer::Lexer(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {
  if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
  if (text_.find('\0') != std::string_view::npos) {
    throw DataError(Origin{name_, 0, 0}, "not a Touchstone file: binary data (a zero byte)");
  }
  next_ = line_begin_ = at_ = end_ = text_.data();
  line_feed_ = find(next_, text_.data() + text_.size(), '\n');
}

bool Lexer::next_line() {
  const char* const end = text_.data() + text_.size();
  if (next_ == end) return false;
  ++line_;
  line_begin_ = at_ = next_;
  // The line feed ahead is kept, so that text with CR alone is not searched again for each line.
  if (line_feed_ < line_begin_) line_feed_ = find(line_begin_, end, '\n');
  const char* const stop = find(line_begin_, line_feed_, '\r');
  if (static_cast<std::size_t>(stop - line_begin_) > kLineMax) {
    throw DataError(Origin{name_, line_, 1}, "the line is longer than 1 MiB");
  }
  const bool both = stop != line_feed_ && stop + 1 == line_feed_;
  next_ = std::min(stop + (both ? 2 : 1), end);
  end_ = find(line_begin_, stop, '!');
  comment_ = end_ == stop ? std::string_view{} : std::string_view(end_ + 1, stop);
  return true;
}

bool Lexer::more() {
  while (at_ != end_ && is_blank(*at_)) ++at_;
  return at_ != end_;
}

std::string_view Lexer::word() {
  if (!more()) return {};
  const char* const begin = at_;
  while (at_ != end_ && !is_blank(*at_)) ++at_;
  return {begin, at_};
}

std::string_view Lexer::bracketed() {
  const char* const close = find(at_, end_, ']');
  if (close == end_) return {};
  const std::string_view out(at_, close + 1);
  at_ = close + 1;
  return out;
}

bool Lexer::take_number(double& value) {
  if (!more()) return false;
  const char* const begin = at_;
  // from_chars takes no leading plus.
  const char* const digits =
      *begin == '+' && begin + 1 != end_ && begin[1] != '-' ? begin + 1 : begin;
  auto [stop, error] = std::from_chars(digits, end_, value);
  if (error == std::errc::result_out_of_range) {
    value = std::strtod(std::string(digits, stop).c_str(), nullptr);  // what underflows is 0
    if (std::abs(value) < 1.0) error = {};
  }
  const bool good =
      error == std::errc{} && (stop == end_ || is_blank(*stop)) && std::isfinite(value);
  if (good) at_ = stop;
  return good;
}

double Lexer::number() {
  double value = 0.0;
  if (take_number(value)) return value;
  if (!more()) fail("expected a number, found the end of the line");
  fail_number(word());
}

double Lexer::scaled_number(int exponent) {
  const char* const begin = at_;
  const double plain = number();
  if (exponent == 0 || plain == 0.0) return plain;
  std::string_view token(begin, at_);
  token.remove_prefix(token.front() == '+' ? 1 : 0);
  // The same digits with the exponent moved, so that rounding happens once.
  int own = 0;
  std::string_view digits = token;
  if (const std::size_t e = token.find_first_of("eE"); e != std::string_view::npos) {
    digits = token.substr(0, e);
    const char* first = token.data() + e + 1;
    if (*first == '+') ++first;
    std::from_chars(first, token.data() + token.size(), own);
  }
  std::array<char, 64> text{};
  if (digits.size() > 48) {
    const double value = plain * std::pow(10.0, exponent);
    if (!std::isfinite(value)) fail_number(token);
    return value;
  }
  char* out = std::copy(digits.begin(), digits.end(), text.begin());
  *out++ = 'e';
  out = std::to_chars(out, text.data() + text.size(), own + exponent).ptr;
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), out, value);
  if (error != std::errc{} || stop != out || !std::isfinite(value)) fail_number(token);
  return value;
}

void Lexer::fail_number(std::string_view token) const {
  throw DataError(place(token), "expected a finite number, found '" + printable(token) + "'");
}

Origin Lexer::place(std::string_view word) const {
  return {name_, line_, static_cast<int>(word.data() - line_begin_) + 1};
}

Origin Lexer::here() const {
  const char* const next = std::find_if_not(at_, end_, is_blank);
  return {name_, line_, static_cast<int>((next == end_ ? at_ : next) - line_begin_) + 1};
}

}  // namespace chappe::touchstone
