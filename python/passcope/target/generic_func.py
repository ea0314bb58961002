"""Functions with implementations for different targets."""

import functools

from .target import Target


def _keys(key):
    return [key] if isinstance(key, str) else list(key)


def _chosen(functions, default):
    """The function for the innermost target of `with`: that of its first key with a function, or the default."""
    target = Target.current(allow_none=True)
    keys = target.keys if target is not None else ()
    return next((functions[key] for key in keys if key in functions), default)


class GenericFunc:
    """A function that is selected by the target's keys; `get_native_generic_func(name)` makes it."""

    def __init__(self):
        self._functions, self._default = {}, None

    def __call__(self, *args):
        return self.get_packed_func()(*args)

    def set_default(self, func, allow_override=False):
        """Sets the function for targets without a matching key. Raises ValueError if one is already set."""
        if self._default is not None and not allow_override:
            raise ValueError("Generic function already has a default")
        self._default = func

    def register(self, func, key_list, allow_override=False):
        """Registers the function for targets with one of these keys. Raises ValueError if a key has a function already."""
        for key in _keys(key_list):
            if key in self._functions and not allow_override:
                raise ValueError(f"Key {key} is already registered")
            self._functions[key] = func

    def get_packed_func(self):
        """The function for the innermost target of `with`. Raises ValueError if there is none."""
        found = _chosen(self._functions, self._default)
        if found is None:
            raise ValueError("No default function registered for this generic function")
        return found


_NATIVE = {}


def get_native_generic_func(name):
    """The function of a name. It is made at the first call."""
    return _NATIVE.setdefault(name, GenericFunc())


def override_native_generic_func(func_name):
    """A decorator: `get_native_generic_func(func_name)` calls the decorated function by default.

    The decorated function has `register(key, func=None)`, a decorator for functions of other targets. It takes only positional
    arguments.
    """
    generic = get_native_generic_func(func_name)

    def decorate(default):
        generic.set_default(default, allow_override=True)

        @functools.wraps(default)
        def call(*args, **kwargs):
            if kwargs:
                raise RuntimeError(f"Keyword arguments cannot be used when invoking generic_func {func_name}")
            return generic(*args)

        def register(key, func=None, override=True):
            """Registers the function for targets with a key."""

            def keep(given):
                generic.register(given, key, override)
                return given

            return keep if func is None else keep(func)

        call.fdefault, call.register, call.generic_func_node = default, register, generic
        return call

    return decorate


def generic_func(fdefault):
    """A decorator: `fdefault.register(key)` registers functions that replace it for targets with a key."""
    functions = {}

    @functools.wraps(fdefault)
    def call(*args, **kwargs):
        return get_packed_func()(*args, **kwargs)

    def register(key, func=None, override=False):
        """Registers the function for targets with a key. Raises ValueError if there is one already."""

        def keep(given):
            for each in _keys(key):
                if each in functions and not override:
                    raise ValueError(f"Key is already registered for {fdefault.__name__}")
                functions[each] = given
            return given

        return keep if func is None else keep(func)

    def get_packed_func():
        """The function for the innermost target of `with`."""
        return _chosen(functions, fdefault)

    call.fdefault, call.register = fdefault, register
    call.dispatch_dict, call.get_packed_func = functions, get_packed_func
    return call
