# Compiles through ccache when it is installed: a second build from scratch then takes seconds.

if(PASSCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(PASSCOPE_CCACHE_PROGRAM ccache)
  if(PASSCOPE_CCACHE_PROGRAM)
    if(EMSCRIPTEN)
      # ccache does not know the name em++, but it behaves as clang does.
      set(CMAKE_CXX_COMPILER_LAUNCHER
          "${CMAKE_COMMAND}" -E env CCACHE_COMPILERTYPE=clang "${PASSCOPE_CCACHE_PROGRAM}")
    else()
      set(CMAKE_CXX_COMPILER_LAUNCHER "${PASSCOPE_CCACHE_PROGRAM}")
    endif()
  endif()
endif()
