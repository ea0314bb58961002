# Made by python/tools/describe.py.
"""The instrument that keeps the programs of a run, and of what their expressions were made. TVM has none such."""

from typing import Any

import passcope.runtime.object
from passcope.ir.module import IRModule as IRModule

class TraceEntry:
    """What happened in one pass, with the fields of the engine's record: `index`, `parent`, `depth`, `name`, `opt_level`,
    `required`, `start_us`, `duration_us`, `own_us`, `changed`, `ops_before`, `ops_after`, `op_diff`, `status`, and where they
    apply `error`, `reason` and `decision`.
    """

class Relative(Relative):
    """An ancestor or a descendant of an expression.

    `entry` and `after` tell the program that has it, of those that do the nearest: that before or after this entry of the
    trace. `passes` are the entries of the passes between it and the expression that did something with it. `source`
    is the file that it was read from, or the name of the imported model's node; empty when that is not known.
    """

class TraceInstrument(passcope.runtime.object.Object):
    """Records each pass with the modules before and after it.

    With `lineage` it can be asked where expressions came from and what became of them.
    """
    def __init__(self, lineage: bool = False) -> None: ...
    def entries(self) -> Any:
        """The passes in the order in which they began, over several contexts until `clear`: a list of `TraceEntry`."""
    def module_before(self, index: Any) -> Any:
        """The module that the pass of an entry was given."""
    def module_after(self, index: Any) -> Any:
        """The module that the pass of an entry returned; that before when it did not end well."""
    def ancestors(self, node: Any) -> Any:
        """What an expression of any program of the trace was made of, the nearest first, without itself.

        For an imported model the farthest have the names of the model's nodes as their sources. Returns a list of
        `Relative`; raises TVMError when the trace does not keep the lineage.
        """
    def descendants(self, node: Any) -> Any:
        """What became of an expression, in the same way."""
    def render_lineage(self, of: Any = '') -> Any:
        """What became of the calls of an operator, or of what stands in a line of the first program's text, as text.

        Where the first program has none, where those of the last program came from; of all calls without `of`.
        """
    def clear(self) -> Any:
        """Makes it forget what it gathered."""
