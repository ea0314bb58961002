"""The instrument that keeps the programs of a run, and of what their expressions were made. TVM has none such."""

from collections import namedtuple
from types import SimpleNamespace

from .. import _raw
from .expr import RelayExpr, exprs_from
from .instrument import _BuiltIn, _snake
from .module import IRModule


class TraceEntry(SimpleNamespace):
    """What happened in one pass, with the fields of the engine's record: `index`, `parent`, `depth`, `name`, `opt_level`,
    `required`, `start_us`, `duration_us`, `own_us`, `changed`, `ops_before`, `ops_after`, `op_diff`, `status`, and where they
    apply `error`, `reason` and `decision`."""


class Relative(namedtuple("Relative", ["node", "entry", "after", "passes", "source"])):
    """An ancestor or a descendant of an expression.

    `entry` and `after` tell the program that has it, of those that do the nearest: that before or after this entry of the
    trace. `passes` are the entries of the passes between it and the expression that did something with it. `source`
    is the file that it was read from, or the name of the imported model's node; empty when that is not known.
    """

    __slots__ = ()


class TraceInstrument(_BuiltIn):
    """Records each pass with the modules before and after it.

    With `lineage` it can be asked where expressions came from and what became of them.
    """

    _name = "TraceInstrument"

    def __init__(self, lineage=False):
        super().__init__(lineage=bool(lineage))

    def entries(self):
        """The passes in the order in which they began, over several contexts until `clear`: a list of `TraceEntry`."""
        told = _raw.loads(_raw.instrumentData(self.handle))
        return [TraceEntry(**{_snake(name): value for name, value in entry.items()}) for entry in told]

    def module_before(self, index):
        """The module that the pass of an entry was given."""
        return self._module("moduleBefore", index)

    def module_after(self, index):
        """The module that the pass of an entry returned; that before when it did not end well."""
        return self._module("moduleAfter", index)

    def _module(self, question, index):
        handle = _raw.loads(_raw.askInstrument(self.handle, question, _raw.dumps({"index": index})))
        return IRModule._of(handle)

    def ancestors(self, node):
        """What an expression of any program of the trace was made of, the nearest first, without itself.

        For an imported model the farthest have the names of the model's nodes as their sources. Returns a list of
        `Relative`; raises TVMError when the trace does not keep the lineage.
        """
        return self._relatives("ancestors", node, True)

    def descendants(self, node):
        """What became of an expression, in the same way."""
        return self._relatives("descendants", node, False)

    def _relatives(self, question, node, ancestors):
        if not isinstance(node, RelayExpr):
            raise TypeError(f"{question} takes an expression, not {type(node).__name__}")
        nodes, places = _raw.loads(_raw.lineageOf(self.handle, node.handle, ancestors))
        return [Relative(expr, *place) for expr, place in zip(exprs_from(nodes), places)]

    def render_lineage(self, of=""):
        """What became of the calls of an operator, or of what stands in a line of the first program's text, as text.

        Where the first program has none, where those of the last program came from; of all calls without `of`.
        """
        return _raw.askInstrument(self.handle, "renderLineage", _raw.dumps({"of": str(of)}))

    def clear(self):
        """Makes it forget what it gathered."""
        _raw.clearInstrument(self.handle)
