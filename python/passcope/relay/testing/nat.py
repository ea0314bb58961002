"""Natural numbers as a data type, and conversions from and to Python's integers."""

from ..backend.values import ConstructorValue


def count(prelude, n):
    """The integer of a value of the data type. Raises TypeError for other values."""
    _, zero, succ = prelude.mod.get_type("nat")
    number = 0
    while isinstance(n, ConstructorValue) and n.constructor == succ:
        number += 1
        n = n.fields[0]
    if not isinstance(n, ConstructorValue) or n.constructor != zero:
        raise TypeError(f"{n!r} is no natural number")
    return number


def make_nat_value(prelude, n):
    """A value of the data type."""
    _, zero, succ = prelude.mod.get_type("nat")
    value = ConstructorValue(zero.tag, [], zero)
    for _ in range(n):
        value = ConstructorValue(succ.tag, [value], succ)
    return value


def make_nat_expr(prelude, n):
    """An expression of the data type."""
    _, zero, succ = prelude.mod.get_type("nat")
    expr = zero()
    for _ in range(n):
        expr = succ(expr)
    return expr


def get_type(prelude, name):
    """The name of a data type of a prelude's module, and its constructors."""
    return prelude.mod.get_type(name)
