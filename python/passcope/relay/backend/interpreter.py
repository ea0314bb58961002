"""Runs programs: `create_executor(kind, mod).evaluate(expr)(arguments …)`."""

import types

from ... import _raw
from ...ir.module import IRModule
from ...ir.type import TensorType
from ...runtime.container import ADT
from ...runtime.ndarray import NDArray, array
from .._bind import bind_params_by_name
from ..expr import Constant, Expr, GlobalVar, Let
from ..function import Function
from ..transform.transform import InferType
from .values import Closure, ConstructorValue, RefValue, call


def _convert(func, args, kwargs):
    """Combines positional and keyword arguments to positional arguments."""
    if not kwargs:
        return list(args)
    names = [param.name_hint for param in func.params]
    given = list(args)
    for i, name in enumerate(names):
        if i < len(args):
            if kwargs.get(name) is not None:
                raise Exception(
                    "duplicate argument supplied in both positional args "
                    f"(at position: {i}), and keyword argument (with name: {name})"
                )
        else:
            given.append(kwargs[name])
    if len(given) != len(names):
        raise Exception(f"insufficient arguments, expected {len(given)}, provided {len(names)}")
    return given


def _converted(value, type_):
    """Converts a numpy array or a number to a parameter's data type, as TVM's graph executor does."""
    import numpy as np

    if not isinstance(value, (np.ndarray, np.generic, int, float)) or not isinstance(type_, TensorType):
        return value
    return np.asarray(value, type_.dtype)


def _constant(value):
    if isinstance(value, Expr):
        return value
    return Constant(value if isinstance(value, NDArray) else array(value))


def _lists(value):
    """Converts tuples to lists, as TVM's graph executor does."""
    return [_lists(item) for item in value] if isinstance(value, ADT) else value


class Executor:
    """Evaluates expressions in a module, with the engine's kernels.

    Results are arrays, `ADT`s with tag 0 for tuples, `ConstructorValue`s for data types, and `RefValue`s for references.
    Arguments can be the same objects, or Python's tuples and lists.
    """

    # The differences between TVM's executors: data as ConstructorValues, and tuples as lists.
    _constructors, _tuples_are_lists = True, False

    def __init__(self, mod=None, device=None, target=None, params=None):
        self.mod = mod if mod is not None else IRModule()
        self.device = device
        self.target = target
        self.params = params

    def evaluate(self, expr=None, binds=None):
        """The value of an expression. For a function, returns a Python function."""
        if binds:
            for variable, value in reversed(list(binds.items())):
                expr = Let(variable, _constant(value), expr)
        if expr is None:
            return self._function(self.mod, "main")
        if isinstance(expr, types.FunctionType):
            raise TypeError("an expression is evaluated, not a function of Python")
        if isinstance(expr, GlobalVar):
            return self._function(self.mod, expr.name_hint)
        if isinstance(expr, Function):
            return self._function(self._with_main(expr), "main")
        return self._function(self._with_main(Function([], expr)), "main")()

    def _with_main(self, function):
        mod = IRModule._of(_raw.clone(self.mod.handle))
        mod["main"] = function
        return mod

    def _function(self, mod, name):
        mod = InferType()(mod)
        function = mod[name]
        if self.params:
            mod[name] = bind_params_by_name(function, self.params)
            mod = InferType()(mod)
            function = mod[name]

        def run(*args, **kwargs):
            given = _convert(function, args, kwargs)
            types_ = function.checked_type.arg_types
            given = [_converted(value, type_) for value, type_ in zip(given, types_)]
            result = call(mod, name, given, self._constructors, types_)
            return _lists(result) if self._tuples_are_lists else result

        return run


Interpreter = Executor
