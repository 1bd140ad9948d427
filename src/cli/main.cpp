// chappe: the command. Everything is in command.cpp; here is only what belongs to the process.
#include <fcntl.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace {

/// A descriptor that the caller closed would be given to the next file that is opened, and messages
/// would end up in it. Opened the wrong way, so that reading or writing it still fails.
void keep_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) != descriptor) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_descriptors();
  // A closed pipe and a file beyond `ulimit -f` are errors of writing, to be told as such.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::setlocale(LC_ALL, "C");
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) words.emplace_back(argv[i]);
  chappe::cli::Console console{std::cout, std::cerr};
  return static_cast<int>(chappe::cli::run_command(words, console));
}
