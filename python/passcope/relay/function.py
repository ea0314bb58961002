"""Functions of Relay."""

from collections.abc import Sequence

from .. import _raw
from .._given import call_it
from ..ir.attrs import Attrs, DictAttrs
from ..ir.expr import RelayExpr, expr_from, register_kind
from ..ir.function import BaseFunc
from ..ir.type import Type
from ..runtime.container import Array, Map, attribute, convert
from .expr import Var


def _attributes(given):
    """The engine's form of attributes. It keeps those that are None."""
    values = {str(key): attribute(value) for key, value in given.items()}
    nulls = [key for key, value in values.items() if value is None]
    return {"attrs": {key: value for key, value in values.items() if value is not None}, "nullAttrs": nulls}


def _read(value):
    """The value of an attribute, with its expressions as objects."""
    if isinstance(value, list):
        return [_read(item) for item in value]
    if isinstance(value, dict):
        if "$expr" in value:
            return expr_from(*value["$expr"])
        if "$map" in value:
            return Map((_read(key), convert(_read(item))) for key, item in value["$map"])
        return {key: _read(item) for key, item in value.items()}
    return value


class Function(BaseFunc):
    """A function: parameters, a body, the type of the result, type parameters, attributes."""

    def __init__(
        self,
        params: Sequence[Var],
        body: RelayExpr,
        ret_type: Type | None = None,
        type_params: Sequence[Type] | None = None,
        attrs: Attrs | dict | None = None,
        span=None,
    ):
        handle = _raw.makeFunction(_raw.handles(params), body.handle)
        info = {}
        if ret_type is not None:
            info["retType"] = ret_type.handle
        if type_params:
            info["typeParams"] = [param.handle for param in type_params]
        if attrs is not None:
            values = attrs._values if isinstance(attrs, Attrs) else dict(attrs)
            info.update(_attributes(values))
        if info:
            plain, handle = handle, _raw.withFunctionInfo(handle, _raw.dumps(info))
            _raw.release(plain)
        self._take(handle)
        self._place(span)

    @property
    def params(self) -> Array:
        """The parameters."""
        return Array(self._children()[:-1])

    @property
    def body(self) -> RelayExpr:
        """The body of the function."""
        return self._children()[-1]

    @property
    def ret_type(self) -> Type | None:
        """The annotated or inferred type of the result; None if there is none."""
        return self._types()["retType"][0]

    @property
    def type_params(self):
        """The type variables that the function binds."""
        return self._types()["typeParams"]

    @property
    def attrs(self):
        """The attributes, or None if there are none."""
        info = self._info()
        if info.get("exprAttrs"):
            values = _raw.loads(_raw.functionAttrs(self.handle))
            return DictAttrs(None, {key: _read(item) for key, item in values.items()})
        return DictAttrs(None, info["attrs"]) if info["attrs"] else None

    def with_attr(self, attr_key_or_dict: str | dict, attr_value=None) -> "Function":
        """The function with attributes added or replaced."""
        given = attr_key_or_dict
        if not isinstance(given, dict):
            given = {attr_key_or_dict: attr_value}
        return Function._of(_raw.withFunctionInfo(self.handle, _raw.dumps(_attributes(given))))

    def without_attr(self, attr_key):
        """The function without an attribute."""
        info = _raw.dumps({"attrs": {str(attr_key): None}})
        return Function._of(_raw.withFunctionInfo(self.handle, info))


def FunctionWithFields(
    function: Function, params=None, body=None, ret_type=None, ty_params=None, attrs=None, virtual_device=None, span=None
):
    """The function with other parts. None keeps a part. Attributes contain the devices."""
    return Function(
        function.params if params is None else params,
        function.body if body is None else body,
        function.ret_type if ret_type is None else ret_type,
        function.type_params if ty_params is None else ty_params,
        function.attrs if attrs is None else attrs,
        function.span if span is None else span,
    )


call_it(Function, "a Function", "Functions", "function")
register_kind(7, Function)
