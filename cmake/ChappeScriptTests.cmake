# Tests that are no Catch executables: lint scripts, scenarios, the command, the installed package.
# Debian's python3 has the modules that they need; another one on the PATH may not.
set(CHAPPE_PYTHON /usr/bin/python3 CACHE FILEPATH "Python with h5py, for tests")

# Each tools/lint/check_*.py, and each tests/lint/test_*.py, which prove that the scripts see faults.
function(chappe_lint_tests)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/lint/check_*.py
       ${PROJECT_SOURCE_DIR}/tests/lint/test_*.py ${PROJECT_SOURCE_DIR}/tests/tools/test_*.py)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME "lint: ${name}" COMMAND ${CHAPPE_PYTHON} -B ${script})
    set_tests_properties("lint: ${name}" PROPERTIES LABELS lint TIMEOUT 60)
  endforeach()
endfunction()

# A comment `# long` on a line of its own gives a script or scenario the label `long`.
function(chappe_script_labels test file)
  set(labels ${ARGN})
  file(STRINGS ${file} mark REGEX "^# long$" LIMIT_COUNT 1)
  if(mark)
    list(APPEND labels long)
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT 600 ENVIRONMENT
    "CHAPPE=$<TARGET_FILE:chappe_command>;CHAPPE_SOURCE_DIR=${PROJECT_SOURCE_DIR};CHAPPE_DATA=${PROJECT_SOURCE_DIR}/data")
endfunction()

# Each scenarios/**/*.toml is run and must end with 0: its [expect] holds.
function(chappe_scenario_tests)
  set(folder ${PROJECT_SOURCE_DIR}/scenarios)
  file(GLOB_RECURSE scenarios CONFIGURE_DEPENDS ${folder}/*.toml)
  foreach(scenario IN LISTS scenarios)
    file(RELATIVE_PATH name ${folder} ${scenario})
    string(REGEX REPLACE "\\.toml$" "" name ${name})
    add_test(NAME "scenario: ${name}" COMMAND chappe_command run ${scenario} --quiet)
    chappe_script_labels("scenario: ${name}" ${scenario} scenario)
  endforeach()
endfunction()

# Each tests/<folder>/test_*.py of the command: $CHAPPE is the command, $CHAPPE_SOURCE_DIR this tree.
function(chappe_python_tests)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/test_*.py)
  list(FILTER scripts EXCLUDE REGEX "/tests/(lint|tools)/")
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    get_filename_component(folder ${script} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    add_test(NAME "${folder}: ${name}" COMMAND ${CHAPPE_PYTHON} -B ${script})
    chappe_script_labels("${folder}: ${name}" ${script} ${folder})
  endforeach()
endfunction()

# Installs into a scratch folder of the build tree; configures, builds and runs tests/install there.
function(chappe_install_test)
  add_test(NAME "install: a program that uses the package"
           COMMAND ${CMAKE_COMMAND} -D BUILD=${PROJECT_BINARY_DIR} -D SOURCE=${PROJECT_SOURCE_DIR}
                   -D GENERATOR=${CMAKE_GENERATOR} -D COMPILER=${CMAKE_CXX_COMPILER}
                   -D SANITIZE=${CHAPPE_SANITIZE}
                   -P ${PROJECT_SOURCE_DIR}/tests/install/run.cmake)
  set_tests_properties("install: a program that uses the package" PROPERTIES LABELS install
                       TIMEOUT 300 RUN_SERIAL ON)
endfunction()
