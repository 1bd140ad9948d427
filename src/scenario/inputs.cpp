#include "scenario/inputs.hpp"

#include <filesystem>

#include "base/sha256.hpp"

namespace chappe {

void Inputs::add_text(const std::string& name, std::string_view text) {
  if (seen_.insert(name).second) files_.push_back({name, sha256_hex(text)});
}

void Inputs::add_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || seen_.contains(path)) return;
  try {
    files_.push_back({path, sha256_of_file(path)});
    seen_.insert(path);
  } catch (const DataError&) {
    // The element that reads the file reports it, with what it was wanted for.
  }
}

}  // namespace chappe
