"""Runs the result of `relay.vm.compile`."""

from .benchmark import times_of
from .container import ADT
from .module import Module
from .ndarray import NDArray, array


def convert(args):
    """Converts arguments for the virtual machine: lists and tuples to ADTs, numbers and numpy arrays to arrays."""
    return [_convert(arg) for arg in args]


def _convert(arg):
    if isinstance(arg, (tuple, list)):
        return ADT(0, [_convert(item) for item in arg])
    return arg if isinstance(arg, (NDArray, ADT)) else array(arg)


class Executable:
    """A program for the virtual machine."""

    def __init__(self, mod):
        self.ir_mod = mod.ir_mod if isinstance(mod, Module) else mod

    @property
    def mod(self):
        """The program as a module that can be written to a file."""
        return Module("vm", self.ir_mod)

    module = lib = mod

    @property
    def globals(self):
        """The names of the functions."""
        return [var.name_hint for var in self.ir_mod.get_global_vars()]

    def get_function_params(self, func_name):
        """The names of a function's parameters. Raises KeyError if there is no such function."""
        if func_name not in self.globals:
            raise KeyError(func_name)
        return [param.name_hint for param in self.ir_mod[func_name].params]

    def save(self):
        """The program as bytes, and as a module; `load_exec` takes both."""
        return self.mod.to_bytes(), self.mod

    @staticmethod
    def load_exec(bytecode, lib):
        """Loads an executable from the results of `save`. Raises ValueError for other bytes."""
        return Executable(Module.from_bytes(bytecode))


class VirtualMachine:
    """Runs the functions of an executable."""

    NAIVE_ALLOCATOR, POOLED_ALLOCATOR = 1, 2

    # Calls a function of a program with values; relay.backend.vm sets it.
    _call = None

    def __init__(self, exe, device=None, memory_cfg=None):
        self._exec = exe if isinstance(exe, Executable) else Executable(exe)
        self._inputs = {}
        self._result = None

    def _params(self, func_name):
        return self._exec.get_function_params(func_name)

    def _arguments(self, func_name, args, kwargs):
        names = self._params(func_name)
        given = list(args)
        if kwargs:
            positions = iter(args)
            given = [kwargs[name] if name in kwargs else next(positions) for name in names]
        return given

    def set_input(self, func_name, *args, **kwargs):
        """Sets the arguments of a function for later calls."""
        given = self._arguments(func_name, args, kwargs)
        if len(given) != len(self._params(func_name)):
            raise ValueError(f"{func_name} takes {len(self._params(func_name))} inputs, not {len(given)}")
        self._inputs[func_name] = dict(enumerate(given))

    def set_one_input(self, func_name, *args, **kwargs):
        """Sets one argument, by index or by name: `set_one_input("main", "x", value)`."""
        if kwargs:
            ((key, value),) = kwargs.items()
        else:
            key, value = args
        index = self._params(func_name).index(key) if isinstance(key, str) else int(key)
        self._inputs.setdefault(func_name, {})[index] = value

    def invoke(self, func_name, *args, **kwargs):
        """Calls a function with these arguments, or with those that were set. Returns its value."""
        if args or kwargs:
            self.set_input(func_name, *args, **kwargs)
        kept = self._inputs.get(func_name, {})
        names = self._params(func_name)
        missing = [name for i, name in enumerate(names) if i not in kept]
        if missing:
            raise ValueError(f"{func_name} needs a value for {', '.join(missing)}")
        given = [kept[i] for i in range(len(names))]
        self._result = VirtualMachine._call(self._exec.ir_mod, func_name, given, constructors=False)
        return self._result

    def run(self, *args, **kwargs):
        """Calls the main function. Returns its value."""
        return self.invoke("main", *args, **kwargs)

    def invoke_stateful(self, func_name, *args, **kwargs):
        """Runs a function; `get_outputs` returns its results."""
        self.invoke(func_name, *args, **kwargs)

    def invoke_with_outputs(self, func_name, input_args, output_args):
        """Runs a function with arguments by name and copies its results to `output_args`."""
        self.invoke(func_name, **input_args)
        for target, value in zip(output_args, self.get_outputs()):
            target.copyfrom(value)

    def get_outputs(self):
        """The resulting arrays of the last call; tuples are flattened."""
        flat, open_ = [], [self._result]
        while open_:
            value = open_.pop()
            if isinstance(value, NDArray):
                flat.append(value)
            else:
                open_.extend(reversed(list(value)))
        return flat

    def get_input_index(self, input_name, func_name="main"):
        """The index of a parameter; -1 if no parameter has this name."""
        names = self._params(func_name)
        return names.index(input_name) if input_name in names else -1

    def benchmark(self, device, *args, func_name="main", repeat=5, number=5, min_repeat_ms=None, **kwargs):
        """The times of several runs, in seconds."""
        self.set_input(func_name, *args, **kwargs)
        return times_of(lambda: self.invoke(func_name), repeat, number)
