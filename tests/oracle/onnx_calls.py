"""Calls of ONNX's operators with their right results, and the table of operators."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from calls import Random, Result, result

# The operators with calls: name -> (function of a `Random`, which also has the version `opset`; versions).
ROWS = {}
# The operators without calls: name -> reason.
REASONS = {}

SOURCES = Path(__file__).resolve().parents[2] / "src/frontend/onnx"


def converted():
    """The operators that the importer converts, by the tables in its sources."""
    text = "".join(path.read_text() for path in sorted(SOURCES.glob("*.cc")))
    return re.findall(r'table\.Add\((?:\s*[\w."]+,)??\s*"(\w+)",\s*\{\{', text)


def onnx_row(*names, opsets=(17,)):
    """Declares the function that makes calls of these operators; it gets the name if there are several.

    `opsets` are versions of the operator set, at least one for each meaning that the operator has had.
    """

    def declare(make):
        for name in names:
            if name in ROWS or name in REASONS:
                raise ValueError(f"two rows for {name}")
            ROWS[name] = (make if len(names) == 1 else lambda r, name=name: make(r, name), tuple(opsets))
        return make

    return declare


def without_onnx_row(reason, *names):
    """Declares operators that have no calls, with the reason."""
    REASONS.update({name: reason for name in names})


@dataclass
class Node:
    """A node; its names are those of the call's inputs, x0, x1, …, and of its results, y0, y1, …, or its own."""

    op: str
    inputs: list
    outputs: list
    attrs: dict = field(default_factory=dict)
    domain: str = ""


@dataclass
class OnnxCall:
    """Inputs (None if omitted), nodes, and results (None if omitted).

    `constant` are inputs whose values the import has to know; the others are initializers or inputs of the graph.
    `statistic` is as in `Call`. `dynamic`: values tell the sizes of the results, so no executor plans them.
    """

    inputs: list
    nodes: list
    results: list
    constant: set = field(default_factory=set)
    statistic: object = None
    dynamic: bool = False
    # The inputs that are initializers.
    frozen: set = field(default_factory=set)
    # Whether the import is told the shapes of inputs; in the model, a size of 0 means an unknown one.
    sized: bool = False
    op: str = ""
    opset: int = 17


def names(prefix, items):
    """Names of items, "" for omitted ones; none for those that are omitted at the end."""
    made = ["" if item is None else f"{prefix}{i}" for i, item in enumerate(items)]
    while made and not made[-1]:
        made.pop()
    return made


def onnx(inputs, attrs, value, dtype=None, constant=(), dynamic=False, domain="", **facts):
    """A call with one result; its type is that of the first input unless `dtype` gives it."""
    return several(
        inputs, attrs, result(inputs, value, dtype, **facts), constant=constant, dynamic=dynamic, domain=domain
    )


def several(inputs, attrs, *results, constant=(), dynamic=False, domain="", statistic=None):
    """A call with several results, each made by `result` or a pair of value and data type, or None."""
    made = [Result(np.asarray(item[0]), item[1]) if isinstance(item, tuple) else item for item in results]
    node = Node("", names("x", inputs), names("y", made), attrs, domain)
    return OnnxCall(inputs, [node], made, set(constant), statistic, dynamic)


def at_times_computed(r, made):
    """The same call; at times the run computes what the import otherwise has to know, and so the sizes."""
    if made.constant and r.chance(0.25):
        made.constant, made.dynamic, made.sized = set(), True, True
    return made


def make(op, seed, index):
    """Call number `index` of an operator."""
    function, opsets = ROWS[op]
    r = Random(seed, "onnx " + op, index)
    r.opset = r.choice(opsets)
    with np.errstate(all="ignore"):
        made = function(r)
    made.op, made.opset = op, r.opset
    for node in made.nodes:
        node.op = node.op or op
    given = [i for i, item in enumerate(made.inputs) if item is not None]
    kind = r.int(0, 9)
    # All at run time, all known, or some of them.
    chosen = [] if kind < 4 else given if kind == 4 else r.subset(given)
    made.frozen = set(chosen) | made.constant
    made.sized = made.sized or r.chance(0.7)
    return made
