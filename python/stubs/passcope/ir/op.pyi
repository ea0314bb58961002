# Made by python/tools/describe.py.
"""What is known of operators besides the table: attributes registered from Python, by name."""

from typing import Any

class OpRegistry:
    """The attributes of operators."""
    @staticmethod
    def get(op_name: Any, attr_key: Any) -> Any:
        """The value of an attribute, None where there is none."""
    @staticmethod
    def set(op_name: Any, attr_key: Any, value: Any, level: Any = 10) -> Any:
        """Gives an operator an attribute; of two the one of the higher level counts."""
    @staticmethod
    def reset(op_name: Any, attr_key: Any) -> Any:
        """Takes an attribute away."""
    @staticmethod
    def having(attr_key: Any) -> Any:
        """The operators with an attribute, and its values."""
    @staticmethod
    def keys() -> Any:
        """The names of all attributes."""

def register_op_attr(op_name: Any, attr_key: Any, value: Any = None, level: Any = 10) -> Any:
    """Gives an operator an attribute; without a value it is a decorator of the function that is the value."""

def register_intrin_lowering(op_name: Any, target: Any, f: Any = None, level: Any = 10) -> Any:
    """A rule that code generation would ask. Usable as a decorator."""
