// Writes the Touchstone channel that ships with Chappe: make_channel data/channels/NAME.s4p
#include <iostream>

#include "base/atomic_file.hpp"
#include "base/errors.hpp"
#include "tools/stripline_channel.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: make_channel FILE.s4p\n";
    return 2;
  }
  try {
    chappe::write_file_atomically(argv[1], chappe::testing::stripline_channel_text());
  } catch (const chappe::Error& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(error.code());
  }
  return 0;
}
