#pragma once
// Files appear whole or not at all: temporary in the same folder, fsync, rename, fsync of the
// folder.
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace chappe {

/// Refuses, before a run, a target that could not be written after it: something that exists and is
/// not a regular file (device, FIFO, socket, folder), a missing folder, a folder or file that may
/// not be written. Symbolic links are followed, also dangling ones. "-" (standard output) passes.
/// Nothing is created. What is asked is what the system would really allow: permission bits do not
/// stop root, a read-only file system does.
/// @throws OutputError with one message that names the target
void check_output_target(const std::string& target);

/// Refuses a target that is an input under any name: a link, symbolic or hard, or another path.
/// "-" passes as a target, as an input it is the file behind standard input; what does not exist
/// passes. @throws OutputError naming both
void refuse_overwriting(const std::string& target, const std::filesystem::path& input);

/// Replaces the file, or makes it, with the mode of the file it replaces. A symbolic link stays a
/// link and the file that it names is replaced. On failure the old file is left as it was (none
/// stays none) and the temporary is removed.
/// @throws OutputError (what check_output_target refuses, disk full, input/output error)
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// As write_file_atomically, but "-" is standard output.
/// @throws OutputError
void write_output(const std::string& target, std::string_view text);

}  // namespace chappe
