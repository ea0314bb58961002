"""Comparisons for TVM's tests: gradients with finite differences, and expressions of sizes."""

import itertools

from ..arith import Analyzer
from ..tir import expr as tir


def check_numerical_grads(
    function, input_values, grad_values, function_value=None, delta=1e-3, atol=1e-2, rtol=0.1
):
    """Compares gradients of a function with finite differences.

    Parameters
    ----------
    function : takes the inputs, by position or by name as they are given here, and returns a number
    input_values, grad_values : lists or dictionaries of arrays: the inputs, and the gradients there
    function_value : the value at the inputs; computed if it is missing
    delta : the step. If a difference does not fit, central differences and half steps are tried, too
    atol, rtol : the tolerance for all gradients of an input together; `atol` applies to each element

    Raises AssertionError if they differ too much, ValueError for gradients that are not numbers.
    """
    import numpy as np

    if not isinstance(input_values, dict):
        names = [str(i) for i in range(len(input_values))]
        inputs, gradients = dict(zip(names, input_values)), dict(zip(names, grad_values))

        def evaluate(values):
            return function(*(values[name] for name in names))
    else:
        inputs, gradients = input_values, grad_values

        def evaluate(values):
            return function(**values)

    here = evaluate(inputs) if function_value is None else function_value

    def slope(name, place, step):
        moved = inputs[name].copy()
        moved.reshape(-1)[place] += step
        return (evaluate({**inputs, name: moved}) - here) / step

    def fits(found, expected):
        return abs(found - expected) < atol + rtol * abs(found)

    def best_slope(name, place, expected):
        forward = slope(name, place, delta)
        if fits(forward, expected):
            return forward
        central = (forward + slope(name, place, -delta)) / 2
        if fits(central, expected):
            return central
        # Richardson's extrapolation of central differences.
        half = (slope(name, place, delta / 2) + slope(name, place, -delta / 2)) / 2
        return (4 * half - central) / 3

    for name, gradient in gradients.items():
        if gradient.shape != inputs[name].shape:
            raise AssertionError(
                f"Gradient wrt '{name}' has unexpected shape {gradient.shape}, expected {inputs[name].shape}"
            )
        expected = gradient.reshape(-1)
        found = np.array([best_slope(name, i, expected[i]) for i in range(expected.size)], dtype="float64")
        distance, size = np.linalg.norm(found - expected), np.linalg.norm(found)
        if not np.isfinite(distance) or not np.isfinite(size):
            raise ValueError(f"NaN or infinity detected during numerical gradient checking wrt '{name}'")
        if distance > atol * np.sqrt(expected.size) + rtol * size:
            raise AssertionError(
                f"Analytical and numerical grads wrt '{name}' differ too much\n"
                f"analytical grad = {gradient}\nnumerical grad = {found.reshape(gradient.shape)}"
            )


def assert_prim_expr_equal(lhs, rhs):
    """Raises ValueError unless two expressions of sizes are equal for all values of the symbols."""
    if not Analyzer().can_prove_equal(lhs, rhs):
        raise ValueError(f"{lhs} and {rhs} are not equal")


def check_bool_expr_is_true(bool_expr, vranges, cond=None):
    """Raises AssertionError if a comparison is false for some values of its symbols, {symbol: Range}.

    Values for which `cond` is false do not count.
    """
    names, simplify = list(vranges), Analyzer().simplify

    def replaced(expr, values):
        if expr in values:
            return values[expr]
        if hasattr(expr, "a"):
            return type(expr)(replaced(expr.a, values), replaced(expr.b, values))
        return expr

    ranges = (range(int(item.min), int(item.min) + int(item.extent)) for item in vranges.values())
    for numbers in itertools.product(*ranges):
        values = {name: tir.const(number) for name, number in zip(names, numbers)}
        holds = cond is None or bool(simplify(replaced(cond, values)))
        if holds and not simplify(replaced(bool_expr, values)):
            raise AssertionError(f"{bool_expr} is not true for {values}")
