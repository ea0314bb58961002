"""Operators as expressions: what the engine's table and what is registered from Python say of them."""

from types import SimpleNamespace

from .. import _raw
from ..ir.op import OpRegistry
from ..runtime.container import Array
from .expr import RelayExpr

# Operators by key: there are few, and they live as long as the engine.
_OPS = {}


class Op(RelayExpr):
    """An operator."""

    # Where it is public.
    __module__ = RelayExpr.__module__

    def __init__(self):
        raise RuntimeError("operators are asked for by name: Op.get(name)")

    @classmethod
    def _of(cls, handle, key=None):
        """The one object of an operator, which takes the handle over."""
        if key is None:
            key = int(_raw.exprKey(handle))
        known = _OPS.get(key)
        if known is None:
            known = _OPS[key] = super()._of(handle, key)
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
        from .op._build import TABLE

        return list(TABLE)

    def _row(self):
        from .op._build import row_of

        return row_of(self.name)

    @property
    def name(self):
        """Its name."""
        return self._info()["name"]

    @property
    def num_inputs(self):
        """How many inputs it takes; -1 where that may vary."""
        row = self._row()
        return -1 if row["variadic"] else row.get("numInputs", len(row["args"]))

    @property
    def support_level(self):
        """TVM's level: how basic it is, from 1."""
        return self._row()["supportLevel"]

    @property
    def description(self):
        """What it computes."""
        return self._row()["doc"]

    @property
    def attrs_type_key(self):
        """TVM's name for the class of its attributes."""
        return self._row()["attrsType"]

    @property
    def arguments(self):
        """Its inputs: objects with `name`, `type_info` and `description`."""
        return Array(
            SimpleNamespace(name=arg["name"], type_info=arg["type"], description=arg["doc"])
            for arg in self._row()["args"]
        )

    def _tell(self, **facts):
        _raw.setOpFacts(self.name, _raw.dumps(facts))

    def add_argument(self, name, type, description):  # pylint: disable=redefined-builtin
        """Adds an input to an operator that was registered."""
        row = self._row()
        row["args"].append({"name": name, "type": type, "doc": description})
        self._tell_inputs(row)

    def set_num_inputs(self, n):
        """How many inputs an operator takes that was registered; -1 where that may vary."""
        row = self._row()
        row["numInputs"], row["variadic"] = int(n), n < 0
        self._tell_inputs(row)

    def _tell_inputs(self, row):
        names = [(arg["name"], arg["type"], arg["doc"]) for arg in row["args"]]
        names += [(f"arg{i}", "Tensor", "") for i in range(len(names), row.get("numInputs", 0))]
        self._tell(arguments=names, variadic=row["variadic"])

    def set_support_level(self, level):
        """TVM's level of an operator that was registered."""
        self._row()["supportLevel"] = int(level)
        self._tell(supportLevel=int(level))

    def set_attrs_type_key(self, key):
        """TVM's name for the class of the attributes; such operators have none here."""
        self._row()["attrsType"] = key

    def add_type_rel(self, rel_name, type_rel_func=None):
        """How the type of a call follows for an operator that was registered: by one of the engine's relations
        ("Identity", "Broadcast", "BroadcastComp", "Concatenate"), or by a function of the arguments' types and the
        attributes that gives the result's type."""
        from .op.rules import relation

        self._tell(relation=rel_name if type_rel_func is None else relation(type_rel_func))

    def get_attr(self, attr_name):
        """What is registered for the operator under a name, None where there is nothing."""
        found = OpRegistry.get(self.name, attr_name)
        if found is None and attr_name == "TOpPattern":
            from .op.op import pattern_of

            return pattern_of(self._row())
        return found

    def has_attr(self, attr_name):
        """Whether any operator has such an attribute."""
        return attr_name == "TOpPattern" or attr_name in OpRegistry.keys()

    def set_attr(self, attr_name, value, plevel=10):
        """Registers something for the operator; of two the one of the higher level counts."""
        OpRegistry.set(self.name, attr_name, value, plevel)
        if attr_name == "TOpPattern" and self._row().get("own"):
            self._tell(pattern=int(value))

    def reset_attr(self, attr_name):
        """Forgets what is registered."""
        OpRegistry.reset(self.name, attr_name)

    def astext(self, show_meta_data=True, annotate=None):
        return self.name
