# passcope_tests (Catch2, natively and as WebAssembly for Node), passcope_conform, passcope_bench, fuzz targets.

# Programs for Node go to a separate folder. Emscripten writes CommonJS for it, but the repository's package.json makes
# every .js file below it an ES module.
function(passcope_node_program target)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/node")
  file(WRITE "${PROJECT_BINARY_DIR}/node/package.json" "{ \"type\": \"commonjs\" }\n")
  target_link_options(
    ${target}
    PRIVATE
      # Runs under Node only, as one file.
      -sENVIRONMENT=node
      -sSINGLE_FILE=1
      # Ends with main's exit code instead of staying alive.
      -sEXIT_RUNTIME=1
      -sALLOW_MEMORY_GROWTH)
endfunction()

# tests/generator makes random modules for the unit tests, the benchmarks and the fuzzers. The targets of the fuzzers
# are here, too, because the unit tests run them on earlier findings.
file(GLOB PASSCOPE_GENERATOR_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/generator/*.cc"
     "${PROJECT_SOURCE_DIR}/tests/fuzz/*target*.cc" "${PROJECT_SOURCE_DIR}/tests/fuzz/*_mutator.cc")
add_library(passcope_generator STATIC EXCLUDE_FROM_ALL ${PASSCOPE_GENERATOR_SOURCES})
target_link_libraries(passcope_generator PUBLIC passcope_engine passcope_recording)
target_include_directories(passcope_generator PUBLIC "${PROJECT_SOURCE_DIR}/tests")
passcope_precompile(passcope_generator engine)

# passcope_conform runs recorded answers of TVM. The code that runs one record is also part of the unit tests.
if(NOT EMSCRIPTEN)
  add_library(passcope_conform_record STATIC EXCLUDE_FROM_ALL
              "${PROJECT_SOURCE_DIR}/tests/conformance/conform_record.cc")
  target_link_libraries(passcope_conform_record PUBLIC passcope_tools)
  target_include_directories(passcope_conform_record PUBLIC "${PROJECT_SOURCE_DIR}/tests")
  add_executable(passcope_conform EXCLUDE_FROM_ALL
                 "${PROJECT_SOURCE_DIR}/tests/conformance/conform.cc")
  target_link_libraries(passcope_conform PRIVATE passcope_conform_record)
  foreach(_target IN ITEMS passcope_conform_record passcope_conform)
    passcope_precompile(${_target} tools)
    if(PASSCOPE_COMPILE_FAST)
      target_compile_options(${_target} PRIVATE -O0)
    endif()
  endforeach()
endif()

# passcope_add_tests(target sources...): the unit tests in `sources` as a program.
function(passcope_add_tests target)
  passcope_tests_together(_sources ${target}_texts 8 ${ARGN})
  add_executable(${target} ${_sources})
  target_link_libraries(${target} PRIVATE passcope_generator passcope_catch2)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  # The tests check the engine with its optimization. The tests themselves compile three times faster without.
  target_compile_options(${target} PRIVATE -O0)
  # The folder of the golden files, independent of the working directory.
  target_compile_definitions(${target} PRIVATE PASSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  passcope_precompile(${target} unit_tests)
  if(EMSCRIPTEN)
    target_link_libraries(${target} PRIVATE passcope_kernels)
    passcope_node_program(${target})
    # The tests need no optimization across files; the engine's objects are optimized separately.
    target_compile_options(${target} PRIVATE -fno-lto)
    # Golden files are read from the real file system.
    target_link_options(${target} PRIVATE -O1 -Wl,--lto-O0 -sNODERAWFS=1)
  else()
    target_link_libraries(${target} PRIVATE passcope_conform_record)
    passcope_precompile_code(${target})
  endif()
endfunction()

file(GLOB_RECURSE PASSCOPE_TEST_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/*.cc")
if(EMSCRIPTEN)
  # The command line is not part of the module.
  list(FILTER PASSCOPE_TEST_SOURCES EXCLUDE REGEX "/tests/unit/(gate|tools)/")
endif()
# It contains Catch2's own code, which the precompiled header leaves out.
set_source_files_properties("${PROJECT_SOURCE_DIR}/tests/unit/main.cc"
                            PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
if(NOT PASSCOPE_HAS_CATCH2)
  message(STATUS "Catch2 was not found: the unit tests will not be built")
elseif(PASSCOPE_TEST_SOURCES AND EMSCRIPTEN)
  # By default, WebAssembly runs the tests of everything that differs there: 32 bits and the allocator (support, ir),
  # the stack (hostile, deep programs), exceptions (diagnostics, contexts), the text of numbers (printer, metadata,
  # JSON), SIMD and floating point (kernels, runtime), the interface of JavaScript (api), and each pass once (the golden
  # programs). passcope_tests_all also runs the others.
  set(PASSCOPE_WASM_TESTS ${PASSCOPE_TEST_SOURCES})
  list(FILTER PASSCOPE_WASM_TESTS INCLUDE REGEX
       "/tests/unit/((main|json)\\.cc|(support|kernels|ir|diagnostics|runtime|executor|api|fuzz)/|\
text/(hostile|metadata|printer|stream)_|pass/context_stack_|transforms/golden_)")
  passcope_add_tests(passcope_tests ${PASSCOPE_WASM_TESTS})
  set(PASSCOPE_OTHER_TESTS ${PASSCOPE_TEST_SOURCES})
  list(REMOVE_ITEM PASSCOPE_OTHER_TESTS ${PASSCOPE_WASM_TESTS})
  # Files that both programs contain are compiled once.
  passcope_add_tests(passcope_tests_all ${PASSCOPE_OTHER_TESTS} $<TARGET_OBJECTS:passcope_tests>)
  set_target_properties(passcope_tests_all PROPERTIES EXCLUDE_FROM_ALL ON)
elseif(PASSCOPE_TEST_SOURCES)
  passcope_add_tests(passcope_tests ${PASSCOPE_TEST_SOURCES})
endif()

# tests/bench/*.cc: Google Benchmark natively; for WebAssembly, tests/bench/wasm replaces it.
file(GLOB PASSCOPE_BENCH_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/bench/*.cc")
if(NOT EMSCRIPTEN AND NOT PASSCOPE_SANITIZE)
  find_package(benchmark QUIET)
endif()
if(PASSCOPE_BENCH_SOURCES AND (EMSCRIPTEN OR benchmark_FOUND))
  # Separate from the program: the WebAssembly build always compiles them, to check that they use only the part of
  # Google Benchmark that tests/bench/wasm has. Linking would take minutes.
  add_library(passcope_bench_cases OBJECT EXCLUDE_FROM_ALL ${PASSCOPE_BENCH_SOURCES})
  target_link_libraries(passcope_bench_cases PRIVATE passcope_generator)
  target_include_directories(passcope_bench_cases PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  add_executable(passcope_bench EXCLUDE_FROM_ALL $<TARGET_OBJECTS:passcope_bench_cases>)
  target_link_libraries(passcope_bench PRIVATE passcope_generator)
  if(EMSCRIPTEN)
    target_sources(passcope_bench_cases PRIVATE "${PROJECT_SOURCE_DIR}/tests/bench/wasm/benchmark.cc")
    target_include_directories(passcope_bench_cases PRIVATE "${PROJECT_SOURCE_DIR}/tests/bench/wasm")
    if(TARGET passcope_tests)
      add_dependencies(passcope_tests passcope_bench_cases)
    endif()
    target_link_libraries(passcope_bench PRIVATE passcope_kernels)
    passcope_node_program(passcope_bench)
    # The benchmark uses the allocator of the published module (PasscopeWasm.cmake).
    target_link_options(passcope_bench PRIVATE -sMALLOC=emmalloc)
  else()
    target_link_libraries(passcope_bench_cases PRIVATE benchmark::benchmark)
    target_link_libraries(passcope_bench PRIVATE benchmark::benchmark)
  endif()
endif()

# tests/fuzz/programs.cc: a shard of `npm run fuzz -- --target programs`.
add_executable(passcope_programs EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/fuzz/programs.cc")
target_link_libraries(passcope_programs PRIVATE passcope_generator)
if(EMSCRIPTEN)
  target_link_libraries(passcope_programs PRIVATE passcope_kernels)
  passcope_node_program(passcope_programs)
  target_link_options(passcope_programs PRIVATE -O1 -Wl,--lto-O0 -sNODERAWFS=1)
endif()

# tests/fuzz/generated.cc: long runs of checks on generated programs.
if(NOT EMSCRIPTEN)
  add_executable(passcope_generated EXCLUDE_FROM_ALL
                 "${PROJECT_SOURCE_DIR}/tests/fuzz/generated.cc")
  target_link_libraries(passcope_generated PRIVATE passcope_generator)
endif()

# tests/fuzz/fuzz_*.cc: one libFuzzer program each.
if(PASSCOPE_FUZZ)
  # Coverage of the engine guides the fuzzers.
  target_compile_options(passcope_options INTERFACE -fsanitize=fuzzer-no-link)
  file(GLOB PASSCOPE_FUZZ_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.cc")
  foreach(_source IN LISTS PASSCOPE_FUZZ_SOURCES)
    get_filename_component(_name "${_source}" NAME_WE)
    add_executable(${_name} EXCLUDE_FROM_ALL "${_source}")
    target_link_libraries(${_name} PRIVATE passcope_generator)
    target_link_options(${_name} PRIVATE -fsanitize=fuzzer)
  endforeach()
endif()
