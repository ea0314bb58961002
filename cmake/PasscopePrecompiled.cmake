# passcope_precompile(target name): compiles cmake/precompiled/NAME.h once for the target and includes it before each of
# its files. A third of the compile time goes into headers that every file includes.

option(PASSCOPE_PRECOMPILE "Precompile the headers that most files include (with clang)" ON)

# As CMake does it, but in a form in which ccache recognizes the paths.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
endif()

function(passcope_precompile target name)
  if(NOT PASSCOPE_PRECOMPILE OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  set(header "precompiled/${name}.h")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake")
  # In the form of an #include, so that CMake writes the same text in every clone.
  target_precompile_headers(${target} PRIVATE "\"${header}\"")
  # The same header always gives the same file.
  target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
  if(NOT PASSCOPE_CCACHE_PROGRAM)
    return()
  endif()
  # A precompiled header contains paths of its clone. ccache reads the file of this name instead, which is the compiled
  # text. A clone can therefore use the compiler's results of another one.
  set(_sum "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.pch.sum")
  set(_folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(_definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  add_custom_command(
    OUTPUT "${_sum}"
    COMMAND
      "${CMAKE_CXX_COMPILER}" -w -std=c++20 "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>"
      "$<$<BOOL:${_folders}>:-I$<JOIN:${_folders},;-I>>"
      "$<$<BOOL:${_definitions}>:-D$<JOIN:${_definitions},;-D>>" -include
      "${header}" -E -P -dD -x c++ /dev/null -MD -MF "${_sum}.d" -MT "${_sum}" -o "${_sum}"
    DEPFILE "${_sum}.d"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_precompiled_text DEPENDS "${_sum}")
  add_dependencies(${target} ${target}_precompiled_text)
endfunction()

# passcope_together(target files): if PASSCOPE_TOGETHER is on, compiles groups of `files` sources of the target as one,
# in the order of their names. Shared headers are compiled once. This takes half of the time of a build from scratch,
# but a change of one file also compiles its neighbours. Their names in unnamed namespaces must differ. Each source
# still includes the headers that it uses, which passcope_includes checks.
option(PASSCOPE_TOGETHER "Compile several sources of what has many small ones as one" OFF)

function(passcope_together target files)
  if(PASSCOPE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  endif()
endfunction()

# passcope_tests_together(result folder files sources...): sets `result` to the files to compile instead of the unit
# tests `sources`. With PASSCOPE_TOGETHER they are texts below the build's `folder`, each with at most `files` tests of
# one folder. In them, the outermost namespace of each test contains a namespace named after its file, so that names of
# helpers can be equal. Files that are not tests do not change.
function(passcope_tests_together result folder files)
  set(_compiled ${ARGN})
  if(PASSCOPE_TOGETHER)
    set(_tests ${ARGN})
    list(FILTER _compiled EXCLUDE REGEX "_test\\.cc$")
    list(FILTER _tests INCLUDE REGEX "_test\\.cc$")
    list(SORT _tests)
    set(_batch "")
    set(_number 0)
    # The empty item ends the last text.
    foreach(_test IN LISTS _tests ITEMS "")
      list(LENGTH _batch _length)
      get_filename_component(_next "${_test}" DIRECTORY)
      if(_length EQUAL files OR (_length GREATER 0 AND NOT _next STREQUAL _tests_folder))
        if(_length EQUAL 1)
          list(APPEND _compiled ${_batch})
        else()
          file(RELATIVE_PATH _name "${PROJECT_SOURCE_DIR}/tests/unit" "${_tests_folder}")
          set(_text "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${_name}_${_number}.cc")
          add_custom_command(
            OUTPUT "${_text}"
            COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${_text}" "-DSOURCES=${_batch}" -P
                    "${PROJECT_SOURCE_DIR}/cmake/tests_together.cmake"
            DEPENDS ${_batch} "${PROJECT_SOURCE_DIR}/cmake/tests_together.cmake"
            VERBATIM)
          # Tests include headers of their own folder.
          set_source_files_properties("${_text}" PROPERTIES INCLUDE_DIRECTORIES "${_tests_folder}")
          list(APPEND _compiled "${_text}")
          math(EXPR _number "${_number} + 1")
        endif()
        set(_batch "")
      endif()
      set(_tests_folder "${_next}")
      list(APPEND _batch "${_test}")
    endforeach()
  endif()
  set(${result} "${_compiled}" PARENT_SCOPE)
endfunction()

# passcope_precompile_code(target): with PASSCOPE_TOGETHER, compiles the code of the program's precompiled headers once,
# with the inline functions and templates that they use. Otherwise each source that calls them compiles them.
function(passcope_precompile_code target)
  get_target_property(_headers ${target} PRECOMPILE_HEADERS)
  if(NOT PASSCOPE_TOGETHER OR NOT _headers)
    return()
  endif()
  set(_base "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx")
  set_source_files_properties("${_base}.cxx" PROPERTIES COMPILE_OPTIONS -fpch-codegen)
  # Files compiled with and without it differ. ccache must see the difference, too.
  target_compile_definitions(${target} PRIVATE PASSCOPE_PRECOMPILED_CODE)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" _type)
  separate_arguments(_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${_type}}")
  add_custom_command(
    OUTPUT "${_base}.o"
    COMMAND "${CMAKE_CXX_COMPILER}" ${_flags} -fPIE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>"
            -std=c++20 -w -ffunction-sections -c "${_base}.pch" -o "${_base}.o"
    DEPENDS "${_base}.pch"
    COMMAND_EXPAND_LISTS VERBATIM)
  # Not a dependency of the target, because it needs the precompiled headers, which belong to the target.
  add_custom_target(${target}_precompiled_code DEPENDS "${_base}.o")
  # Unused inline functions can call functions that no library has.
  target_link_options(${target} PRIVATE -Wl,--gc-sections)
  target_link_libraries(${target} PRIVATE "${_base}.o")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${_base}.o")
endfunction()
