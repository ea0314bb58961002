# passcope_options: the compile and link flags of every target.

add_library(passcope_options INTERFACE)

target_compile_options(passcope_options INTERFACE -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 sees uninitialised values in its own <functional> once sanitizers or inlining are on.
  target_compile_options(passcope_options INTERFACE -Wno-maybe-uninitialized)
endif()

if(EMSCRIPTEN)
  target_compile_options(
    passcope_options
    INTERFACE
      # The engine throws diagnostics; native wasm exceptions cost nothing until thrown, where the
      # JavaScript-based ones make every call that may throw slow and large.
      -fwasm-exceptions
      # Kernels are vectorised; every browser since 2021 (Safari since 2023) has fixed-width SIMD.
      -msimd128
      # Inlining and dropping of unused code across files, also into libc++: smaller and faster.
      -flto
      # With -Oz Emscripten forbids all inlining; LLVM's own judgement is as small and much faster.
      -finline-functions)
  target_link_options(passcope_options INTERFACE -fwasm-exceptions -msimd128 -flto)
  # Debian's Emscripten keeps the Node modules of its link step outside Node's default search path.
  if(EXISTS /usr/share/nodejs/acorn)
    set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND}" -E env NODE_PATH=/usr/share/nodejs)
  endif()
  # The download counts: everything is built for size except what runs hot (PASSCOPE_HOT_SOURCES).
  set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
endif()

if(EMSCRIPTEN)
  target_compile_options(
    passcope_options
    INTERFACE
      # One engine, one thread: the tables of operators and attributes need no guards against races …
      -fno-threadsafe-statics
      # … and live as long as the page, so that nothing registers their destruction.
      -fno-c++-static-destructors)
endif()

if(NOT EMSCRIPTEN AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Emscripten needs LLVM's linker, so that it is there wherever the tests are; it takes seconds less.
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
    # AddressSanitizer ends what reads through null, too; alignment and the types of objects stand before
    # every access. And a trap in place of a text with its place and types, which nearly all checks never
    # write, makes programs less than half as large: they compile, link and start faster. The
    # stack that AddressSanitizer then writes ends with the line and the column.
    list(APPEND _flags -fno-sanitize=null,alignment,vptr)
    if("address" IN_LIST PASSCOPE_SANITIZE)
      list(APPEND _flags -fsanitize-trap=undefined)
      # It does so when it is asked to.
      target_sources(
        passcope_options
        INTERFACE
          "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${PROJECT_SOURCE_DIR}/cmake/sanitizer_defaults.cc>"
      )
    endif()
  endif()
  # But for targets that are compiled and never run.
  set(_run "$<NOT:$<BOOL:$<TARGET_PROPERTY:PASSCOPE_NEVER_RUN>>>")
  target_compile_options(passcope_options
                         INTERFACE "$<${_run}:${_flags};-fno-omit-frame-pointer>")
  target_link_options(passcope_options INTERFACE ${_flags})
  # -O1 makes the sanitized tests several times faster; -g1 keeps line numbers in the reports.
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
endif()
