# passcope_python: _passcope_engine, the extension module of the Python package (python/).
#
# Only with PASSCOPE_PYTHON, which makes all code position independent. Debian's own Python has priority over another
# one on the path, because numpy, pytest and pybind11 are Debian packages.

if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
set(PYTHON_EXECUTABLE "${Python3_EXECUTABLE}")
find_package(pybind11 QUIET CONFIG)

if(pybind11_FOUND)
  pybind11_add_module(passcope_python MODULE NO_EXTRAS "${PROJECT_SOURCE_DIR}/python/bindings.cc"
                      "${PROJECT_SOURCE_DIR}/python/check.cc"
                      "${PROJECT_SOURCE_DIR}/python/gate.cc")
  # `passcope check` is part of the command line.
  target_link_libraries(passcope_python PRIVATE passcope_engine passcope_tools)
  if(PASSCOPE_SANITIZE)
    # One pybind11 wrapper per function: optimizing them gains nothing.
    target_compile_options(passcope_python PRIVATE -O0)
  endif()
  set_target_properties(
    passcope_python PROPERTIES OUTPUT_NAME _passcope_engine
                               LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/python")
else()
  message(STATUS "No pybind11, or no headers of Python: the Python package cannot be built")
endif()
