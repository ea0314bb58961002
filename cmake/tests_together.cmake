# cmake -DOUTPUT=FILE -DSOURCES=FILE;... -P tests_together.cmake: writes the unit tests SOURCES one after the other to
# OUTPUT, each in its own namespace (passcope_tests_together in PasscopePrecompiled.cmake).

# The path that the compiler gets: relative to the folder where it runs, so that all clones have the same text.
set(_text "")
foreach(_source IN LISTS SOURCES)
  file(READ "${_source}" _test)
  get_filename_component(_name "${_source}" NAME_WE)
  string(REGEX REPLACE "(^|\n)namespace (passcope[a-z_:]*) {" "\\1namespace \\2::${_name} {" _test "${_test}")
  file(RELATIVE_PATH _path "${CMAKE_CURRENT_BINARY_DIR}" "${_source}")
  string(APPEND _text "#line 1 \"${_path}\"\n${_test}")
endforeach()
file(WRITE "${OUTPUT}" "${_text}")
