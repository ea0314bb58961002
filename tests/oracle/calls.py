"""Calls of operators with their right results, the table of operators, and random data for them."""

import zlib
from dataclasses import dataclass, field

import numpy as np

REALS = ("float32", "float32", "float32", "float64", "float16")
INTEGERS = ("int32", "int64", "int8", "uint8", "int16", "uint16", "uint32", "uint64")

# Units of rounding. A result of 16 bits may come from a computation in 32 bits, which rounds once more.
UNIT = {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24, "float64": 2.0**-53}

# numpy takes long to make the name of a data type.
NAMES = {np.dtype(name): name for name in ("bool", *dict.fromkeys(REALS + INTEGERS))}
# numpy has no bfloat16: arrays of it have the upper halves of float32 as records.
BFLOAT16 = np.dtype([("bfloat16", "<u2")])
NAMES[BFLOAT16] = "bfloat16"

# The operators with calls: name -> function of a `Random` that returns a `Call`.
ROWS = {}
# The operators without calls: name -> reason.
REASONS = {}
# Rows whose results have sizes that only their values tell. No executor plans them.
DYNAMIC = set()


def row(*names, dynamic=False):
    """Declares the function that makes calls of these operators; it gets the name if there are several."""

    def declare(make):
        for name in names:
            if name in ROWS or name in REASONS:
                raise ValueError(f"two rows for {name}")
            ROWS[name] = make if len(names) == 1 else lambda r, name=name: make(r, name)
            if dynamic:
                DYNAMIC.add(name)
        return make

    return declare


def without_row(reason, *names):
    """Declares operators that have no calls, with the reason."""
    REASONS.update({name: reason for name in names})


class Text(str):
    """An argument that is written into the program, such as `2f`."""


def chosen_names(names, options):
    """The operators of --op and --part."""
    if options.op:
        wanted = options.op.split(",")
        names = [op for op in names if any(op == w or w.endswith("*") and op.startswith(w[:-1]) for w in wanted)]
    part, parts = map(int, options.part.split("/"))
    return names[part::parts]


@dataclass
class Result:
    """A right result. Reals are in float64, and integers in their own type.

    `scale` has the size of the terms that an element is the sum of, by default the element itself. The error may be
    `rounds` units of rounding of this size. `slack` is a further error per element, such as 1 for ties of a rounding.
    """

    value: np.ndarray
    dtype: str
    scale: object = None
    rounds: float = 4
    slack: object = 0


@dataclass
class Call:
    """A call: arguments (arrays, texts, or lists of these for tuples), attributes, and results.

    `statistic` is for random results: a function of the results that returns what is wrong with them, or None.
    """

    args: list
    attrs: dict
    results: list
    op: str = ""
    statistic: object = None
    # The arguments that hold indices, sizes and the like. Others may be computed by operators before the call.
    plain: set = field(default_factory=set)
    tuple_result: bool = False
    # Arguments that another operator computes: {place: (operator, attributes)}.
    inner: dict = field(default_factory=dict)


def call(args, attrs, value, dtype=None, plain=(), **facts):
    """A call with one result; its type is that of the first argument unless `dtype` gives it."""
    return Call(args, attrs, [result(args, value, dtype, **facts)], plain=set(plain))


def result(args, value, dtype=None, **facts):
    if dtype is None:
        first = args[0][0] if isinstance(args[0], list) else args[0]
        dtype = str(first.dtype)
    return Result(np.asarray(value), dtype, **facts)


def many(args, attrs, *results, plain=()):
    """A call with several results, each made by `result` or a pair of value and data type."""
    made = [item if isinstance(item, Result) else result(args, *item) for item in results]
    return Call(args, attrs, made, plain=set(plain), tuple_result=True)


def wide(array):
    """Reals in float64; others unchanged."""
    return array.astype("float64") if array.dtype.kind == "f" else array


def to_bfloat16(array):
    """float32 whose lower half is 0, as bfloat16."""
    return (np.ascontiguousarray(array).view("<u4") >> 16).astype("<u2").view(BFLOAT16).reshape(array.shape)


def from_bfloat16(array):
    """bfloat16 as float32."""
    return (np.ascontiguousarray(array).view("<u2").astype("<u4") << 16).view("<f4").reshape(array.shape)


