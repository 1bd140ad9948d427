#include <cstdlib>

#include "base/errors.hpp"
#include "scenario/scenario.hpp"

namespace chappe {

std::filesystem::path data_folder() {
  namespace fs = std::filesystem;
  if (const char* named = std::getenv("CHAPPE_DATA"); named != nullptr && *named != '\0') {
    std::error_code ignored;
    if (fs::is_directory(named, ignored)) return named;
    throw DataError("the environment variable CHAPPE_DATA names '" + std::string(named) +
                    "', which is no folder");
  }
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path prefix = failed ? fs::path("..") : program.parent_path().parent_path();
  const fs::path installed = prefix / "share" / "chappe" / "data";
  const bool use_installed =
      !fs::exists(prefix / "data" / "parts", failed) && fs::exists(installed, failed);
  return use_installed ? installed : prefix / "data";
}

}  // namespace chappe
