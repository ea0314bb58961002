"""Runs cells in one namespace, one after the other, and describes the value of each."""

import ast
import builtins
import json
import linecache
import sys
import types

from passcope_output import Lines, Output, failure_of

# The limits for whole programs and for lists of rows.
_MAX_TEXT = 2_000_000
_MAX_ROWS = 2000
_MAX_DATA = 20_000

_CELL = "<cell "


def _current_line():
    """The line of the innermost frame of a cell, 0 if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename.startswith(_CELL):
            return frame.f_lineno
        frame = frame.f_back
    return 0


class Cells:
    """Runs cells in one namespace, that of `__main__`."""

    def __init__(self, tell):
        """`tell(level, text, line)` takes printed text; the line is 0 if it is unknown."""
        self._main = types.ModuleType("__main__")
        self._main.__dict__["__builtins__"] = builtins
        sys.modules["__main__"] = self._main
        self._lines = Lines(tell, _current_line)
        sys.stdout, sys.stderr = Output("log", self._lines), Output("warn", self._lines)
        # The cells by their file names in tracebacks.
        self._cells = {}

    def run(self, name, code):
        """Runs a cell. Returns a `CellOutcome` as JSON: its value, or its exception."""
        file = f"{_CELL}{len(self._cells) + 1}>"
        self._cells[file] = name
        linecache.cache[file] = (len(code), None, code.splitlines(True), file)
        try:
            outcome = _shown(self._evaluate(code, file))
        except BaseException as error:  # pylint: disable=broad-except
            outcome = self._failure(error, file)
        self._lines.flush()
        return json.dumps(outcome)

    def _evaluate(self, code, file):
        """The value of the last statement, if it is an expression."""
        tree = ast.parse(code, file)
        last = tree.body[-1] if tree.body else None
        value = None
        if isinstance(last, ast.Expr):
            tree.body.pop()
            value = ast.Expression(last.value)
        names = self._main.__dict__
        exec(compile(tree, file, "exec", dont_inherit=True), names)  # pylint: disable=exec-used
        if value is None:
            return None
        return eval(compile(value, file, "eval", dont_inherit=True), names)  # pylint: disable=eval-used

    def _failure(self, error, file):
        # The first frames are in this file.
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        error.__traceback__ = trace
        failure, frames = failure_of(error, trace, self._cells.__contains__)
        outcome = {"failure": failure}
        own = [frame for frame in frames if frame[0] == file]
        if own:
            failure["place"] = {"code": {"line": own[-1][1], "column": own[-1][2]}}
        if frames and frames[-1][0] != file:
            outcome["thrownIn"] = {"cell": self._cells[frames[-1][0]], "line": frames[-1][1]}
        return outcome


def start(tell):
    """Makes this package importable as `tvm`, and returns the cells. `tell` takes their printed text."""
    import passcope.as_tvm  # pylint: disable=import-outside-toplevel,unused-import

    return Cells(tell)


def _shown(value):
    """A `CellOutcome` that describes a value."""
    if value is None:
        return {}
    from passcope import _raw
    from passcope.ir.instrument import PassTimingInstrument
    from passcope.ir.module import IRModule
    from passcope.relay.expr import RelayExpr

    if isinstance(value, str):
        return {"value": {"kind": "text", "text": _cut(value, _MAX_TEXT)}}
    if isinstance(value, (IRModule, RelayExpr)):
        return {"value": {"kind": "relay", "text": _cut(str(value), _MAX_TEXT)}}
    if isinstance(value, PassTimingInstrument):
        rows = _profile_rows(json.loads(_raw.instrumentData(value.handle)))
        return {"value": {"kind": "profile", "rows": rows}}
    if _is_op_diff(value):
        return {"value": {"kind": "op-diff", "entries": value[:_MAX_ROWS]}}
    return {"value": {"kind": "data", "text": _cut(repr(value), _MAX_DATA)}}


def _cut(text, room):
    return text if len(text) <= room else text[: room - 1] + "…"


def _profile_rows(roots):
    rows = []
    waiting = [(0, node) for node in reversed(roots)]
    while waiting and len(rows) < _MAX_ROWS:
        depth, node = waiting.pop()
        rows.append(
            {
                "depth": depth,
                "name": node["name"],
                "durationUs": node["durationUs"],
                "ownUs": node["ownUs"],
            }
        )
        waiting.extend((depth + 1, child) for child in reversed(node["children"]))
    return rows


def _is_op_diff(value):
    """Whether it is a list of TVM's operator differ, `(depth, pass, {operator: change})`."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(entry, (list, tuple))
            and len(entry) == 3
            and isinstance(entry[0], int)
            and isinstance(entry[1], str)
            and isinstance(entry[2], dict)
            and all(
                isinstance(name, str) and isinstance(change, int)
                for name, change in entry[2].items()
            )
            for entry in value
        )
    )
