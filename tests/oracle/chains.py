"""Random programs: calls of the rows whose arguments are results of earlier calls.

Each call is evaluated alone as soon as it is made, and compared with its right results. The engine's results, thus
checked, are the data of later calls. So each value of a program is known to be right before any pass runs.
"""

import itertools
import random

import numpy as np
from calls import INTEGERS, REALS, ROWS, UNIT, Random, Text, call

# Larger values are not used again, and larger results are dropped.
MOST_USED, MOST_MADE = 1024, 6000

PRODUCTS = ("nn.conv2d", "nn.conv2d", "nn.conv2d", "nn.conv1d", "nn.conv3d", "nn.dense", "nn.dense")
PRODUCTS += ("nn.batch_matmul", "nn.batch_matmul", "nn.matmul", "nn.conv2d_transpose", "nn.conv1d_transpose")
PRODUCTS += ("nn.conv3d_transpose", "nn.contrib_conv2d_NCHWc", "qnn.conv2d", "qnn.dense", "qnn.batch_matmul")
PRODUCTS += ("nn.contrib_dense_pack", "nn.deformable_conv2d", "qnn.conv2d_transpose", "nn.bitserial_dense")
PRODUCTS += ("nn.contrib_depthwise_conv2d_NCHWc", "nn.conv2d_backward_weight")
PRODUCTS = tuple(op for op in PRODUCTS if op in ROWS)

# Operators of boxes, whose references rely on the boxes that the rows make.
OWN_DATA = ("vision.non_max", "vision.all_class", "vision.get_valid", "vision.multibox", "vision.proposal")

FOLLOWERS = {
    "reductions": "sum prod mean variance max min argmax argmin cumsum cumprod",
    "normalizations": "nn.softmax nn.log_softmax nn.lrn nn.l2_normalize nn.batch_norm nn.layer_norm nn.instance_norm "
    "nn.group_norm",
    "broadcasts": "add subtract multiply divide maximum minimum power nn.bias_add nn.prelu where less equal "
    "broadcast_to nn.bias_add nn.prelu add multiply",
    "moves": "transpose reshape squeeze expand_dims strided_slice split concatenate stack reverse tile repeat take "
    "nn.pad layout_transform nn.batch_flatten slice_like gather reshape_like",
    "elementwise": "nn.relu nn.leaky_relu clip sigmoid tanh exp negative abs sqrt rsqrt cast copy nn.dropout round "
    "floor",
    "images": "nn.max_pool2d nn.avg_pool2d nn.global_avg_pool2d nn.global_max_pool2d nn.adaptive_avg_pool2d "
    "nn.adaptive_max_pool2d nn.upsampling image.resize2d nn.max_pool1d nn.avg_pool3d nn.depth_to_space "
    "nn.space_to_depth",
    "quantized": "qnn.quantize qnn.dequantize qnn.requantize qnn.add qnn.mul qnn.concatenate qnn.leaky_relu",
}
FOLLOWERS = {kind: tuple(op for op in names.split() if op in ROWS) for kind, names in FOLLOWERS.items()}


class Dropped(Exception):
    """A call cannot take part in a program."""


class Value:
    """An array of a program: an input, or a result of a step."""

    def __init__(self, array, step=None, place=0):
        self.array, self.step, self.place = array, step, place
        self.dtype = array.dtype.name
        # Of an input: whether it is a constant.
        self.constant = False
        # Constant in all programs.
        self.fixed = False
        # The size of random errors, for sensitivities.
        self.noise = None


class Step:
    """A call over values."""

    def __init__(self, made, args):
        self.call, self.args = made, args
        self.results = []


def noise_of(array, right):
    """The size of rounding errors of a result; None if it has none."""
    if array.dtype.kind == "f":
        if right.rounds == 0 and not np.any(right.slack):
            return None
        exact = np.abs(array.astype("float64"))
        scale = exact if right.scale is None else np.maximum(np.abs(np.asarray(right.scale, "float64")), exact)
        size = UNIT[array.dtype.name] * min(right.rounds, 8) * scale + right.slack
        return np.broadcast_to(np.where(np.isfinite(size), size, 0), array.shape)
    if array.dtype.kind in "iu" and np.any(right.slack):
        return np.broadcast_to(np.asarray(right.slack), array.shape)
    return None


