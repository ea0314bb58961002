"""Relay's virtual machine. Passcope's evaluator replaces it, so a compiled program is the typed module."""

from ...ir.module import IRModule
from ...runtime.params import arrays_of
from ...runtime.vm import Executable, VirtualMachine
from .._bind import bind_params_by_name, optimize
from ..expr import Expr
from ..transform.transform import InferType
from .interpreter import Executor
from .values import call


def compile(mod, target=None, target_host=None, params=None):  # pylint: disable=redefined-builtin
    """An executable of a module or a function."""
    compiler = VMCompiler()
    if params:
        compiler.set_params(params)
    compiler.lower(mod, target, target_host)
    compiler.codegen()
    return compiler.get_exec()


class VMCompiler:
    """Makes executables from modules."""

    def __init__(self):
        self._params = {}
        self._mod = None

    def set_params(self, params):
        """Sets values for parameters of the main function, which become constants."""
        self._params = arrays_of(params)

    def get_params(self):
        """The values of parameters."""
        return dict(self._params)

    def optimize(self, mod, target=None, target_host=None, params=None):
        """Runs the passes of `relay.optimize`. Returns the module and the parameters."""
        if params:
            self.set_params(params)
        mod, _ = optimize(_module(mod), target, self._params)
        return mod, self.get_params()

    def lower(self, mod, target=None, target_host=None):
        """Sets the module to compile."""
        mod = InferType()(_module(mod))
        if self._params and "main" in mod:
            mod["main"] = bind_params_by_name(mod["main"], self._params)
            mod = InferType()(mod)
        self._mod = mod

    def codegen(self):
        """Does nothing, because there is no code to generate."""

    def get_exec(self):
        """The executable."""
        return Executable(self._mod)


def _module(mod):
    return IRModule.from_expr(mod) if isinstance(mod, Expr) else mod


class VMExecutor(Executor):
    """The executor of `create_executor("vm")`. Values of data types are `ADT`s."""

    _constructors = False


VirtualMachine._call = staticmethod(call)
