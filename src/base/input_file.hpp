#pragma once
// What is read must be a regular file: a FIFO or a device would hang the program or do something.
#include <sys/types.h>

#include <string>

namespace chappe {

/// "a folder", "a FIFO", ... for messages. @param mode  as stat() gives it
std::string file_kind(mode_t mode);

/// Why a file cannot be read, found without opening it: "no such file", "a FIFO, not a regular
/// file"; "" if nothing speaks against it. "-" is standard input, which may be a pipe or a
/// terminal, but neither closed nor a folder.
std::string input_trouble(const std::string& path);

}  // namespace chappe
