# Made by python/tools/describe.py.
"""What TVM's tests compare: gradients with differences, and expressions of sizes."""

from typing import Any

def check_numerical_grads(function: Any, input_values: Any, grad_values: Any, function_value: Any = None, delta: Any = 0.001, atol: Any = 0.01, rtol: Any = 0.1) -> Any:
    """Compares gradients of a function with differences.

    Parameters
    ----------
    function : takes the inputs, by position or by name as they are given here, and gives a number
    input_values, grad_values : lists or dictionaries of arrays: where, and the gradients there
    function_value : the value there; it is computed where it is not given
    delta : the step; where a difference does not fit, those to both sides and of half the step are taken, too
    atol, rtol : how far off the gradients of an input may be, as a whole; `atol` is for each element

    Raises AssertionError where they differ too much, ValueError for gradients that are no numbers.
    """

def assert_prim_expr_equal(lhs: Any, rhs: Any) -> Any:
    """Raises ValueError where two expressions of sizes are not the same, whatever the symbols stand for."""

def check_bool_expr_is_true(bool_expr: Any, vranges: Any, cond: Any = None) -> Any:
    """Raises AssertionError where a comparison does not hold for some values of its symbols, {symbol: Range}.

    Values for which `cond` does not hold do not count.
    """
