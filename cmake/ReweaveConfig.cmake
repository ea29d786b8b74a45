# find_package(Reweave) then
#
#   reweave_add_test(NAME name SOURCES a.cc b.cc ...
#                    [ARGS ...]                  arguments of the program
#                    [STRATEGY random] [SCHEDULES n] [TIME 10s]
#                    [LIBRARIES ...] [OPTIONS ...] [LINK_OPTIONS ...])
#
# builds NAME.reweave/NAME with reweave-c++ whatever the project's own compiler is, and adds a CTest test that explores it. The test
# fails if a schedule fails (status 1) or the program cannot be explored (3). LIBRARIES are targets or libraries: of a target only include
# directories, definitions and the linked file are used; code that should be explored belongs into SOURCES.
foreach(dir ${CMAKE_CURRENT_LIST_DIR}/../build/bin ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin)
  if(EXISTS ${dir}/reweave-c++)
    get_filename_component(REWEAVE_BIN_DIR ${dir} REALPATH CACHE)
    break()
  endif()
endforeach()
find_program(REWEAVE_CXX reweave-c++ HINTS ${REWEAVE_BIN_DIR})
find_program(REWEAVE_CC reweave-cc HINTS ${REWEAVE_BIN_DIR})
find_program(REWEAVE_PROGRAM reweave HINTS ${REWEAVE_BIN_DIR})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Reweave REQUIRED_VARS REWEAVE_PROGRAM REWEAVE_CXX REWEAVE_CC)

function(reweave_add_test)
  # The name may also come first, without NAME.
  set(arguments ${ARGN})
  if(arguments)
    list(GET arguments 0 first)
    if(NOT first STREQUAL "NAME")
      list(PREPEND arguments NAME)
    endif()
  endif()
  cmake_parse_arguments(arg "" "NAME;STRATEGY;SCHEDULES;TIME" "SOURCES;ARGS;LIBRARIES;OPTIONS;LINK_OPTIONS" ${arguments})
  if(NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "reweave_add_test needs a name and SOURCES")
  endif()
  set(standard ${CMAKE_CXX_STANDARD})
  if(NOT standard)
    set(standard 17)
  endif()

  set(objects)
  foreach(source ${arg_SOURCES})
    get_filename_component(path ${source} ABSOLUTE)
    string(MAKE_C_IDENTIFIER ${source} stem)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.reweave/${stem}.o)
    set(compiler ${REWEAVE_CXX} -std=c++${standard})
    if(path MATCHES "\\.c$")
      set(compiler ${REWEAVE_CC})
    endif()
    _reweave_flags(flags "${arg_LIBRARIES}")
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.reweave
      COMMAND ${compiler} ${flags} ${arg_OPTIONS} -pthread -MD -MF ${object}.d -c ${path} -o ${object}
      DEPENDS ${path} DEPFILE ${object}.d COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${object})
  endforeach()

  set(libraries)
  set(depends)
  foreach(library ${arg_LIBRARIES})
    if(TARGET ${library})
      get_target_property(type ${library} TYPE)
      if(NOT type STREQUAL "INTERFACE_LIBRARY")
        list(APPEND libraries $<TARGET_FILE:${library}>)
        list(APPEND depends ${library})
      endif()
    else()
      list(APPEND libraries ${library})
    endif()
  endforeach()
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.reweave/${arg_NAME})
  add_custom_command(OUTPUT ${program}
    COMMAND ${REWEAVE_CXX} ${objects} ${libraries} ${arg_LINK_OPTIONS} -pthread -o ${program}
    DEPENDS ${objects} ${depends} COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${arg_NAME} ALL DEPENDS ${program})

  set(explore ${REWEAVE_PROGRAM} explore)
  if(arg_STRATEGY)
    list(APPEND explore --strategy ${arg_STRATEGY})
  endif()
  if(arg_SCHEDULES)
    list(APPEND explore --schedules ${arg_SCHEDULES})
  endif()
  if(arg_TIME)
    list(APPEND explore --time ${arg_TIME})
  endif()
  if(NOT arg_SCHEDULES AND NOT arg_TIME)
    list(APPEND explore --time 10s)
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${explore} -- ${program} ${arg_ARGS})
endfunction()

# What a user of the libraries must be compiled with.
function(_reweave_flags out libraries)
  set(flags)
  foreach(library ${libraries})
    if(TARGET ${library})
      set(directories $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
      set(definitions $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
      list(APPEND flags "$<$<BOOL:${directories}>:-I$<JOIN:${directories},$<SEMICOLON>-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>")
    endif()
  endforeach()
  set(${out} ${flags} PARENT_SCOPE)
endfunction()
