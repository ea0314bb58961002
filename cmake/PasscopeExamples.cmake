# examples/cpp/NAME.cc becomes the program example_NAME; passcope_examples builds all of them.

add_custom_target(passcope_examples)
file(GLOB PASSCOPE_EXAMPLE_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/cpp/*.cc")
foreach(_source IN LISTS PASSCOPE_EXAMPLE_SOURCES)
  get_filename_component(_name "${_source}" NAME_WE)
  add_executable(example_${_name} "${_source}")
  target_link_libraries(example_${_name} PRIVATE passcope_engine)
  if(PASSCOPE_SANITIZE)
    target_compile_options(example_${_name} PRIVATE -O0)
  endif()
  add_dependencies(passcope_examples example_${_name})
endforeach()
