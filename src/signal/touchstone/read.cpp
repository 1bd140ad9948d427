#include <optional>

#include "signal/touchstone.hpp"
#include "signal/touchstone/body.hpp"
#include "signal/touchstone/comments.hpp"
#include "signal/touchstone/encoding.hpp"
#include "signal/touchstone/form.hpp"
#include "signal/touchstone/immittance.hpp"
#include "signal/touchstone/keywords.hpp"
#include "signal/touchstone/lexer.hpp"
#include "signal/touchstone/noise.hpp"
#include "signal/touchstone/option_line.hpp"

namespace chappe {
namespace {

using touchstone::Keyword;
using touchstone::keyword_name;

/// One pass over the lines: option line, keywords, data.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name, int ports)
      : lexer_(text, name), ports_(ports) {}

  TouchstoneData read() {
    while (section_ != Section::over && lexer_.next_line()) {
      comments_.take(lexer_, out_.remarks);
      if (lexer_.more()) take_line();
    }
    check_end();
    pass_over_rest();
    out_.mixed_mode = body_->form().mixed_mode;
    out_.network = body_->take();
    if (noise_) out_.noise = noise_->take();
    if (options_->parameter != 'S') to_s();
    return std::move(out_);
  }

 private:
  enum class Section { head, information, network, noise, over };

  bool version_2() const { return header_.has(Keyword::version); }
  void remark(const std::string& text) {
    out_.remarks.push_back(Origin{lexer_.name(), lexer_.line(), 0}.text() + ": " + text);
  }

  void take_line() {
    if (section_ == Section::information) {
      if (touchstone::find_keyword(lexer_) == Keyword::end_information) section_ = Section::head;
    } else if (lexer_.peek() == '#') {
      option_line();
    } else if (lexer_.peek() == '[') {
      keyword();
    } else {
      data_line();
    }
  }

  void option_line() {
    if (options_) return remark("a second option line is passed over");
    lexer_.skip();
    options_ = read_option_line(lexer_, out_.remarks);
  }

  void keyword() {
    const Origin where = lexer_.here();
    const Keyword keyword = touchstone::read_keyword(lexer_, options_ || version_2());
    if (keyword != Keyword::version && !version_2()) {
      throw DataError(where, std::string(keyword_name(keyword)) +
                                 " without [Version] ahead of it; expected [Version] 2.0");
    }
    const bool in_data = section_ != Section::head;
    if (in_data != (keyword == Keyword::noise_data || keyword == Keyword::end)) {
      throw DataError(where, std::string(keyword_name(keyword)) +
                                 (in_data ? " belongs ahead of the data"
                                          : " without [Network Data] ahead of it"));
    }
    header_.take(keyword, where, lexer_);
    switch (keyword) {
      case Keyword::begin_information:
        section_ = Section::information;
        break;
      case Keyword::end_information:
        throw DataError(where, "[End Information] without [Begin Information] ahead of it");
      case Keyword::network_data:
        return begin_network();
      case Keyword::noise_data:
        return begin_noise();
      case Keyword::end:
        section_ = Section::over;
        break;
      default:
        break;
    }
  }

  void data_line() {
    if (section_ == Section::head) {
      if (header_.take_continuation(lexer_)) return;
      if (version_2()) remark("[Network Data] is missing; the data are taken to begin here");
      begin_network();
    }
    if (section_ == Section::network && !body_->add_line(lexer_, out_.remarks)) begin_noise();
    if (section_ == Section::noise) noise_->add_line(lexer_);
  }

  void begin_network() {
    if (!options_) {
      const Origin where = lexer_.here();
      const std::string word = touchstone::printable(lexer_.word());
      fail_without_options(where, word.empty() ? "" : ", found '" + word + "'");
    }
    body_.emplace(version_2()
                      ? version_2_form(*options_, header_, ports_, lexer_.name(), out_.remarks)
                      : version_1_form(*options_, ports_, lexer_.name()));
    out_.remarks.push_back(body_->form().z0_remark);
    section_ = Section::network;
  }

  [[noreturn]] void fail_without_options(const Origin& where, const std::string& found) const {
    throw DataError(where, std::string(version_2() ? "" : touchstone::kNotOurs) +
                               "expected an option line (# GHz S MA R 50) ahead of data" + found);
  }

  void begin_noise() {
    const cd z0 = body_->form().z0_ohm.front();
    if (body_->form().ports != 2 || body_->form().mixed_mode) {
      lexer_.fail("noise parameters are those of a 2-port");
    }
    if (!version_2() && z0.imag() != 0.0) {
      lexer_.fail("noise parameters that are normalised to a complex reference impedance");
    }
    body_->check_end(lexer_);
    noise_.emplace(options_->exponent, version_2() ? 1.0 : z0.real());
    section_ = Section::noise;
  }

  void check_end() {
    if (section_ == Section::information) {
      throw DataError(header_.place(Keyword::begin_information),
                      "[Begin Information] without [End Information]; is the file truncated?");
    }
    if (!options_) fail_without_options(lexer_.here(), ", found the end of the file");
    if (!body_) {
      lexer_.fail(std::string("expected ") + (version_2() ? "[Network Data]" : "data") +
                  ", found the end of the file; is it truncated?");
    }
    noise_ ? noise_->check_end(lexer_, header_.noise_frequencies) : body_->check_end(lexer_);
    if (version_2() && body_->form().frequencies == 0) {
      remark("[Number of Frequencies] is missing: whether data are missing cannot be told");
    }
    if (version_2() && section_ != Section::over) {
      remark("[End] is missing: what may be cut off behind here cannot be told");
    }
    if (header_.noise_frequencies != 0 && !noise_) {
      remark("[Number of Noise Frequencies] " + std::to_string(header_.noise_frequencies) +
             ", but the file has no [Noise Data]");
    }
  }

  void pass_over_rest() {
    while (lexer_.next_line()) {
      if (!lexer_.more()) continue;
      return remark("what stands behind [End] is passed over");
    }
  }

  void to_s() {
    const char parameter = options_->parameter;
    try {
      touchstone::convert_to_s(out_.network, parameter, !version_2());
    } catch (const DataError& error) {
      throw DataError(lexer_.name() + ": " + error.what());
    }
    out_.remarks.push_back(lexer_.name() + ": " + parameter + "-parameters" +
                           (version_2() ? "" : ", normalised to the reference,") +
                           " are converted to S");
  }

  touchstone::Lexer lexer_;
  int ports_;
  Section section_{Section::head};
  std::optional<touchstone::Options> options_{};
  touchstone::Header header_{};
  std::optional<touchstone::Body> body_{};
  std::optional<touchstone::NoiseReader> noise_{};
  touchstone::Comments comments_{};
  TouchstoneData out_{};
};

}  // namespace

TouchstoneData parse_touchstone(std::string_view text, const std::string& name, int ports) {
  ensure(ports >= 0 && ports <= kTouchstonePortsMax, "a Touchstone text has at most 128 ports");
  if (!touchstone::is_utf16(text)) return Reader(text, name, ports).read();
  const std::string ascii = touchstone::from_utf16(text, name);
  TouchstoneData out = Reader(ascii, name, ports).read();
  out.remarks.push_back(name + ": UTF-16 text; what is not ASCII was replaced by '?'");
  return out;
}

}  // namespace chappe
