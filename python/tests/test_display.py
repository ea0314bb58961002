"""How objects show themselves: `repr`, HTML in notebooks, and reports."""

import base64
import hashlib
import html.parser
import json
import re
from pathlib import Path

import numpy as np
import pytest
import tvm
from tvm import instrument, relay, transform

import passcope

TEMPLATE = (Path(passcope.__file__).parent / "report.html").read_text("utf-8")


class Reader(html.parser.HTMLParser):
    """Checks that elements are closed, and collects names of elements and text."""

    def __init__(self):
        super().__init__()
        self.open, self.names, self.text = [], set(), ""

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def with_weights():
    x = relay.var("x", shape=(1, 1000))
    w = relay.const(np.ones((1000, 1000), "float32"))
    return tvm.IRModule.from_expr(relay.Function([x], relay.nn.dense(x, w)))


def test_a_module_with_weights_is_short():
    mod = with_weights()
    assert len(repr(mod)) < 1000 and "meta[relay.Constant][0]" in repr(mod)
    assert len(mod.astext()) > 1_000_000 and len(str(mod)) < 1000
    assert len(mod._repr_html_()) < 2000 and "1 function, 1 call of operators" in mod._repr_html_()
    long = relay.var("x", shape=(2,))
    for _ in range(500):
        long = relay.tanh(relay.exp(long))
    mod = tvm.IRModule.from_expr(long)
    assert repr(mod).count("\n") <= 200 and repr(mod).endswith("more lines, shown by print(mod)")
    assert len(mod._repr_html_()) < 20000


def test_html_is_escaped_and_has_no_colours_of_its_own():
    mod = tvm.IRModule.from_expr(relay.tanh(relay.var("x", shape=(2,))))
    remarks, trace, timing = instrument.Remarks(), instrument.TraceInstrument(), instrument.PassTimingInstrument()
    with transform.PassContext(instruments=[remarks, trace, timing]):
        relay.transform.FoldConstant()(relay.transform.InferType()(mod))
        profiles = timing.profiles()
    comparison = passcope.compare([{"name": "<script>", "pipeline": "InferType"}, "FoldConstant"], mod, repeat=1)
    for shown in (mod, mod["main"], remarks, trace, trace.entries(), profiles, comparison, comparison.variants):
        text = shown._repr_html_()
        reader = read(text)
        assert reader.names <= {"div", "pre", "table", "thead", "tbody", "tr", "th", "td"}
        colours = re.findall(r"(?:color|background): ?([^;\"]+)", text)
        assert set(colours) <= {"inherit", "transparent"}
    assert "<script>" in read(comparison._repr_html_()).text
    assert "FoldConstant" in trace._repr_html_() and "FoldConstant" in read(profiles._repr_html_()).text


def data_of(path):
    text = path.read_text("utf-8")
    assert "@DATA@" not in text
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_reports(tmp_path):
    odd = relay.var("x</script><b>", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.multiply(odd, relay.multiply(relay.const(2.0), relay.const(3.0))))
    remarks, trace = instrument.Remarks(), instrument.TraceInstrument(lineage=True)
    with transform.PassContext(instruments=[remarks, trace]):
        relay.transform.FoldConstant()(relay.transform.InferType()(mod))
    trace.report(tmp_path / "report.html", remarks=remarks, title="A title")
    data = data_of(tmp_path / "report.html")
    assert data["title"] == "A title" and data["version"] == passcope.__version__
    assert [each["name"] for each in data["entries"] if each["parent"] < 0] == ["InferType", "FoldConstant"]
    assert "--- before FoldConstant" in data["diff"] and data["remarks"][0]["pass"] == "FoldConstant"
    assert data["programs"][1]["text"] != data["programs"][0]["text"]
    # Without lineage there are no differences; without passes there is nothing to show.
    trace = instrument.TraceInstrument()
    trace.report(str(tmp_path / "empty.html"))
    assert data_of(tmp_path / "empty.html")["diff"] is None
    with pytest.raises(TypeError, match="TraceInstrument.report takes a string or a PathLike as 'path', not None"):
        trace.report(None)
    with pytest.raises(TypeError, match="as 'remarks', not a TraceInstrument"):
        trace.report(tmp_path / "x.html", remarks=trace)


def test_the_template_allows_only_its_own_script_and_style():
    for kind, element in (("script", "script"), ("style", "style")):
        content = re.search(rf"<{element}>(.*?)</{element}>", TEMPLATE, re.DOTALL)[1]
        hashed = base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii")
        assert f"{kind}-src 'sha256-{hashed}'" in TEMPLATE, f"the policy needs {kind}-src 'sha256-{hashed}'"
    assert "innerHTML" not in TEMPLATE and "default-src 'none'" in TEMPLATE
