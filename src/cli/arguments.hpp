#pragma once
// What a verb takes on the command line, and the words that were given.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/errors.hpp"

namespace chappe::cli {

/// One option of a verb.
struct OptionSpec {
  std::string name{};      ///< long name without dashes: "output"
  char letter{'\0'};       ///< short name; '\0' = none
  std::string argument{};  ///< what it takes, as help shows it: "FILE"; "" = a flag
  std::string doc{};       ///< with unit, range and default
  bool repeated{false};    ///< may be given more than once
};

/// What a verb takes and does; from this come parser and help.
struct Syntax {
  std::string verb{};
  std::string purpose{};   ///< one line
  std::string operands{};  ///< as usage shows them: "SCENARIO.toml"
  std::string detail{};    ///< a few sentences
  std::vector<OptionSpec> options{};
  std::size_t operands_min{0}, operands_max{0};
  std::vector<std::string> examples{};
  std::vector<ExitCode> exit_codes{};
};

/// The words of one command line, sorted by option.
class Arguments {
 public:
  bool has(const std::string& option) const { return options_.count(option) > 0; }
  std::optional<std::string> value(const std::string& option) const;
  /// Every value in the order given; empty if none.
  std::vector<std::string> values(const std::string& option) const;
  const std::vector<std::string>& operands() const { return operands_; }

  /// A whole number within [low, high]. @throws ScenarioError if it is not one
  std::optional<std::uint64_t> whole_number(const std::string& option, std::uint64_t low,
                                            std::uint64_t high) const;
  /// A number > 0. @param unit  for the message @throws ScenarioError if it is not one
  std::optional<double> positive_number(const std::string& option, const std::string& unit) const;
  /// One of `choices`; the first if the option is absent. @throws ScenarioError if it is none of
  /// them
  std::string choice(const std::string& option, const std::vector<std::string>& choices) const;

  void add(const std::string& option, const std::vector<std::string>& values);
  void add_operand(const std::string& word) { operands_.push_back(word); }

 private:
  std::map<std::string, std::vector<std::string>> options_{};
  std::vector<std::string> operands_{};
};

/// Sorts the words after the verb. `--help` (-h) is known to every verb; if it is given, operands
/// are not counted. @throws ScenarioError for an unknown option (with a suggestion), a missing
/// value, a single option given twice, too few or too many operands
Arguments parse_arguments(const Syntax& syntax, const std::vector<std::string>& words);

}  // namespace chappe::cli
