"""Functions of Relay."""

from .. import _raw
from ..ir.attrs import Attrs, DictAttrs
from ..runtime.container import Array
from .expr import Constant, RelayExpr, Var, register_kind


class BaseFunc(RelayExpr):
    """The base of all functions."""


class Function(BaseFunc):
    """A function: parameters, a body, the type of the result, type parameters, attributes."""

    def __init__(self, params, body, ret_type=None, type_params=None, attrs=None, span=None):
        handle = _raw.makeFunction(_raw.handles(params), body.handle)
        info = {}
        if ret_type is not None:
            info["retType"] = ret_type.handle
        if type_params:
            info["typeParams"] = [param.handle for param in type_params]
        if attrs is not None:
            values = attrs._values if isinstance(attrs, Attrs) else dict(attrs)
            info["attrs"] = values
        if info:
            plain, handle = handle, _raw.withFunctionInfo(handle, _raw.dumps(info))
            _raw.release(plain)
        self._take(handle)
        self._place(span)

    @property
    def params(self):
        """The parameters."""
        return Array(self._info()["children"][:-1])

    @property
    def body(self):
        """What the function computes."""
        return self._info()["children"][-1]

    @property
    def ret_type(self):
        """The type of the result that was written or inferred; None where there is none."""
        return self._types()["retType"][0]

    @property
    def type_params(self):
        """The type variables that the function binds."""
        return self._types()["typeParams"]

    @property
    def attrs(self):
        """The attributes, or None where there are none."""
        values = self._info()["attrs"]
        return DictAttrs(None, values) if values else None

    def with_attr(self, attr_key_or_dict, attr_value=None):
        """The function with attributes added or replaced."""
        given = attr_key_or_dict
        if not isinstance(given, dict):
            given = {attr_key_or_dict: attr_value}
        from .op._build import attribute

        values = {str(key): attribute(value) for key, value in given.items()}
        return Function._of(_raw.withFunctionInfo(self.handle, _raw.dumps({"attrs": values})))

    def without_attr(self, attr_key):
        """The function without an attribute."""
        info = _raw.dumps({"attrs": {str(attr_key): None}})
        return Function._of(_raw.withFunctionInfo(self.handle, info))


register_kind(7, Function)
