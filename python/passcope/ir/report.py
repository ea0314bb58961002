"""A run as one HTML file that opens without a network. `passcope run --report` fills the same template."""

import datetime
import json
from pathlib import Path

from .. import _raw
from .._given import must_be

# A flag of the function `text`.
_WITHOUT_SPANS = 2

_TEMPLATE = Path(__file__).parents[1] / "report.html"


def _program(title, module):
    return {"title": title, "text": _raw.text(module.handle, _WITHOUT_SPANS)}


def write_report(path, trace, *, lineage, remarks, title):
    """Writes the report of a trace, and of the remarks of the same contexts if they are given."""
    file = Path(must_be("TraceInstrument.report", "path", path, str, Path))
    entries = _raw.loads(_raw.instrumentData(trace.handle))
    outer = [entry["index"] for entry in entries if entry["parent"] < 0]
    told = _raw.loads(_raw.instrumentData(remarks.handle)) if remarks is not None else []
    data = {
        "version": _raw.version(),
        "made": datetime.datetime.now().strftime("%Y-%m-%d %H:%M"),
        "title": title,
        "entries": entries,
        "diff": _raw.askInstrument(trace.handle, "renderDiff", "{}") if lineage else None,
        "remarks": [{name: each[name] for name in ("pass", "type", "name", "function", "text")} for each in told],
        "programs": [
            _program("Before the first pass", trace.module_before(outer[0])),
            _program("After the last pass", trace.module_after(outer[-1])),
        ]
        if outer
        else [],
    }
    # In a script element, only "<" can end the data.
    text = json.dumps(data).replace("<", "\\u003c")
    try:
        template = _TEMPLATE.read_text("utf-8")
    except OSError:
        raise NotImplementedError("reports are written by the native package; in the page, Share saves a report") from None
    file.write_text(template.replace("@DATA@", text), encoding="utf-8")
