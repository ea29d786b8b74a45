# Toolchain file: cmake -DCMAKE_TOOLCHAIN_FILE=.../reweave-toolchain.cmake ..
# Finds the drivers next to itself (a build tree or an installation), else in PATH. REWEAVE_BIN_DIR names another place.
if(NOT REWEAVE_BIN_DIR)
  foreach(dir ${CMAKE_CURRENT_LIST_DIR}/../build/bin ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin)
    if(EXISTS ${dir}/reweave-c++)
      get_filename_component(REWEAVE_BIN_DIR ${dir} REALPATH)
      break()
    endif()
  endforeach()
endif()
find_program(REWEAVE_CXX reweave-c++ HINTS ${REWEAVE_BIN_DIR} REQUIRED)
find_program(REWEAVE_CC reweave-cc HINTS ${REWEAVE_BIN_DIR} REQUIRED)
set(CMAKE_C_COMPILER ${REWEAVE_CC})
set(CMAKE_CXX_COMPILER ${REWEAVE_CXX})
set(CMAKE_ASM_COMPILER ${REWEAVE_CC})
# Compiler checks configure small projects of their own: they must find the same drivers.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES REWEAVE_BIN_DIR)
