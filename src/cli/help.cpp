#include "cli/help.hpp"

#include <algorithm>
#include <sstream>

#include "cli/build_info.hpp"

namespace chappe::cli {
namespace {

constexpr std::size_t kWidth = 96;

std::string option_head(const OptionSpec& option) {
  std::string head = option.letter == '\0' ? "    " : std::string("-") + option.letter + ", ";
  head += "--" + option.name;
  if (!option.argument.empty()) head += " " + option.argument;
  return head;
}

/// "  head    text", the text wrapped in its own column.
std::string entry(const std::string& head, std::size_t column, const std::string& text) {
  const std::string blanks(column - std::min(column, head.size()), ' ');
  return "  " + head + blanks + "  " + wrapped(text, column + 4, kWidth) + "\n";
}

std::string exit_codes(const std::vector<ExitCode>& codes) {
  std::string text = "\nexit codes\n";
  for (const ExitCode code : codes) {
    text += entry(std::to_string(static_cast<int>(code)), 2, exit_code_text(code));
  }
  return text;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream words(text);
  std::string out;
  std::string word;
  std::size_t column = indent;
  while (words >> word) {
    if (column > indent && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

std::string exit_code_text(ExitCode code) {
  switch (code) {
    case ExitCode::done:
      return "done";
    case ExitCode::requirement_failed:
      return "done, but a [require] outside a reach search, or an [expect], fails";
    case ExitCode::usage:
      return "usage or scenario error";
    case ExitCode::data:
      return "unreadable or invalid data file";
    case ExitCode::outside_validity:
      return "outside the models' validity (of a sweep: every case)";
    case ExitCode::output:
      return "output error: missing folder, disk full, permission, not a regular file";
    case ExitCode::internal:
      return "a fault of chappe itself";
    case ExitCode::interrupted:
      return "interrupted by SIGINT, SIGTERM or the time limit; nothing is written";
  }
  return "";
}

std::string command_help(const std::vector<Verb>& all) {
  std::string text =
      "chappe " + version() +
      ": how far a link reaches, how often it errs, how long it takes and what a bit "
      "costs\n\nusage: chappe VERB [OPERAND]... [OPTION]...\n\nverbs\n";
  std::size_t column = 0;
  for (const Verb& verb : all) column = std::max(column, verb.syntax.verb.size());
  for (const Verb& verb : all) text += entry(verb.syntax.verb, column, verb.syntax.purpose);
  text += "\n  chappe help VERB   what a verb takes, with an example\n";
  text += "  chappe --version   version and build\n";
  text += "\nexample\n  chappe run scenarios/quickstart.toml -o dac.h5\n";
  text +=
      "\nA name '-' is standard input or output. Results go to standard output or the named file,\n"
      "everything else to standard error.\n";
  return text + exit_codes({ExitCode::done, ExitCode::requirement_failed, ExitCode::usage,
                            ExitCode::data, ExitCode::outside_validity, ExitCode::output,
                            ExitCode::internal, ExitCode::interrupted});
}

std::string verb_help(const Syntax& syntax) {
  std::string text =
      "chappe " + syntax.verb + ": " + syntax.purpose + "\n\nusage: chappe " + syntax.verb;
  if (!syntax.operands.empty()) text += " " + syntax.operands;
  text += " [OPTION]...\n";
  if (!syntax.detail.empty()) text += "\n" + wrapped(syntax.detail, 0, kWidth) + "\n";
  std::vector<OptionSpec> options = syntax.options;
  options.push_back({"help", 'h', "", "show this text"});
  std::size_t column = 0;
  for (const OptionSpec& option : options) column = std::max(column, option_head(option).size());
  text += "\noptions\n";
  for (const OptionSpec& option : options) text += entry(option_head(option), column, option.doc);
  if (!syntax.examples.empty()) text += "\nexamples\n";
  for (const std::string& example : syntax.examples) text += "  " + example + "\n";
  return text + exit_codes(syntax.exit_codes);
}

}  // namespace chappe::cli
