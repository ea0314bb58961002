# The module that the npm package loads: passcope.js and passcope.wasm from wasm-bindings/*.cc.

file(GLOB PASSCOPE_BINDING_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/wasm-bindings/*.cc")
if(PASSCOPE_BINDING_SOURCES)
  add_executable(passcope_wasm ${PASSCOPE_BINDING_SOURCES})
  set_target_properties(passcope_wasm PROPERTIES OUTPUT_NAME passcope)
  target_link_libraries(passcope_wasm PRIVATE passcope_engine)
  # The build of the package divides the static data by the linker's map. Emscripten 3.1 mistakes -Map for the flag -M
  # of another linker and drops it. But it passes on a response file that is not the first argument.
  set(PASSCOPE_WASM_MAP_FLAG "${CMAKE_CURRENT_BINARY_DIR}/passcope_map.rsp")
  file(WRITE "${PASSCOPE_WASM_MAP_FLAG}" "-Map=${CMAKE_CURRENT_BINARY_DIR}/passcope.map\n")
  target_link_options(
    passcope_wasm
    PRIVATE
      # The bindings are registered with embind.
      --bind
      # A factory function as the default export of an ES module, which Node, Vite and workers can import.
      -sMODULARIZE
      -sEXPORT_ES6
      # The package sets the module's address. Bundlers would take a URL in the glue code for another file.
      -sUSE_ES6_IMPORT_META=0
      # No eval and no new Function: the page's Content-Security-Policy forbids both.
      -sDYNAMIC_EXECUTION=0
      # ResNet-152's weights need 230 MB; the default fixed heap is 16 MB.
      -sALLOW_MEMORY_GROWTH
      # Under Node the package passes the bytes, so the glue needs no Node code.
      -sENVIRONMENT=web,worker
      # The module neither reads nor writes files.
      -sFILESYSTEM=0
      # The engine has no main and its memory lives as long as the page.
      --no-entry
      # Much smaller than the default allocator.
      -sMALLOC=emmalloc
      # The build of the package divides the module by the names of its functions, and then drops the names.
      --profiling-funcs
      "-Wl,--no-demangle,@${PASSCOPE_WASM_MAP_FLAG}")
else()
  message(STATUS "wasm-bindings/ has no sources: no module will be built")
endif()

# The command line for Node, as one file.
if(PASSCOPE_TOOL_SOURCES)
  add_executable(passcope_cli ${PASSCOPE_TOOL_SOURCES})
  target_link_libraries(passcope_cli PRIVATE passcope_engine passcope_kernels passcope_recording)
  passcope_precompile(passcope_cli tools)
  passcope_together(passcope_cli 7)
  target_link_options(
    passcope_cli
    PRIVATE
      -sENVIRONMENT=node
      -sSINGLE_FILE=1
      # The real file system, instead of one in memory.
      -sNODERAWFS=1
      # Standard output is flushed and main's result becomes the exit code.
      -sEXIT_RUNTIME=1
      -sALLOW_MEMORY_GROWTH)
endif()
