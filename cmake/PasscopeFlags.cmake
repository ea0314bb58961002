# passcope_options: the compile and link flags of every target.

add_library(passcope_options INTERFACE)

target_compile_options(passcope_options INTERFACE -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 reports uninitialized values in its own <functional> with sanitizers or inlining.
  target_compile_options(passcope_options INTERFACE -Wno-maybe-uninitialized)
endif()

if(EMSCRIPTEN)
  target_compile_options(
    passcope_options
    INTERFACE
      # The engine throws diagnostics. Native wasm exceptions cost nothing until thrown. Exceptions based on JavaScript
      # make every call that may throw slow and large.
      -fwasm-exceptions
      # Kernels are vectorized. Every browser since 2021 (Safari since 2023) has fixed-width SIMD.
      -msimd128
      # Inlines and drops unused code across files, also in libc++: smaller and faster.
      -flto
      # With -Oz, Emscripten forbids all inlining. LLVM's own choice is as small and much faster.
      -finline-functions)
  target_link_options(passcope_options INTERFACE -fwasm-exceptions -msimd128 -flto)
  # Debian's Emscripten keeps the Node modules of its link step outside of Node's default search path.
  if(EXISTS /usr/share/nodejs/acorn)
    set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND}" -E env NODE_PATH=/usr/share/nodejs)
  endif()
  # The size of the download matters: everything is built for size, except hot code (passcope_engine_part in
  # CMakeLists.txt).
  set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
endif()

if(EMSCRIPTEN)
  target_compile_options(
    passcope_options
    INTERFACE
      # An engine has one thread, so the tables of operators and attributes need no guards against races …
      -fno-threadsafe-statics
      # … and they live as long as the page, so their destructors are not registered.
      -fno-c++-static-destructors)
endif()

if(NOT EMSCRIPTEN AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Emscripten needs LLVM's linker, so it is installed wherever the tests run. It saves seconds.
  find_program(PASSCOPE_LLD NAMES ld.lld ld.lld-14)
  if(PASSCOPE_LLD)
    target_link_options(passcope_options INTERFACE "-fuse-ld=lld")
  endif()
endif()

if(PASSCOPE_SANITIZE)
  list(JOIN PASSCOPE_SANITIZE "," _sanitizers)
  # The first report ends the program, so that a test cannot pass with one.
  set(_flags -fsanitize=${_sanitizers} -fno-sanitize-recover=all)
  if("undefined" IN_LIST PASSCOPE_SANITIZE
     AND NOT PASSCOPE_SANITIZE_ALL
     AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # AddressSanitizer already reports accesses through null. Checks of alignment and dynamic types would precede every
    # access. Traps replace texts with places and types, which nearly all checks never write. Programs are then less
    # than half as large, and they compile, link and start faster. AddressSanitizer then writes a stack that ends with
    # line and column.
    list(APPEND _flags -fno-sanitize=null,alignment,vptr)
    if("address" IN_LIST PASSCOPE_SANITIZE)
      list(APPEND _flags -fsanitize-trap=undefined)
      # AddressSanitizer writes this stack only with an option.
      target_sources(
        passcope_options
        INTERFACE
          "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${PROJECT_SOURCE_DIR}/cmake/sanitizer_defaults.cc>"
      )
    endif()
  endif()
  # Except for targets that are compiled but never run.
  set(_run "$<NOT:$<BOOL:$<TARGET_PROPERTY:PASSCOPE_NEVER_RUN>>>")
  target_compile_options(passcope_options
                         INTERFACE "$<${_run}:${_flags};-fno-omit-frame-pointer>")
  target_link_options(passcope_options INTERFACE ${_flags})
  # -O1 makes the sanitized tests several times faster; -g1 keeps line numbers in the reports.
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
endif()
