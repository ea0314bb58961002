# Made by python/tools/describe.py.
"""Programs of other frameworks: ONNX models and TorchScript archives."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.runtime.ndarray import NDArray as NDArray
from . import change_datatype as change_datatype
from . import attributes as attributes
from . import recurrent as recurrent
from . import common as common
from passcope.relay.frontend.change_datatype import ChangeDatatype as ChangeDatatype

ONNX_DEFAULT_CONFIGS: Any

def from_onnx(model: Any, shape: Any = None, dtype: Any = 'float32', opset: Any = None, freeze_params: bool = True, convert_config: Any = None) -> Any:
    """The module of an ONNX model, and the values of its parameters where weights are not to become constants.

    Parameters
    ----------
    model : a path, bytes, or onnx's ModelProto
    shape : {input: shape}; without it the model's own
    dtype : the data type of inputs whose type nothing tells, or {input: data type}
    opset : the version of the operator set, where it shall not be the model's
    freeze_params : whether weights become constants. If not, they are variables, and shapes that follow from their
        values are known only when the program runs.
    convert_config : {"use_nt_batch_matmul": whether batched products have their second operand transposed}, which
        later calls keep

    Raises DiagnosticError for what is no model or cannot be converted.
    """

def from_pytorch(script_module: Any, input_infos: Any, custom_convert_map: Any = None, default_dtype: Any = 'float32', use_parser_friendly_name: bool = False, keep_quantized_weight: bool = False) -> Any:
    """The module of a TorchScript archive, and the values of its parameters.

    Parameters
    ----------
    script_module : a path, bytes, or torch's ScriptModule
    input_infos : the inputs in the model's order: [(name, shape)] or [(name, (shape, dtype))]
    custom_convert_map : must be empty; operators are converted by the engine

    Raises DiagnosticError for what is no archive or cannot be converted.
    """
