"""The operators of CUTLASS: matrix products, and convolutions in NHWC."""

from functools import partial

from ...._given import guard_module
from ....ir.transform import PassContext, Sequential
from ... import transform
from ...build_module import bind_params_by_name
from ...dataflow_pattern import is_constant, is_op, wildcard
from ._parts import parted, root, type_of
from .register import get_pattern_table, register_pattern_table


def check_dtype(lhs, rhs):
    """Whether two types can be multiplied."""
    return any({lhs.dtype, rhs.dtype} <= dtypes for dtypes in ({"float16"}, {"float32"}, {"int8", "uint8"}))


def _factors_fit(call):
    return check_dtype(type_of(call, 0), type_of(call, 1))


def check_gemm(matched):
    """Whether CUTLASS takes a matrix product."""
    return _factors_fit(root(matched, "nn.dense"))


def check_batch_matmul(matched):
    """Whether CUTLASS takes a batch of matrix products. It multiplies the rows of both factors."""
    call = root(matched, "nn.batch_matmul")
    return bool(_factors_fit(call) and not call.attrs.transpose_a and call.attrs.transpose_b)


def _check_convolution(op_name, kernel_layout, matched):
    call = root(matched, op_name)
    if (call.attrs.data_layout, call.attrs.kernel_layout) != ("NHWC", kernel_layout) or not _factors_fit(call):
        return False
    return not type_of(call, 0).shape[3] == type_of(call, 1).shape[0] == call.attrs.groups


check_conv2d = partial(_check_convolution, "nn.conv2d", "OHWI")
check_conv2d_transpose = partial(_check_convolution, "nn.conv2d_transpose", "IHWO")
check_conv2d_backward_weight = partial(_check_convolution, "nn.conv2d_backward_weight", "NHWC")


def check_conv2d_residual(matched, binary_op):
    """Whether CUTLASS takes a convolution with a residual of its shape, which is added or multiplied."""
    if not check_conv2d(matched):
        return False
    both = root(matched, binary_op).args
    if root(both[0], "nn.conv2d") == root(both[1], "nn.conv2d"):
        return False
    a, b = (item.checked_type.shape for item in both)
    return all(x == y for x, y in zip(a, b))


def _biased(pattern):
    return (is_op("add") | is_op("nn.bias_add"))(pattern, wildcard())


def make_gelu_pattern(bias_out, out_dtype="float16"):
    """GELU by the error function. 16-bit numbers are cast to a larger type for it."""

    def factor():
        return is_constant() | wildcard()

    erf = is_op("multiply")(bias_out, factor())
    erf = is_op("cast")(is_op("erf")(is_op("cast")(erf))) if out_dtype == "float16" else is_op("erf")(erf)
    return is_op("multiply")(is_op("add")(is_op("multiply")(erf, factor()), factor()), bias_out)


def make_gemm_pattern(with_bias=True, with_act=None, out_dtype="float16"):
    """A matrix product with an activation, "relu" or "gelu". Raises ValueError for another."""
    made = is_op("nn.dense")(wildcard(), wildcard())
    made = _biased(made) if with_bias else made
    if with_act not in (None, "relu", "gelu"):
        raise ValueError(f"Unknown activation {with_act}.")
    if with_act == "gelu":
        return make_gelu_pattern(made, out_dtype)
    return is_op("nn.relu")(made) if with_act else made


def make_conv2d_pattern(with_bias=False, with_act=None):
    """A convolution with an activation. Raises ValueError for an unknown one."""
    made = is_op("nn.conv2d")(wildcard(), wildcard())
    made = _biased(made) if with_bias else made
    if with_act is None:
        return made
    if with_act in ("relu", "sigmoid"):
        return is_op({"relu": "nn.relu", "sigmoid": "sigmoid"}[with_act])(made)
    if with_act == "silu":
        return is_op("multiply")(made, is_op("sigmoid")(made))
    if with_act == "hardswish":
        clipped = is_op("clip")(is_op("add")(made, is_constant()))
        return is_op("multiply")(made, is_op("divide")(clipped, is_constant()))
    raise ValueError(f"Unknown activation {with_act}.")


def make_residual_block_pattern(tensor_op_out, binary_op="add", with_act="relu"):
    """A residual that is added to, or multiplied with, a result."""
    other = wildcard()
    made = is_op(binary_op)(tensor_op_out, other) | is_op(binary_op)(other, tensor_op_out)
    return is_op("nn.relu")(made) if with_act == "relu" else made


@register_pattern_table("cutlass")
def pattern_table():
    """The rows for MergeComposite, the largest patterns first."""
    products = [
        ("dense_bias_gelu_fp16", make_gemm_pattern(True, "gelu"), check_gemm),
        ("dense_bias_gelu_fp32", make_gemm_pattern(True, "gelu", "float32"), check_gemm),
        ("dense_bias_relu", make_gemm_pattern(True, "relu"), check_gemm),
        ("dense_bias", make_gemm_pattern(True), check_gemm),
        ("dense", make_gemm_pattern(False), check_gemm),
        ("batch_matmul", is_op("nn.batch_matmul")(wildcard(), wildcard()), check_batch_matmul),
    ]
    acts = ("hardswish", "silu", "relu", "sigmoid")
    convolutions = [(f"conv2d_bias_{act}", make_conv2d_pattern(True, act), check_conv2d) for act in acts]
    convolutions.append(("conv2d_bias", make_conv2d_pattern(True), check_conv2d))
    residual = [
        (
            f"{name}_residual_{binary}{'_relu' if act else ''}",
            make_residual_block_pattern(pattern, binary, act),
            partial(check_conv2d_residual, binary_op=binary),
        )
        for act in ("relu", None)
        for name, pattern, _ in convolutions
        for binary in ("add", "multiply")
    ]
    convolutions.append(("conv2d", make_conv2d_pattern(), check_conv2d))
    gradients = [
        (name, is_op(f"nn.{name}")(wildcard(), wildcard()), check)
        for name, check in (
            ("conv2d_transpose", check_conv2d_transpose),
            ("conv2d_backward_weight", check_conv2d_backward_weight),
        )
    ]
    rows = residual + products + convolutions + gradients
    return [(f"cutlass.{name}", pattern, check) for name, pattern, check in rows]


def partition_for_cutlass(mod, params=None):
    """Moves the parts that CUTLASS takes into functions of their own."""
    if params is not None:
        mod["main"] = bind_params_by_name(mod["main"], params)
        simpler = [transform.InferType(), transform.SimplifyInference(), transform.FoldConstant()]
        with PassContext(opt_level=3):
            mod = Sequential([*simpler, transform.FoldScaleAxis()])(mod)
    table = get_pattern_table("cutlass")
    return parted(mod, None, [], table, ["cutlass"], include_non_call_ops=False, bind_constants=False)


guard_module(__name__)
