#include <optional>

#include "signal/touchstone.hpp"
#include "signal/touchstone/body_v1.hpp"
#include "signal/touchstone/immittance.hpp"
#include "signal/touchstone/lexer.hpp"
#include "signal/touchstone/option_line.hpp"

namespace chappe {
namespace {

using touchstone::BodyV1;
using touchstone::Lexer;
using touchstone::Options;
using touchstone::printable;

/// One pass over the lines: option line, keywords, data.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name, int ports)
      : lexer_(text, name), ports_(ports) {}

  TouchstoneData read() {
    while (lexer_.next_line()) {
      note_comment();
      if (!lexer_.more()) continue;
      switch (lexer_.peek()) {
        case '#':
          option_line();
          break;
        case '[':
          keyword();
          break;
        default:
          data_line();
      }
    }
    if (!body_) lexer_.fail(options_ ? "expected data, found the end of the file" : kNoOptions);
    out_.network = body_->finish(lexer_);
    if (options_->parameter != 'S') to_s();
    return std::move(out_);
  }

 private:
  static constexpr const char* kNoOptions =
      "expected an option line (# GHz S MA R 50) ahead of data";

  void option_line() {
    if (options_) {
      out_.remarks.push_back(lexer_.here().text() + ": a second option line is passed over");
      return;
    }
    lexer_.skip();
    options_ = read_option_line(lexer_, out_.remarks);
  }

  [[noreturn]] void keyword() {
    const Origin where = lexer_.here();
    std::string text(lexer_.word());
    while (text.back() != ']' && lexer_.more()) text += " " + std::string(lexer_.word());
    throw DataError(where, "version 2 is not read yet (keyword " + printable(text) + ")");
  }

  void data_line() {
    if (!options_) lexer_.fail(kNoOptions);
    if (!body_) body_.emplace(ports_, *options_);
    body_->add_line(lexer_, out_.remarks);
  }

  /// What a vendor writes into comments never overrides the option line; the user is told once.
  void note_comment() {
    if (noted_ || lexer_.comment().find("mpedance") == std::string_view::npos) return;
    noted_ = true;
    out_.remarks.push_back(Origin{lexer_.name(), lexer_.line(), 0}.text() +
                           ": impedances found in comments are passed over");
  }

  void to_s() {
    const bool z = options_->parameter == 'Z';
    z ? touchstone::s_from_normalised_z(out_.network)
      : touchstone::s_from_normalised_y(out_.network);
    out_.remarks.push_back(lexer_.name() + ": " + (z ? "Z" : "Y") +
                           "-parameters, normalised to the reference, are converted to S");
  }

  Lexer lexer_;
  int ports_;
  std::optional<Options> options_{};
  std::optional<BodyV1> body_{};
  TouchstoneData out_{};
  bool noted_{false};
};

}  // namespace

TouchstoneData parse_touchstone(std::string_view text, const std::string& name, int ports) {
  ensure(ports >= 1 && ports <= kTouchstonePortsMax, "a Touchstone text has 1 to 128 ports");
  return Reader(text, name, ports).read();
}

}  // namespace chappe
