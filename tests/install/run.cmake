# Installs BUILD into a scratch folder of its own, then builds and runs the example program of
# SOURCE/tests/install against it. GENERATOR and COMPILER are those of the build.
set(scratch ${BUILD}/install-test)
file(REMOVE_RECURSE ${scratch})

function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed (${result}): ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/prefix)
foreach(file bin/chappe include/chappe/base/units.hpp include/chappe/link/path.hpp
        share/chappe/parts share/chappe/scenarios)
  if(NOT EXISTS ${scratch}/prefix/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
file(GLOB_RECURSE targets ${scratch}/prefix/chappe_targets*.cmake)
foreach(file IN LISTS targets)
  file(STRINGS ${file} leaks REGEX "${SOURCE}")
  if(leaks)
    message(FATAL_ERROR "${file} names the source tree: ${leaks}")
  endif()
endforeach()

set(flags "")
if(SANITIZE)
  set(flags -fsanitize=${SANITIZE})
endif()
step(${CMAKE_COMMAND} -S ${SOURCE}/tests/install -B ${scratch}/build -G ${GENERATOR}
     -DCMAKE_PREFIX_PATH=${scratch}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
     -DCMAKE_CXX_FLAGS=${flags})
step(${CMAKE_COMMAND} --build ${scratch}/build)
step(${scratch}/build/example)
message("${output}")
step(${scratch}/prefix/bin/chappe --version)
message("${output}")
