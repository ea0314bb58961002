# Compiles through ccache when it is installed: a second build from scratch then takes seconds, also
# that of another clone, because paths are looked at from the root of the sources.

if(PASSCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(PASSCOPE_CCACHE_PROGRAM ccache)
  if(PASSCOPE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}"
        -E
        env
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}"
        CCACHE_NOHASHDIR=1
        # Dependencies are read from the file that the compiler writes anyway: nothing is preprocessed
        # only to be looked up.
        CCACHE_DEPEND=1
        # Precompiled headers (PasscopePrecompiled.cmake); no source uses __TIME__ or the like.
        CCACHE_PCH_EXTSUM=1
        "CCACHE_SLOPPINESS=pch_defines,time_macros")
    if(EMSCRIPTEN)
      # ccache does not know the name em++, but it behaves as clang does.
      list(APPEND CMAKE_CXX_COMPILER_LAUNCHER CCACHE_COMPILERTYPE=clang)
      # em++ is a program in Python, started for each file. Where python3 is what looks for the version that is wanted
      # (pyenv), half of the time until the compiler begins goes into that.
      execute_process(COMMAND python3 -c "import sys; print(sys.executable)" OUTPUT_VARIABLE _python
                      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(_python AND NOT DEFINED ENV{EMSDK_PYTHON})
        list(APPEND CMAKE_CXX_COMPILER_LAUNCHER "EMSDK_PYTHON=${_python}")
      endif()
    endif()
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER "${PASSCOPE_CCACHE_PROGRAM}")
  endif()
endif()
