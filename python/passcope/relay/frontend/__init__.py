"""Imports programs of other frameworks: ONNX models and TorchScript archives."""

import io
import json
import os

from ... import _raw
from ..._host import HOST
from ...ir.expr import RelayExpr, expr_from
from ...ir.module import IRModule
from ...runtime.ndarray import NDArray
from ...tir import Any as _Any
from ..._absent import Absent
from ..expr import Tuple, TupleWrapper, const
from . import change_datatype, common
from .change_datatype import ChangeDatatype

# TVM's converters of other frameworks' models.
for _name in "caffe caffe2 coreml darknet keras mxnet oneflow paddle tensorflow tflite".split():
    globals()[f"from_{_name}"] = Absent(
        f"tvm.relay.frontend.from_{_name}", "Passcope imports only ONNX models and TorchScript archives"
    )


# The last options of `convert_config` for ONNX models, as in TVM.
ONNX_DEFAULT_CONFIGS = {"use_nt_batch_matmul": True}


class _File:
    """A file in the engine's memory. It is released at the end."""

    def __init__(self, data):
        self.handle = _raw.makeFile(len(data))
        _raw.fileBytes(self.handle, 0, len(data))[:] = data

    def __enter__(self):
        return self.handle

    def __exit__(self, kind, value, trace):
        _raw.release(self.handle)


def _bytes_of(model, save):
    """The bytes of a path, of bytes, or of a framework's object."""
    if isinstance(model, (bytes, bytearray, memoryview)):
        return bytes(model)
    if isinstance(model, (str, os.PathLike)):
        with open(model, "rb") as file:
            return file.read()
    return save(model)


def _imported(made):
    facts = json.loads(made)
    params = {name: NDArray._of(handle) for name, handle in facts["params"]}
    return IRModule._of(facts["mod"]), params


def _dim(dim):
    return "?" if isinstance(dim, _Any) else int(dim)


def _given(options):
    return _raw.dumps({name: value for name, value in options.items() if value is not None})


def from_onnx(model, shape=None, dtype="float32", opset=None, freeze_params=True, convert_config=None):
    """The module of an ONNX model, and the values of its parameters, if weights are not constants.

    Parameters
    ----------
    model : a path, bytes, or onnx's ModelProto
    shape : {input: shape}; by default the shapes of the model
    dtype : the data type of inputs of unknown type, or {input: data type}
    opset : the version of the operator set, in place of the model's
    freeze_params : whether weights become constants. If not, they are variables, and shapes that depend on their
        values are known only at run time.
    convert_config : {"use_nt_batch_matmul": whether batched products have their second operand transposed}. Later
        calls use the same setting.

    Raises DiagnosticError if it is not a model or cannot be converted.
    """
    data = _bytes_of(model, lambda proto: proto.SerializeToString())
    types = dtype if isinstance(dtype, dict) else {}
    shapes = {name: [_dim(dim) for dim in dims] for name, dims in (shape or {}).items()}
    unknown = set(convert_config or {}) - set(ONNX_DEFAULT_CONFIGS)
    if unknown:
        raise ValueError(f"convert_config takes {', '.join(ONNX_DEFAULT_CONFIGS)}, not {', '.join(sorted(unknown))}")
    ONNX_DEFAULT_CONFIGS.update(convert_config or {})
    options = {"opset": opset, "freeze_params": freeze_params, **ONNX_DEFAULT_CONFIGS}
    if not isinstance(dtype, dict):
        options["dtype"] = dtype
    with _File(data) as file:
        if not types.keys() <= shapes.keys():
            # Ignores the types of values that are not inputs, such as weights.
            known = {value["name"] for value in json.loads(_raw.describeFile(file))["inputs"]}
            types = {name: type_ for name, type_ in types.items() if name in known}
        inputs = [[name, shapes.get(name), types.get(name)] for name in dict.fromkeys([*shapes, *types])]
        return _imported(_raw.fromOnnx(file, _raw.dumps(inputs), _given(options), "{}", 0))


def _saved(module):
    import torch

    buffer = io.BytesIO()
    torch.jit.save(module, buffer)
    return buffer.getvalue()


def _argument(described, exprs):
    """An argument of a converter, from the engine's description of it."""
    kind, *value = described
    if kind == "expr":
        return exprs[value[0]]
    if kind == "list":
        return [_argument(item, exprs) for item in value[0]]
    if kind == "real":
        return float(value[0])
    return value[0] if value else None


def _result(value):
    """What a converter returned, as one expression."""
    if isinstance(value, TupleWrapper):
        return value.tuple_value
    if isinstance(value, (tuple, list)):
        return Tuple([_result(item) for item in value])
    return value if isinstance(value, RelayExpr) else const(value)


def _converter(convert):
    def run(about, module, info):
        _raw.release(module)
        exprs = expr_from(about).fields
        told = json.loads(json.loads(info)["name"])
        inputs = [_argument(described, exprs) for described in told["inputs"]]
        result = _result(convert(inputs, told["types"]))
        return _raw.clone(result.handle)

    return run


def _shape_and_dtype(info):
    """A shape, or the shapes of the parts of a tuple or a list, and the data type or None."""
    typed = len(info) == 2 and isinstance(info[1], str)
    shape, dtype = info if typed else (info, None)
    if not any(isinstance(part, (tuple, list)) for part in shape):
        return [int(dim) for dim in shape], dtype
    parts = []
    for part in shape:
        inner, inner_dtype = _shape_and_dtype(part)
        parts.append([inner, inner_dtype] if inner_dtype else inner)
    return parts, dtype


def from_pytorch(
    script_module,
    input_infos,
    custom_convert_map=None,
    default_dtype="float32",
    use_parser_friendly_name=False,
    keep_quantized_weight=False,
):
    """The module of a TorchScript archive, and the values of its parameters.

    Parameters
    ----------
    script_module : a path, bytes, or torch's ScriptModule
    input_infos : the inputs in the model's order: [(name, shape)] or [(name, (shape, dtype))].
        The shape of a tuple or a list is the tuple or list of the shapes of its parts
    custom_convert_map : functions by the names of operators ("aten::relu") that convert their calls, before the engine's own
        converters. A function gets the arguments and the names of their types. It returns an expression, or a tuple of
        expressions for several results

    Raises DiagnosticError if it is not an archive or cannot be converted.
    """
    inputs = [[name, *_shape_and_dtype(info)] for name, info in input_infos]
    options = {
        "default_dtype": str(default_dtype),
        "use_parser_friendly_name": use_parser_friendly_name,
        "keep_quantized_weight": keep_quantized_weight,
    }
    with _File(_bytes_of(script_module, _saved)) as file:
        given = json.loads(_given(options))
        targets = {name: HOST.add(_converter(convert)) for name, convert in (custom_convert_map or {}).items()}
        if targets:
            given["custom_convert_map"] = targets
        try:
            return _imported(_raw.fromPytorch(file, _raw.dumps(inputs), _raw.dumps(given), 0))
        finally:
            for target in targets.values():
                HOST.release_object(target)
