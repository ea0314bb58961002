# Made by python/tools/describe.py.
"""What converters of models need."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.relay.expr import Var as Var
from passcope.relay.function import Function as Function

def infer_type(node: Any, mod: Any = None) -> Any:
    """An expression with its types; it may call functions of a module."""

def infer_shape(inputs: Any, mod: Any = None) -> Any:
    """The shape of an expression, a tuple of integers and `?`."""

def infer_channels(inputs: Any, transpose: bool = False) -> Any:
    """The number of output channels that weights in OIHW, or in IOHW when transposed, say."""

def fold_constant(node: Any, mod: Any = None) -> Any:
    """An expression with what can be computed computed."""

def infer_value(input_val: Any, params: Any, mod: Any = None) -> Any:
    """The value of an expression, by values for its variables by name. Raises TVMError where one is missing."""

def new_var(name_hint: Any, type_annotation: Any = None, shape: Any = None, dtype: Any = 'float32') -> Any:
    """A variable."""

def get_name(node: Any) -> Any:
    """The name of a variable; the text of another expression."""
