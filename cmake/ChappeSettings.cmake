# Language, warnings and build type for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(chappe_settings INTERFACE)
# Results must not depend on how the compiler contracts or reorders: DESIGN.md section 7.
target_compile_options(chappe_settings INTERFACE -ffp-contract=off)
# No function of ours reads errno after a root or an exponential; without it roots go in lanes.
target_compile_options(chappe_settings INTERFACE -fno-math-errno)
target_compile_options(chappe_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-sign-conversion)
if(CHAPPE_WERROR)
  target_compile_options(chappe_settings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives inside the standard library of g++ 12 at -O3.
  target_compile_options(chappe_settings INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(CHAPPE_SANITIZE)
  target_compile_options(chappe_settings INTERFACE -fsanitize=${CHAPPE_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(chappe_settings INTERFACE -fsanitize=${CHAPPE_SANITIZE})
endif()
