#pragma once
// The command: its verbs, its help and the one place where errors become exit codes.
#include <ostream>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace chappe::cli {

/// Where a verb writes: results to `out`, everything else to `err`.
struct Console {
  std::ostream& out;
  std::ostream& err;
};

/// One verb: what it takes and what it does. `run` may throw any Error.
struct Verb {
  Syntax syntax{};
  ExitCode (*run)(const Arguments& arguments, Console& console){nullptr};
};

/// All verbs in the order of help.
std::vector<Verb> verbs();

/// Runs the command with the words after the program's name. Every exception becomes a message on
/// `err` and an exit code; nothing is thrown. A result that cannot be written to `out` gives
/// `output`.
ExitCode run_command(const std::vector<std::string>& words, Console& console);

}  // namespace chappe::cli
