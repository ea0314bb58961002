"""Arrays and scalars: memory, views, indexing, and conversion of other values."""

import builtins
import math
import operator
import warnings
from itertools import islice

from . import _dtypes as types
from ._dtypes import BOOL, FLOAT16, FLOAT64, INT64, Buffer, dtype, floating, generic, signedinteger, unsignedinteger

newaxis = None
UFUNCS = {}  # by name; the module of ufuncs fills it
SHOW = {}  # "repr" and "str"; the module that prints fills it


def count(shape):
    """The number of elements of a shape."""
    return math.prod(shape)


def row_major(shape):
    """The strides, in elements, of a row-major array."""
    strides, step = [], 1
    for dim in reversed(shape):
        strides.append(step)
        step *= dim
    return tuple(reversed(strides))


def shape_of(value):
    """A shape; one number is a shape with one dimension."""
    if isinstance(value, (int, generic)):
        return (operator.index(value),)
    if isinstance(value, ndarray) and value.ndim == 0:
        return (int(value),)
    return tuple(operator.index(item) for item in value)


class AxisError(ValueError, IndexError):
    """An axis that an array does not have."""


def axis_of(axis, ndim):
    """An axis counted from 0. Raises AxisError if it is out of range."""
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise AxisError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim if ndim else 0


def axes_of(axis, ndim):
    """Axes counted from 0, from one axis or several; None means all of them."""
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, (tuple, list)):
        return (axis_of(axis, ndim),)
    axes = tuple(axis_of(item, ndim) for item in axis)
    if len(set(axes)) != len(axes):
        raise ValueError("duplicate value in 'axis'")
    return axes


def _joins(other):
    """Whether an operator accepts the other operand. An object with its own operators takes precedence."""
    if isinstance(other, (ndarray, generic, int, float, list, tuple)):
        return True
    return (
        hasattr(other, "__array__")
        and getattr(other, "__array_priority__", 0) <= 0
        and getattr(other, "__array_ufunc__", True) is not None
    )


def _operator(name, reflected=False):
    def operate(self, other):
        if not _joins(other):
            return NotImplemented
        function = UFUNCS[name]
        return function(other, self) if reflected else function(self, other)

    return operate


def _in_place(name):
    def operate(self, other):
        return UFUNCS[name](self, other, out=self)

    return operate


def _comparison(name, unequal):
    def operate(self, other):
        if not _joins(other):
            return NotImplemented
        try:
            return UFUNCS[name](self, other)
        except ValueError:
            if unequal is None:
                raise
            warnings.warn(
                "elementwise comparison failed; this will raise an error in the future.", DeprecationWarning, 2
            )
            return unequal

    return operate


def _one(name):
    return lambda self: UFUNCS[name](self)


_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "true_divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "power",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "left_shift",
    "rshift": "right_shift",
    "matmul": "matmul",
    "divmod": "divmod",
}


def _give_operators(cls):
    for short, name in _BINARY.items():
        setattr(cls, f"__{short}__", _operator(name))
        setattr(cls, f"__r{short}__", _operator(name, reflected=True))
    for short, name, unequal in (
        ("lt", "less", None),
        ("le", "less_equal", None),
        ("gt", "greater", None),
        ("ge", "greater_equal", None),
        ("eq", "equal", False),
        ("ne", "not_equal", True),
    ):
        setattr(cls, f"__{short}__", _comparison(name, unequal))
    for short, name in (("neg", "negative"), ("pos", "positive"), ("abs", "absolute"), ("invert", "invert")):
        setattr(cls, f"__{short}__", _one(name))


class _Flags:
    def __init__(self, array):
        self.c_contiguous = self.contiguous = array._is_contiguous()
        self.f_contiguous = array.T._is_contiguous()
        self.writeable = array._writeable
        self.owndata = array.base is None
        self.aligned = True

    def __getitem__(self, name):
        return getattr(self, name.lower())


class _Flat:
    """The elements of an array in row-major order, as one sequence."""

    def __init__(self, array):
        self._array = array

    def __iter__(self):
        return iter(self._array.ravel())

    def __len__(self):
        return self._array.size

    def __getitem__(self, index):
        return self._array.ravel()[index]

    def __setitem__(self, index, value):
        flat = self._array.flatten()
        flat[index] = value
        self._array[...] = flat.reshape(self._array.shape)


