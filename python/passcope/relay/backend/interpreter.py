"""Running programs: `create_executor(kind, mod).evaluate(expr)(arguments …)`."""

import json
import types

from ... import _raw
from ...ir.module import IRModule
from ...ir.type import TupleType
from ...runtime.ndarray import NDArray, array
from ..expr import Call, Constant, Expr, GlobalVar, Let
from ..function import Function


class ConstructorValue:
    """The value of an algebraic data type."""

    def __init__(self, tag, fields, constructor):
        self.tag = tag
        self.fields = fields
        self.constructor = constructor


def _convert(func, args, kwargs):
    """The arguments by position, from those by position and those by name."""
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


def _leaves(value):
    """The arrays of an argument that may be a tuple."""
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _leaves(item)]
    if isinstance(value, NDArray):
        return [value]
    if isinstance(value, Constant):
        return [value.data]
    return [array(value)]


def _unflatten(flat, type_):
    if isinstance(type_, TupleType):
        return [_unflatten(flat, field) for field in type_.fields]
    return next(flat)


class Executor:
    """Evaluates expressions in a module, with the engine's kernels."""

    def __init__(self, mod=None, device=None, target=None, params=None):
        self.mod = mod if mod is not None else IRModule()
        self.device = device
        self.target = target
        self.params = params

    def evaluate(self, expr=None, binds=None):
        """The value of an expression; of a function, a function of Python."""
        if binds:
            for variable, value in reversed(list(binds.items())):
                expr = Let(variable, value if isinstance(value, Expr) else Constant(_leaves(value)[0]), expr)
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
        from ..transform import InferType

        mod = InferType()(mod)
        function = mod[name]
        if self.params:
            from ..build_module import bind_params_by_name

            mod[name] = bind_params_by_name(function, self.params)
            mod = InferType()(mod)
            function = mod[name]
        result = function.checked_type.ret_type

        def run(*args, **kwargs):
            given = _convert(function, args, kwargs)
            names = [param.name_hint for param in function.params]
            # What a function of Python is called with is by position; names need not differ.
            unique = mod
            if len(set(names)) != len(names) or any(
                isinstance(param.checked_type, TupleType) for param in function.params
            ):
                unique, names, given = _flat(mod, name, function, given)
            kept = [_leaves(value)[0] for value in given]
            inputs = {key: value.handle for key, value in zip(names, kept)}
            handles = json.loads(_raw.evaluate(unique.handle, name, _raw.dumps(inputs)))
            return _unflatten(iter([NDArray._of(handle) for handle in handles]), result)

        return run


def _flat(mod, name, function, given):
    """A module in which the function takes tensors alone, under names of their own."""
    from ..expr import Tuple, Var

    params, args, values = [], [], []

    def leaf(type_, value):
        if isinstance(type_, TupleType):
            return Tuple([leaf(field, item) for field, item in zip(type_.fields, value)])
        params.append(Var(f"input{len(params)}", type_))
        values.append(value)
        return params[-1]

    for param, value in zip(function.params, given):
        args.append(leaf(param.checked_type, value))
    made = IRModule._of(_raw.clone(mod.handle))
    made[name] = Function(params, Call(function, args))
    return made, [param.name_hint for param in params], values


def create_executor(kind="debug", mod=None, device=None, target="llvm", params=None):
    """An executor. The kinds are TVM's ("graph", "vm", "debug", "aot"); here they are one."""
    if kind not in ("graph", "vm", "debug", "aot"):
        raise RuntimeError(f"unknown execution strategy: {kind}")
    return Executor(mod, device, target, params)
