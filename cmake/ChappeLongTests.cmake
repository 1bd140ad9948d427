# Included by ctest, after the tests of `program` are known: test cases with the tag [long] get the
# labels <room> and long, so that `ctest -LE long` leaves them out.
if(EXISTS ${program})
  execute_process(COMMAND ${program} "[long]" --list-test-names-only OUTPUT_VARIABLE names)
  string(REPLACE "\n" ";" names "${names}")
  foreach(name IN LISTS names)
    if(NOT name STREQUAL "")
      set_tests_properties("${room}: ${name}" PROPERTIES LABELS "${room};long")
    endif()
  endforeach()
endif()
