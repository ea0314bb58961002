"""Making programs ready to run."""

from .. import _raw
from ..ir.module import IRModule
from ..ir.transform import PassContext
from ..ir.type import TensorType
from ..runtime.module import Module
from ..runtime.ndarray import NDArray, array
from .expr import Constant, bind
from .function import Function


def _arrays(params):
    """Arrays by name as the engine takes them, and what keeps them alive."""
    kept = {
        str(name): value if isinstance(value, NDArray) else array(value)
        for name, value in dict(params or {}).items()
    }
    return _raw.dumps({name: value.handle for name, value in kept.items()}), kept


def bind_params_by_name(func, params):
    """The function with constants in place of parameters, which keep the data types that the arrays have."""
    text, kept = _arrays(params)
    if all(_fits(param, kept.get(param.name_hint)) for param in func.params):
        return Function._of(_raw.bindParams(func.handle, text))
    names = {param.name_hint for param in func.params}
    return bind(func, {name: Constant(value) for name, value in kept.items() if name in names})


def _fits(param, value):
    type_ = param.type_annotation
    return value is None or not isinstance(type_, TensorType) or type_.dtype == value.dtype


def _bound(mod, params):
    """The module with constants in place of the main function's parameters."""
    if not params:
        return mod
    made = IRModule._of(_raw.clone(mod.handle))
    made["main"] = bind_params_by_name(mod["main"], params)
    return made


def optimize(mod, target=None, params=None):
    """The program after the passes with which TVM prepares it for a target, and its parameters."""
    if not isinstance(mod, IRModule):
        mod = IRModule.from_expr(mod)
    text, _kept = _arrays(params)
    return IRModule._of(_raw.optimize(mod.handle, text)), params or {}


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
        text, _kept = _arrays(self.params)
        return _raw.makeGraphExecutor(self.ir_mod.handle, text, "{}")

    def get_params(self):
        """The parameters by name."""
        return self.params

    def __iter__(self):
        # As (graph, lib, params), which older scripts take apart.
        return iter((self.graph_json, self, self.params))


def build(ir_mod, target=None, target_host=None, executor=None, runtime=None, params=None, mod_name="default"):
    """A program that is ready to run, after the passes of `optimize` and FuseOps, as TVM's build."""
    from .transform import FuseOps

    mod, params = optimize(ir_mod, target, params)
    return ExecutorFactoryModule(FuseOps()(mod), params, mod_name)


def build_config(opt_level=2, required_pass=None, disabled_pass=None, trace=None):
    """A context for passes, by its name of old."""
    return PassContext(opt_level, required_pass, disabled_pass)


def create_executor(kind="debug", mod=None, device=None, target="llvm", params=None):
    """As relay.create_executor."""
    from .backend.interpreter import create_executor as create

    return create(kind, mod, device, target, params)
