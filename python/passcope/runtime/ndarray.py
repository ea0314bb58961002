"""Arrays in the engine's memory."""

import json
from collections.abc import Sequence

from .. import _raw
from .object import Object


def _numpy():
    import numpy

    return numpy


class Device:
    """A device of arrays, by DLPack's number. Only the CPU exists; other devices have only names."""

    # DLPack's numbers, followed by TVM's own.
    MASK2STR = {
        1: "cpu",
        2: "cuda",
        4: "opencl",
        5: "aocl",
        6: "sdaccel",
        7: "vulkan",
        8: "metal",
        9: "vpi",
        10: "rocm",
        12: "ext_dev",
        14: "hexagon",
        15: "webgpu",
    }
    STR2MASK = {
        **{name: number for number, name in MASK2STR.items()},
        "llvm": 1,
        "stackvm": 1,
        "c": 1,
        "test": 1,
        "hybrid": 1,
        "composite": 1,
        "gpu": 2,
        "nvptx": 2,
        "cl": 4,
        "mtl": 8,
    }

    def __init__(self, device_type="cpu", device_id=0):
        if not isinstance(device_type, int):
            name = str(device_type).split(" ", maxsplit=1)[0]
            if name not in self.STR2MASK:
                raise ValueError(f"Unknown device type {name}")
            device_type = self.STR2MASK[name]
        self.device_type = device_type
        self.device_id = device_id

    @property
    def device_name(self):
        """The name of the device."""
        return self.MASK2STR.get(self.device_type, str(self.device_type))

    @property
    def exist(self):
        """Whether the device exists."""
        return self.device_type == 1

    def __eq__(self, other):
        return isinstance(other, Device) and (self.device_type, self.device_id) == (
            other.device_type,
            other.device_id,
        )

    def __hash__(self):
        return hash((self.device_type, self.device_id))

    def __repr__(self):
        return f"{self.device_name}({self.device_id})"


def device(dev_type, dev_id=0):
    """A device by its name or its number."""
    return Device(dev_type, dev_id)


def _named(name):
    def make(dev_id=0):
        return Device(name, dev_id)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"The device {name}(dev_id)."
    return make


cpu, cuda, rocm, opencl, metal, vulkan, vpi, ext_dev, hexagon, webgpu = map(
    _named, ("cpu", "cuda", "rocm", "opencl", "metal", "vulkan", "vpi", "ext_dev", "hexagon", "webgpu")
)
mtl, cl, gpu = metal, opencl, cuda


class NDArray(Object):
    """An array of the engine: `shape`, `dtype`, `numpy()`."""

    __slots__ = ("_info",)

    def _facts(self):
        info = getattr(self, "_info", None)
        if info is None:
            info = self._info = json.loads(_raw.arrayInfo(self.handle))
        return info

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions, a tuple of integers."""
        return tuple(self._facts()["shape"])

    @property
    def dtype(self) -> str:
        """The type of the elements, such as "float32"."""
        return self._facts()["dtype"]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        count = 1
        for dim in self.shape:
            count *= dim
        return count

    @property
    def device(self) -> Device:
        """The device, which is always the CPU."""
        return cpu()

    ctx = device

    def _bytes(self):
        return _raw.arrayBytes(self.handle)

    def numpy(self):
        """A copy as a numpy array. numpy has no bfloat16, so its bits are returned as uint16."""
        np = _numpy()
        dtype = "uint16" if self.dtype == "bfloat16" else self.dtype
        return np.frombuffer(bytes(self._bytes()), dtype=dtype).reshape(self.shape).copy()

    asnumpy = numpy

    def asscalar(self):
        """The single element, as a number."""
        return self.numpy().item()

    def _attribute(self):
        return self.numpy().tolist()

    def to_dlpack(self):
        """A DLPack capsule with a copy of the elements."""
        return self.numpy().__dlpack__()

    def __dlpack__(self, stream=None):
        return self.to_dlpack()

    def __dlpack_device__(self):
        return (1, 0)

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    def copyfrom(self, source_array) -> "NDArray":
        """Copies the elements of an array of the same shape. They are converted to this array's type."""
        np = _numpy()
        values = np.array(
            source_array.numpy() if isinstance(source_array, NDArray) else source_array, dtype=self.dtype, order="C"
        )
        if values.shape != self.shape:
            raise ValueError(f"an array of shape {values.shape} does not fit one of {self.shape}")
        self._bytes()[:] = values.tobytes()
        return self

    def copyto(self, target, mem_scope=None):
        """Copies the elements to another array. For a device, returns a copy."""
        if isinstance(target, NDArray):
            return target.copyfrom(self)
        return array(self)

    def __getitem__(self, index):
        return self.numpy()[index]

    def __setitem__(self, index, value):
        values = self.numpy()
        values[index] = value
        self.copyfrom(values)

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        shape = "x".join(map(str, self.shape))
        return f"<tvm.nd.NDArray shape=({shape}), {self.device}>\n{self.numpy()!r}"

    __str__ = __repr__


def empty(shape: int | Sequence[int], dtype: str = "float32", device=None, mem_scope=None) -> NDArray:
    """An array of zeros."""
    if isinstance(shape, int):
        shape = (shape,)
    return NDArray._of(_raw.makeArray(_raw.dumps([int(dim) for dim in shape]), str(dtype)))


def array(arr, device=None, mem_scope=None) -> NDArray:
    """An array with the elements of numbers, nested lists or another array.

    Other values are converted as numpy does: a float becomes a float64, an integer an int64.
    """
    np = _numpy()
    if isinstance(arr, NDArray):
        arr = arr.numpy()
    if not isinstance(arr, (np.ndarray, np.generic)):
        arr = np.array(arr)
    arr = np.asarray(arr)
    made = empty(arr.shape, str(arr.dtype))
    return made.copyfrom(arr)


def numpyasarray(np_data) -> NDArray:
    """An array with the elements of a numpy array."""
    return array(np_data)


def from_dlpack(dltensor):
    """An array with the elements of another package's array, by the protocol DLPack."""
    return array(_numpy().from_dlpack(dltensor))
