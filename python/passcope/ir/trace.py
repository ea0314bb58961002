"""The instrument that records the modules of a run, and the lineage of their expressions. TVM does not have it."""

from collections import namedtuple
from types import SimpleNamespace

from .. import _raw
from .expr import RelayExpr, exprs_from
from .instrument import _BuiltIn, _snake
from .module import IRModule


class TraceEntry(SimpleNamespace):
    """The record of one pass, with the fields of the engine's record.

    The fields are `index`, `parent`, `depth`, `name`, `opt_level`, `required`, `start_us`, `duration_us`, `own_us`, `changed`,
    `ops_before`, `ops_after`, `op_diff` and `status`. If they apply, there are `error`, `reason` and `decision`, too.
    """


class Relative(namedtuple("Relative", ["node", "entry", "after", "passes", "source"])):
    """An ancestor or a descendant of an expression.

    `entry` and `after` tell the module that has it: before or after this entry of the trace. The nearest such module counts.
    `passes` are the entries of the passes that changed something between the two expressions. `source` is the file that it was
    read from, or the name of the imported model's node; empty if unknown.
    """

    __slots__ = ()


class TraceInstrument(_BuiltIn):
    """Records each pass with the modules before and after it.

    With `lineage` it can tell ancestors and descendants of expressions.
    """

    _name = "TraceInstrument"

    def __init__(self, lineage=False):
        super().__init__(lineage=bool(lineage))

    def entries(self):
        """The passes in the order in which they began, in all contexts since `clear`: a list of `TraceEntry`."""
        told = _raw.loads(_raw.instrumentData(self.handle))
        return [TraceEntry(**{_snake(name): value for name, value in entry.items()}) for entry in told]

    def module_before(self, index):
        """The input module of an entry's pass."""
        return self._module("moduleBefore", index)

    def module_after(self, index):
        """The result of an entry's pass; the input module if the pass failed."""
        return self._module("moduleAfter", index)

    def _module(self, question, index):
        handle = _raw.loads(_raw.askInstrument(self.handle, question, _raw.dumps({"index": index})))
        return IRModule._of(handle)

    def ancestors(self, node):
        """The expressions that an expression of any program of the trace was made from, the nearest first, without itself.

        For an imported model, the farthest ones have the names of the model's nodes as sources. Returns a list of `Relative`.
        Raises TVMError if the trace does not record lineage.
        """
        return self._relatives("ancestors", node, True)

    def descendants(self, node):
        """The expressions that were made from an expression, in the same form."""
        return self._relatives("descendants", node, False)

    def _relatives(self, question, node, ancestors):
        if not isinstance(node, RelayExpr):
            raise TypeError(f"{question} takes an expression, not {type(node).__name__}")
        nodes, places = _raw.loads(_raw.lineageOf(self.handle, node.handle, ancestors))
        return [Relative(expr, *place) for expr, place in zip(exprs_from(nodes), places)]

    def render_lineage(self, of=""):
        """The descendants of an operator's calls, or of the expressions in a line of the first program's text, as text.

        If the first program has none, the ancestors of those in the last program. Without `of`, covers all calls.
        """
        return _raw.askInstrument(self.handle, "renderLineage", _raw.dumps({"of": str(of)}))

    def clear(self):
        """Forgets everything that was recorded."""
        _raw.clearInstrument(self.handle)