class Draws:
    """Random numbers. Single ones come from Python's generator, which is faster; arrays from numpy's."""

    def __init__(self, seed):
        self._seed = seed
        python = random.Random(seed)
        self.random, self._below = python.random, python.randrange
        self._numpy = None

    def integer(self, low, high):
        return self._below(low, high + 1)

    @property
    def numpy(self):
        if self._numpy is None:
            self._numpy = np.random.Generator(np.random.PCG64(self._seed))
        return self._numpy


class ChainRandom(Random):
    """Random data for a call of a program, preferably values that the program already has.

    The structure and the data come from two generators. So a call with the same structure and other data can be made.
    """

    def __init__(self, structure, data, builder, focus=None, first=None, change=None):
        self.structure, self.data = Draws(structure), Draws(data)
        self.draws = self.structure
        self.index = self.data.integer(0, 1 << 20)
        self.builder, self.focus, self.first = builder, focus, first
        # The number of the decision that comes from the other generator.
        self.change, self.decisions, self.requests = change, 0, 0
        # Values that were given away.
        self.offers = []

    @property
    def numpy(self):
        return self.draws.numpy

    def _decided(self):
        """True if another decision is wanted than the structure's."""
        if self.draws is self.data:
            return False
        self.decisions += 1
        return self.decisions == self.change

    def int(self, low, high):
        given = self.draws.integer(low, high)
        return self.data.integer(low, high) if self._decided() else given

    def chance(self, probability):
        given = self.draws.random()
        return (self.data.random() if self._decided() else given) < probability

    def choice(self, items):
        if self.focus is not None and isinstance(items[0], str) and self.focus.dtype in items and self.chance(0.85):
            return self.focus.dtype
        return items[self.int(0, len(items) - 1)]

    def dtype(self, reals=True, integers=True, bools=False):
        own = self.focus.dtype if self.focus is not None else ""
        if self.chance(0.85) and (reals and own in REALS or integers and own in INTEGERS or bools and own == "bool"):
            return own
        return super().dtype(reals, integers, bools)

    def shape(self, low=0, high=4, least=1, most=5, empty=0.03):
        if self.focus is not None and self.chance(0.85):
            own = self.focus.array.shape
            if low <= len(own) <= high and (empty or 0 not in own) and min(own, default=least) >= min(least, 1):
                return own
        return super().shape(low, high, least, most, empty * 0.3)

    def broadcast(self, count, high=4, empty=0.03):
        whole = self.shape(0, high, empty=empty)
        shapes = []
        for _ in range(count):
            own = [1 if self.chance(0.3) else size for size in whole]
            shapes.append(tuple(own[self.int(0, len(own)) :] if self.chance(0.3) else own))
        shapes[self.int(0, count - 1)] = tuple(whole)
        return shapes, np.broadcast_shapes(*shapes)

    def _fresh(self, method, *args, **kwargs):
        keep, self.draws = self.draws, self.data
        try:
            return method(*args, **kwargs)
        finally:
            self.draws = keep

    def reals(self, shape, dtype="float32", low=-4.0, high=4.0, special=0.0):
        used = self._used(tuple(np.atleast_1d(shape)) if not isinstance(shape, tuple) else shape, dtype, low, high)
        if used is not None:
            return used
        special = special if self.data.random() < 0.1 else 0.0
        return self._fresh(super().reals, shape, dtype, low, high, special)

    def integers(self, shape, dtype="int32", low=None, high=None):
        used = self._used(tuple(shape), dtype, low, high)
        return used if used is not None else self._fresh(super().integers, shape, dtype, low, high)

    def bools(self, shape):
        used = self._used(tuple(shape), "bool", None, None)
        return used if used is not None else self._fresh(super().bools, shape)

    def _used(self, shape, dtype, low, high):
        """A value of the program with these properties, changed by further steps if necessary."""
        self.requests += 1
        wanted, draw = self.chance(0.85 if self.requests == 1 else 0.4), self.int(0, 1 << 20)
        if self.first is not None and self.requests == 1:
            x = self.first.array
            within = low is None or x.size == 0 or x.min() >= low and x.max() <= high
            if x.shape == shape and self.first.dtype == dtype and within:
                self.offers.append(self.first)
                return self.first.array
        if not wanted or self.focus is None or 0 in shape:
            return None
        value = self.focus
        if self.requests > 1 or self.focus.dtype != dtype and draw % 4:
            fit = [v for v in self.builder.pool if v.dtype == dtype]
            same = [v for v in fit if v.array.shape == shape]
            fit = same or fit
            if not fit:
                return None
            value = fit[draw % len(fit)]
        try:
            value = self.builder.adapt(self, value, shape, dtype, low, high)
        except Dropped:
            return None
        self.offers.append(value)
        return value.array