class ndarray:
    """An array: a buffer of elements, and an offset and steps that map an index to its place in the buffer."""

    __slots__ = ("_data", "_offset", "_shape", "_steps", "dtype", "base", "_writeable", "__weakref__")
    __array_priority__ = 0.0
    __hash__ = None

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        if buffer is not None or strides is not None:
            raise NotImplementedError("numpy in the page makes arrays of other buffers with frombuffer only")
        return zeros(shape, dtype)

    @classmethod
    def _of(cls, data, shape, type_, offset=0, steps=None, base=None, writeable=True):
        made = object.__new__(cls)
        made._data, made._offset, made._shape, made.dtype = data, offset, shape, type_
        made._steps = row_major(shape) if steps is None else steps
        made.base, made._writeable = base, writeable
        return made

    def _view(self, shape, offset, steps):
        base = self if self.base is None else self.base
        return ndarray._of(self._data, shape, self.dtype, offset, steps, base, self._writeable)

    # --- properties ---

    @property
    def shape(self):
        """The dimensions."""
        return self._shape

    @shape.setter
    def shape(self, shape):
        made = self.reshape(shape)
        if made._data is not self._data:
            raise AttributeError(
                "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."
            )
        self._shape, self._steps = made._shape, made._steps

    ndim = property(lambda self: len(self._shape), doc="How many dimensions there are.")
    size = property(lambda self: count(self._shape), doc="How many elements there are.")
    itemsize = property(lambda self: self.dtype.itemsize, doc="The bytes of an element.")
    nbytes = property(lambda self: self.size * self.dtype.itemsize, doc="The bytes of all elements.")
    strides = property(
        lambda self: tuple(step * self.dtype.itemsize for step in self._steps),
        doc="The bytes from one index to the next.",
    )
    flags = property(_Flags, doc="How the elements stand in memory.")
    T = property(lambda self: self.transpose(), doc="The array with its axes in the opposite order.")
    real = property(lambda self: self)
    device = "cpu"

    @property
    def imag(self):
        """The imaginary part; always zeros."""
        return zeros(self.shape, self.dtype)

    @property
    def flat(self):
        """The elements as one sequence."""
        return _Flat(self)

    @flat.setter
    def flat(self, value):
        values = array(value, dtype=self.dtype).ravel()
        self[...] = ndarray._of(_repeated(values._elements(), self.size), self._shape, self.dtype)

    @property
    def data(self):
        """A view of the bytes, which must be contiguous."""
        if not self._is_contiguous() or self.dtype is FLOAT16:
            raise NotImplementedError(
                "numpy in the page gives the memory of contiguous arrays only, and not of float16; tobytes() copies it"
            )
        whole = memoryview(self._data)[self._offset : self._offset + self.size]
        return whole if self.dtype is not BOOL else whole.cast("B")

    def __buffer__(self, flags):
        return self.data.cast("B").cast("?" if self.dtype is BOOL else self._data.typecode, self._shape)

    def _is_contiguous(self):
        step = 1
        for dim, stride in zip(reversed(self._shape), reversed(self._steps)):
            if dim != 1:
                if stride != step and dim != 0:
                    return False
                step *= dim
        return True

    # --- elements ---

    def _elements(self):
        """A buffer of the elements in row-major order. It may be the array's own, so callers must not write to it."""
        size = self.size
        data, offset = self._data, self._offset
        if self._is_contiguous():
            return data if len(data) == size else data[offset : offset + size]
        if size == 0:
            return Buffer(self.dtype.code)
        shape, steps = _merged(self._shape, self._steps)
        dim, step = shape[-1], steps[-1]
        starts = offsets(shape[:-1], steps[:-1], offset)
        if step == 0:
            made = Buffer(self.dtype.code)
            if dim == size:
                return data[offset : offset + 1] * size
            for start in starts:
                made.extend(data[start : start + 1] * dim)
            return made
        if dim >= 8 and step > 0:
            made = Buffer(self.dtype.code)
            reach = (dim - 1) * step + 1
            for start in starts:
                made.extend(data[start : start + reach : step])
            return made
        places = offsets(shape, steps, offset)
        return Buffer(self.dtype.code, map(data.__getitem__, places))

    def _own(self):
        """Like `_elements`, but always a copy."""
        values = self._elements()
        return values[:] if values is self._data else values

    def _assign(self, values):
        """Sets the elements from a buffer of the same length and type."""
        if not self._writeable:
            raise ValueError("assignment destination is read-only")
        size = self.size
        if size == 0:
            return
        data, offset = self._data, self._offset
        if self._is_contiguous():
            data[offset : offset + size] = values
            return
        shape, steps = _merged(self._shape, self._steps)
        dim, step = shape[-1], steps[-1]
        if dim >= 8 and step > 0:
            reach = (dim - 1) * step + 1
            place = 0
            for start in offsets(shape[:-1], steps[:-1], offset):
                data[start : start + reach : step] = values[place : place + dim]
                place += dim
            return
        for place, value in zip(offsets(shape, steps, offset), values):
            data[place] = value

    def item(self, *args):
        """One element as a Python number."""
        if args:
            index = args[0] if len(args) == 1 else args
            if isinstance(index, tuple):
                return self[index].item()
            return self.ravel()[index].item()
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        value = self._elements()[0]
        return bool(value) if self.dtype is BOOL else value

    def itemset(self, *args):
        """Sets one element."""
        *index, value = args
        if not index:
            self[...] = value
        elif len(index) == 1 and not isinstance(index[0], tuple):
            self.flat[index[0]] = value
        else:
            self[tuple(index) if len(index) > 1 else index[0]] = value

    def tolist(self):
        """The elements as nested lists of Python numbers."""
        if not self._shape:
            return self.item()
        made = types.python_values(self.dtype, self._elements())
        for axis in range(self.ndim - 1, 0, -1):
            dim = self._shape[axis]
            made = [made[i * dim : (i + 1) * dim] for i in range(count(self._shape[:axis]))]
        return made

    def tobytes(self, order="C"):
        """The bytes of the elements in order."""
        source = self.T if order == "F" else self
        return types.to_bytes(self.dtype, source._elements())

    __bytes__ = tobytes

    def tofile(self, file):
        """Writes the bytes to a file."""
        file.write(self.tobytes())

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """The elements converted to another type."""
        target = types.dtype(dtype)
        if not types.can_cast_types(self.dtype, target, casting):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {target!r} according to the rule '{casting}'"
            )
        if target is self.dtype:
            return self if not copy else self.copy()
        values = types.convert(self._elements(), self.dtype, target)
        return ndarray._of(values, self._shape, target)

    def copy(self, order="C"):
        """A copy with its own memory."""
        return ndarray._of(self._own(), self._shape, self.dtype)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _restored, (self.tobytes(), self._shape, self.dtype.name)

    def view(self, dtype=None, type=None):
        """A view of the array. With another type, a read-only copy of its bytes in this type."""
        if dtype is None or isinstance(dtype, builtins.type) and issubclass(dtype, ndarray):
            return self._view(self._shape, self._offset, self._steps)
        target = types.dtype(dtype)
        if target is self.dtype:
            return self._view(self._shape, self._offset, self._steps)
        shape = self._shape
        if target.itemsize != self.itemsize:
            if not shape or shape[-1] * self.itemsize % target.itemsize:
                raise ValueError(
                    "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array."
                )
            shape = (*shape[:-1], shape[-1] * self.itemsize // target.itemsize)
        return ndarray._of(types.from_bytes(target, self.tobytes()), shape, target, base=self, writeable=False)

    def fill(self, value):
        """Sets all elements."""
        self[...] = value

    def setflags(self, write=None, align=None, uic=None):
        """Sets whether the array is writeable."""
        if write is not None:
            self._writeable = bool(write)

    def byteswap(self, inplace=False):
        """Raises NotImplementedError, because only the machine's byte order is supported."""
        raise NotImplementedError("numpy in the page has no ndarray.byteswap")

    def __array__(self, dtype=None, copy=None):
        return self if dtype is None else self.astype(dtype)

    # --- shapes ---

    def reshape(self, *shape, order="C"):
        """The same elements in another shape; one dimension can be -1."""
        if len(shape) == 1 and not isinstance(shape[0], (int, generic)):
            shape = shape[0]
        shape = _completed(shape_of(shape), self.size)
        if order == "F":
            return self.transpose().reshape(shape[::-1]).transpose()
        steps = _steps_for(self._shape, self._steps, shape)
        if steps is None:
            return ndarray._of(self._own(), shape, self.dtype)
        return self._view(shape, self._offset, steps)

    def transpose(self, *axes):
        """The array with its axes in another order, by default reversed."""
        if len(axes) == 1 and (axes[0] is None or not isinstance(axes[0], (int, generic))):
            axes = axes[0]
        if not axes and (axes is None or self.ndim):
            axes = range(self.ndim - 1, -1, -1)
        axes = tuple(axis_of(axis, self.ndim) for axis in axes)
        if len(axes) != self.ndim:
            raise ValueError("axes don't match array")
        if len(set(axes)) != len(axes):
            raise ValueError("repeated axis in transpose")
        return self._view(tuple(self._shape[a] for a in axes), self._offset, tuple(self._steps[a] for a in axes))

    def ravel(self, order="C"):
        """All elements in one dimension, as a view if possible."""
        return self.reshape(-1, order="F" if order == "F" else "C")

    def flatten(self, order="C"):
        """A copy of all elements in one dimension."""
        made = self.ravel(order)
        return made.copy() if made._data is self._data else made

    def resize(self, *shape, refcheck=True):
        """Changes the shape of the array in place. New elements at the end are zeros."""
        new = shape_of(shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)
        values = self._own()
        size = count(new)
        values = values[:size] + types.filled(self.dtype, 0, max(0, size - len(values)))
        self._data, self._offset, self._shape, self._steps = values, 0, new, row_major(new)

    # --- indices ---

    def __len__(self):
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self):
        if not self._shape:
            raise TypeError("iteration over a 0-d array")
        if len(self._shape) == 1:
            type_ = self.dtype
            return (scalar(type_, value) for value in self._own())
        step, rest, steps = self._steps[0], self._shape[1:], self._steps[1:]
        return (self._view(rest, self._offset + i * step, steps) for i in range(self._shape[0]))

    def __contains__(self, value):
        return bool((self == value).any())

    def __getitem__(self, key):
        view, whole, places, shape = self._look(key)
        if places is None:
            if whole:
                return scalar(self.dtype, self._data[view._offset])
            return view
        return ndarray._of(Buffer(self.dtype.code, map(self._data.__getitem__, places)), shape, self.dtype)

    def __setitem__(self, key, value):
        if not self._writeable:
            raise ValueError("assignment destination is read-only")
        view, whole, places, shape = self._look(key)
        if whole and places is None and isinstance(value, (int, float)):
            self._data[view._offset] = _element(self.dtype, value)
            return
        if places is None:
            shape = view._shape
        values = _for_assignment(value, self.dtype)
        while values.ndim > len(shape) and values._shape[0] == 1:
            values = values._view(values._shape[1:], values._offset, values._steps[1:])
        if values.size == 1:
            values = types.filled(self.dtype, values._elements()[0], count(shape))
        else:
            try:
                values = broadcast_to(values, shape)
            except ValueError:
                if places is not None and len(values._shape) == 1:
                    raise ValueError(
                        f"shape mismatch: value array of shape {_plain(values._shape)} could not be broadcast to indexing result of shape {_plain(shape)}"
                    ) from None
                raise ValueError(
                    f"could not broadcast input array from shape {_plain(values._shape)} into shape {_plain(shape)}"
                ) from None
            values = values._own() if values._data is self._data else values._elements()
        if places is None:
            view._assign(values)
            return
        data = self._data
        for place, element in zip(places, values):
            data[place] = element

    def _look(self, key):
        """Resolves a key: a view, whether it is one element by integers, or places and their shape."""
        if type(key) is int and len(self._shape) == 1:
            dim = self._shape[0]
            if not -dim <= key < dim:
                raise IndexError(f"index {key} is out of bounds for axis 0 with size {dim}")
            return self._view((), self._offset + (key % dim) * self._steps[0], ()), True, None, None
        keys = key if isinstance(key, tuple) else (key,)
        keys = [_as_index(item) for item in keys]
        taken = builtins.sum(
            item.ndim if isinstance(item, ndarray) and item.dtype is BOOL else item is not None and item is not Ellipsis
            for item in keys
        )
        if taken > self.ndim:
            raise IndexError(f"too many indices for array: array is {self.ndim}-dimensional, but {taken} were indexed")
        ellipses = [i for i, item in enumerate(keys) if item is Ellipsis]
        if len(ellipses) > 1:
            raise IndexError("an index can only have a single ellipsis ('...')")
        place = ellipses[0] if ellipses else len(keys)
        # An ellipsis without axes also separates arrays of indices.
        keys[place : place + 1] = [slice(None)] * (self.ndim - taken) or ellipses and [Ellipsis]
        fancy = builtins.any(isinstance(item, ndarray) for item in keys)

        shape, steps, offset = [], [], self._offset
        picked = []  # arrays of indices: (position among the keys, array, dim, step)
        axis = 0
        for position, item in enumerate(keys):
            if item is Ellipsis:
                continue
            if item is None:
                shape.append(1)
                steps.append(0)
                continue
            if isinstance(item, ndarray) and item.dtype is BOOL:
                for found in _truths(item, self._shape, axis):
                    picked.append((position, found, self._shape[axis], self._steps[axis], len(shape)))
                    axis += 1
                if item.ndim == 0:
                    found = ndarray._of(Buffer("q", [0] * int(item.item())), (int(item.item()),), INT64)
                    picked.append((position, found, 1, 0, len(shape)))
                continue
            dim, step = self._shape[axis], self._steps[axis]
            if isinstance(item, slice):
                start, stop, stride = item.indices(dim)
                shape.append(len(range(start, stop, stride)))
                steps.append(step * stride)
                offset += start * step if shape[-1] else 0
            elif isinstance(item, ndarray):
                picked.append((position, item, dim, step, len(shape)))
            else:
                if not -dim <= item < dim:
                    raise IndexError(f"index {item} is out of bounds for axis {axis} with size {dim}")
                if fancy:
                    index = ndarray._of(Buffer("q", [item]), (), INT64)
                    picked.append((position, index, dim, step, len(shape)))
                else:
                    offset += (item % dim) * step
            axis += 1
        if not picked:
            whole = not shape and not ellipses
            return self._view(tuple(shape), offset, tuple(steps)), whole, None, None
        return self._pick(picked, shape, steps, offset)

    def _pick(self, picked, shape, steps, offset):
        """The places that arrays of indices select, combined with the other axes."""
        try:
            together = broadcast_shapes(*(item[1]._shape for item in picked))
        except ValueError:
            shapes = " ".join(_plain(item[1]._shape) for item in picked)
            raise IndexError(
                f"shape mismatch: indexing arrays could not be broadcast together with shapes {shapes}"
            ) from None
        places = [0] * count(together)
        for position, index, dim, step, _ in picked:
            values = broadcast_to(index, together)._elements()
            if values and not (-dim <= builtins.min(values) and builtins.max(values) < dim):
                wrong = next(value for value in values if not -dim <= value < dim)
                axis = position
                raise IndexError(f"index {wrong} is out of bounds for axis {axis} with size {dim}")
            places = [place + (value + dim if value < 0 else value) * step for place, value in zip(places, values)]
        positions = [item[0] for item in picked]
        adjacent = positions[-1] - positions[0] + 1 == len(set(positions))
        before = picked[0][4] if adjacent else 0
        head = offsets(shape[:before], steps[:before], offset)
        tail = offsets(shape[before:], steps[before:], 0)
        if len(tail) == 1 and len(head) == 1:
            base = head[0] + tail[0]
            found = [base + place for place in places]
        else:
            found = [a + place + b for a in head for place in places for b in tail]
        view = self._view((), offset, ())
        return view, False, found, (*shape[:before], *together, *shape[before:])

    # --- conversions ---

    def _only(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self._elements()[0]

    def __bool__(self):
        if self.size == 0:
            return False
        if self.size != 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
            )
        return bool(self._elements()[0])

    def __float__(self):
        return float(self._only())

    def __int__(self):
        return int(self._only())

    def __complex__(self):
        return complex(self._only())

    def __index__(self):
        if self._shape or self.dtype.kind not in "iu":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return self._elements()[0]

    def __repr__(self):
        return SHOW["repr"](self)

    def __str__(self):
        return SHOW["str"](self)

    def __format__(self, spec):
        if not self._shape:
            return format(self.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"numpy in the page has no ndarray.{name}")


