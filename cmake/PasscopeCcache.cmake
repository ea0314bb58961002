# Compiles through ccache if it is installed. A second build from scratch then takes seconds, even in another clone,
# because paths are relative to the root of the sources.

if(PASSCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(PASSCOPE_CCACHE_PROGRAM ccache)
  if(PASSCOPE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}"
        -E
        env
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}"
        CCACHE_NOHASHDIR=1
        # ccache reads dependencies from the file that the compiler writes anyway. Without this, it preprocesses each
        # file for the lookup.
        CCACHE_DEPEND=1
        # For precompiled headers (PasscopePrecompiled.cmake). No source uses __TIME__ or similar macros.
        CCACHE_PCH_EXTSUM=1
        "CCACHE_SLOPPINESS=pch_defines,time_macros")
    if(EMSCRIPTEN)
      # ccache does not know the name em++, but em++ behaves like clang.
      list(APPEND CMAKE_CXX_COMPILER_LAUNCHER CCACHE_COMPILERTYPE=clang)
      # em++ is a Python program that is started for each file. If python3 is a script that selects a version (pyenv),
      # half of the time before the compiler starts goes into it.
      execute_process(COMMAND python3 -c "import sys; print(sys.executable)" OUTPUT_VARIABLE _python
                      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(_python AND NOT DEFINED ENV{EMSDK_PYTHON})
        list(APPEND CMAKE_CXX_COMPILER_LAUNCHER "EMSDK_PYTHON=${_python}")
      endif()
    endif()
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER "${PASSCOPE_CCACHE_PROGRAM}")
  endif()
endif()
