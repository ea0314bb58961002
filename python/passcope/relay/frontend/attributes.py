"""Converts attributes of other frameworks' operators to Relay's."""

import ast
import logging

from ...error import OpNotImplemented
from .. import op as _op
from ..expr import var


class DuplicateFilter:
    """A filter of a logger that passes each message only once."""

    def __init__(self):
        self.msgs = set()

    def filter(self, record):
        """Whether a message is new."""
        known = record.msg in self.msgs
        self.msgs.add(record.msg)
        return not known


logger = logging.getLogger("Frontend")
logger.addFilter(DuplicateFilter())


class RequiredAttr:
    """Marks a missing default value."""


_REQUIRED = RequiredAttr()


class StrAttrsDict:
    """Attributes whose values are texts, {name: text}. A missing attribute has the given default value. Without a default,
    raises AttributeError."""

    def __init__(self, attrs):
        self.attrs = attrs

    def has_attr(self, key):
        """Whether the attribute is there."""
        return key in self.attrs

    def _read(self, key, default, read):
        if key in self.attrs:
            return read(self.attrs[key])
        if isinstance(default, RequiredAttr):
            raise AttributeError(f"Required attribute {key} not found.")
        return default

    def get_float(self, key, default=_REQUIRED):
        """A real number."""
        return self._read(key, default, float)

    def get_int(self, key, default=_REQUIRED):
        """An integer, or None for "None"."""
        return self._read(key, default, lambda text: None if text == "None" else int(text))

    def get_str(self, key, default=_REQUIRED):
        """A text."""
        return self._read(key, default, str)

    def get_int_tuple(self, key, default=_REQUIRED):
        """Integers, such as "(1, 2)"."""
        return self._read(key, default, lambda text: tuple(None if x == "None" else int(x) for x in _items(text)))

    def get_float_tuple(self, key, default=_REQUIRED):
        """Real numbers."""
        return self._read(key, default, lambda text: tuple(map(float, _items(text))))

    def get_tuple_tuple_int(self, key, default=_REQUIRED):
        """Tuples of integers, such as "((0, 0), (1, 1))"."""
        return self._read(key, default, lambda text: tuple(tuple(map(int, row)) for row in ast.literal_eval(text)))

    def get_int_list(self, key, default=_REQUIRED):
        """A list of integers."""
        return self._read(key, default, lambda text: tuple(map(int, _items(text))))

    def get_bool(self, key, default=_REQUIRED):
        """A boolean: "True", "true", "1" and similar texts are true."""
        return self._read(key, default, _truth)


def _items(text):
    return [item.strip() for item in text.strip("()[] ").split(",") if item.strip()]


def _truth(value):
    return value.strip().lower() in ("true", "1", "t", "y", "yes") if isinstance(value, str) else bool(value)


def get_relay_op(op_name):
    """The function of relay.op or its modules for a name such as "nn.conv2d" or "conv2d".

    Raises OpNotImplemented if there is none.
    """
    parents = [_op] if "." in op_name else [_op, _op.nn, _op.image, _op.vision, _op.random]
    for parent in parents:
        found = parent
        for name in op_name.split("."):
            found = getattr(found, name, None)
        if callable(found):
            return found
    raise OpNotImplemented(f"Unable to map op_name {op_name} to relay")


# Attributes of other frameworks' operators that Relay ignores.
_IGNORED = {
    "T",
    "_input_shapes",
    "_node_name",
    "_output_shapes",
    "_target_layout",
    "is_training",
    "tvm_custom",
    "use_cudnn_on_gpu",
}


class AttrCvt:
    """Makes calls of an operator with renamed attributes.

    Parameters
    ----------
    op_name : the operator, or a function of the attributes that returns it
    transforms : {name: its name here, or (name here, default value, function of the value)}
    excludes : names of attributes that raise NotImplementedError
    disables, ignores : names of attributes to omit
    extras : {name here: value}
    custom_check : (function of the attributes, message of the RuntimeError if the function returns False)
    """

    def __init__(
        self, op_name, transforms=None, excludes=None, disables=None, ignores=None, extras=None, custom_check=None
    ):
        self._op_name = op_name
        self._transforms = dict(transforms or {})
        self._excludes = set(excludes or ())
        self._left_out = {*(disables or ()), *(ignores or ()), *_IGNORED}
        self._extras = dict(extras or {})
        self._check = custom_check

    def __call__(self, inputs, attrs, *args):
        if self._check is not None and not self._check[0](attrs):
            raise RuntimeError(f"Check failed: {self._check[1]}")
        op_name = self._op_name if isinstance(self._op_name, str) else self._op_name(attrs)
        given = {}
        for name, value in attrs.items():
            if name in self._excludes:
                raise NotImplementedError(f"Attribute {name} in operator {op_name} is not supported.")
            if name in self._transforms:
                name, value = self._transformed(name, value)
            elif name in self._left_out:
                continue
            given[name] = value
        return get_relay_op(op_name)(*inputs, **{**given, **self._extras})

    def _transformed(self, name, value):
        wanted = self._transforms[name]
        wanted = wanted if isinstance(wanted, (list, tuple)) else (wanted,)
        new_name, default, change = (*wanted, None, None)[:3] if len(wanted) < 3 else wanted[:3]
        if not isinstance(new_name, str):
            raise ValueError(f"{wanted} is not a valid target, (name, default) expected.")
        if value is None:
            return new_name, default
        return new_name, change(value) if change else value


class Renamer:
    """Makes calls of an operator under another name, with the same attributes."""

    def __init__(self, new_name):
        self._new_name = new_name

    def __call__(self, inputs, attrs, *args):
        attrs.pop("tvm_custom", None)
        return get_relay_op(self._new_name)(*inputs, **attrs)


class ExprTable:
    """Expressions by name, and the values of constants that became parameters (`params`)."""

    def __init__(self):
        self.exprs, self.params = {}, {}
        self.const_ctr = 1
        self.in_padding = False

    def new_const(self, value, shape=None, dtype="float32"):
        """A new parameter with a unique name for a value."""
        name = f"_param_{self.const_ctr}"
        if hasattr(value, "shape"):
            shape = value.shape
        self.const_ctr += 1
        self.params[name] = value
        self.exprs[name] = var(name_hint=name, shape=shape, dtype=dtype)
        return self.exprs[name]

    def get_expr(self, name):
        """The expression of a name. Raises KeyError if there is none."""
        return self.exprs[name]

    def set_expr(self, name, expr, force_override=False):
        """Sets the expression of a name. Replaces an existing one only with `force_override`."""
        if name not in self.exprs or force_override:
            self.exprs[name] = expr

    def has_expr(self, name):
        """Whether a name has an expression."""
        return name in self.exprs

    def set_padding(self, paddings):
        """Stores paddings for the next operator."""
        self.paddings = paddings
        self.in_padding = True

    def clear_padding(self):
        """Removes the paddings."""
        self.in_padding = False
