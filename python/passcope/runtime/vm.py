"""Running what `relay.vm.compile` gives."""

from .benchmark import times_of
from .container import ADT
from .module import Module
from .ndarray import NDArray, array


def convert(args):
    """Arguments as the machine takes them: lists and tuples as ADTs, numbers and arrays of numpy as arrays."""
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
        """The names of a function's parameters. Raises KeyError where there is no such function."""
        if func_name not in self.globals:
            raise KeyError(func_name)
        return [param.name_hint for param in self.ir_mod[func_name].params]

    def save(self):
        """The program as bytes, and as a module; `load_exec` takes both."""
        return self.mod.to_bytes(), self.mod

    @staticmethod
    def load_exec(bytecode, lib):
        """The executable of what `save` gave. Raises ValueError for other bytes."""
        return Executable(Module.from_bytes(bytecode))


class VirtualMachine:
    """Runs the functions of an executable."""

    NAIVE_ALLOCATOR, POOLED_ALLOCATOR = 1, 2

    # What computes a function of a program for values; relay.backend.vm says it.
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
        """Keeps the arguments of a function for the calls to come."""
        given = self._arguments(func_name, args, kwargs)
        if len(given) != len(self._params(func_name)):
            raise ValueError(f"{func_name} takes {len(self._params(func_name))} inputs, not {len(given)}")
        self._inputs[func_name] = dict(enumerate(given))

    def set_one_input(self, func_name, *args, **kwargs):
        """Keeps one argument, by number or by name: `set_one_input("main", "x", value)`."""
        if kwargs:
            ((key, value),) = kwargs.items()
        else:
            key, value = args
        index = self._params(func_name).index(key) if isinstance(key, str) else int(key)
        self._inputs.setdefault(func_name, {})[index] = value

    def invoke(self, func_name, *args, **kwargs):
        """The value of a function for arguments, or for those that were set."""
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
        """The value of the main function."""
        return self.invoke("main", *args, **kwargs)

    def invoke_stateful(self, func_name, *args, **kwargs):
        """Runs a function; `get_outputs` has what it gave."""
        self.invoke(func_name, *args, **kwargs)

    def invoke_with_outputs(self, func_name, input_args, output_args):
        """Runs a function on arguments by name and copies what it gives."""
        self.invoke(func_name, **input_args)
        for target, value in zip(output_args, self.get_outputs()):
            target.copyfrom(value)

    def get_outputs(self):
        """The arrays that the last call gave, tuples flattened."""
        flat, open_ = [], [self._result]
        while open_:
            value = open_.pop()
            if isinstance(value, NDArray):
                flat.append(value)
            else:
                open_.extend(reversed(list(value)))
        return flat

    def get_input_index(self, input_name, func_name="main"):
        """The number of a parameter; -1 where there is none of that name."""
        names = self._params(func_name)
        return names.index(input_name) if input_name in names else -1

    def benchmark(self, device, *args, func_name="main", repeat=5, number=5, min_repeat_ms=None, **kwargs):
        """The times of several runs, in seconds."""
        self.set_input(func_name, *args, **kwargs)
        return times_of(lambda: self.invoke(func_name), repeat, number)
