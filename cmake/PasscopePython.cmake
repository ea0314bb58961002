# passcope_python: the extension module passcope._engine of the Python package (python/). Only with
# PASSCOPE_PYTHON, which makes all code position independent.

find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
set(PYTHON_EXECUTABLE "${Python3_EXECUTABLE}")
find_package(pybind11 REQUIRED CONFIG)

pybind11_add_module(passcope_python MODULE NO_EXTRAS "${PROJECT_SOURCE_DIR}/python/bindings.cc")
target_link_libraries(passcope_python PRIVATE passcope_engine)
set_target_properties(passcope_python PROPERTIES OUTPUT_NAME _engine)
