"""Type relations by TVM's names, and a solver for them."""

import json

from .. import _raw
from ..error import TVMError
from .expr import expr_from
from .module import IRModule
from .transform import make_pass
from .type import TensorType, types_from

_PREFIX = "tvm.relay.type_relation."
# The operator whose type relation has this name.
_OPERATORS = {"Broadcast": "add", "BroadcastComp": "less"}
NAMES = frozenset(_PREFIX + name for name in (*_OPERATORS, "Identity"))


class TypeSolver:
    """Solves for unknown types, from equal types and from relations."""

    def __init__(self):
        self._same = []
        self._relations = []

    def __call__(self, name):
        """A function by TVM's name: "Unify", "Resolve", "AddConstraint" or "Solve"."""
        functions = {
            "Unify": self.unify,
            "Resolve": self.resolve,
            "AddConstraint": self.add,
            "Solve": self.solve,
        }
        return functions[name]

    def _found(self, types):
        handles = [[a.handle, b.handle] for a, b in self._same]
        return json.loads(_raw.unifyTypes(_raw.dumps(handles), _raw.handles(types)))

    def _add(self, a, b):
        self._same.append((a, b))
        answer = self._found([])
        common = types_from(answer["common"])
        if answer["failed"] >= 0:
            self._same.pop()
            raise TVMError(f"the types {a} and {b} do not agree")
        return common[-1]

    def unify(self, a, b):
        """The common type of both. Raises TVMError if they cannot be equal."""
        return self._add(a, b)

    def resolve(self, type_):
        """A type in which solved unknowns are replaced."""
        return types_from(self._found([type_])["types"])[0]

    def add(self, relation, span=None):
        """Adds a TypeRelation. Raises ValueError if it is unknown."""
        if relation.func.name not in NAMES:
            raise ValueError(f"the relation {relation.func.name} cannot be solved from here")
        self._relations.append(relation)

    def solve(self):
        """Whether all relations could be solved. Raises TVMError if one cannot hold."""
        open_ = True
        while open_:
            left = [relation for relation in self._relations if not self._solve(relation)]
            open_ = bool(left) and len(left) < len(self._relations)
            self._relations = left
        return not self._relations

    def _solve(self, relation):
        name = relation.func.name[len(_PREFIX) :]
        *inputs, output = relation.args
        if name == "Identity":
            self._add(inputs[0], output)
            return True
        types = [self.resolve(type_) for type_ in inputs]
        if not all(isinstance(type_, TensorType) for type_ in types):
            return False
        self._add(_result(_OPERATORS[name], types), output)
        return True


def _result(operator, types):
    """The result type of an operator's call with arguments of these types."""
    inputs = [expr_from(_raw.makeVar(f"input{i}", str(type_.handle))) for i, type_ in enumerate(types)]
    call = expr_from(_raw.makeCall(operator, _raw.handles(inputs), "{}"))
    return make_pass("InferType")(IRModule.from_expr(call))["main"].body.checked_type
