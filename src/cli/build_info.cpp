#include "cli/build_info.hpp"

// The three texts come from src/cli/CMakeLists.txt.
namespace chappe::cli {

std::string version() { return CHAPPE_VERSION; }

std::string build() {
  const std::string sanitizers = CHAPPE_BUILD_SANITIZERS;
  return std::string(CHAPPE_BUILD) + (sanitizers.empty() ? "" : ", sanitizers " + sanitizers);
}

bool is_debug_build() {
#ifdef __OPTIMIZE__
  return false;
#else
  return true;
#endif
}

}  // namespace chappe::cli
