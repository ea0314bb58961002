"""The table of operators, and registration of rules."""

from ... import _raw
from ...ir._table import TABLE
from ...ir.op import PATTERNS, Op, OpRegistry, register_op_attr


def get(op_name):
    """The operator of a name."""
    return Op.get(op_name)


def list_op_names():
    """The names of all operators."""
    return list(TABLE)


class OpPattern:
    """The fusion patterns of operators."""

    ELEMWISE = PATTERNS["elemwise"]
    BROADCAST = PATTERNS["broadcast"]
    INJECTIVE = PATTERNS["injective"]
    COMM_REDUCE = PATTERNS["reduce"]
    OUT_ELEMWISE_FUSABLE = PATTERNS["out-elemwise-fusable"]
    TUPLE = PATTERNS["tuple"]
    OPAQUE = PATTERNS["opaque"]


def registered(attr_key):
    """The registered values of an attribute, by operator."""
    return OpRegistry.having(attr_key)


def register(op_name, describe=""):
    """Adds an operator. Use the methods of `get(op_name)` to declare it: `add_argument`, `set_num_inputs`, `add_type_rel`,
    `set_support_level`."""
    _raw.registerOp(op_name, describe)
    TABLE[op_name] = {
        "name": op_name,
        "doc": describe,
        "args": [],
        "attrs": [],
        "attrsType": "",
        "pattern": "opaque",
        "supportLevel": 10,
        "variadic": True,
        "own": True,
    }


def register_gradient(op_name, fgradient=None, level=10):
    """Registers the gradients of a call with respect to its arguments: a function of the call and the gradient of its result.
    Can be a decorator."""
    return register_op_attr(op_name, "FPrimalGradient", fgradient, level)


def register_convert_op_layout(op_name, convert_layout=None, level=10):
    """Registers a rule of ConvertLayout: a function of attributes, arguments, their types and the desired layouts, which
    returns a replacement. Can be a decorator."""
    return register_op_attr(op_name, "FTVMConvertOpLayout", convert_layout, level)


def register_infer_correct_layout(op_name, infer_layout=None, level=10):
    """Registers the layouts of a call: a function of attributes, the new layouts of the inputs (None before any is known),
    their old layouts and types. It returns an InferCorrectLayoutOutput. Can be a decorator."""
    return register_op_attr(op_name, "FInferCorrectLayout", infer_layout, level)


def register_fake_quantization_to_integer(op_name, func=None, level=10):
    """Registers a rule for a call on integers: a function of the call and the affine types of its arguments, {expression:
    TensorAffineType}. It returns the expression and its affine type. Can be a decorator."""
    return register_op_attr(op_name, "FTVMFakeQuantizationToInteger", func, level)


def register_optional_fake_quantization_to_integer(op_name, func=None, level=10):
    """The same for calls outside of regions that end with qnn.quantize. Can be a decorator."""
    return register_op_attr(op_name, "FTVMOptionalFakeQuantizationToInteger", func, level)


def register_mixed_precision_conversion(op_name, func=None, level=10):
    """Registers a rule of ToMixedPrecision: a function of the call and the small data type. It returns the category (0 always,
    1 follow, 2 never) and the data types of sums and of the result. Can be a decorator."""
    return register_op_attr(op_name, "FTVMMixedPrecisionConversionType", func, level)


def register_alter_op_layout(op_name, alter_layout=None, level=10):
    """Registers a rule of AlterOpLayout: a function of attributes, arguments, the types of the arguments and that of the
    result. It returns a replacement, or None to keep the call. Can be a decorator."""
    return register_op_attr(op_name, "FTVMAlterOpLayout", alter_layout, level)


def register_legalize(op_name, legal_op=None, level=10):
    """Registers a rule of Legalize: a function of attributes, arguments and types. It returns a replacement, or None to keep
    the call. Can be a decorator."""
    return register_op_attr(op_name, "FTVMLegalize", legal_op, level)


def register_stateful(op_name, stateful, level=10):
    """Registers whether an operator has side effects."""
    register_op_attr(op_name, "TOpIsStateful", stateful, level)


def register_pattern(op_name, pattern, level=10):
    """Registers the fusion pattern of an operator, one of OpPattern."""
    return register_op_attr(op_name, "TOpPattern", pattern, level)


def register_external_compiler(op_name, fexternal=None, level=10):
    """Registers a compiler for code generation, which Passcope does not have. Can be a decorator."""
    return register_op_attr(op_name, "FTVMExternalCompiler", fexternal, level)


def register_compute(op_name, compute=None, level=10):
    """Registers the computation for code generation, which Passcope does not have. Can be a decorator."""
    return register_op_attr(op_name, "FTVMCompute", compute, level)


def register_strategy(op_name, fstrategy=None, level=10):
    """Registers a strategy for code generation, which Passcope does not have. Can be a decorator."""
    return register_op_attr(op_name, "FTVMStrategy", fstrategy, level)


def register_shape_func(op_name, data_dependent, shape_func=None, level=10):
    """Registers a shape function for code generation, which Passcope does not have. Can be a decorator."""
    Op.get(op_name).set_attr("TShapeDataDependent", bool(data_dependent), level)
    return register_op_attr(op_name, "FShapeFunc", shape_func, level)
