#include "signal/touchstone/impedance.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace chappe::touchstone {
namespace {

/// Takes a number, with or without sign, off the front.
std::optional<double> take_number(std::string_view& text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

std::optional<cd> parse_impedance(std::string_view text) {
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  const std::optional<double> real = take_number(text);
  if (!real || text.empty()) return real;
  if (text[0] != '+' && text[0] != '-') return std::nullopt;
  const std::optional<double> imaginary = take_number(text);
  if (!imaginary || (text != "j" && text != "i")) return std::nullopt;
  return cd{*real, *imaginary};
}

std::string text_of(cd z) {
  const std::string real = number_text(z.real());
  if (z.imag() == 0.0) return real;
  return real + (z.imag() < 0.0 ? "-" : "+") + number_text(std::abs(z.imag())) + "j";
}

}  // namespace

cd read_impedance(Lexer& lexer, const std::string& keyword) {
  const Origin where = lexer.here();
  const std::string_view word = lexer.word();
  const std::string begin = keyword.empty() ? "" : keyword + ": ";
  const std::optional<cd> z = parse_impedance(word);
  if (!z) {
    throw DataError(
        where, begin + "expected a reference impedance in ohm, found '" + printable(word) + "'");
  }
  if (!(z->real() > 0.0)) {
    throw DataError(where, begin + "reference impedance " + text_of(*z) + " ohm; expected a " +
                               (z->imag() == 0.0 ? "value" : "real part") + " above 0");
  }
  return *z;
}

std::string impedances_text(std::span<const cd> z_ohm) {
  std::string out;
  for (const cd z : z_ohm.first(all_equal(z_ohm) ? 1 : z_ohm.size())) {
    out += (out.empty() ? "" : ", ") + text_of(z);
  }
  return out + " ohm";
}

bool all_equal(std::span<const cd> z_ohm) {
  return std::all_of(z_ohm.begin(), z_ohm.end(), [&](cd z) { return z == z_ohm.front(); });
}

}  // namespace chappe::touchstone
