# The heavy loops, src/kernels, in these forms:
#
# passcope_kernel_plan      the code that computes sizes; a part of the engine
# passcope_kernels          the loops for native programs and programs for Node, which do not use the package
# passcope_kernels_module   the loops as separate WebAssembly modules (passcope.kernels.wasm,
#                           passcope.kernels.relaxed.wasm), which the package loads at the first call

file(GLOB PASSCOPE_KERNEL_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/kernels/*.cc")
set(PASSCOPE_KERNEL_PLAN "${PROJECT_SOURCE_DIR}/src/kernels/plan.cc")
set(PASSCOPE_KERNEL_MODULE "${PROJECT_SOURCE_DIR}/src/kernels/module.cc")
set(PASSCOPE_KERNEL_LOOPS ${PASSCOPE_KERNEL_SOURCES})
list(REMOVE_ITEM PASSCOPE_KERNEL_LOOPS "${PASSCOPE_KERNEL_PLAN}" "${PASSCOPE_KERNEL_MODULE}")

# passcope_kernel_target(name): the flags of all kernel targets.
function(passcope_kernel_target target)
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -fno-exceptions -fno-rtti)
  if(PASSCOPE_PYTHON)
    # The function that a loop polls may throw.
    target_compile_options(${target} PRIVATE -fexceptions)
  endif()
  if(NOT PASSCOPE_SANITIZE)
    # Without -finline-functions, Emscripten does not inline, because of the earlier -Oz.
    target_compile_options(${target} PRIVATE -O3 -finline-functions)
  endif()
endfunction()

add_library(passcope_kernel_plan STATIC "${PASSCOPE_KERNEL_PLAN}")
target_link_libraries(passcope_kernel_plan PRIVATE passcope_options)
target_include_directories(passcope_kernel_plan PUBLIC "${PROJECT_SOURCE_DIR}/src")

add_library(passcope_kernels STATIC ${PASSCOPE_KERNEL_LOOPS})
target_link_libraries(passcope_kernels PRIVATE passcope_options PUBLIC passcope_kernel_plan)
passcope_kernel_target(passcope_kernels)

if(EMSCRIPTEN)
  target_compile_options(passcope_kernels PRIVATE -fno-lto)
  execute_process(COMMAND em-config LLVM_ROOT OUTPUT_VARIABLE _llvm OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
  find_program(PASSCOPE_WASM_LD NAMES wasm-ld wasm-ld-14 HINTS "${_llvm}" REQUIRED
               NO_CMAKE_FIND_ROOT_PATH)
  # passcope_kernel_module(target file options...)
  function(passcope_kernel_module target file)
    add_library(${target}_objects OBJECT ${PASSCOPE_KERNEL_SOURCES})
    passcope_kernel_target(${target}_objects)
    target_compile_options(${target}_objects PRIVATE -std=c++20 -msimd128 -mbulk-memory
                                                     -mmutable-globals ${ARGN})
    # The module uses the engine's memory, in which the engine provides a stack. The module has no data.
    add_custom_command(
      OUTPUT "${file}"
      COMMAND
        "${PASSCOPE_WASM_LD}" --no-entry --import-memory --export=__stack_pointer --stack-first -z
        stack-size=65536 --strip-all -O2 --gc-sections -o "${file}"
        "$<TARGET_OBJECTS:${target}_objects>"
      DEPENDS ${target}_objects "$<TARGET_OBJECTS:${target}_objects>"
      COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${file}")
  endfunction()
  passcope_kernel_module(passcope_kernels_plain "${PROJECT_BINARY_DIR}/passcope.kernels.wasm")
  passcope_kernel_module(passcope_kernels_relaxed
                         "${PROJECT_BINARY_DIR}/passcope.kernels.relaxed.wasm" -mrelaxed-simd)
  add_custom_target(passcope_kernels_module)
  add_dependencies(passcope_kernels_module passcope_kernels_plain passcope_kernels_relaxed)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT PASSCOPE_SANITIZE)
  # The same loops for processors with three-operand and fused instructions, in a separate namespace.
  add_library(passcope_kernels_avx2 STATIC ${PASSCOPE_KERNEL_LOOPS} "${PASSCOPE_KERNEL_PLAN}")
  target_link_libraries(passcope_kernels_avx2 PRIVATE passcope_options)
  passcope_kernel_target(passcope_kernels_avx2)
  target_compile_definitions(passcope_kernels_avx2 PRIVATE passcope=passcope_avx2)
  target_compile_options(passcope_kernels_avx2 PRIVATE -mavx2 -mfma)
  target_compile_definitions(passcope_kernels PRIVATE PASSCOPE_KERNELS_AVX2)
  target_link_libraries(passcope_kernels PRIVATE passcope_kernels_avx2)
endif()
