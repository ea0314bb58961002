"""Calls with odd attributes and arguments: each extreme value of each attribute, then random changes."""

import random
import re
import zlib

import numpy as np
from calls import BFLOAT16, NAMES, Text, make

INTEGERS = [0, 1, -1, 2, -2, 3, 7, 64, 1000, 2**31 - 1, -(2**31), 2**31, 2**32, -(2**32), 2**62, 2**63 - 1, -(2**63)]
REALS = [0.0, -0.0, 1.0, -1.0, 2.0, 1e-30, 1e30, -1e30, 3.4e38, float("nan"), float("inf"), float("-inf")]
TEXTS = ["", "?", "NCHW", "NHWC", "NCHW16c", "NCHW2147483647c", "OIHW", "HWIO", "C", "add", "float16", "int8", "bool"]
DTYPES = list(NAMES.values())
ODD_DTYPES = ["", "handle", "float32x4", "int4", "uint1", "float6", "custom[x]32", "void"]
OTHER_KINDS = [None, True, 1, 2.5, "?", [], [1], ["?"], [[1, 1]], [None], [1.5]]

# What an engine says about its own mistakes.
BUG = re.compile(r"bug in Passcope|error\[internal\]|internal error")

# The shapes that arguments get: empty, of size 1, odd, and of another rank.
SHAPES = ["empty", "ones", "odd", "less", "more"]


def values_of(kind):
    """The extreme values of an attribute of this type; a function makes one from the call's own value."""
    optional = kind.startswith("optional[")
    kind = kind[9:-1] if optional else kind
    if kind == "bool":
        own = [True, False, 2**62]
    elif kind == "int":
        own = INTEGERS
    elif kind == "float":
        own = REALS + [2**62]
    elif kind == "string":
        own = TEXTS
    elif kind == "dtype":
        own = DTYPES + ODD_DTYPES
    elif kind.startswith("list["):
        own = list_values(INTEGERS if kind == "list[int]" else TEXTS)
    else:
        own = [*INTEGERS[:6], 2**32, 2**62, *REALS[-3:], "?", *list_values(INTEGERS)]
    return own + OTHER_KINDS


def list_values(items):
    """Lists: empty, too short, too long, and with one extreme item or only such items."""
    made = [[], lambda own: own[:-1], lambda own: own[1:], lambda own: [*own, *own[:1]], lambda own: [*own, *own]]
    made += [[1] * 40, [items[0]] * 4, [items[1]]]
    for item in items:
        made.append(lambda own, item=item: [item, *own[1:]] if own else [item])
        made.append(lambda own, item=item: [*own[:-1], item] if own else [item, item])
    made += [lambda own, item=item: [item] * max(1, len(own)) for item in items[-6:]]
    return made


class Table:
    """The operators' attributes, and all cases of an operator."""

    def __init__(self, operators):
        self._attrs = {item["name"]: [(one["name"], one["type"]) for one in item["attrs"]] for item in operators}
        self._cases = {}

    def cases(self, op):
        """[(name of an attribute, its value)] and [(place of an argument, (shape, data type))]"""
        if op not in self._cases:
            cases = [(name, value) for name, kind in self._attrs[op] for value in values_of(kind)]
            kinds = [(shape, None) for shape in SHAPES] + [(None, dtype) for dtype in DTYPES] + [("empty", "float16")]
            places = range(len(make(op, 0, 0).args))
            cases += [(place, kind) for kind in kinds for place in (*places, "all")]
            # A part of the sweep has cases of all kinds.
            random.Random(zlib.crc32(op.encode())).shuffle(cases)
            self._cases[op] = cases
        return self._cases[op]


