#pragma once
// Help texts, made from the verbs' own declarations.
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace chappe::cli {

/// What an exit code says, in a few words.
std::string exit_code_text(ExitCode code);
/// Help of the whole command.
std::string command_help(const std::vector<Verb>& all);
/// Help of one verb.
std::string verb_help(const Syntax& syntax);
/// `text` in lines of at most `width` columns, each after `indent` blanks, the first without them.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

}  // namespace chappe::cli
