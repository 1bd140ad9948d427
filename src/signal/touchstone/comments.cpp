#include "signal/touchstone/comments.hpp"

#include "signal/touchstone/impedance.hpp"

namespace chappe::touchstone {
namespace {

constexpr std::string_view kPortImpedance = "Port Impedance";

/// As a message; "" unless all is pairs of numbers.
std::string impedances_of(std::string_view text) {
  constexpr std::size_t kShown = 4;
  std::vector<cd> z_ohm;
  Lexer words(text, "");
  while (words.next_line() && words.more()) {
    while (words.more()) {
      double real = 0.0, imaginary = 0.0;
      if (!words.take_number(real) || !words.take_number(imaginary)) return {};
      z_ohm.emplace_back(real, imaginary);
    }
  }
  if (z_ohm.empty()) return {};
  const bool more = z_ohm.size() > kShown;
  if (more) z_ohm.resize(kShown);
  return impedances_text(z_ohm) + (more ? " and so on" : "");
}

}  // namespace

void Comments::take(const Lexer& lexer, std::vector<std::string>& remarks) {
  if (told_) return;
  const std::string_view comment = lexer.comment();
  const std::size_t begin = comment.find(kPortImpedance);
  if (begin == std::string_view::npos) return;
  told_ = true;
  const std::string found = impedances_of(comment.substr(begin + kPortImpedance.size()));
  remarks.push_back(Origin{lexer.name(), lexer.line(), 0}.text() +
                    ": port impedances in comments are passed over (" +
                    (found.empty() ? "not readable here" : found + " here") + ")");
}

}  // namespace chappe::touchstone
