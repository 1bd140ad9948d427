# chappe_room(name [ROOMS room...] [LIBS lib...] [PRIVATE_LIBS lib...])
# One static library `chappe_<name>` of all sources in src/<name>; ROOMS are the rooms it may include.
function(chappe_room name)
  cmake_parse_arguments(ARG "" "" "ROOMS;LIBS;PRIVATE_LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(chappe_${name} STATIC ${sources})
  add_library(chappe::${name} ALIAS chappe_${name})
  target_include_directories(chappe_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                             $<INSTALL_INTERFACE:include/chappe>)
  list(TRANSFORM ARG_ROOMS PREPEND chappe_)
  target_link_libraries(chappe_${name} PUBLIC ${ARG_ROOMS} ${ARG_LIBS}
                        PRIVATE $<BUILD_INTERFACE:chappe_settings> ${ARG_PRIVATE_LIBS})
endfunction()

# chappe_tests(room [LIBS lib...]): the executable `test_<room>` of all sources in tests/<room>,
# with each TEST_CASE known to ctest.
function(chappe_tests room)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${room}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${room} ${sources})
  target_include_directories(test_${room} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR})
  target_compile_definitions(test_${room} PRIVATE CHAPPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(test_${room} PRIVATE chappe_${room} chappe_settings catch_main ${ARG_LIBS})
  catch_discover_tests(test_${room} TEST_PREFIX "${room}: " PROPERTIES SKIP_RETURN_CODE 4)
endfunction()