class Builder:
    """Makes one program. `evaluate` computes the results of one step, and checks them."""

    def __init__(self, seed, index, evaluate, ops):
        self.random = np.random.Generator(np.random.PCG64([seed, index]))
        self.evaluate, self.ops = evaluate, ops
        self.inputs, self.steps, self.pool = [], [], []
        self.moved = {}
        self.share = self.random.random()

    def below(self, count):
        return int(self.random.integers(count))

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return items[self.below(len(items))]

    # --- values ---

    def input(self, array):
        value = Value(array)
        value.constant = self.chance(self.share)
        self.inputs.append(value)
        return value

    def exact(self, op, args, attrs, array):
        """A step whose result numpy tells exactly."""
        array = np.ascontiguousarray(array).reshape(np.shape(array))
        made = call([arg.array for arg in args], attrs, array, array.dtype.name, rounds=0)
        made.op = op
        step = Step(made, list(args))
        self.steps.append(step)
        value = Value(array, step)
        step.results.append(value)
        return value

    def adapt(self, r, value, shape, dtype, low, high):
        """The value with another shape and type, and within bounds."""
        if value.dtype != dtype:
            if dtype == "bool" or value.dtype in ("float64", "int64", "uint64") or not dtype.startswith("float"):
                raise Dropped()
            with np.errstate(all="ignore"):
                value = self.exact("cast", [value], {"dtype": dtype}, value.array.astype(dtype))
        if 0 in value.array.shape and value.array.shape != shape:
            raise Dropped()
        value = self.shaped(r, value, shape)
        return self.bounded(value, low, high)

    def shaped(self, r, value, shape):
        x = value.array
        if x.shape == shape:
            return value
        if x.size == int(np.prod(shape)):
            if sorted(x.shape) == sorted(shape) and r.chance(0.5):
                for axes in itertools.permutations(range(x.ndim)):
                    if tuple(x.shape[axis] for axis in axes) == shape:
                        return self.exact("transpose", [value], {"axes": list(axes)}, x.transpose(axes))
            return self.exact("reshape", [value], {"newshape": list(shape)}, x.reshape(shape))
        while value.array.ndim > len(shape):
            x = value.array
            axis = r.int(0, x.ndim - 1)
            if x.shape[axis] == 1:
                value = self.exact("squeeze", [value], {"axis": [axis]}, x.squeeze(axis))
            elif axis and r.chance(0.4):
                sizes = x.shape[: axis - 1] + (x.shape[axis - 1] * x.shape[axis],) + x.shape[axis + 1 :]
                value = self.exact("reshape", [value], {"newshape": list(sizes)}, x.reshape(sizes))
            elif x.dtype == bool:
                value = self.exact("any", [value], {"axis": [axis]}, x.any(axis))
            else:
                value = self.exact("max", [value], {"axis": [axis]}, x.max(axis))
        while value.array.ndim < len(shape):
            axis = r.int(0, value.array.ndim)
            attrs = {"axis": axis, "num_newaxis": 1}
            value = self.exact("expand_dims", [value], attrs, np.expand_dims(value.array, axis))
        x = value.array
        if any(new < old for new, old in zip(shape, x.shape)):
            begin = [r.int(0, max(0, old - new)) for new, old in zip(shape, x.shape)]
            end = [start + min(new, old) for start, new, old in zip(begin, shape, x.shape)]
            part = x[tuple(slice(a, b) for a, b in zip(begin, end))]
            attrs = {"begin": begin, "end": end, "strides": [1] * x.ndim, "axes": None}
            value = self.exact("strided_slice", [value], attrs, part)
            x = value.array
        wide = tuple(new if old == 1 else old for new, old in zip(shape, x.shape))
        if wide != x.shape and r.chance(0.7):
            value = self.exact("broadcast_to", [value], {"shape": list(wide), "dtype": ""}, np.broadcast_to(x, wide))
            x = value.array
        if x.shape != shape:
            if x.dtype == bool:
                raise Dropped()
            width = []
            for new, old in zip(shape, x.shape):
                before = r.int(0, new - old)
                width.append([before, new - old - before])
            fill = np.zeros((), x.dtype)
            padded = np.pad(x, width)
            attrs = {"pad_width": width, "pad_mode": "constant"}
            value = self.exact("nn.pad", [value, self.input(fill)], attrs, padded)
        return value

    def bounded(self, value, low, high):
        x = value.array
        if low is None or not x.size:
            return value
        if x.dtype.kind == "f":
            if not np.isfinite(x).all():
                raise Dropped()
            if (low, high) == (-4.0, 4.0):
                low, high = -64.0, 64.0
        least, most = float(x.min()), float(x.max())
        if least >= low and most <= high:
            return value
        if x.dtype.kind == "f" and low < 0 < high:
            factor = 2.0 ** np.floor(np.log2(min(-low, high) / max(-least, most)))
            scale = np.asarray(factor, x.dtype)
            if scale == 0:
                raise Dropped()
            value = self.exact("multiply", [value, self.input(scale)], {}, x * scale)
            value.noise = np.abs(value.array.astype("float64")) * 2.0**-24
            return value
        bounds = [float(x.dtype.type(bound)) for bound in (low, high)]
        if bounds[0] < low or bounds[1] > high:
            raise Dropped()
        clipped = np.clip(x, x.dtype.type(low), x.dtype.type(high))
        attrs = {"a_min": float(low), "a_max": float(high)}
        value = self.exact("clip", [value], attrs, clipped)
        # The engine may choose the other zero.
        value.array = self.evaluate(value.step)[0]
        return value

    # --- calls ---

    def add(self, op, structure, focus=None, first=None, change=None):
        """Adds a random call. Returns its step."""
        inputs, steps = len(self.inputs), len(self.steps)
        if op.startswith(OWN_DATA):
            focus = None
        r = ChainRandom(structure, self.below(1 << 62), self, focus, first, change)
        try:
            made = ROWS[op](r)
            if made.statistic or any(right.value.size > MOST_MADE for right in made.results):
                raise Dropped()
            made.op = made.op or op
            if made.results[0].dtype == "float64" and made.attrs.get("epsilon", 0.5) not in (0.5, 2.0):
                # Passes round it to float32.
                raise Dropped()
            args = [self.argument(r, made, place, item) for place, item in enumerate(made.args)]
            step = Step(made, args)
            arrays = self.evaluate(step)
        except (Dropped, ValueError, FloatingPointError, RecursionError, OverflowError):
            del self.inputs[inputs:], self.steps[steps:]
            self.moved = {key: value for key, value in self.moved.items() if value.step in self.steps}
            raise Dropped() from None
        for place, (array, right) in enumerate(zip(arrays, made.results)):
            value = Value(array, step, place)
            value.noise = noise_of(array, right)
            step.results.append(value)
        self.steps.append(step)
        for value in self.leaves(step.args):
            if value.step is None and value not in self.pool and value.array.size and self.chance(0.3):
                self.pool.append(value)
        for value in step.results:
            if value.array.size <= MOST_USED and (value.array.size or self.chance(0.2)):
                if value.array.dtype.kind != "f" or np.isfinite(value.array).all() or self.chance(0.1):
                    self.pool.append(value)
        return step

    def leaves(self, args):
        for arg in args:
            if isinstance(arg, list):
                yield from self.leaves(arg)
            elif isinstance(arg, Value):
                yield arg

    def argument(self, r, made, place, item):
        if isinstance(item, Text):
            return item
        if isinstance(item, (list, tuple)):
            return [self.argument(r, made, place, one) for one in item]
        data = item.tobytes()
        for value in r.offers:
            if value.array.dtype == item.dtype and value.array.shape == item.shape and value.array.tobytes() == data:
                return value
        # Rows change the layout of their data.
        for value in r.offers:
            x = value.array
            if x.dtype != item.dtype or sorted(x.shape) != sorted(item.shape) or not 1 < x.ndim < 6:
                continue
            for axes in itertools.permutations(range(x.ndim)):
                if x.transpose(axes).shape == item.shape and x.transpose(axes).tobytes() == data:
                    key = (id(value), axes)
                    if key not in self.moved:
                        moved = self.exact("transpose", [value], {"axes": list(axes)}, x.transpose(axes))
                        self.moved[key] = moved
                    return self.moved[key]
        value = self.input(np.ascontiguousarray(item).reshape(item.shape))
        if place in made.plain:
            value.fixed = made.op.startswith("qnn.") or self.chance(0.4)
            value.constant = value.fixed
        return value

    def follower(self, last):
        if self.chance(0.2):
            return self.pick(self.ops)
        kinds = [kind for kind in FOLLOWERS if kind != "quantized"]
        if last is not None and last.array.dtype.kind in "iu" and last.dtype in ("int8", "uint8", "int32"):
            kinds += ["quantized"] * 3
        if last is not None and last.array.ndim == 4:
            kinds.append("images")
        return self.pick(FOLLOWERS[self.pick(kinds)])

    def some(self, op, focus=None, first=None, structure=None, change=None, tries=3):
        """A step, or None if none of some random calls is possible."""
        for _ in range(tries):
            try:
                return self.add(op, self.below(1 << 62) if structure is None else structure, focus, first, change)
            except Dropped:
                continue
        return None

    def build(self):
        """Makes the calls. Returns the last values."""
        last = []
        if self.chance(0.35):
            last = self.branches()
        if not last:
            while not last:
                op = self.pick(PRODUCTS) if self.chance(0.6) else self.pick(self.ops)
                step = self.some(op, self.pick(self.pool) if self.pool and self.chance(0.5) else None)
                last = step.results[:] if step else []
            steps = 1 + self.below(7)
        else:
            steps = self.below(5)
        for _ in range(steps):
            focus = self.pick(last) if self.chance(0.75) or not self.pool else self.pick(self.pool)
            if self.chance(0.12) and focus.array.ndim > 1:
                op = self.pick(PRODUCTS)
            else:
                op = self.follower(focus)
            step = self.some(op, focus)
            if step:
                new = step.results[-1] if self.chance(0.2) else step.results[0]
                last = [new] if len(last) == 1 else last[:-1] + [new] if self.chance(0.3) else last + [new]
        return last

    def other_constants(self):
        """Makes other inputs constants. Those that have to be constants stay so."""
        self.share = self.random.random()
        for value in self.inputs:
            value.constant = value.fixed or self.chance(self.share)

    def branches(self):
        """Calls with the same structure of the same data, each followed by calls with the same structure."""
        op, structure = self.pick(PRODUCTS), self.below(1 << 62)
        first = self.some(op, structure=structure)
        if first is None:
            return []
        data = first.args[0]
        if isinstance(data, list):
            return []
        # The data as the row drew it: in the order of the axes before the layout.
        base = self.undone(op, structure, data)
        last = [first.results[0]]
        if base is not data:
            last, self.steps = [], [step for step in self.steps if step is not first]
            self.pool = [value for value in self.pool if value not in first.results]
        for _ in range(2 + self.below(3)):
            change = 1 + self.below(20) if self.chance(0.15) else None
            step = self.some(op, first=base, structure=structure, change=change, tries=1)
            if step:
                last.append(step.results[0])
        for _ in range(self.below(4)):
            if not last:
                return []
            op, structure, extra = self.follower(last[0]), self.below(1 << 62), self.pool[:]
            for place, focus in enumerate(last):
                change = 1 + self.below(12) if self.chance(0.08) else None
                # All branches see the same other values.
                after = self.pool
                self.pool = extra[:]
                step = self.some(op, focus, structure=structure, change=change, tries=1)
                self.pool = after
                if step:
                    self.pool = self.pool + step.results
                    last[place] = step.results[0]
        return last

    def undone(self, op, structure, data):
        """The first array that the row asks for, as an input."""
        probe = []

        class Probe(ChainRandom):
            def _used(self, shape, dtype, low, high):
                probe.append((tuple(shape), dtype, low, high))
                return super()._used(shape, dtype, low, high)

        r = Probe(structure, 1, self)
        try:
            ROWS[op](r)
        except (Dropped, ValueError, RecursionError):
            pass
        if not probe or probe[0][:2] == (data.array.shape, data.dtype):
            return data
        shape, dtype, low, high = probe[0]
        r = ChainRandom(structure, self.below(1 << 62), self)
        if dtype.startswith("float"):
            return self.input(r.reals(shape, dtype, low, high))
        return self.input(r.integers(shape, dtype, low, high))

    def outputs(self, last):
        """The results of a program: the last values and some others."""
        used = {id(value) for step in self.steps for value in self.leaves(step.args)}
        chosen = []
        for step in self.steps:
            for value in step.results:
                sink = id(value) not in used
                if value in last or (self.chance(0.5) if sink else self.chance(0.1)):
                    chosen.append(value)
        return chosen[-6:]
