# Toolchain file of the `wasm` preset: finds Emscripten and includes its own toolchain file.
#
# The Emscripten of the `em++` on PATH has priority, so that an activated emsdk is used instead of the distribution's
# package. EMSDK comes next, then the place where Debian installs it.

if(NOT PASSCOPE_EMSCRIPTEN_ROOT)
  find_program(PASSCOPE_EMXX em++ NO_CACHE)
  set(_candidates "")
  if(PASSCOPE_EMXX)
    get_filename_component(_real "${PASSCOPE_EMXX}" REALPATH)
    get_filename_component(_dir "${_real}" DIRECTORY)
    list(APPEND _candidates "${_dir}")
  endif()
  if(DEFINED ENV{EMSDK})
    list(APPEND _candidates "$ENV{EMSDK}/upstream/emscripten")
  endif()
  # Debian's /usr/bin/em++ is a wrapper script. The files are here.
  list(APPEND _candidates /usr/share/emscripten)
  foreach(_candidate IN LISTS _candidates)
    if(EXISTS "${_candidate}/cmake/Modules/Platform/Emscripten.cmake")
      set(PASSCOPE_EMSCRIPTEN_ROOT "${_candidate}" CACHE PATH "Folder of the Emscripten in use")
      break()
    endif()
  endforeach()
endif()
if(NOT PASSCOPE_EMSCRIPTEN_ROOT)
  message(FATAL_ERROR "Emscripten was not found. On Debian: apt-get install emscripten; elsewhere "
                      "install and activate the emsdk so that em++ is on PATH.")
endif()

# CMake runs this file again for its compiler checks, which must use the same root.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PASSCOPE_EMSCRIPTEN_ROOT)

set(EMSCRIPTEN_ROOT_PATH "${PASSCOPE_EMSCRIPTEN_ROOT}")
include("${PASSCOPE_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