def changed(r, value):
    """Another value for an attribute."""
    if r.random() < 0.05:
        return r.choice(OTHER_KINDS)
    if isinstance(value, (bool, np.bool_)):
        return not value
    if isinstance(value, (int, np.integer)):
        return r.choice(INTEGERS)
    if isinstance(value, (float, np.floating)):
        return r.choice(REALS)
    if isinstance(value, str):
        return r.choice(TEXTS + DTYPES)
    if isinstance(value, (list, tuple)):
        items = list(value)
        kind = r.randrange(6)
        if kind == 0 or not items:
            return r.choice([[], [0], [1, 1], [r.choice(INTEGERS)] * r.randrange(1, 7)])
        if kind == 1:
            del items[r.randrange(len(items))]
        elif kind == 2:
            items.append(r.choice(items))
        elif kind == 3:
            return [changed(r, item) for item in items]
        else:
            at = r.randrange(len(items))
            items[at] = changed(r, items[at])
        return items
    return value


def filled(array, shape, dtype=None):
    """The array's elements in this shape and data type, again and again."""
    dtype = array.dtype if dtype is None else dtype
    if dtype == BFLOAT16 or array.dtype == BFLOAT16 or not array.size:
        return np.zeros(shape, dtype)
    with np.errstate(all="ignore"):
        return np.resize(array, shape).astype(dtype)


def with_shape(r, array, kind):
    shape = list(array.shape)
    if kind == "empty" and shape:
        shape[r.randrange(len(shape))] = 0
    elif kind == "ones":
        shape = [1] * len(shape)
    elif kind == "odd":
        shape = [r.choice([3, 5, 7]) for _ in shape]
    elif kind == "less":
        shape = shape[1:]
    else:
        shape = [*shape, r.choice([0, 1, 2])]
    return filled(array, shape)


def with_values(r, array):
    """Some extreme value of the type in one place."""
    array = array.copy()
    if array.dtype.kind in "iu":
        limits = np.iinfo(array.dtype)
        array.flat[r.randrange(array.size)] = r.choice([limits.min, limits.max, 0, 1, limits.max // 2])
    elif array.dtype.kind == "f":
        with np.errstate(all="ignore"):
            array.flat[r.randrange(array.size)] = np.array(r.choice(REALS)).astype(array.dtype)
    return array


def changed_array(r, array):
    """An array with another shape, another type or other values."""
    kind = r.randrange(8)
    if kind < 2:
        dtype = r.choice(DTYPES)
        return filled(array, array.shape, BFLOAT16 if dtype == "bfloat16" else np.dtype(dtype))
    if kind == 2 and array.size and array.dtype != BFLOAT16:
        return with_values(r, array)
    if kind < 6 or not array.ndim:
        return with_shape(r, array, r.choice(SHAPES))
    shape = list(array.shape)
    shape[r.randrange(len(shape))] = r.choice([0, 0, 1, 2, 17])
    return filled(array, shape)


def change_argument(call, place, change):
    """Applies a function of arrays to an argument, or to all arrays of all arguments for "all"."""

    def apply(item, every):
        if isinstance(item, (list, tuple)):
            return [apply(one, every) for one in item]
        return item if isinstance(item, Text) else change(item)

    for at in range(len(call.args)):
        if place in ("all", at):
            call.args[at] = apply(call.args[at], place == "all")


def hostile_call(table, op, seed, index):
    """Call number `index`: a case of the sweep, or one to three random changes."""
    call = make(op, seed, index)
    call.op = call.op or op
    r = random.Random(zlib.crc32(f"{op} {seed} {index}".encode()))
    cases = table.cases(op)
    if index < len(cases):
        name, value = cases[index]
        if isinstance(name, str) and name != "all":
            own = call.attrs.get(name)
            call.attrs[name] = value(list(own) if isinstance(own, (list, tuple)) else []) if callable(value) else value
        else:
            shape, dtype = value
            if shape:
                change_argument(call, name, lambda array: with_shape(r, array, shape))
            if dtype:
                numpy = BFLOAT16 if dtype == "bfloat16" else np.dtype(dtype)
                change_argument(call, name, lambda array: filled(array, array.shape, numpy))
        changes = r.choice([0, 0, 0, 1])
    else:
        changes = r.choice([1, 1, 2, 3])
    for _ in range(changes):
        if call.attrs and r.random() < 0.7:
            name = r.choice(list(call.attrs))
            call.attrs[name] = changed(r, call.attrs[name])
        elif call.args:
            change_argument(call, r.choice([*range(len(call.args)), "all"]), lambda array: changed_array(r, array))
    return call
