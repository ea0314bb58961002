# Made by python/tools/describe.py.
"""Functions of integers as tables of their values."""

from typing import Any

from passcope.relay.expr import const as const

def run_const_expr(expr: Any) -> Any:
    """The value of an expression without free variables, as an array of numpy."""

def create_integer_lookup_table(floating_point_func: Any, input_scale: Any, input_zero_point: Any, output_scale: Any, output_zero_point: Any, in_axis: Any = -1, out_axis: Any = -1, in_dtype: Any = 'uint8', out_dtype: Any = 'uint8') -> Any:
    """What a function of real arrays gives for each integer, quantised again: as many values as the type has.

    The value of an integer stands where its bits say, read as an integer without a sign.
    """

def create_integer_lookup_op(input_arg: Any, floating_point_func: Any, in_scale: Any, in_zero_point: Any, out_scale: Any, out_zero_point: Any, in_axis: Any = -1, out_axis: Any = -1, in_dtype: Any = 'uint8', out_dtype: Any = 'uint8') -> Any:
    """A call that looks a function's values up; scales and zero points are constants of one element."""
