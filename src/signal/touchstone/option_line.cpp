#include "signal/touchstone/option_line.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace chappe::touchstone {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

struct Unit {
  std::string_view word;
  int exponent;
};
constexpr std::array<Unit, 5> kUnits{Unit{"HZ", 0}, Unit{"KHZ", 3}, Unit{"MHZ", 6}, Unit{"GHZ", 9},
                                     Unit{"THZ", 12}};
constexpr std::array<std::string_view, 9> kTimeUnits{"FS",  "PS",   "NS",     "US",     "MS",
                                                     "SEC", "SECS", "SECOND", "SECONDS"};

std::optional<int> frequency_exponent(const std::string& word) {
  for (const Unit& unit : kUnits) {
    if (unit.word == word) return unit.exponent;
  }
  return std::nullopt;
}

std::optional<TouchstoneFormat> number_format(const std::string& word) {
  if (word == "RI") return TouchstoneFormat::ri;
  if (word == "MA") return TouchstoneFormat::ma;
  if (word == "DB") return TouchstoneFormat::db;
  return std::nullopt;
}

/// Takes the words one by one and remembers which kind was given.
class Reader {
 public:
  explicit Reader(Lexer& lexer) : lexer_(lexer) {}

  void take(std::string_view given) {
    const std::string word = upper(given);
    if (const auto exponent = frequency_exponent(word)) {
      once(unit_, given, "frequency unit");
      options_.exponent = *exponent;
    } else if (const auto format = number_format(word)) {
      once(format_, given, "number format");
      options_.format = *format;
    } else if (word == "S" || word == "Y" || word == "Z") {
      once(parameter_, given, "parameter");
      options_.parameter = word[0];
    } else if (word == "R") {
      once(impedance_, given, "reference impedance");
      read_impedance(given);
    } else {
      refuse(word, given);
    }
  }

  /// Names what was not given, and the reference in force.
  Options finish(std::vector<std::string>& remarks) const {
    std::string defaults;
    if (!unit_) defaults += " GHz";
    if (!parameter_) defaults += " S";
    if (!format_) defaults += " MA";
    if (!impedance_) defaults += " R 50";
    const std::string where = Origin{lexer_.name(), lexer_.line(), 0}.text();
    if (!defaults.empty()) {
      remarks.push_back(where + ": the option line leaves out, and defaults are taken:" + defaults);
    }
    std::ostringstream text;
    text << where << ": reference impedance " << options_.z0_ohm << " ohm ("
         << (impedance_ ? "option line" : "default of the format") << ")";
    remarks.push_back(text.str());
    return options_;
  }

 private:
  void once(bool& given_before, std::string_view word, const std::string& what) {
    if (given_before) {
      throw DataError(lexer_.place(word),
                      "a second " + what + " '" + printable(word) + "' in the option line");
    }
    given_before = true;
  }

  void read_impedance(std::string_view r) {
    if (!lexer_.more()) {
      throw DataError(lexer_.place(r), "expected a reference impedance in ohm behind R");
    }
    const Origin where = lexer_.here();
    if (lexer_.peek() == '(') {
      throw DataError(where, "complex reference impedance '" + printable(lexer_.word()) +
                                 "'; version 1 has one real impedance");
    }
    options_.z0_ohm = lexer_.number();
    if (!(options_.z0_ohm > 0.0)) {
      std::ostringstream message;
      message << "reference impedance " << options_.z0_ohm << " ohm; expected a value above 0";
      throw DataError(where, message.str());
    }
  }

  [[noreturn]] void refuse(const std::string& word, std::string_view given) const {
    const Origin where = lexer_.place(given);
    if (std::find(kTimeUnits.begin(), kTimeUnits.end(), word) != kTimeUnits.end()) {
      throw DataError(where, "time-domain data (unit '" + printable(given) +
                                 "'); expected frequencies in Hz, kHz, MHz or GHz");
    }
    if (word == "H" || word == "G") {
      throw DataError(where, "hybrid parameters '" + printable(given) +
                                 "' are not read; convert the file to S, Y or Z");
    }
    throw DataError(where, "'" + printable(given) +
                               "' does not belong in an option line; expected Hz|kHz|MHz|GHz, "
                               "S|Y|Z, RI|MA|DB, R <ohm>");
  }

  Lexer& lexer_;
  Options options_{};
  bool unit_{false}, parameter_{false}, format_{false}, impedance_{false};
};

}  // namespace

Options read_option_line(Lexer& lexer, std::vector<std::string>& remarks) {
  Reader reader(lexer);
  while (lexer.more()) reader.take(lexer.word());
  return reader.finish(remarks);
}

}  // namespace chappe::touchstone
