"""Operators as expressions, with their rows of the engine's table and their registered attributes."""

from types import SimpleNamespace

from .. import _raw
from ..error import TVMError
from ..runtime.container import Array
from ._rules import relation, tell_engine
from ._table import TABLE
from .expr import RelayExpr

# TVM's numbers of the fusion patterns.
PATTERNS = {
    "elemwise": 0,
    "broadcast": 1,
    "injective": 2,
    "reduce": 3,
    "out-elemwise-fusable": 4,
    "tuple": 7,
    "opaque": 8,
}

# {operator: {attribute: (value, level)}}
_ATTRS = {}


class OpRegistry:
    """The attributes of operators."""

    @staticmethod
    def get(op_name, attr_key):
        """The value of an attribute, None if there is none."""
        found = _ATTRS.get(op_name, {}).get(attr_key)
        return None if found is None else found[0]

    @staticmethod
    def set(op_name, attr_key, value, level=10):
        """Sets an attribute of an operator. The value with the highest level counts."""
        if value is None:
            raise ValueError(f"Registered attribute is null for {attr_key} in op {op_name}")
        attrs = _ATTRS.setdefault(op_name, {})
        before = attrs.get(attr_key)
        if before is not None and before[1] == level and before[0] is not value:
            raise _already(op_name, attr_key, level)
        if before is None or before[1] < level:
            attrs[attr_key] = (value, level)
            tell_engine(op_name, attr_key, value)

    @staticmethod
    def reset(op_name, attr_key):
        """Removes an attribute."""
        if _ATTRS.get(op_name, {}).pop(attr_key, None) is not None:
            tell_engine(op_name, attr_key, None)

    @staticmethod
    def having(attr_key):
        """The operators with an attribute, and its values."""
        return {op: attrs[attr_key][0] for op, attrs in _ATTRS.items() if attr_key in attrs}

    @staticmethod
    def keys():
        """The names of all attributes."""
        return {key for attrs in _ATTRS.values() for key in attrs}


def _already(op_name, attr_key, level):
    return TVMError(
        f"Attribute {attr_key} of {op_name} is already registered with same plevel={level}"
    )


# Operators by key. There are few, and they live as long as the engine.
_OPS = {}


class Op(RelayExpr):
    """An operator."""

    def __init__(self):
        raise RuntimeError("operators are asked for by name: Op.get(name)")

    @classmethod
    def _of(cls, handle, key=None):
        """The unique object of an operator. Takes ownership of the handle."""
        if key is None:
            key = int(_raw.exprKey(handle))
        known = _OPS.get(key)
        if known is None:
            known = _OPS.setdefault(key, super()._of(handle, key))
        else:
            _raw.release(handle)
        return known

    @staticmethod
    def get(op_name):
        """The operator of a name."""
        return Op._of(_raw.makeOp(str(op_name)))

    @staticmethod
    def list_op_names():
        """The names of all operators."""
        return list(TABLE)

    def _row(self):
        return TABLE[self.name]

    @property
    def name(self):
        """The name of the operator."""
        return self._info()["name"]

    @property
    def num_inputs(self):
        """The number of inputs; -1 if it varies."""
        row = self._row()
        return -1 if row["variadic"] else row.get("numInputs", len(row["args"]))

    @property
    def support_level(self):
        """TVM's support level, from 1 for basic operators."""
        return self._row()["supportLevel"]

    @property
    def description(self):
        """A description of the operator."""
        return self._row()["doc"]

    @property
    def attrs_type_key(self):
        """TVM's name for the class of the operator's attributes."""
        return self._row()["attrsType"]

    @property
    def arguments(self):
        """The inputs: objects with `name`, `type_info` and `description`."""
        return Array(
            SimpleNamespace(name=arg["name"], type_info=arg["type"], description=arg["doc"])
            for arg in self._row()["args"]
        )

    def _tell(self, **facts):
        _raw.setOpFacts(self.name, _raw.dumps(facts))

    def add_argument(self, name, type, description):  # pylint: disable=redefined-builtin
        """Adds an input to a registered operator."""
        row = self._row()
        row["args"].append({"name": name, "type": type, "doc": description})
        self._tell_inputs(row)

    def set_num_inputs(self, n):
        """Sets the number of inputs of a registered operator; -1 if it varies."""
        row = self._row()
        row["numInputs"], row["variadic"] = int(n), n < 0
        self._tell_inputs(row)

    def _tell_inputs(self, row):
        names = [(arg["name"], arg["type"], arg["doc"]) for arg in row["args"]]
        names += [(f"arg{i}", "Tensor", "") for i in range(len(names), row.get("numInputs", 0))]
        self._tell(arguments=names, variadic=row["variadic"])

    def set_support_level(self, level):
        """Sets TVM's support level of a registered operator."""
        self._row()["supportLevel"] = int(level)
        self._tell(supportLevel=int(level))

    def set_attrs_type_key(self, key):
        """Sets TVM's name for the class of the attributes. Registered operators have no attributes here."""
        self._row()["attrsType"] = key

    def add_type_rel(self, rel_name, type_rel_func=None):
        """Sets the type relation of a registered operator. It is a relation of the engine ("Identity", "Broadcast",
        "BroadcastComp", "Concatenate") or a function. The function takes the arguments' types and the attributes, and returns
        the result's type."""
        self._tell(relation=rel_name if type_rel_func is None else relation(type_rel_func))

    def get_attr(self, attr_name):
        """The registered value of an attribute, None if there is none."""
        found = OpRegistry.get(self.name, attr_name)
        if found is None and attr_name == "TOpPattern":
            return PATTERNS[self._row()["pattern"]]
        return found

    def has_attr(self, attr_name):
        """Whether any operator has the attribute."""
        return attr_name == "TOpPattern" or attr_name in OpRegistry.keys()

    def set_attr(self, attr_name, value, plevel=10):
        """Registers a value of an attribute. The value with the highest level counts."""
        OpRegistry.set(self.name, attr_name, value, plevel)
        if attr_name == "TOpPattern" and self._row().get("own"):
            self._tell(pattern=int(value))

    def reset_attr(self, attr_name):
        """Removes the registered value."""
        OpRegistry.reset(self.name, attr_name)

    def astext(self, show_meta_data=True, annotate=None):
        return self.name


def _registering(op_name, attr_key, value, level):
    def register(given):
        Op.get(op_name).set_attr(attr_key, given, level)
        return given

    return register if value is None else register(value)


def register_op_attr(op_name, attr_key, value=None, level=10):
    """Sets an attribute of an operator. Without a value, it is a decorator of a function, which becomes the value."""
    return _registering(op_name, attr_key, value, level)


def register_intrin_lowering(op_name, target, f=None, level=10):
    """Registers a rule for code generation, which Passcope does not have. Can be a decorator."""
    return _registering(op_name, f"{target}.FLowerIntrinsic", f, level)
