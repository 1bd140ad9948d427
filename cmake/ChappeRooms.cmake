# chappe_room(name [ROOMS room...] [LIBS lib...] [PRIVATE_LIBS lib...])
# One static library `chappe_<name>` of all sources in src/<name>; ROOMS are the rooms it may include.
# A room without sources is an interface library, so that the rest can be built before it.
function(chappe_room name)
  chappe_library(${name} SOURCE_FOLDER ${PROJECT_SOURCE_DIR}/src/${name}
                 INCLUDE_FOLDER ${PROJECT_SOURCE_DIR}/src ${ARGN})
endfunction()

# chappe_library(name SOURCE_FOLDER folder INCLUDE_FOLDER folder [ROOMS ...] [LIBS ...] [PRIVATE_LIBS ...])
# What chappe_room and models/ share: the library, its alias chappe::<name>, its place in the package.
function(chappe_library name)
  cmake_parse_arguments(ARG "" "SOURCE_FOLDER;INCLUDE_FOLDER" "ROOMS;LIBS;PRIVATE_LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${ARG_SOURCE_FOLDER}/*.cpp)
  set(type STATIC)
  set(scope PUBLIC)
  if(NOT sources)
    set(type INTERFACE)
    set(scope INTERFACE)
  endif()
  list(TRANSFORM ARG_ROOMS PREPEND chappe_)
  add_library(chappe_${name} ${type} ${sources})
  add_library(chappe::${name} ALIAS chappe_${name})
  set_target_properties(chappe_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(chappe_${name} ${scope} $<BUILD_INTERFACE:${ARG_INCLUDE_FOLDER}>
                             $<INSTALL_INTERFACE:include/chappe>)
  target_link_libraries(chappe_${name} ${scope} ${ARG_ROOMS} ${ARG_LIBS})
  if(sources)
    target_link_libraries(chappe_${name} PRIVATE $<BUILD_INTERFACE:chappe_settings>
                          ${ARG_PRIVATE_LIBS})
  endif()
  set_property(GLOBAL APPEND PROPERTY CHAPPE_LIBRARIES chappe_${name})
endfunction()

# chappe_tests(room [LIBS lib...]): the executable `test_<room>` of all sources in tests/<room>,
# with each TEST_CASE known to ctest. Test cases with the tag [long] or
# [validation] get it as a label.
function(chappe_tests room)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${room}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${room} ${sources})
  target_include_directories(test_${room} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR})
  target_compile_definitions(test_${room} PRIVATE CHAPPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                             CHAPPE_VALIDATION_TABLE="${PROJECT_BINARY_DIR}/validation.txt")
  target_link_libraries(test_${room} PRIVATE chappe_${room} chappe_settings catch_main ${ARG_LIBS})
  catch_discover_tests(test_${room} TEST_PREFIX "${room}:" PROPERTIES LABELS ${room}
                       SKIP_RETURN_CODE 4)
  set(labels ${CMAKE_CURRENT_BINARY_DIR}/test_${room}_labels.cmake)
  file(GENERATE OUTPUT ${labels} CONTENT
       "set(room ${room})\nset(program $<TARGET_FILE:test_${room}>)\ninclude(${PROJECT_SOURCE_DIR}/cmake/ChappeTestLabels.cmake)\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels})
endfunction()
