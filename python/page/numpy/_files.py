"""Arrays in files: .npy, and .npz by the module zipfile."""

import ast
import io

from . import _core as core
from . import _dtypes as types
from ._core import asarray, ndarray

_MAGIC = b"\x93NUMPY"


def _written(array):
    header = f"{{'descr': '{array.dtype.str}', 'fortran_order': False, 'shape': {array._shape!r}, }}"
    length = len(_MAGIC) + 4
    header = header.encode("latin-1") + b" " * (-(length + len(header) + 1) % 64) + b"\n"
    return _MAGIC + b"\x01\x00" + len(header).to_bytes(2, "little") + header + array.tobytes()


def _read(data):
    major = data[len(_MAGIC)]
    wide = 2 if major == 1 else 4
    start = len(_MAGIC) + 2 + wide
    length = int.from_bytes(data[start - wide : start], "little")
    header = ast.literal_eval(data[start : start + length].decode("latin-1" if major < 3 else "utf-8"))
    type_ = types.dtype(header["descr"])
    shape = tuple(header["shape"])
    first = start + length
    values = types.from_bytes(type_, data[first : first + core.count(shape) * type_.itemsize])
    if len(values) != core.count(shape):
        raise ValueError("the file ends before all elements have been read")
    if header["fortran_order"]:
        return ndarray._of(values, shape[::-1], type_).transpose().copy()
    return ndarray._of(values, shape, type_)


def _opened(file, mode, suffix=None):
    if hasattr(file, "read" if "r" in mode else "write"):
        return file, False
    name = str(file)
    if suffix and not name.endswith(suffix):
        name += suffix
    return open(name, mode), True


def save(file, arr, allow_pickle=True, fix_imports=True):
    """Writes an array to a .npy file."""
    stream, own = _opened(file, "wb", ".npy")
    try:
        stream.write(_written(asarray(arr)))
    finally:
        if own:
            stream.close()


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", **kwargs):
    """Reads the array of a .npy file, or the arrays by name of a .npz file."""
    stream, own = _opened(file, "rb")
    try:
        data = stream.read()
    finally:
        if own:
            stream.close()
    if data[: len(_MAGIC)] == _MAGIC:
        return _read(data)
    if data[:2] == b"PK":
        import zipfile

        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name.removesuffix(".npy"): _read(archive.read(name)) for name in archive.namelist()}
    raise ValueError("the file is no .npy or .npz; numpy in the page reads no pickled objects")


def _save_all(file, args, kwds, method):
    import zipfile

    stream, own = _opened(file, "wb", ".npz")
    named = {f"arr_{i}": value for i, value in enumerate(args)} | kwds
    try:
        with zipfile.ZipFile(stream, "w", method) as archive:
            for name, value in named.items():
                archive.writestr(f"{name}.npy", _written(asarray(value)))
    finally:
        if own:
            stream.close()


def savez(file, *args, **kwds):
    """Writes arrays to a .npz file."""
    _save_all(file, args, kwds, 0)


def savez_compressed(file, *args, **kwds):
    """Writes arrays to a .npz file with deflate compression."""
    _save_all(file, args, kwds, 8)
