"""The engine's functions for Python in a page. They are the functions that python/bindings.cc registers in CPython.

The engine is a WebAssembly module of its own, beside Python's. wasm-bindings/js/guest.ts connects them. Numbers, texts and
flags cross unchanged. Python cannot see the engine's memory. So the views of CPython are objects here that copy
(`EngineBytes`).
"""

from pyodide.ffi import create_proxy, to_js

import _passcope_guest as _guest

# Never destroyed, because the engine may call them until the end. There is one for each method of the host.
_PROXIES = []


def set_host(host):
    """Sets the object that the engine calls, which has the methods of passcope/_host.py."""
    # JavaScript's objects in the engine have smaller numbers.
    host.number_from(_guest.FIRST_OF_GUEST)
    host.outer_context = _guest.outerContext
    methods = {
        "hook": host.hook,
        "write": host.write,
        "runPass": host.run_pass,
        "askRule": host.ask_rule,
        "message": host.message,
        "releaseException": host.release_exception,
        "releaseObject": host.release_object,
        "fail": host.fail,
    }
    proxies = [create_proxy(method) for method in methods.values()]
    _PROXIES.extend(proxies)
    _guest.take(to_js(list(methods)), to_js(proxies))


class EngineBytes:
    """Memory of the engine: `bytes(view)` copies it, `view[:] = data` writes it. Valid until the engine is called again."""

    __slots__ = ("_view",)

    def __init__(self, view):
        self._view = view

    def __len__(self):
        return self._view.length

    def __bytes__(self):
        return self._view.to_bytes()

    tobytes = __bytes__

    def assign_to(self, buffer):
        """Copies the bytes into a writable buffer of the same size."""
        self._view.assign_to(buffer)

    def __getitem__(self, index):
        return bytes(self)[index]

    def __setitem__(self, index, data):
        begin, end, step = index.indices(len(self))
        data = data if isinstance(data, (bytes, bytearray, memoryview)) else bytes(data)
        if step != 1 or end - begin != memoryview(data).nbytes:
            raise ValueError(f"{memoryview(data).nbytes} bytes do not fit into {end - begin}")
        view = self._view if end - begin == len(self) else self._view.subarray(begin, end)
        if end > begin:
            view.assign(data)


def _viewing(function):
    def call(*args):
        view = function(*args)
        # Empty if the engine has failed, or the memory has no bytes.
        return EngineBytes(view)

    return call


def _reading(function):
    def call(text, *args):
        # Bytes are UTF-8, which the engine checks itself.
        return function(text if isinstance(text, str) else to_js(bytes(text)), *args)

    return call


def _register():
    functions = _guest.functions
    wrappers = {
        "arrayBytes": _viewing,
        "fileBytes": _viewing,
        "parse": _reading,
        "parseLike": _reading,
        "analyse": _reading,
    }
    for name in _guest.names:
        function = getattr(functions, name)
        globals()[name] = wrappers[name](function) if name in wrappers else function


_register()
