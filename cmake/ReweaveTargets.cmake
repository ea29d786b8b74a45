# reweave_library(name SOURCES... [DEPS ...] [HEADERS set] [COLD] [UNOPTIMIZED])
#                                              one static library a folder, warnings as errors. HEADERS: its precompiled headers
#                                              (std unless named). COLD: nothing in it runs per schedule, -O1 compiles faster.
#                                              UNOPTIMIZED: it only calls others, -O0 takes half the time of -O1
# reweave_test(name SOURCES... [DEPS ...] [DEFINES ...] [NEEDS target...] [OPTIMIZED])
#                                              one GoogleTest binary, registered with CTest; nothing without REWEAVE_TESTS.
#                                              Its own files are compiled with -O0; OPTIMIZED: it runs for seconds, -O1
# reweave_link_optimized_first(target)         for a program whose own files are compiled with -O0
# reweave_test_program(name SOURCES... [DEPS ...])  a program that tests start; nothing without REWEAVE_TESTS
if(REWEAVE_TESTS)
  find_package(GTest REQUIRED)
  add_custom_target(unit_tests)
endif()

function(reweave_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-unused-parameter)
endfunction()

# Headers that nearly every file includes are parsed once a set, not once a file: half of the compile time. Files still include
# what they use; -DREWEAVE_PRECOMPILE=OFF shows one that does not.
option(REWEAVE_PRECOMPILE "Precompile common headers" ON)
function(reweave_header_set name)
  cmake_parse_arguments(arg "" "" "HEADERS;DEPS;OPTIONS" ${ARGN})
  add_library(reweave_headers_${name} OBJECT ${CMAKE_SOURCE_DIR}/cmake/headers.cc)
  target_link_libraries(reweave_headers_${name} PRIVATE ${arg_DEPS})
  target_include_directories(reweave_headers_${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_compile_options(reweave_headers_${name} PRIVATE -pthread ${arg_OPTIONS})
  if(REWEAVE_PRECOMPILE)
    target_precompile_headers(reweave_headers_${name} PRIVATE ${arg_HEADERS})
    # With a time stamp in it a compiler cache would never hit.
    target_compile_options(reweave_headers_${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

function(reweave_use_headers target set)
  if(REWEAVE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM reweave_headers_${set})
  endif()
endfunction()

find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
set(std_headers <algorithm> <chrono> <cstdint> <deque> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string>
  <string_view> <unordered_map> <unordered_set> <utility> <vector> <fmt/format.h> <fmt/ranges.h>)
# Of our own headers, those that most files of the sets' users include. Who changes one compiles the users again, as before.
set(run_headers base/result.h base/file.h facts/facts.h trace/trace.h trace/meaning.h findings/finding.h)
set(explore_headers explore/search/strategy.h explore/target/target.h explore/explorer.h findings/check_result.h)
list(TRANSFORM run_headers PREPEND ${CMAKE_SOURCE_DIR}/src/)
list(TRANSFORM explore_headers PREPEND ${CMAKE_SOURCE_DIR}/src/)
reweave_header_set(std HEADERS ${std_headers} DEPS fmt::fmt)
reweave_header_set(run HEADERS ${std_headers} ${run_headers} DEPS fmt::fmt)
reweave_header_set(explore HEADERS ${std_headers} ${run_headers} ${explore_headers} DEPS fmt::fmt)
reweave_header_set(json HEADERS ${std_headers} ${run_headers} <nlohmann/json.hpp> DEPS fmt::fmt nlohmann_json::nlohmann_json)
# Headers know whether they are compiled for -O0 (__OPTIMIZE__), so sets for it are sets of their own. CLI11 defines objects with
# constructors, which every file with its headers compiles again: more than a second, so only the commands have it.
find_package(CLI11 REQUIRED)
reweave_header_set(commands HEADERS ${std_headers} ${run_headers} ${explore_headers} <nlohmann/json.hpp> <CLI/CLI.hpp>
  DEPS fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 OPTIONS -O0)
if(NOT REWEAVE_QUICK)
  reweave_header_set(unoptimized HEADERS ${std_headers} ${run_headers} ${explore_headers} <nlohmann/json.hpp>
    DEPS fmt::fmt nlohmann_json::nlohmann_json OPTIONS -O0)
endif()
if(REWEAVE_TESTS)
  foreach(level 0 1)
    reweave_header_set(test_O${level} HEADERS ${std_headers} ${run_headers} <gtest/gtest.h> <gmock/gmock.h> DEPS fmt::fmt GTest::gtest GTest::gmock
      OPTIONS -O${level})
  endforeach()
endif()

function(reweave_library name)
  cmake_parse_arguments(arg "COLD;UNOPTIMIZED" "HEADERS" "SOURCES;DEPS" ${ARGN})
  if(arg_UNOPTIMIZED)
    set(arg_HEADERS unoptimized)
  elseif(NOT arg_HEADERS)
    set(arg_HEADERS std)
  endif()
  add_library(reweave_${name} STATIC ${arg_SOURCES})
  target_include_directories(reweave_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(reweave_${name} PUBLIC ${arg_DEPS})
  target_compile_options(reweave_${name} PRIVATE -pthread)
  reweave_use_headers(reweave_${name} ${arg_HEADERS})
  if(arg_UNOPTIMIZED)
    target_compile_options(reweave_${name} PRIVATE -O0)
  else()
    set_property(GLOBAL APPEND PROPERTY REWEAVE_OPTIMIZED_LIBRARIES reweave_${name})
    # A build without optimisation (quick, sanitize) has headers compiled without it, too.
    if(arg_COLD AND NOT REWEAVE_QUICK AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
      target_compile_options(reweave_${name} PRIVATE -O1)
    endif()
  endif()
  # A function of one file that no header declares belongs into an anonymous namespace: of two with one name the linker may take either.
  target_compile_options(reweave_${name} PRIVATE -Wmissing-prototypes)
  reweave_warnings(reweave_${name})
endfunction()

# Of an inline function or template that several objects contain, the linker keeps the first copy. Without this, -O0 copies of the
# standard library's functions would take the place of those that the searches were compiled with.
function(reweave_link_optimized_first target)
  get_property(libraries GLOBAL PROPERTY REWEAVE_OPTIMIZED_LIBRARIES)
  list(REMOVE_ITEM libraries reweave_report_samples)
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  target_link_options(${target} PRIVATE LINKER:--whole-archive ${libraries} LINKER:--no-whole-archive)
endfunction()

# Own files with -O0 and precompiled headers for that: reweave_unoptimized(target [set]).
function(reweave_unoptimized target)
  set(headers unoptimized ${ARGN})
  list(GET headers -1 headers)
  # The same code model as the libraries' that the headers are precompiled for.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC -pthread -O0)
  reweave_use_headers(${target} ${headers})
endfunction()

function(reweave_test_program name)
  if(NOT REWEAVE_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE ${arg_DEPS})
  reweave_warnings(${name})
endfunction()

function(reweave_test name)
  if(NOT REWEAVE_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "OPTIMIZED" "" "SOURCES;DEPS;DEFINES;NEEDS" ${ARGN})
  set(level 0)
  if(arg_OPTIMIZED)
    set(level 1)
  endif()
  reweave_test_program(${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE ${arg_DEFINES})
  # The same code model as the library's that the headers are precompiled for.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC -pthread -O${level})
  reweave_use_headers(${name} test_O${level})
  if(arg_NEEDS)
    add_dependencies(${name} ${arg_NEEDS})
  endif()
  add_test(NAME ${name} COMMAND ${name})
  # Beside the code: unit tests, which can run without the compiler drivers. Those under tests/ build programs with them.
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "^${CMAKE_SOURCE_DIR}/src/")
    add_dependencies(unit_tests ${name})
    set_tests_properties(${name} PROPERTIES LABELS unit)
  endif()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests/tmp)
  # What tests write stays in the build: two checkouts that are tested at once do not meet, and nothing is left in /tmp.
  set_tests_properties(${name} PROPERTIES TIMEOUT 120 ENVIRONMENT TEST_TMPDIR=${CMAKE_BINARY_DIR}/tests/tmp)
endfunction()
