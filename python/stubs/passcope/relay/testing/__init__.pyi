# Made by python/tools/describe.py.
"""Networks for experiments, and helpers of TVM's tests."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.ir.transform import Pass as Pass
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.testing import enabled_targets as enabled_targets
from passcope.relay import analysis as analysis
from passcope.relay import op as op
from passcope.relay import transform as transform
from passcope.relay.function import Function as Function
from passcope.relay.prelude import Prelude as Prelude
from passcope.relay.transform import gradient as gradient
from . import init as init
from passcope.relay.testing.init import create_workload as create_workload
from passcope.relay.testing.init import workload_of as workload_of
from . import nat as nat
from passcope.relay.testing.nat import count as count
from passcope.relay.testing.nat import get_type as get_type
from passcope.relay.testing.nat import make_nat_expr as make_nat_expr
from passcope.relay.testing.nat import make_nat_value as make_nat_value
from . import py_converter as py_converter
from passcope.relay.testing.py_converter import run_as_python as run_as_python
from passcope.relay.testing.py_converter import to_python as to_python
from . import byoc as byoc
from . import layers as layers
from . import temp_op_attr as temp_op_attr
from passcope.relay.testing.temp_op_attr import TempOpAttr as TempOpAttr
from . import resnet as resnet
from . import resnet_3d as resnet_3d
from . import mlp as mlp
from . import dqn as dqn
from . import dcgan as dcgan
from . import lstm as lstm
from . import mobilenet as mobilenet
from . import vgg as vgg
from . import densenet as densenet
from . import inception_v3 as inception_v3
from . import squeezenet as squeezenet
from . import synthetic as synthetic

def run_opt_pass(expr: Any, opt_pass: Any, import_prelude: bool = False) -> Any:
    """An expression, with its types, after a pass: its main function, or the body where it was no function."""

def check_grad(func: Any, inputs: Any = None, test_inputs: Any = None, eps: Any = 1e-06, atol: Any = 1e-05, rtol: Any = 0.001, scale: Any = None, mean: Any = 0, mode: Any = 'higher_order', target_devices: Any = None, executor_kind: Any = 'debug') -> Any:
    """Compares the gradients of a function with differences: of each element of `test_inputs`, which are among the
    inputs, `eps` to both sides. Raises AssertionError where they differ.
    """

def run_infer_type(expr: Any) -> Any:
    """An expression with its types."""

def rand(dtype: Any, *shape: Any) -> Any:
    """An array of random numbers."""

def count_ops(expr: Any) -> Any:
    """How often each operator is called."""
