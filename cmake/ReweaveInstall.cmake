# What cmake --install puts where besides the compiler parts (src/compiler, src/runtime), and the Debian package (./dev package).
include(CMakePackageConfigHelpers)

install(TARGETS reweave)

# Man pages and completion are printed by the program itself, so they cannot be older than it.
set(generated ${CMAKE_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${generated}/stamp
  COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}/man ${generated}/completion
  COMMAND reweave man-pages ${generated}/man
  COMMAND reweave completion bash > ${generated}/completion/bash
  COMMAND reweave completion zsh > ${generated}/completion/zsh
  COMMAND reweave completion fish > ${generated}/completion/fish
  COMMAND ${CMAKE_COMMAND} -E touch ${generated}/stamp
  DEPENDS reweave COMMENT "Man pages and shell completion" VERBATIM)
add_custom_target(reweave-manual ALL DEPENDS ${generated}/stamp)
install(DIRECTORY ${generated}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/reweave-c++.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/reweave-c++.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME reweave-cc.1)
install(FILES ${generated}/completion/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME reweave)
install(FILES ${generated}/completion/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _reweave)
install(FILES ${generated}/completion/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME reweave.fish)

write_basic_package_version_file(${CMAKE_BINARY_DIR}/ReweaveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/ReweaveConfig.cmake cmake/reweave-launch cmake/reweave-toolchain.cmake ${CMAKE_BINARY_DIR}/ReweaveConfigVersion.cmake
  DESTINATION lib/cmake/Reweave)

install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN man EXCLUDE)
install(DIRECTORY bazel DESTINATION ${CMAKE_INSTALL_DATADIR}/reweave)
install(DIRECTORY demo/ DESTINATION ${CMAKE_INSTALL_DATADIR}/reweave/demo USE_SOURCE_PERMISSIONS)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME reweave)
set(CPACK_PACKAGE_CONTACT "The Reweave developers <reweave@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds the thread schedules that a change to C or C++ code breaks")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The drivers call clang and link with libstdc++ as g++ installs it; check wants a checkout and a build.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, lld-19, libstdc++-12-dev, binutils")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git, cmake, ninja-build, gdb")
if(REWEAVE_HOMEPAGE)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${REWEAVE_HOMEPAGE})
endif()
include(CPack)
