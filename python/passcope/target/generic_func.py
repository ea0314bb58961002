"""Functions that are other ones for other targets."""

import functools

from .target import Target


def _keys(key):
    return [key] if isinstance(key, str) else list(key)


def _chosen(functions, default):
    """The function for the innermost target of `with`: that of the first of its keys that has one, or the default."""
    target = Target.current(allow_none=True)
    keys = target.keys if target is not None else ()
    return next((functions[key] for key in keys if key in functions), default)


class GenericFunc:
    """A function that is chosen by the keys of the target: `get_native_generic_func(name)` makes them."""

    def __init__(self):
        self._functions, self._default = {}, None

    def __call__(self, *args):
        return self.get_packed_func()(*args)

    def set_default(self, func, allow_override=False):
        """What is called where no key of the target has a function. Raises ValueError where one was set."""
        if self._default is not None and not allow_override:
            raise ValueError("Generic function already has a default")
        self._default = func

    def register(self, func, key_list, allow_override=False):
        """The function for targets with one of these keys. Raises ValueError where a key has one."""
        for key in _keys(key_list):
            if key in self._functions and not allow_override:
                raise ValueError(f"Key {key} is already registered")
            self._functions[key] = func

    def get_packed_func(self):
        """The function for the innermost target of `with`. Raises ValueError where there is none."""
        found = _chosen(self._functions, self._default)
        if found is None:
            raise ValueError("No default function registered for this generic function")
        return found


_NATIVE = {}


def get_native_generic_func(name):
    """The function of a name, which is made when it is asked for first."""
    return _NATIVE.setdefault(name, GenericFunc())


def override_native_generic_func(func_name):
    """A decorator: the function is what `get_native_generic_func(func_name)` calls by default.

    The decorated function has `register(key, func=None)`, a decorator for functions of other targets. It takes arguments by
    position alone.
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
            """The function for targets with a key."""

            def keep(given):
                generic.register(given, key, override)
                return given

            return keep if func is None else keep(func)

        call.fdefault, call.register, call.generic_func_node = default, register, generic
        return call

    return decorate


def generic_func(fdefault):
    """A decorator: `fdefault.register(key)` takes functions that are called in its place for targets with a key."""
    functions = {}

    @functools.wraps(fdefault)
    def call(*args, **kwargs):
        return get_packed_func()(*args, **kwargs)

    def register(key, func=None, override=False):
        """The function for targets with a key. Raises ValueError where there is one already."""

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
