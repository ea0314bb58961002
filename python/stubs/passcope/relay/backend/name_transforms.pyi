# Made by python/tools/describe.py.
"""Names of functions, variables and constants in generated code, which begin with "TVM"."""

from typing import Any

from passcope.error import TVMError as TVMError

def to_c_function_style(original_name: Any) -> Any:
    """TVM_my_function as TVMMyFunction. Raises TVMError where the prefix is missing."""

def to_c_variable_style(original_name: Any) -> Any:
    """TVM_My_Variable as tvm_my_variable."""

def to_c_constant_style(original_name: Any) -> Any:
    """TVM_my_constant as TVM_MY_CONSTANT."""

def prefix_name(names: Any) -> Any:
    """A name, or one of several parts, with "TVM_" before it."""

def prefix_generated_name(names: Any) -> Any:
    """The same with "TVMGen_"."""
