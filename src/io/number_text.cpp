#include "io/number_text.hpp"

#include <array>
#include <charconv>

#include "base/errors.hpp"

namespace chappe {
namespace {

template <class... Format>
std::string number_text(double value, Format... format) {
  std::array<char, 64> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  ensure(error == std::errc{}, "a number fits its buffer");
  return {buffer.data(), end};
}

}  // namespace

std::string shortest_text(double value) { return number_text(value); }

std::string rounded_text(double value, int digits) {
  ensure(digits > 0 && digits <= 17, "digits in [1, 17]");
  return number_text(value, std::chars_format::general, digits);
}

}  // namespace chappe
