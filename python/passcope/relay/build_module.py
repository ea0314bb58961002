"""Making programs ready to run."""

from .. import _raw
from ..error import TVMError
from ..ir.module import IRModule
from ..runtime.module import Module
from ..runtime.params import arrays_of, handles_of
from ._bind import bind_params_by_name, optimize
from .backend.interpreter import Executor
from .backend.vm import VMExecutor
from .transform.transform import FuseOps, build_config


def _bound(mod, params):
    """The module with constants in place of the main function's parameters."""
    if not params:
        return mod
    made = IRModule._of(_raw.clone(mod.handle))
    made["main"] = bind_params_by_name(mod["main"], params)
    return made


class ExecutorFactoryModule:
    """What `build` gives: `GraphModule(lib["default"](device))` runs it."""

    def __init__(self, mod, params, libmod_name="default"):
        self.ir_mod = mod
        self.params = params
        self.libmod_name = libmod_name

    def __getitem__(self, name):
        return lambda *devices: self

    @property
    def lib(self):
        """The program as a module that can be written to a file; its parameters are constants."""
        return Module("graph", _bound(self.ir_mod, self.params))

    module = lib

    def get_lib(self):
        """The same."""
        return self.lib

    @property
    def graph_json(self):
        """What stands for the graph: the program's text, which the library has, too."""
        return self.ir_mod.astext(show_meta_data=False)

    def get_graph_json(self):
        """The same."""
        return self.graph_json

    def export_library(self, file_name, *args, **kwargs):
        """Writes the program to a file, which `tvm.runtime.load_module` reads."""
        self.lib.export_library(file_name)

    def executor(self):
        """The handle of a new executor."""
        text, _kept = handles_of(self.params)
        return _raw.makeGraphExecutor(self.ir_mod.handle, text, "{}")

    def get_params(self):
        """The parameters by name."""
        return self.params

    def __iter__(self):
        # As (graph, lib, params), which older scripts take apart.
        return iter((self.graph_json, self, self.params))


class BuildModule:
    """Makes programs ready to run, step by step: `relay.build` does all of it."""

    def __init__(self):
        self._params, self._made = {}, None

    def build(
        self,
        mod,
        target=None,
        target_host=None,
        executor=None,
        runtime=None,
        workspace_memory_pools=None,
        constant_memory_pools=None,
        params=None,
        mod_name=None,
    ):
        """What stands for the graph, what runs it, and its parameters."""
        params = {**self._params, **(params or {})}
        self._made = build(mod, target, target_host, executor, runtime, None, None, params, mod_name or "default")
        self._params = dict(self._made.params)
        return tuple(self._made)

    def optimize(self, mod, target=None, target_host=None, params=None):
        """The program after the passes with which TVM prepares it for a target, and its parameters."""
        self._set_params(params)
        mod, _ = optimize(mod, target, self._params)
        return mod, self.get_params()

    def _set_params(self, params):
        self._params.update(arrays_of(params))

    def _result(self):
        if self._made is None:
            raise TVMError("nothing has been built yet")
        return self._made

    def get_graph_json(self):
        """What stands for the graph. Raises TVMError before anything is built."""
        return self._result().graph_json

    def get_module(self):
        """What runs the program. Raises TVMError before anything is built."""
        return self._result()

    def get_irmodule(self):
        """The program. Raises TVMError before anything is built."""
        return self._result().ir_mod

    def get_params(self):
        """The parameters by name."""
        return dict(self._params)


def build(
    ir_mod,
    target=None,
    target_host=None,
    executor=None,
    runtime=None,
    workspace_memory_pools=None,
    constant_memory_pools=None,
    params=None,
    mod_name="default",
):
    """A program that is ready to run, after the passes of `optimize` and FuseOps, as TVM's build."""
    mod, params = optimize(ir_mod, target, params)
    return ExecutorFactoryModule(FuseOps()(mod), params, mod_name)


class GraphExecutor(Executor):
    """What `create_executor("graph")` gives: tuples come as lists."""

    _tuples_are_lists = True


# Passcope's evaluator is all of TVM's executors.
AotExecutor = GraphExecutor


def create_executor(kind="debug", mod=None, device=None, target="llvm", params=None):
    """An executor. The kinds are TVM's ("graph", "vm", "debug", "aot"); one evaluator runs them all."""
    kinds = {"debug": Executor, "graph": GraphExecutor, "aot": GraphExecutor, "vm": VMExecutor}
    if kind not in kinds:
        raise RuntimeError(f"unknown execution strategy: {kind}")
    return kinds[kind](mod, device, target, params)


Module._program, Module._factory = IRModule._of, ExecutorFactoryModule
