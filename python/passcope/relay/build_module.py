"""Builds programs."""

from .. import _raw
from .._given import must_be
from ..error import TVMError
from ..ir.module import IRModule
from ..runtime.module import Module
from ..runtime.params import arrays_of, handles_of
from ._bind import bind_params_by_name, optimize
from .backend.interpreter import Executor
from .backend.vm import VMExecutor
from .function import Function
from .transform.transform import FuseOps, build_config


def _bound(mod, params):
    """The module with constants in place of the main function's parameters."""
    if not params:
        return mod
    made = IRModule._of(_raw.clone(mod.handle))
    made["main"] = bind_params_by_name(mod["main"], params)
    return made


class ExecutorFactoryModule:
    """The result of `build`: `GraphModule(lib["default"](device))` runs it."""

    def __init__(self, mod, params, libmod_name="default"):
        self.ir_mod = mod
        self.params = params
        self.libmod_name = libmod_name

    def __getitem__(self, name):
        return lambda *devices: self

    @property
    def lib(self):
        """The program as a module that can be saved to a file; its parameters are constants."""
        return Module("graph", _bound(self.ir_mod, self.params))

    module = lib

    def get_lib(self):
        """The same as `lib`."""
        return self.lib

    @property
    def graph_json(self):
        """The text of the program, in place of TVM's graph."""
        return self.ir_mod.astext(show_meta_data=False)

    def get_graph_json(self):
        """The same as `graph_json`."""
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
        # As (graph, lib, params), which older scripts unpack.
        return iter((self.graph_json, self, self.params))


class BuildModule:
    """Builds programs step by step; `relay.build` does all steps."""

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
        """The graph, the library and the parameters."""
        params = {**self._params, **(params or {})}
        self._made = build(mod, target, target_host, executor, runtime, None, None, params, mod_name or "default")
        self._params = dict(self._made.params)
        return tuple(self._made)

    def optimize(self, mod, target=None, target_host=None, params=None):
        """Runs the passes with which TVM prepares a program for a target. Returns the program and its parameters."""
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
        """The graph. Raises TVMError before `build`."""
        return self._result().graph_json

    def get_module(self):
        """The library. Raises TVMError before `build`."""
        return self._result()

    def get_irmodule(self):
        """The program. Raises TVMError before `build`."""
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
    """Makes a program ready to run, after the passes of `optimize` and FuseOps, as TVM's build."""
    mod, params = optimize(must_be("build", "ir_mod", ir_mod, IRModule, Function), target, params)
    return ExecutorFactoryModule(FuseOps()(mod), params, mod_name)


class GraphExecutor(Executor):
    """The executor of `create_executor("graph")`. Tuples are lists."""

    _tuples_are_lists = True


# Passcope's evaluator replaces all of TVM's executors.
AotExecutor = GraphExecutor


def create_executor(kind="debug", mod=None, device=None, target="llvm", params=None):
    """Makes an executor. The kinds are TVM's ("graph", "vm", "debug", "aot"). One evaluator runs all of them."""
    kinds = {"debug": Executor, "graph": GraphExecutor, "aot": GraphExecutor, "vm": VMExecutor}
    if mod is not None:
        must_be("create_executor", "mod", mod, IRModule)
    if kind not in kinds:
        raise RuntimeError(f"unknown execution strategy: {kind}")
    return kinds[kind](mod, device, target, params)


Module._program, Module._factory = IRModule._of, ExecutorFactoryModule
