"""The engine's functions for Python in a page: those that python/bindings.cc registers in CPython.

The engine is a module of WebAssembly of its own, beside that of Python; wasm-bindings/js/guest.ts stands between them.
Numbers, texts and flags cross as they are. The engine's memory is not Python's: what is a view of it in CPython is an
object here that copies (`EngineBytes`).
"""

from pyodide.ffi import create_proxy, to_js

import _passcope_guest as _guest

# Never destroyed, since the engine may call until the end: one for each method of the host, and none for each call.
_PROXIES = []


def set_host(host):
    """Tells the engine whom to call: an object with the methods of passcope/_host.py."""
    # What JavaScript has in the engine is numbered below.
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
        """Copies it into a writable buffer of the same size."""
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
        # Empty where the engine has failed, or the memory has no bytes.
        return EngineBytes(view)

    return call


def _reading(function):
    def call(text, *args):
        # As bytes it is UTF-8 that the engine looks at itself.
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
