#include "cli/command.hpp"

#include <cerrno>
#include <cstring>
#include <new>

#include "cli/build_info.hpp"
#include "cli/help.hpp"
#include "cli/verbs.hpp"

namespace chappe::cli {
namespace {

[[noreturn]] void unknown_verb(const std::string& word, const std::vector<Verb>& all) {
  std::vector<std::string> names{"help", "--help", "--version"};
  std::string list;
  for (const Verb& verb : all) {
    names.push_back(verb.syntax.verb);
    list += (list.empty() ? "" : ", ") + verb.syntax.verb;
  }
  const bool option = word.starts_with("-");
  throw ScenarioError((option ? "unknown option '" : "there is no verb '") + word + "'" +
                      did_you_mean(word, names) + "\nthe verbs are " + list +
                      "; 'chappe --help' shows what they do");
}

const Verb& find_verb(const std::string& word, const std::vector<Verb>& all) {
  for (const Verb& verb : all) {
    if (verb.syntax.verb == word) return verb;
  }
  unknown_verb(word, all);
}

ExitCode dispatch(const std::vector<std::string>& words, Console& console) {
  const std::vector<Verb> all = verbs();
  if (words.empty()) {
    console.err << command_help(all);
    return ExitCode::usage;
  }
  const std::string& first = words.front();
  if (first == "--version") {
    console.out << "chappe " + version() + " (" + build() + ")\n";
    return ExitCode::done;
  }
  const bool help_of_verb = first == "help" && words.size() > 1;
  if (first == "--help" || first == "-h" || (first == "help" && !help_of_verb)) {
    console.out << command_help(all);
    return ExitCode::done;
  }
  const Verb& verb = find_verb(help_of_verb ? words[1] : first, all);
  Arguments arguments;
  if (!help_of_verb) arguments = parse_arguments(verb.syntax, {words.begin() + 1, words.end()});
  if (help_of_verb || arguments.has("help")) {
    console.out << verb_help(verb.syntax);
    return ExitCode::done;
  }
  return verb.run(arguments, console);
}

ExitCode dispatch_and_flush(const std::vector<std::string>& words, Console& console) {
  errno = 0;
  const ExitCode code = dispatch(words, console);
  console.out.flush();
  if (!console.out) {
    const int reason = errno;
    throw OutputError("standard output cannot be written" +
                      (reason == 0 ? std::string() : std::string(": ") + std::strerror(reason)));
  }
  return code;
}

/// One message on standard error: faults with a place stand alone, others say who speaks.
ExitCode report(ExitCode code, const std::string& message, Console& console) {
  console.err << "chappe: " + message + "\n";
  console.err.flush();
  return code;
}

ExitCode report(const ScenarioError& error, Console& console) {
  const std::string message = error.what();
  const bool placed = !error.faults().empty() && !error.faults().front().origin.file.empty();
  console.err << (placed ? message : "chappe: " + message) + "\n";
  console.err.flush();
  return error.code();
}

}  // namespace

std::vector<Verb> verbs() {
  return {run_verb(),    check_verb(), com_verb(),    tdecq_verb(), explain_verb(),
          export_verb(), list_verb(),  schema_verb(), doctor_verb()};
}

ExitCode run_command(const std::vector<std::string>& words, Console& console) {
  try {
    return dispatch_and_flush(words, console);
  } catch (const ScenarioError& error) {
    return report(error, console);
  } catch (const InternalError& error) {
    return report(error.code(), std::string("this is our fault: ") + error.what(), console);
  } catch (const Error& error) {
    return report(error.code(), error.what(), console);
  } catch (const std::bad_alloc&) {
    return report(ExitCode::internal, "out of memory", console);
  } catch (const std::exception& error) {
    return report(ExitCode::internal, std::string("this is our fault: ") + error.what(), console);
  } catch (...) {
    return report(ExitCode::internal, "this is our fault: unknown exception", console);
  }
}

}  // namespace chappe::cli
