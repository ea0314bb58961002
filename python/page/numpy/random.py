"""Random numbers with numpy's algorithms.

`seed`, `rand`, `randn`, `randint`, `uniform`, `normal`, … and `RandomState` use MT19937 (M. Matsumoto and T. Nishimura, 1998)
as numpy does, so a seed gives the same numbers. `default_rng` uses PCG64 (M. O'Neill, 2014), seeded by numpy's SeedSequence.
Its normal numbers use the ziggurat (G. Marsaglia and W. Tsang, 2000).
"""

import bisect
import math
import operator
import os
import struct
from _random import Random as _Twister

from . import _core as core
from . import _dtypes as types
from ._core import array, asarray, ndarray, scalar
from ._dtypes import BOOL, FLOAT32, FLOAT64, INT64, Buffer

_32 = 0xFFFFFFFF
_64 = 0xFFFFFFFFFFFFFFFF


def _shape(size):
    return () if size is None else core.shape_of(size)


def _mask(value):
    """The smallest 2^k - 1 that is at least a value."""
    return (1 << value.bit_length()) - 1


class _Distributions:
    """The distributions, from the bits of either kind of generator."""

    def _double(self):
        raise NotImplementedError

    def _doubles(self, number):
        draw = self._double
        return [draw() for _ in range(number)]

    def _normals(self, number):
        raise NotImplementedError

    def _below(self, top):
        """An integer from 0 to `top`."""
        raise NotImplementedError

    def _made(self, values, size, type_=FLOAT64):
        if size is None:
            return float(values[0]) if type_ is FLOAT64 else scalar(type_, types.pack(type_, values)[0])
        return ndarray._of(types.pack(type_, values), _shape(size), type_)

    def _drawn(self, draw, size, *parameters):
        """`draw(number)` returns random numbers. The first parameter is a function of such a number and the other, broadcast
        parameters."""
        make, *given = parameters
        if all(isinstance(value, (int, float, core.generic)) for value in given):
            given = [float(value) for value in given]
            number = core.count(_shape(size))
            return self._made([make(value, *given) for value in draw(number)], size)
        arrays = [asarray(value).astype(FLOAT64) for value in given]
        shape = core.broadcast_shapes(*(item._shape for item in arrays)) if size is None else _shape(size)
        lists = [core.broadcast_to(item, shape)._elements() for item in arrays]
        return self._made([make(*items) for items in zip(draw(core.count(shape)), *lists)], shape)

    def uniform(self, low=0.0, high=1.0, size=None):
        """Numbers from `low` to `high`, without `high`."""
        return self._drawn(self._doubles, size, lambda value, a, b: a + (b - a) * value, low, high)

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Normally distributed numbers with a mean and a standard deviation."""
        if not isinstance(scale, ndarray) and scale < 0:
            raise ValueError("scale < 0")
        return self._drawn(self._normals, size, lambda value, mean, width: mean + width * value, loc, scale)

    def exponential(self, scale=1.0, size=None):
        """Exponentially distributed numbers."""
        return self._drawn(self._exponentials, size, lambda value, width: width * value, scale)

    def standard_exponential(self, size=None):
        """Like `exponential` with the scale 1."""
        return self.exponential(1.0, size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        """Numbers whose logarithms are normally distributed."""
        return self._drawn(self._normals, size, lambda value, m, s: math.exp(m + s * value), mean, sigma)

    def _exponentials(self, number):
        log = math.log
        return [-log(1.0 - value) for value in self._doubles(number)]

    def shuffle(self, x, axis=0):
        """Shuffles the items of a list, or of an array along its first axis."""
        if isinstance(x, ndarray) and x.ndim == 1:
            values = list(x._elements())
            self._mix(values)
            x._assign(Buffer(x.dtype.code, values))
        elif isinstance(x, ndarray):
            places = list(range(len(x)))
            self._mix(places)
            x[...] = x[array(places, dtype=INT64)]
        else:
            self._mix(x)

    def _mix(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self._below(i)
            items[i], items[j] = items[j], items[i]

    def permutation(self, x, axis=0):
        """The integers below a number, or the items of an array, in random order."""
        if isinstance(x, (int, types.integer)):
            places = list(range(operator.index(x)))
            self._mix(places)
            return array(places, dtype=INT64)
        made = array(x)
        if made.ndim == 1:
            self.shuffle(made)
            return made
        return made[self.permutation(len(made))]

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        """Random items of an array, or integers below a number."""
        number = operator.index(a) if isinstance(a, (int, types.integer)) else len(a)
        if number == 0:
            raise ValueError("a must be greater than 0 unless no samples are taken")
        shape = _shape(size)
        if p is not None:
            if not replace:
                raise NotImplementedError("numpy in the page has no choice with weights and without replacement")
            sums = asarray(p).astype(FLOAT64).cumsum()
            if len(sums) != number:
                raise ValueError("'a' and 'p' must have same size")
            if abs(sums[-1] - 1.0) > 1e-8:
                raise ValueError("probabilities do not sum to 1")
            sums = list((sums / sums[-1])._elements())
            drawn = [bisect.bisect_right(sums, value) for value in self._doubles(core.count(shape))]
        elif replace:
            drawn = [self._below(number - 1) for _ in range(core.count(shape))]
        else:
            if core.count(shape) > number:
                raise ValueError("Cannot take a larger sample than population when 'replace=False'")
            drawn = self.permutation(number).tolist()[: core.count(shape)]
        if size is None:
            return drawn[0] if isinstance(a, (int, types.integer)) else asarray(a)[drawn[0]]
        places = array(drawn, dtype=INT64).reshape(shape)
        return places if isinstance(a, (int, types.integer)) else asarray(a)[places]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"numpy in the page has no random distribution '{name}'")


# --- MT19937 ---


def _twisted(seed):
    """The state for a number (init_genrand of the original code)."""
    state = [seed & _32]
    for i in range(1, 624):
        before = state[-1]
        state.append((1812433253 * (before ^ (before >> 30)) + i) & _32)
    return state


def _twisted_by(key):
    """The state for an array of numbers (init_by_array of the original code)."""
    state = _twisted(19650218)
    i, j = 1, 0
    for _ in range(max(624, len(key))):
        before = state[i - 1]
        state[i] = ((state[i] ^ ((before ^ (before >> 30)) * 1664525)) + key[j] + j) & _32
        i, j = i + 1, (j + 1) % len(key)
        if i == 624:
            state[0], i = state[623], 1
    for _ in range(623):
        before = state[i - 1]
        state[i] = ((state[i] ^ ((before ^ (before >> 30)) * 1566083941)) - i) & _32
        i += 1
        if i == 624:
            state[0], i = state[623], 1
    state[0] = 0x80000000
    return state


class RandomState(_Distributions):
    """numpy's legacy generator. A seed always gives the same sequence."""

    def __init__(self, seed=None):
        self._twister = _Twister()
        self.seed(seed)

    def seed(self, seed=None):
        """Seeds the generator: a number below 2^32, an array of such numbers, or None for a random seed."""
        if seed is None:
            state = _twisted_by(struct.unpack("<8I", os.urandom(32)))
        elif isinstance(seed, (list, tuple, ndarray)) and asarray(seed).ndim:
            state = _twisted_by([int(value) for value in asarray(seed).tolist()])
        else:
            value = operator.index(seed if not isinstance(seed, ndarray) else seed.item())
            if not 0 <= value <= _32:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            state = _twisted(value)
        self._twister.setstate((*state, 624))
        self._gauss = None

    def get_state(self, legacy=True):
        """The state: ("MT19937", 624 numbers, position, whether a normal number is stored, that number)."""
        *state, place = self._twister.getstate()
        return "MT19937", array(state, dtype="uint32"), place, int(self._gauss is not None), self._gauss or 0.0

    def set_state(self, state):
        """Restores a state."""
        _, key, place, kept, gauss = (*state, 0, 0.0)[:5]
        self._twister.setstate((*(int(value) for value in key), int(place)))
        self._gauss = gauss if kept else None

    def _double(self):
        return self._twister.random()

    def _doubles(self, number):
        draw = self._twister.random
        return [draw() for _ in range(number)]

    def _normals(self, number):
        made = []
        draw, log, sqrt = self._twister.random, math.log, math.sqrt
        kept, self._gauss = self._gauss, None
        if kept is not None and number:
            made.append(kept)
            kept = None
        while len(made) < number:
            # The polar method (G. Marsaglia and T. Bray, 1964) returns two numbers at once.
            while True:
                x = 2.0 * draw() - 1.0
                y = 2.0 * draw() - 1.0
                square = x * x + y * y
                if 0.0 < square < 1.0:
                    break
            factor = sqrt(-2.0 * log(square) / square)
            made.append(factor * y)
            kept = factor * x
            if len(made) < number:
                made.append(kept)
                kept = None
        self._gauss = kept
        return made

    def _below(self, top):
        return self._words(top, 1)[0]

    def _words(self, top, number):
        """Integers from 0 to `top`. Bits are drawn until they are in the range."""
        bits = self._twister.getrandbits
        if top == 0:
            return [0] * number
        mask, made = _mask(top), []
        if top <= _32:
            while len(made) < number:
                value = bits(32) & mask
                if value <= top:
                    made.append(value)
            return made
        while len(made) < number:
            value = (bits(32) << 32 | bits(32)) & mask
            if value <= top:
                made.append(value)
        return made

    def _parts(self, top, number, width):
        """Like `_words`, from parts of words with `width` bits."""
        made, mask, left, word = [], _mask(top), 0, 0
        if top == 0:
            return [0] * number
        while len(made) < number:
            if not left:
                word, left = self._twister.getrandbits(32), 32 // width
            value = word & mask & ((1 << width) - 1)
            word >>= width
            left -= 1
            if value <= top:
                made.append(value)
        return made

    def random_sample(self, size=None):
        """Numbers from 0 to 1, without 1."""
        return self._made(self._doubles(core.count(_shape(size))), size)

    random = sample = ranf = random_sample

    def rand(self, *args):
        """Numbers from 0 to 1, without 1, in a shape."""
        return self.random_sample(args if args else None)

    def standard_normal(self, size=None):
        """Normally distributed numbers."""
        return self._made(self._normals(core.count(_shape(size))), size)

    def randn(self, *args):
        """Normally distributed numbers in a shape."""
        return self.standard_normal(args if args else None)

    def randint(self, low, high=None, size=None, dtype=int):
        """Integers from `low` to `high`, without `high`."""
        if high is None:
            low, high = 0, low
        type_ = types.dtype(dtype)
        if isinstance(low, (list, tuple, ndarray)) or isinstance(high, (list, tuple, ndarray)):
            shape = core.broadcast_shapes(asarray(low)._shape, asarray(high)._shape) if size is None else _shape(size)
            lows, highs = (core.broadcast_to(asarray(value), shape)._elements() for value in (low, high))
            made = [a + self._words(b - 1 - a, 1)[0] for a, b in zip(lows, highs)]
            return ndarray._of(types.pack(type_, made), shape, type_)
        low, high = int(low), int(high)
        least, most = (0, 1) if type_ is BOOL else types.range_of(type_)
        if low < least:
            raise ValueError(f"low is out of bounds for {type_.name}")
        if high - 1 > most:
            raise ValueError(f"high is out of bounds for {type_.name}")
        if low >= high:
            raise ValueError("low >= high")
        number, top = core.count(_shape(size)), high - 1 - low
        if type_ is BOOL or type_.itemsize < 4:
            made = self._parts(top, number, 1 if type_ is BOOL else type_.bits)
        else:
            made = self._words(top, number)
        made = [low + value for value in made]
        if size is None:
            return made[0] if dtype is int else bool(made[0]) if dtype is bool else scalar(type_, made[0])
        return ndarray._of(types.pack(type_, made), _shape(size), type_)

    def bytes(self, length):
        """Random bytes."""
        words = [self._twister.getrandbits(32) for _ in range(-(-length // 4))]
        return struct.pack(f"<{len(words)}I", *words)[:length]


# --- PCG64 ---


def _entropy(seed):
    """A seed as 32-bit words."""
    if seed is None:
        return list(struct.unpack("<4I", os.urandom(16)))
    if isinstance(seed, (list, tuple, ndarray)):
        return [word for item in seed for word in _entropy(int(item))]
    seed = operator.index(seed)
    if seed < 0:
        raise ValueError("expected non-negative integer")
    words = []
    while True:
        words.append(seed & _32)
        seed >>= 32
        if not seed:
            return words


def _spread(entropy, number):
    """32-bit words from a seed, as in numpy's SeedSequence (M. O'Neill, 2015)."""
    mult = 0x43B0D7E5

    def hashed(value):
        nonlocal mult
        value ^= mult
        mult = mult * 0x931E8875 & _32
        value = value * mult & _32
        return value ^ value >> 16

    def mixed(x, y):
        value = (0xCA01F9DD * x - 0x4973F715 * y) & _32
        return value ^ value >> 16

    pool = [hashed(entropy[i] if i < len(entropy) else 0) for i in range(4)]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = mixed(pool[target], hashed(pool[source]))
    for word in entropy[4:]:
        for target in range(4):
            pool[target] = mixed(pool[target], hashed(word))
    made, mult = [], 0x8B51F9DD
    for i in range(number):
        value = pool[i % 4] ^ mult
        mult = mult * 0x58F38DED & _32
        value = value * mult & _32
        made.append(value ^ value >> 16)
    return made


_128 = (1 << 128) - 1
_PCG = 2549297995355413924 << 64 | 4865540595714422341


class _Ziggurat:
    """The tables for normal numbers: 256 layers of equal area under the bell curve."""

    tables = None
    EDGE = 3.6541528853610087963519472518

    @classmethod
    def get(cls):
        """Limits, widths and heights, computed at the first use."""
        if cls.tables is None:
            bell = lambda x: math.exp(-0.5 * x * x)  # noqa: E731
            edge = cls.EDGE
            area = edge * bell(edge) + math.sqrt(math.pi / 2) * math.erfc(edge / math.sqrt(2))
            edges = [0.0] * 257
            edges[256] = area / bell(edge)
            edges[255] = edge
            for i in range(254, 0, -1):
                edges[i] = math.sqrt(-2.0 * math.log(area / edges[i + 1] + bell(edges[i + 1])))
            # Layer 0 is the lowest one with the tail. Layers 1 to 255 follow from the top down.
            scale = 1 << 52
            limits = [int(edges[255] / edges[256] * scale)]
            widths = [edges[256] / scale]
            heights = [1.0]
            for i in range(1, 256):
                limits.append(int(edges[i - 1] / edges[i] * scale))
                widths.append(edges[i] / scale)
                heights.append(bell(edges[i]))
            cls.tables = limits, widths, heights
        return cls.tables


class Generator(_Distributions):
    """numpy's generator of `default_rng`.

    `random`, `uniform`, `integers`, `shuffle` and `permutation` return numpy's numbers; `normal` does up to rounding. The
    others have the same distributions.
    """

    def __init__(self, seed=None):
        words = _spread(_entropy(seed), 8)
        halves = [words[i] | words[i + 1] << 32 for i in range(0, 8, 2)]
        self._step = (halves[2] << 64 | halves[3]) << 1 & _128 | 1
        self._state = 0
        self._word()
        self._state = (self._state + (halves[0] << 64 | halves[1])) & _128
        self._word()
        self._rest = None

    def _word(self):
        state = self._state = (self._state * _PCG + self._step) & _128
        folded, turn = (state >> 64 ^ state) & _64, state >> 122
        return (folded >> turn | folded << (64 - turn)) & _64

    def _half(self):
        if self._rest is not None:
            made, self._rest = self._rest, None
            return made
        word = self._word()
        self._rest = word >> 32
        return word & _32

    def _double(self):
        return (self._word() >> 11) * 2.0**-53

    def _below(self, top):
        # D. Lemire, Fast Random Integer Generation in an Interval, 2019.
        if top == 0:
            return 0
        if top == _32:
            return self._half()
        draw, bits = (self._half, 32) if top < _32 else (self._word, 64)
        if top == _64:
            return self._word()
        mask, wide = (1 << bits) - 1, top + 1
        product = draw() * wide
        if product & mask < wide:
            threshold = (mask - top) % wide
            while product & mask < threshold:
                product = draw() * wide
        return product >> bits

    def _mix(self, items):
        for i in range(len(items) - 1, 0, -1):
            mask = _mask(i)
            while (j := self._half() & mask) > i:
                pass
            items[i], items[j] = items[j], items[i]

    def _normals(self, number):
        limits, widths, heights = _Ziggurat.get()
        made = []
        while len(made) < number:
            word = self._word()
            layer = word & 0xFF
            word >>= 8
            size = word >> 1 & 0x000FFFFFFFFFFFFF
            value = size * widths[layer]
            if word & 1:
                value = -value
            if size < limits[layer]:
                made.append(value)
            elif layer == 0:
                edge = _Ziggurat.EDGE
                while True:
                    x = -math.log1p(-self._double()) / edge
                    y = -math.log1p(-self._double())
                    if y + y > x * x:
                        made.append(-(edge + x) if size >> 8 & 1 else edge + x)
                        break
            elif (heights[layer - 1] - heights[layer]) * self._double() + heights[layer] < math.exp(
                -0.5 * value * value
            ):
                made.append(value)
        return made

    def random(self, size=None, dtype=float, out=None):
        """Numbers from 0 to 1, without 1."""
        type_ = types.dtype(dtype)
        number = core.count(_shape(size))
        if type_ is FLOAT32:
            return self._made([(self._half() >> 8) * 2.0**-24 for _ in range(number)], size, FLOAT32)
        return self._made(self._doubles(number), size)

    def standard_normal(self, size=None, dtype=float, out=None):
        """Normally distributed numbers."""
        return self._made(self._normals(core.count(_shape(size))), size, types.dtype(dtype))

    def integers(self, low, high=None, size=None, dtype=int, endpoint=False):
        """Integers from `low` to `high`; `high` is only included with `endpoint`."""
        if high is None:
            low, high = 0, low
        type_ = types.dtype(dtype)
        if type_.itemsize < 4:
            raise NotImplementedError(
                f"numpy in the page has no Generator.integers of {type_.name}; astype converts them"
            )
        top = int(high) - int(low) - (0 if endpoint else 1)
        if top < 0:
            raise ValueError("low >= high")
        made = [int(low) + self._below(top) for _ in range(core.count(_shape(size)))]
        if size is None:
            return scalar(type_, made[0])
        return ndarray._of(types.pack(type_, made), _shape(size), type_)


def default_rng(seed=None):
    """A new generator."""
    return seed if isinstance(seed, Generator) else Generator(seed)


_GLOBAL = RandomState()
_SHARED = (
    "seed get_state set_state random_sample random sample ranf rand randn standard_normal randint uniform normal "
    "exponential standard_exponential lognormal shuffle permutation choice bytes"
).split()
globals().update({name: getattr(_GLOBAL, name) for name in _SHARED})


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy in the page has no random.{name}")
