#include "io/json_text.hpp"

#include <cmath>

#include "base/errors.hpp"
#include "io/number_text.hpp"

namespace chappe {
namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text`, or 0 (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto tail = [byte](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return tail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && second < 0xa0;
    const bool surrogate = first == 0xed && second >= 0xa0;
    return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && second < 0x90;
    const bool beyond = first == 0xf4 && second >= 0x90;
    return tail(1) && tail(2) && tail(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

}  // namespace

void JsonText::separate() {
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) out_ += ',';
  if (level.one_line) {
    if (!level.empty) out_ += ' ';
  } else {
    out_ += '\n';
    out_.append(2 * levels_.size(), ' ');
  }
  level.empty = false;
}

void JsonText::before_value() {
  if (!after_key_) separate();
  after_key_ = false;
}

void JsonText::begin(char bracket, bool one_line) {
  before_value();
  out_ += bracket;
  levels_.push_back({one_line || (!levels_.empty() && levels_.back().one_line), true});
}

void JsonText::end(char bracket) {
  ensure(!levels_.empty() && !after_key_, "JSON brackets match");
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.one_line) {
    out_ += '\n';
    out_.append(2 * levels_.size(), ' ');
  }
  out_ += bracket;
}

void JsonText::quote(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out_ += '"';
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text.front());
    const std::size_t length = utf8_length(text);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += static_cast<char>(c);
    } else if (c == '\n') {
      out_ += "\\n";
    } else if (c == '\t') {
      out_ += "\\t";
    } else if (c < 0x20) {
      out_ += "\\u00";
      out_ += kDigits[c >> 4];
      out_ += kDigits[c & 0xf];
    } else if (length == 0) {
      out_ += "\xef\xbf\xbd";  // U+FFFD for what is not UTF-8
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  out_ += '"';
}

void JsonText::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ": ";
  after_key_ = true;
}

void JsonText::value(std::string_view text) {
  before_value();
  quote(text);
}

void JsonText::value(double number) {
  if (!std::isfinite(number)) return null();
  before_value();
  out_ += shortest_text(number);
}

void JsonText::value(std::int64_t number) {
  before_value();
  out_ += std::to_string(number);
}

void JsonText::value(bool flag) {
  before_value();
  out_ += flag ? "true" : "false";
}

void JsonText::null() {
  before_value();
  out_ += "null";
}

std::string JsonText::take() {
  ensure(levels_.empty(), "JSON is closed");
  return std::move(out_) + '\n';
}

}  // namespace chappe
