#include "signal/touchstone/option_line.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "signal/touchstone/impedance.hpp"

namespace chappe::touchstone {
namespace {

struct Unit {
  std::string_view word;
  int exponent;
};
constexpr std::array<Unit, 5> kUnits{Unit{"HZ", 0}, Unit{"KHZ", 3}, Unit{"MHZ", 6}, Unit{"GHZ", 9},
                                     Unit{"THZ", 12}};
constexpr std::array<std::string_view, 9> kTimeUnits{"FS",  "PS",   "NS",     "US",     "MS",
                                                     "SEC", "SECS", "SECOND", "SECONDS"};

constexpr std::string_view kParameters = "SYZGH";

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
  explicit Reader(Lexer& lexer) : lexer_(lexer) { options_.line = lexer.line(); }

  void take(std::string_view given) {
    const std::string word = upper(given);
    if (const auto exponent = frequency_exponent(word)) {
      once(unit_, given, "frequency unit");
      options_.exponent = *exponent;
    } else if (const auto format = number_format(word)) {
      once(format_, given, "number format");
      options_.format = *format;
    } else if (word.size() == 1 && kParameters.find(word[0]) != std::string_view::npos) {
      once(parameter_, given, "parameter");
      options_.parameter = word[0];
    } else if (word == "R") {
      once(options_.z0_given, given, "reference impedance");
      read_impedances(given);
    } else {
      refuse(word, given);
    }
  }

  /// Names what was not given.
  Options finish(std::vector<std::string>& remarks) const {
    std::string defaults;
    if (!unit_) defaults += " GHz";
    if (!parameter_) defaults += " S";
    if (!format_) defaults += " MA";
    if (!options_.z0_given) defaults += " R 50";
    if (!defaults.empty()) {
      remarks.push_back(Origin{lexer_.name(), options_.line, 0}.text() +
                        ": the option line leaves out, and defaults are taken:" + defaults);
    }
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

  void read_impedances(std::string_view r) {
    if (!lexer_.more()) {
      throw DataError(lexer_.place(r), "expected a reference impedance in ohm behind R");
    }
    options_.z0_ohm = {read_impedance(lexer_, "")};
    while (lexer_.more() &&
           std::string_view("+-.(0123456789").find(lexer_.peek()) != std::string_view::npos) {
      options_.z0_ohm.push_back(read_impedance(lexer_, ""));
    }
  }

  [[noreturn]] void refuse(const std::string& word, std::string_view given) const {
    const Origin where = lexer_.place(given);
    if (std::find(kTimeUnits.begin(), kTimeUnits.end(), word) != kTimeUnits.end()) {
      throw DataError(where, "time-domain data (unit '" + printable(given) +
                                 "'); expected frequencies in Hz, kHz, MHz or GHz");
    }
    std::vector<std::string> units;
    if (word.size() > 2) units = {"Hz", "kHz", "MHz", "GHz"};
    throw DataError(where, "'" + printable(given) + "' does not belong in an option line" +
                               did_you_mean(given, units) +
                               "; expected Hz|kHz|MHz|GHz, S|Y|Z|G|H, RI|MA|DB, R <ohm>");
  }

  Lexer& lexer_;
  Options options_{};
  bool unit_{false}, parameter_{false}, format_{false};
};

}  // namespace

Options read_option_line(Lexer& lexer, std::vector<std::string>& remarks) {
  Reader reader(lexer);
  while (lexer.more()) reader.take(lexer.word());
  return reader.finish(remarks);
}

}  // namespace chappe::touchstone
