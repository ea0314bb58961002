# Made by python/scripts/describe.py.
"""Networks for experiments, and helpers of TVM's tests."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.ir.transform import Sequential as Sequential
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.relay import analysis as analysis
from passcope.relay import transform as transform
from passcope.relay.function import Function as Function
from . import init as init
from passcope.relay.testing.init import create_workload as create_workload
from passcope.relay.testing.init import workload_of as workload_of
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
    """An expression after a pass: its main function, or the body where it was no function."""

def run_infer_type(expr: Any) -> Any:
    """An expression with its types."""

def rand(dtype: Any = 'float32', *shape: Any) -> Any:
    """An array of random numbers."""

def count_ops(expr: Any) -> Any:
    """How often each operator is called."""
