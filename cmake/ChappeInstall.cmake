# `cmake --install`: the command, the libraries, every public header, data, scenarios, and the package
# that find_package(chappe) reads, with a target chappe::<room> a room.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(chappe_libraries GLOBAL PROPERTY CHAPPE_LIBRARIES)
install(TARGETS ${chappe_libraries} EXPORT chappe_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS chappe_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/chappe
        FILES_MATCHING PATTERN "*.hpp" PATTERN "cli" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/chappe
        FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/chappe)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/chappe)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/chappe)
install(EXPORT chappe_targets NAMESPACE chappe:: DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/chappeConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/chappeConfig.cmake
                              INSTALL_DESTINATION ${package_folder}
                              PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/chappeConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/chappeConfig.cmake
              ${PROJECT_BINARY_DIR}/chappeConfigVersion.cmake DESTINATION ${package_folder})
