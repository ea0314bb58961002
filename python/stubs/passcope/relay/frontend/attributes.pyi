# Made by python/tools/describe.py.
"""Attributes of other frameworks' operators, and how they become those of Relay's."""

from typing import Any

class DuplicateFilter:
    """Lets each message of a logger through once."""
    def __init__(self) -> None: ...
    def filter(self, record: Any) -> Any:
        """Whether a message has not been seen."""

logger: Any

class RequiredAttr:
    """Stands for a default value of what has none."""

class StrAttrsDict:
    """Attributes whose values are texts, {name: text}. An attribute that is not there has the default value that is given;
    without one that is an AttributeError.
    """
    def __init__(self, attrs: Any) -> None: ...
    def has_attr(self, key: Any) -> Any:
        """Whether there is an attribute."""
    def get_float(self, key: Any, default: Any = ...) -> Any:
        """A real number."""
    def get_int(self, key: Any, default: Any = ...) -> Any:
        """An integer; None is one that is not given."""
    def get_str(self, key: Any, default: Any = ...) -> Any:
        """A text."""
    def get_int_tuple(self, key: Any, default: Any = ...) -> Any:
        """Integers, such as "(1, 2)"."""
    def get_float_tuple(self, key: Any, default: Any = ...) -> Any:
        """Real numbers."""
    def get_tuple_tuple_int(self, key: Any, default: Any = ...) -> Any:
        """Tuples of integers, such as "((0, 0), (1, 1))"."""
    def get_int_list(self, key: Any, default: Any = ...) -> Any:
        """A list of integers."""
    def get_bool(self, key: Any, default: Any = ...) -> Any:
        """Whether it is true: "True", "true", "1" and the like are."""

def get_relay_op(op_name: Any) -> Any:
    """The function of relay.op or of its modules of a name such as "nn.conv2d" or "conv2d".

    Raises OpNotImplemented where there is none.
    """

class AttrCvt:
    """Makes calls of an operator with other names for attributes.

    Parameters
    ----------
    op_name : the operator, or a function of the attributes that gives it
    transforms : {name: its name here, or (name here, default value, function of the value)}
    excludes : names whose attributes cannot be converted: NotImplementedError
    disables, ignores : names that are left out
    extras : {name here: value}
    custom_check : (function of the attributes, what is said where it does not hold: RuntimeError)
    """
    def __init__(self, op_name: Any, transforms: Any = None, excludes: Any = None, disables: Any = None, ignores: Any = None, extras: Any = None, custom_check: Any = None) -> None: ...
    def __call__(self, inputs: Any, attrs: Any, *args: Any) -> Any: ...

class Renamer:
    """Makes calls of an operator under another name, with the same attributes."""
    def __init__(self, new_name: Any) -> None: ...
    def __call__(self, inputs: Any, attrs: Any, *args: Any) -> Any: ...

class ExprTable:
    """Expressions by name, with the values of constants that became parameters (`params`)."""
    def __init__(self) -> None: ...
    def new_const(self, value: Any, shape: Any = None, dtype: Any = 'float32') -> Any:
        """A parameter of its own name for a value."""
    def get_expr(self, name: Any) -> Any:
        """The expression of a name. Raises KeyError where there is none."""
    def set_expr(self, name: Any, expr: Any, force_override: bool = False) -> Any:
        """Keeps an expression, where the name has none or it is to be replaced."""
    def has_expr(self, name: Any) -> Any:
        """Whether a name has an expression."""
    def set_padding(self, paddings: Any) -> Any:
        """Keeps paddings for the operator to come."""
    def clear_padding(self) -> Any:
        """Forgets them."""
