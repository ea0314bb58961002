"""The instrument that records the modules of a run, and the lineage of their expressions. TVM does not have it."""

import os
import typing

from .. import _raw
from .._given import must_be
from .._html import table
from .expr import RelayExpr, exprs_from
from .instrument import BuiltInInstrument, Remarks
from .report import write_report


class Relative(typing.NamedTuple):
    """An ancestor or a descendant of an expression.

    `entry` and `after` tell the module that has it: before or after this entry of the trace. The nearest such module counts.
    `passes` are the entries of the passes that changed something between the two expressions. `source` is the file that it was
    read from, or the name of the imported model's node; empty if unknown.
    """

    node: RelayExpr
    entry: int
    after: bool
    passes: list[int]
    source: str

class TraceInstrument(BuiltInInstrument):
    """Records each pass with the modules before and after it.

    With `lineage` it can tell ancestors and descendants of expressions.
    """

    def _create(self, options, sink=0):
        self._keeps_lineage = bool(options.get("lineage"))
        super()._create({"lineage": self._keeps_lineage} if options else {}, sink)

    def report(
        self, path: str | os.PathLike, *, remarks: Remarks | None = None, title: str = "What the passes did"
    ) -> None:
        """Writes what was recorded as one HTML file: times, operators, changes of the program, and programs.

        With `remarks`, an instrument of the same contexts, the report has its remarks. Changes need a trace with `lineage`.
        """
        if remarks is not None:
            must_be("TraceInstrument.report", "remarks", remarks, Remarks)
        write_report(path, self, lineage=self._keeps_lineage, remarks=remarks, title=str(title))

    def ancestors(self, node: RelayExpr) -> list[Relative]:
        """The expressions that an expression of any program of the trace was made from, the nearest first, without itself.

        For an imported model, the farthest ones have the names of the model's nodes as sources. Returns a list of `Relative`.
        Raises TVMError if the trace does not record lineage.
        """
        return self._relatives("ancestors", node, True)

    def descendants(self, node: RelayExpr) -> list[Relative]:
        """The expressions that were made from an expression, in the same form."""
        return self._relatives("descendants", node, False)

    def _relatives(self, question, node, ancestors):
        must_be(question, "node", node, RelayExpr)
        nodes, places = _raw.loads(_raw.lineageOf(self.handle, node.handle, ancestors))
        return [Relative(expr, *place) for expr, place in zip(exprs_from(nodes), places)]

    def render_lineage(self, of: str | int = "") -> str:
        """The descendants of an operator's calls, or of the expressions in a line of the first program's text, as text.

        If the first program has none, the ancestors of those in the last program. Without `of`, covers all calls.
        """
        return _raw.askInstrument(self.handle, "renderLineage", _raw.dumps({"of": str(of)}))

    def _repr_html_(self):
        columns = ("name", "duration_us", "own_us", "changed", "op_diff", "status")
        entries = self.entries()
        rows = [{name: getattr(each, name) for name in columns} for each in entries]
        for row, each in zip(rows, entries):
            row["name"] = "\u2003" * each.depth + each.name
        return table(rows, f"TraceInstrument: {len(entries)} passes")