class Random:
    """Random data for one call. The same seed, operator and index give the same call.

    With `short`, numbers in float32 have bfloat16's 8 bits. Every 16th call has many empty shapes.
    """

    short = often_empty = False

    def __init__(self, seed, op, index, short=False):
        self.often_empty = index % 16 == 9
        self.numpy = np.random.Generator(np.random.PCG64([seed, zlib.crc32(op.encode()), index]))
        self.index, self.short = index, short

    def int(self, low, high):
        """An integer from `low` to `high`, both included."""
        if high - low >= 2**31:
            return int(self.numpy.integers(low, high + 1))
        return low + int((high - low + 1) * self.numpy.random())  # ten times as fast

    def ints(self, count, low, high):
        return [self.int(low, high) for _ in range(count)]

    def real(self, low=0.0, high=1.0):
        """A number that float32 holds exactly."""
        return float(np.float32(low + (high - low) * self.numpy.random()))

    def chance(self, probability):
        return self.numpy.random() < probability

    def choice(self, items):
        return items[self.int(0, len(items) - 1)]

    def permutation(self, count):
        return [int(i) for i in self.numpy.permutation(count)]

    def subset(self, items, least=0):
        """Some of the items in their order, at least `least` of them."""
        count = self.int(least, len(items))
        chosen = sorted(self.permutation(len(items))[:count])
        return [items[i] for i in chosen]

    def shape(self, low=0, high=4, least=1, most=5, empty=0.03):
        """A shape of rank `low` to `high`. Sizes of 1 are frequent; with the probability `empty` one size is 0."""
        rank = self.int(low, high)
        shape = [1 if self.chance(0.15) and least <= 1 else self.int(least, most) for _ in range(rank)]
        if rank and self.chance(0.05):
            shape[self.int(0, rank - 1)] = self.int(6, 19)
        if rank and self.chance(0.6 if empty and self.often_empty else empty):
            shape[self.int(0, rank - 1)] = 0
        return tuple(shape)

    def reals(self, shape, dtype="float32", low=-4.0, high=4.0, special=0.0):
        """Reals between two bounds; at times multiples of 1/4; `special` is the share of NaN, infinities and zeros."""
        if self.chance(0.3):
            data = self.numpy.integers(int(np.ceil(low * 4)), int(high * 4) + 1, size=shape) / 4.0
        else:
            data = low + (high - low) * self.numpy.random(size=shape)
        data = np.asarray(data, dtype="float64")
        if special and self.chance(0.5):
            values = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0])
            data = np.where(self.numpy.random(size=shape) < special, self.numpy.choice(values, size=shape), data)
        data = np.asarray(data).astype(dtype).reshape(shape)
        if self.short and dtype == "float32":
            data = (data.reshape(-1).view("<u4") & np.uint32(0xFFFF0000)).view("<f4").reshape(shape)
        return data

    def integers(self, shape, dtype="int32", low=None, high=None):
        """Integers between two bounds; without bounds small ones or any of the type."""
        limits = np.iinfo(dtype)
        if low is None:
            low, high = (limits.min, limits.max) if self.chance(0.3) else (-9, 9)
        low, high = max(low, limits.min), min(high, limits.max)
        return np.asarray(self.numpy.integers(low, high, size=shape, endpoint=True, dtype=dtype)).reshape(shape)

    def bools(self, shape):
        return np.asarray(self.numpy.integers(0, 2, size=shape).astype("bool")).reshape(shape)

    def any(self, shape, dtype, special=0.0):
        """Data of any type."""
        if dtype == "bool":
            return self.bools(shape)
        if dtype.startswith("float"):
            return self.reals(shape, dtype, special=special)
        return self.integers(shape, dtype)

    def dtype(self, reals=True, integers=True, bools=False):
        kinds = [REALS] * (3 if reals else 0) + [INTEGERS] * (2 if integers else 0) + [("bool",)] * (1 if bools else 0)
        return self.choice(self.choice(kinds))

    def axis(self, rank):
        """An axis, from the front or from the back."""
        return self.int(-rank, rank - 1)

    def axes(self, rank, least=1):
        """Different axes in any order, each from the front or from the back."""
        chosen = self.permutation(rank)[: self.int(min(least, rank), rank)]
        return [axis - rank if self.chance(0.4) else axis for axis in chosen]

    def broadcast(self, count, high=4, empty=0.03):
        """Shapes that broadcast to one shape, and that shape."""
        whole = self.shape(0, high, empty=empty)
        shapes = []
        for _ in range(count):
            own = [1 if self.chance(0.3) else size for size in whole]
            shapes.append(tuple(own[self.int(0, len(own)) :] if self.chance(0.3) else own))
        return shapes, np.broadcast_shapes(*shapes)


def in_bfloat16(call):
    """The call with bfloat16 in place of float32, or None if it has other numbers than bfloat16's."""

    def change(item):
        if isinstance(item, (list, tuple)):
            return type(item)(map(change, item))
        if isinstance(item, str):
            return item if item != "float32" else "bfloat16"
        if not isinstance(item, (np.ndarray, np.generic)) or item.dtype != np.float32:
            return item
        if (np.ascontiguousarray(item).view("<u4") & 0xFFFF).any():
            raise ValueError
        return to_bfloat16(item)

    try:
        call.args = [change(item) for item in call.args]
    except ValueError:
        return None
    call.attrs = {name: change(value) for name, value in call.attrs.items()}
    for place, (op, attrs) in call.inner.items():
        call.inner[place] = (op, {name: change(value) for name, value in attrs.items()})
    for result in call.results:
        result.dtype = change(result.dtype)
    return call


def make(op, seed, index):
    """Call number `index` of an operator. Every eighth is in bfloat16 where it would be in float32."""
    # Scales are in float32, and bits of one width are reinterpreted.
    only_float32 = ("qnn.", "reinterpret", "relay.op.annotation.simulated_quantize")
    short = index % 8 == 7 and not op.startswith(only_float32)
    with np.errstate(all="ignore"):
        made = ROWS[op](Random(seed, op, index, short))
        if short:
            made = in_bfloat16(made) or ROWS[op](Random(seed, op, index))
    made.op = made.op or op
    return made