_give_operators(ndarray)
_give_operators(generic)
for _short, _name in _BINARY.items():
    setattr(ndarray, f"__i{_short}__", _in_place(_name))


def _plain(shape):
    return f"({','.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _repeated(values, size):
    if not values:
        raise ValueError("Cannot copy from an array of zero size")
    whole = -(-size // len(values))
    return (values * whole)[:size]


def _restored(data, shape, name):
    type_ = dtype(name)
    return ndarray._of(types.from_bytes(type_, data), shape, type_)


def _completed(shape, size):
    """A shape in which -1 is replaced."""
    if -1 in shape:
        known = -count(shape)
        if shape.count(-1) > 1:
            raise ValueError("can only specify one unknown dimension")
        if known == 0 or size % known:
            raise ValueError(f"cannot reshape array of size {size} into shape {_plain(shape)}")
        shape = tuple(size // known if dim == -1 else dim for dim in shape)
    if count(shape) != size or builtins.any(dim < 0 for dim in shape):
        raise ValueError(f"cannot reshape array of size {size} into shape {_plain(shape)}")
    return shape


def _merged(shape, steps):
    """Merges dimensions, so that the same places follow in the same order."""
    merged = []
    for dim, step in zip(shape, steps):
        if dim == 1:
            continue
        if merged and merged[-1][1] == dim * step:
            merged[-1] = (merged[-1][0] * dim, step)
        else:
            merged.append((dim, step))
    return ([dim for dim, _ in merged], [step for _, step in merged]) if merged else ([1], [1])


def _steps_for(shape, steps, wanted):
    """The steps under another shape, or None if no steps lead to the same places."""
    if count(shape) == 0:
        return row_major(wanted)
    dims, strides = _merged(shape, steps)
    made = []
    i, room, step = len(dims) - 1, dims[-1], strides[-1]
    for dim in reversed(wanted):
        if dim == 1:
            made.append(step)
            continue
        if room == 1 and i > 0:
            i -= 1
            room, step = dims[i], strides[i]
        if room % dim:
            return None
        made.append(step)
        step *= dim
        room //= dim
    return tuple(reversed(made))


def offsets(shape, steps, start=0):
    """The places of all indices in row-major order."""
    places = [start]
    for dim, step in zip(shape, steps):
        if step == 0:
            places = [place for place in places for _ in range(dim)]
        elif len(places) == 1:
            places = list(range(places[0], places[0] + dim * step, step)) if dim else []
        else:
            along = range(0, dim * step, step)
            places = [place + move for place in places for move in along]
    return places


def _as_index(item):
    """An item of a key as an int, a slice, None, an Ellipsis, or an array of integers or bools."""
    if item is None or item is Ellipsis or type(item) is int:
        return item
    if isinstance(item, slice):
        return slice(*(None if part is None else operator.index(part) for part in (item.start, item.stop, item.step)))
    if isinstance(item, (bool, bool_)):
        return asarray(item)
    if isinstance(item, (list, tuple)) or (not isinstance(item, generic) and hasattr(item, "__array__")):
        made = asarray(item)
        item = made.astype(INT64) if made.size == 0 and not isinstance(item, ndarray) else made
    if isinstance(item, ndarray):
        if item.dtype.kind not in "biu":
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        return item if item.ndim or item.dtype is BOOL else item.item()
    try:
        return operator.index(item)
    except TypeError:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"
        ) from None


def _truths(mask, shape, axis):
    """The indices at which a mask is true, one array per dimension."""
    for i, dim in enumerate(mask._shape):
        if dim != shape[axis + i]:
            raise IndexError(
                f"boolean index did not match indexed array along dimension {axis + i}; dimension is {shape[axis + i]} "
                f"but corresponding boolean dimension is {dim}"
            )
    return true_places(mask)


def true_places(mask):
    """The indices of an array's nonzero elements, one array per dimension."""
    found = [i for i, value in enumerate(mask._elements()) if value]
    made = []
    for dim, step in zip(mask._shape, row_major(mask._shape)):
        values = Buffer("q", found if mask.ndim == 1 else [i // step % dim for i in found])
        made.append(ndarray._of(values, (len(found),), INT64))
    return tuple(made)


def _element(type_, value):
    if type_.kind in "iu" and isinstance(value, float) and not math.isfinite(value):
        raise (ValueError if value != value else OverflowError)(
            "cannot convert float NaN to integer" if value != value else "cannot convert float infinity to integer"
        )
    if type_.kind in "iu" and isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        raise OverflowError("Python int too large to convert to C long")
    return types.rounded(type_, value)


def _for_assignment(value, type_):
    if isinstance(value, ndarray):
        return value if value.dtype is type_ else value.astype(type_)
    return array(value, dtype=type_)


# --- scalars ---


def _scalar_class(name, base, type_, **more):
    def make(cls, value=0, *rest):
        if isinstance(value, (ndarray, list, tuple)):
            made = array(value, dtype=type_)
            return made if made.ndim else made[()]
        if isinstance(value, str):
            value = float(value) if type_.kind == "f" else int(value)
        elif isinstance(value, generic):
            value = value._value
        elif not isinstance(value, (int, float)):
            return array(value, dtype=type_)[()]
        elif isinstance(value, int) and type_.kind in "iu" and not -(1 << 63) <= value < 1 << 64:
            raise OverflowError("Python int too large to convert to C long")
        made = object.__new__(cls)
        made._value = types.rounded(type_, value)
        return made

    body = {"__slots__": ("_value",), "_dtype": type_, "__new__": make, "__module__": "numpy"}
    body["__doc__"] = f"A scalar of the type {type_.name}."
    body.update(more)
    made = type(name, base, body)
    type_.type = made
    return made


def _float64_new(cls, value=0.0):
    if isinstance(value, (ndarray, list, tuple)):
        made = array(value, dtype=FLOAT64)
        return made if made.ndim else made[()]
    return float.__new__(cls, value)


def _index(self):
    return int(self._value)


float64 = type(
    "float64",
    (floating, float),
    {
        "__slots__": (),
        "_dtype": FLOAT64,
        "__new__": _float64_new,
        "__module__": "numpy",
        "__doc__": "A scalar of the type float64.",
        "_value": property(float.__float__),
        "__hash__": float.__hash__,
        "__float__": float.__float__,
        "is_integer": float.is_integer,
    },
)
FLOAT64.type = float64
float32 = _scalar_class("float32", (floating,), types.FLOAT32)
float16 = _scalar_class("float16", (floating,), types.FLOAT16)
int8 = _scalar_class("int8", (signedinteger,), types.INT8, __index__=_index)
int16 = _scalar_class("int16", (signedinteger,), types.INT16, __index__=_index)
int32 = _scalar_class("int32", (signedinteger,), types.INT32, __index__=_index)
int64 = _scalar_class("int64", (signedinteger,), types.INT64, __index__=_index)
uint8 = _scalar_class("uint8", (unsignedinteger,), types.UINT8, __index__=_index)
uint16 = _scalar_class("uint16", (unsignedinteger,), types.UINT16, __index__=_index)
uint32 = _scalar_class("uint32", (unsignedinteger,), types.UINT32, __index__=_index)
uint64 = _scalar_class("uint64", (unsignedinteger,), types.UINT64, __index__=_index)
bool_ = _scalar_class("bool_", (generic,), BOOL)


def scalar(type_, value):
    """A scalar from an element of a buffer."""
    if type_ is FLOAT64:
        return float.__new__(float64, value)
    made = object.__new__(type_.type)
    made._value = bool(value) if type_ is BOOL else value
    return made


def _as_array(self):
    return ndarray._of(Buffer(self._dtype.code, (self._value,)), (), self._dtype)


def _scalar_item(self, *args):
    return self._value


def _scalar_text(self):
    return types.scalar_text(self._dtype, self._value)


def _scalar_attribute(self, name):
    if name.startswith("_"):
        raise AttributeError(name)
    value = getattr(_as_array(self), name)
    return value[()] if isinstance(value, ndarray) and not value._shape else value


def _scalar_round(self, ndigits=None):
    if ndigits is None:
        return round(self._value)
    return _as_array(self).round(ndigits)[()]


for _name, _value in {
    "dtype": property(lambda self: self._dtype),
    "shape": (),
    "ndim": 0,
    "size": 1,
    "itemsize": property(lambda self: self._dtype.itemsize),
    "nbytes": property(lambda self: self._dtype.itemsize),
    "strides": (),
    "item": _scalar_item,
    "tolist": _scalar_item,
    "T": property(lambda self: self),
    "real": property(lambda self: self),
    "astype": lambda self, dtype, *args, **kwargs: _as_array(self).astype(dtype)[()],
    "copy": lambda self, order="C": self,
    "tobytes": lambda self, order="C": _as_array(self).tobytes(),
    "__array__": lambda self, dtype=None, copy=None: _as_array(self)
    if dtype is None
    else _as_array(self).astype(dtype),
    "__array_priority__": -1000000.0,
    "__float__": lambda self: float(self._value),
    "__int__": lambda self: int(self._value),
    "__complex__": lambda self: complex(self._value),
    "__bool__": lambda self: bool(self._value),
    "__hash__": lambda self: hash(self._value),
    "__repr__": _scalar_text,
    "__str__": _scalar_text,
    "__format__": lambda self, spec: format(self._value, spec) if spec else str(self),
    "__round__": _scalar_round,
    "__trunc__": lambda self: int(self._value),
    "__floor__": lambda self: math.floor(self._value),
    "__ceil__": lambda self: math.ceil(self._value),
    "__getitem__": lambda self, key: _as_array(self)[key],
    "__getattr__": _scalar_attribute,
    "__reduce__": lambda self: (type(self), (self._value,)),
    "__deepcopy__": lambda self, memo: self,
    "__copy__": lambda self: self,
}.items():
    setattr(generic, _name, _value)


# --- making arrays ---


def _flattened(value):
    """A nested value as (shape, flat list). Raises ValueError for lists of different lengths."""
    if isinstance(value, (int, float, generic)):
        return (), [value]
    made = _array_of(value)
    if made is not None:
        return made._shape, [made] if made.ndim else [made[()]]
    if isinstance(value, (str, bytes, complex, dict, set)) or value is None:
        raise NotImplementedError(f"numpy in the page makes arrays of numbers; a {type(value).__name__} is none")
    if not hasattr(value, "__len__") or not hasattr(value, "__getitem__"):
        if hasattr(value, "__index__") or hasattr(value, "__int__") and not hasattr(value, "__float__"):
            return (), [int(value)]
        if hasattr(value, "__float__"):
            return (), [float(value)]
        raise NotImplementedError(f"numpy in the page makes arrays of numbers; a {type(value).__name__} is none")
    items = list(value)
    kinds = set(map(type, items))
    if kinds <= {int, float, bool}:
        return (len(items),), items
    flat, shape = [], None
    for item in items:
        inner, values = _flattened(item)
        if shape is None:
            shape = inner
        elif shape != inner:
            depth = 1 + next(
                (i for i, (a, b) in enumerate(zip(shape, inner)) if a != b), builtins.min(len(shape), len(inner))
            )
            detected = _spaced((len(items), *shape[: depth - 1]))
            raise ValueError(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape "
                f"after {depth} dimensions. The detected shape was {detected} + inhomogeneous part."
            )
        flat.extend(values)
    return (len(items), *(shape or ())), flat


def _spaced(shape):
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _array_of(value):
    """An array from a value whose elements are in memory, or None."""
    if isinstance(value, ndarray):
        return value
    if isinstance(value, generic):
        return _as_array(value)
    if isinstance(value, (Buffer, memoryview)):
        view = memoryview(value)
        type_ = dtype(view.format.lstrip("@=<") if view.format != "l" or view.itemsize == 8 else "i")
        return ndarray._of(types.from_bytes(type_, view.tobytes()), tuple(view.shape), type_)
    method = getattr(value, "__array__", None)
    if method is not None and not isinstance(value, type):
        return method()
    return None


def array(object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, like=None):
    """An array from a number, nested sequences, or another container of elements."""
    wanted = None if dtype is None else types.dtype(dtype)
    made = _array_of(object)
    if made is None:
        made = _of_values(object, wanted)
    elif wanted is not None and made.dtype is not wanted:
        made = made.astype(wanted)
    elif copy and made is object:
        made = made.copy()
    if made.ndim < ndmin:
        made = made.reshape((1,) * (ndmin - made.ndim) + made._shape)
    return made


def _of_values(value, wanted):
    shape, flat = _flattened(value)
    kinds = set(map(type, flat))
    if kinds <= {int, float, bool}:
        if wanted is None:
            wanted = FLOAT64 if float in kinds or not kinds else INT64 if int in kinds else BOOL
            if wanted is INT64 and not (-(1 << 63) <= builtins.min(flat) and builtins.max(flat) < 1 << 63):
                wanted = types.UINT64 if builtins.min(flat) >= 0 else FLOAT64
                if wanted is types.UINT64 and builtins.max(flat) >= 1 << 64:
                    raise NotImplementedError(
                        "numpy in the page has no arrays of objects, which integers of more than 64 bits would be"
                    )
        return ndarray._of(_converted(flat, kinds, wanted), shape, wanted)
    parts = [item if isinstance(item, ndarray) else item for item in flat]
    if wanted is None:
        wanted = (
            types._together([p.dtype if isinstance(p, (ndarray, generic)) else types.type_of(p) for p in parts])
            or FLOAT64
        )
    data = Buffer(wanted.code)
    for part in parts:
        if isinstance(part, ndarray):
            data.extend(types.convert(part._elements(), part.dtype, wanted))
        else:
            data.append(_element(wanted, part._value if isinstance(part, generic) else part))
    return ndarray._of(data, shape, wanted)


def _converted(flat, kinds, wanted):
    if wanted is BOOL:
        return Buffer("B", map(bool, flat))
    if wanted.kind != "f" and float in kinds:
        return types.pack(wanted, [_element(wanted, value) for value in flat])
    if wanted.kind in "iu" and flat and not (-(1 << 63) <= builtins.min(flat) and builtins.max(flat) < 1 << 64):
        raise OverflowError("Python int too large to convert to C long")
    return types.pack(wanted, flat)


def asarray(a, dtype=None, order=None, *, like=None):
    """An array. Returns the same object if it already has this type."""
    return array(a, dtype, copy=False)


asanyarray = ascontiguousarray = asarray


def zeros(shape, dtype=float, order="C", *, like=None):
    """An array of zeros."""
    return full(shape, 0, types.dtype(dtype))


def ones(shape, dtype=None, order="C", *, like=None):
    """An array of ones."""
    return full(shape, 1, types.dtype(dtype))


empty = zeros


def full(shape, fill_value, dtype=None, order="C", *, like=None):
    """An array of one value."""
    shape = shape_of(shape)
    if builtins.any(dim < 0 for dim in shape):
        raise ValueError("negative dimensions are not allowed")
    value = asarray(fill_value)
    type_ = value.dtype if dtype is None else types.dtype(dtype)
    if value.ndim:
        return broadcast_to(value.astype(type_), shape).copy()
    return ndarray._of(types.filled(type_, value._elements()[0], count(shape)), shape, type_)


def broadcast_shapes(*shapes):
    """The common shape for broadcasting. Raises ValueError if there is none."""
    result = []
    for i in range(builtins.max(map(len, shapes), default=0)):
        dim = 1
        for shape in shapes:
            if i < len(shape) and shape[-1 - i] != 1:
                if dim not in (1, shape[-1 - i]):
                    raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
                dim = shape[-1 - i]
        result.append(dim)
    return tuple(reversed(result))


def broadcast_to(array, shape, subok=False):
    """A read-only view of an array in a larger shape."""
    source = asarray(array)
    shape = shape_of(shape)
    if source._shape == shape:
        made = source._view(shape, source._offset, source._steps)
        return made
    extra = len(shape) - source.ndim
    if extra < 0:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    steps = [0] * extra
    for dim, step, wanted in zip(source._shape, source._steps, shape[extra:]):
        if dim == wanted:
            steps.append(step)
        elif dim == 1:
            steps.append(0)
        else:
            raise ValueError(
                "operands could not be broadcast together with remapped shapes [original->remapped]: "
                f"{_plain(source._shape)}  and requested shape {_plain(shape)}"
            )
    made = source._view(shape, source._offset, tuple(steps))
    made._writeable = False
    return made


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    """A read-only, one-dimensional copy of the elements in a buffer's bytes."""
    type_ = types.dtype(dtype)
    data = memoryview(buffer).cast("B")[offset:]
    if count >= 0:
        if len(data) < count * type_.itemsize:
            raise ValueError("buffer is smaller than requested size")
        data = data[: count * type_.itemsize]
    if len(data) % type_.itemsize:
        raise ValueError("buffer size must be a multiple of element size")
    values = types.from_bytes(type_, data)
    return ndarray._of(values, (len(values),), type_, writeable=not memoryview(buffer).readonly)


def fromiter(iter, dtype, count=-1, *, like=None):
    """A one-dimensional array from an iterable."""
    return array(list(iter if count < 0 else islice(iter, count)), dtype)


def arange(start, stop=None, step=1, dtype=None, *, like=None):
    """The numbers from `start` to `stop`, without `stop`."""
    if stop is None:
        start, stop = 0, start
    start, stop, step = (v.item() if isinstance(v, (generic, ndarray)) else v for v in (start, stop, step))
    if dtype is None:
        type_ = FLOAT64 if builtins.any(isinstance(v, float) for v in (start, stop, step)) else INT64
    else:
        type_ = types.dtype(dtype)
    if step == 0:
        raise ZeroDivisionError("division by zero")
    length = builtins.max(0, math.ceil((stop - start) / step))
    if isinstance(start, int) and isinstance(step, int):
        values = range(start, start + length * step, step)
    else:
        # As numpy does: the increment is the difference of the first two elements.
        move = (start + step) - start
        values = [start + i * move for i in range(length)]
    if type_.kind == "f":
        return ndarray._of(types.pack(type_, values), (length,), type_)
    return ndarray._of(types.pack(type_, list(map(int, values))), (length,), type_)
