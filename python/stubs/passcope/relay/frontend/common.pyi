# Made by python/tools/describe.py.
"""What converters of models need."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.runtime.ndarray import array as array
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleWrapper as TupleWrapper
from passcope.relay.expr import Var as Var
from passcope.relay.function import Function as Function
from passcope.relay.frontend.attributes import AttrCvt as AttrCvt
from passcope.relay.frontend.attributes import DuplicateFilter as DuplicateFilter
from passcope.relay.frontend.attributes import ExprTable as ExprTable
from passcope.relay.frontend.attributes import Renamer as Renamer
from passcope.relay.frontend.attributes import RequiredAttr as RequiredAttr
from passcope.relay.frontend.attributes import StrAttrsDict as StrAttrsDict
from passcope.relay.frontend.attributes import get_relay_op as get_relay_op
from passcope.relay.frontend.recurrent import gru_cell as gru_cell
from passcope.relay.frontend.recurrent import lstm_cell as lstm_cell
from passcope.relay.frontend.recurrent import rnn_cell as rnn_cell

logger: Any

def infer_type(node: Any, mod: Any = None) -> Any:
    """An expression with its types; it may call functions of a module."""

def infer_shape(inputs: Any, mod: Any = None) -> Any:
    """The shape of an expression, a tuple of integers and `?`; the type of what is no tensor."""

def infer_channels(inputs: Any, transpose: bool = False) -> Any:
    """The number of output channels that weights in OIHW, or in IOHW when transposed, say."""

def fold_constant(node: Any, mod: Any = None) -> Any:
    """An expression with what constants alone tell computed. Types that it has not yet are not looked for."""

def infer_value(input_val: Any, params: Any, mod: Any = None) -> Any:
    """The value of an expression, by values for its variables by name. Raises TVMError where one is missing."""

def new_var(name_hint: Any, type_annotation: Any = None, shape: Any = None, dtype: Any = 'float32') -> Any:
    """A variable."""

def get_name(node: Any) -> Any:
    """The name of a variable; empty for another expression."""

def infer_value_simulated(input_val: Any, params: Any) -> Any:
    """The value of an expression, with random values for the variables that have none."""

def try_infer_value(val: Any, on_success: Any = None, on_failure: Any = None, parameters: Any = None) -> Any:
    """The value of an expression as an array of numpy and True, or the expression and False where it is not known.

    `on_success` and `on_failure` say otherwise: functions of the array, and of nothing.
    """

def shape_of(x: Any, dtype: Any = 'int64', start: Any = None, end: Any = None) -> Any:
    """The shape of an expression as a constant, or as an expression where it is not known."""

def to_int_list(np_array: Any) -> Any:
    """Integers of Python."""

def unbind(data: Any, axis: Any = 0) -> Any:
    """The slices of a tensor along an axis, without that axis: a tuple. Raises AttributeError for an axis that is not there."""

def autopad(data: Any, strides: Any, kernel_shape: Any, dilations: Any = (1, 1), pad_type: Any = 'constant', deconv: bool = False, mode: Any = 'SAME_UPPER', pad_value: Any = 0.0) -> Any:
    """The data padded so that a kernel with strides gives a result for each stride ("same" padding), whose sizes may be
    known only when the program runs. What is odd goes behind, with `mode` SAME_LOWER before.
    """

def ensure_scalar_shape(x: Any) -> Any:
    """A tensor of one element as a scalar. Raises ValueError for others."""

def try_resolve_var_to_const(x: Any, graph_params: Any) -> Any:
    """A variable that has a value as a constant; anything else as it is."""
