#include "cli/arguments.hpp"

#include <algorithm>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <charconv>
#include <cmath>

namespace chappe::cli {
namespace {

namespace po = boost::program_options;

[[noreturn]] void usage_error(const std::string& verb, const std::string& message) {
  throw ScenarioError(message + "\n'chappe " + verb + " --help' shows what it takes");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

po::options_description description(const Syntax& syntax) {
  po::options_description known;
  known.add_options()("help,h", "");
  for (const OptionSpec& option : syntax.options) {
    std::string name = option.name;
    if (option.letter != '\0') name += std::string(",") + option.letter;
    if (option.argument.empty()) {
      known.add_options()(name.c_str(), "");
    } else {
      known.add_options()(name.c_str(), po::value<std::string>(), "");
    }
  }
  return known;
}

std::string unknown_option(const Syntax& syntax, const std::string& given) {
  std::vector<std::string> names{"--help"};
  for (const OptionSpec& option : syntax.options) names.push_back("--" + option.name);
  std::string hint = did_you_mean(given, names);
  if (hint.empty()) hint = "; known are " + joined(names);
  return "unknown option '" + given + "' of 'chappe " + syntax.verb + "'" + hint;
}

std::vector<po::option> sorted_words(const Syntax& syntax, const std::vector<std::string>& words) {
  namespace style = po::command_line_style;
  const po::options_description known = description(syntax);
  try {
    return po::command_line_parser(words)
        .options(known)
        .style(style::unix_style & ~style::allow_guessing)
        .run()
        .options;
  } catch (const po::unknown_option& fault) {
    usage_error(syntax.verb, unknown_option(syntax, fault.get_option_name()));
  } catch (const po::invalid_command_line_syntax& fault) {
    const bool extra = fault.kind() == po::invalid_syntax::extra_parameter;
    usage_error(syntax.verb, "option '" + fault.get_option_name() +
                                 (extra ? "' takes no value" : "' needs a value"));
  } catch (const po::error& fault) {
    usage_error(syntax.verb, fault.what());
  }
}

void check_counts(const Syntax& syntax, const Arguments& arguments) {
  for (const OptionSpec& option : syntax.options) {
    if (!option.repeated && arguments.values(option.name).size() > 1) {
      usage_error(syntax.verb, "option '--" + option.name + "' is given more than once");
    }
  }
  if (arguments.has("help")) return;
  for (const OptionSpec& option : syntax.options) {
    const std::vector<std::string> values = arguments.values(option.name);
    if (!option.argument.empty() && std::find(values.begin(), values.end(), "") != values.end()) {
      usage_error(syntax.verb, "option '--" + option.name + "' needs a value, not an empty word");
    }
  }
  const std::vector<std::string>& operands = arguments.operands();
  if (operands.size() < syntax.operands_min) {
    usage_error(syntax.verb, "'chappe " + syntax.verb + "' needs " + syntax.operands);
  }
  if (std::find(operands.begin(), operands.end(), "") != operands.end()) {
    usage_error(syntax.verb,
                "'chappe " + syntax.verb + "' needs " + syntax.operands + ", not an empty word");
  }
  if (operands.size() > syntax.operands_max) {
    usage_error(syntax.verb, "'" + operands[syntax.operands_max] + "' is one operand too many");
  }
}

}  // namespace

std::optional<std::string> Arguments::value(const std::string& option) const {
  const auto found = options_.find(option);
  if (found == options_.end() || found->second.empty()) return std::nullopt;
  return found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  const auto found = options_.find(option);
  return found == options_.end() ? std::vector<std::string>{} : found->second;
}

void Arguments::add(const std::string& option, const std::vector<std::string>& values) {
  std::vector<std::string>& all = options_[option];
  all.insert(all.end(), values.begin(), values.end());
}

std::optional<std::uint64_t> Arguments::whole_number(const std::string& option, std::uint64_t low,
                                                     std::uint64_t high) const {
  const std::optional<std::string> text = value(option);
  if (!text) return std::nullopt;
  std::uint64_t number{};
  const char* const end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc{} || rest != end || number < low || number > high) {
    throw ScenarioError("option '--" + option + "': '" + *text + "' is not a whole number in [" +
                        std::to_string(low) + ", " + std::to_string(high) + "]");
  }
  return number;
}

std::optional<double> Arguments::positive_number(const std::string& option,
                                                 const std::string& unit) const {
  const std::optional<std::string> text = value(option);
  if (!text) return std::nullopt;
  double number{};
  const char* const end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc{} || rest != end || !std::isfinite(number) || number <= 0.0) {
    throw ScenarioError("option '--" + option + "': '" + *text + "' is not a number > 0 [" + unit +
                        "]");
  }
  return number;
}

std::string Arguments::choice(const std::string& option,
                              const std::vector<std::string>& choices) const {
  const std::optional<std::string> text = value(option);
  if (!text) return choices.front();
  for (const std::string& allowed : choices) {
    if (*text == allowed) return allowed;
  }
  throw ScenarioError("option '--" + option + "': '" + *text + "' is none of " + joined(choices) +
                      did_you_mean(*text, choices));
}

Arguments parse_arguments(const Syntax& syntax, const std::vector<std::string>& words) {
  Arguments arguments;
  for (const po::option& option : sorted_words(syntax, words)) {
    if (!option.string_key.empty()) {
      arguments.add(option.string_key, option.value);
    } else {
      for (const std::string& word : option.value) arguments.add_operand(word);
    }
  }
  check_counts(syntax, arguments);
  return arguments;
}

}  // namespace chappe::cli
