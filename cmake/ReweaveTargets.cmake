# reweave_library(name SOURCES... [DEPS ...])  one static library a folder, warnings as errors
# reweave_test(name SOURCES... [DEPS ...])     one GoogleTest binary, registered with CTest
find_package(GTest REQUIRED)

function(reweave_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-unused-parameter)
endfunction()

function(reweave_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_library(reweave_${name} STATIC ${arg_SOURCES})
  target_include_directories(reweave_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(reweave_${name} PUBLIC ${arg_DEPS})
  reweave_warnings(reweave_${name})
endfunction()

function(reweave_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  reweave_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()
