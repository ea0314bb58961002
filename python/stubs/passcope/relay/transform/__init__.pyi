# Made by python/tools/describe.py.
"""Relay's passes, made of the engine's table, and those that are written in Python."""

from typing import Any

import passcope.ir.transform
from passcope.ir.module import IRModule as IRModule
from passcope.ir.transform import FunctionPass as FunctionPass
from passcope.ir.transform import ModulePass as ModulePass
from passcope.ir.transform import PassContext as PassContext
from passcope.ir.transform import decorate as decorate
from passcope.ir.transform import make_pass as make_pass
from passcope.ir.transform import module_pass as module_pass
from passcope.relay.expr import GlobalVar as GlobalVar
from passcope.relay.expr import expr_from as expr_from
from . import flexible_shape as flexible_shape
from passcope.relay.transform.flexible_shape import flexible_dispatch as flexible_dispatch
from passcope.relay.transform.flexible_shape import override_shape as override_shape
from passcope.relay.transform.flexible_shape import specialize_body as specialize_body
from . import infer_layout_utils as infer_layout_utils
from passcope.relay.transform.infer_layout_utils import InferCorrectLayoutOutput as InferCorrectLayoutOutput
from . import memory_plan as memory_plan
from passcope.relay.transform.memory_plan import const_eval as const_eval
from passcope.relay.transform.memory_plan import is_primitive as is_primitive
from passcope.relay.transform.memory_plan import iterative_let as iterative_let
from passcope.relay.transform.memory_plan import mk_let as mk_let
from . import mixed_precision as mixed_precision
from passcope.relay.transform.mixed_precision import generic_always_op as generic_always_op
from passcope.relay.transform.mixed_precision import generic_follow_op as generic_follow_op
from passcope.relay.transform.mixed_precision import generic_never_op as generic_never_op
from passcope.relay.transform.mixed_precision import get_generic_out_dtypes as get_generic_out_dtypes
from passcope.relay.transform.mixed_precision import register_func_to_op_list as register_func_to_op_list
from . import sparse as sparse
from passcope.relay.transform.sparse import Conv2dToSparse as Conv2dToSparse
from passcope.relay.transform.sparse import Conv2dToSparse2 as Conv2dToSparse2
from passcope.relay.transform.sparse import DenseToSparse as DenseToSparse
from . import fake_quantization_to_integer as fake_quantization_to_integer
from . import used_memory as used_memory

def AlterOpLayout() -> passcope.ir.transform.Pass:
    """Lets operators choose other layouts, by what `register_alter_op_layout` was given."""

def AnnotateMemoryScope() -> passcope.ir.transform.Pass:
    """Says in which memory results are kept. Only targets with textures have a choice; for all others, "llvm" among them, it is the identity."""

def AnnotateSpans() -> passcope.ir.transform.Pass:
    """Prints the module and reads it back, so that every expression has a place."""

def AnnotateTarget(targets: Any, include_non_call_ops: bool = True) -> passcope.ir.transform.Pass:
    """Marks what targets support: calls for which a function registered as `target.name` says so, and
    functions of MergeComposite that are named after the target.
    """

def BackwardFoldScaleAxis() -> passcope.ir.transform.Pass:
    """Folds the scale of a convolution's result into its weights."""

def BatchingOps() -> passcope.ir.transform.Pass:
    """Combines convolutions, dense layers and batch_matmul that read the same data."""

def CanonicalizeCast() -> passcope.ir.transform.Pass:
    """Gives each operator that reads a widened value a cast of its own."""

def CanonicalizeOps() -> passcope.ir.transform.Pass:
    """Replaces operators by simpler ones that do the same, such as bias_add by add."""

def CapturePostDfsIndexInSpans() -> passcope.ir.transform.Pass:
    """Gives every expression its number in the dataflow as its place."""

def ChangeBatch(data: Any, batch_size: Any = 16) -> passcope.ir.transform.Pass:
    """Gives variables another size of the batch: {variable: axis}."""

def CombineParallelBatchMatmul(min_num_branches: Any = 3) -> passcope.ir.transform.Pass:
    """Makes one batch_matmul of several that read the same data.

    min_num_branches: How many there must be for the pass to combine them.
    """

def CombineParallelConv2D(min_num_branches: Any = 3) -> passcope.ir.transform.Pass:
    """Makes one convolution of several that read the same data.

    min_num_branches: How many there must be for the pass to combine them.
    """

def CombineParallelDense(min_num_branches: Any = 3, to_batch: bool = True) -> passcope.ir.transform.Pass:
    """Makes one matrix multiplication of several dense layers that read the same data.

    min_num_branches: How many there must be for the pass to combine them.
    to_batch: Whether to make a batch_matmul, not a larger dense layer.
    """

def ConvertLayout(desired_layouts: Any) -> passcope.ir.transform.Pass:
    """Changes the layouts of operators, {operator: [layout of the data, layout of the weight, …]}, and puts layout
    transforms where layouts meet.
    """

def DeadCodeElimination(inline_once: bool = False, ignore_impurity: bool = False) -> passcope.ir.transform.Pass:
    """Removes lets whose variable is not used.

    inline_once: Whether a value that is used once goes where it is used.
    ignore_impurity: Whether effects count for nothing.
    """

def Defunctionalization(func: Any, mod: Any) -> passcope.ir.transform.Pass:
    """A function that no longer takes, gives or makes functions; the module gets what applies them."""

def DefuseOps() -> passcope.ir.transform.Pass:
    """Undoes FuseOps."""

def DivToMul() -> passcope.ir.transform.Pass:
    """Replaces a division by a constant by a multiplication with its inverse."""

def DynamicToStatic() -> passcope.ir.transform.Pass:
    """Replaces operators that are given shapes at run time where the shapes are known."""

def EliminateCommonSubexpr(fskip: Any = None) -> passcope.ir.transform.Pass:
    """Computes once what is computed twice; calls for which `fskip` says so are left alone."""

def EtaExpand(expand_constructor: bool = False, expand_global_var: bool = False) -> passcope.ir.transform.Pass:
    """Wraps global functions that are used as values into functions that call them.

    expand_constructor: Whether constructors are wrapped.
    expand_global_var: Whether global functions are wrapped.
    """

def FakeQuantizationToInteger(hard_fail: bool = False, use_qat: bool = False) -> passcope.ir.transform.Pass:
    """Computes on integers what is dequantized, computed and quantized again.

    hard_fail: Whether a region that cannot be rewritten is an error.
    use_qat: Whether single operators on dequantized arguments are rewritten, too.
    """

def FastMath() -> passcope.ir.transform.Pass:
    """Replaces exp, erf, tanh and softmax by faster operators that compute them roughly."""

def FirstOrderGradient() -> passcope.ir.transform.Pass:
    """Makes each function return the gradients of its parameters too."""

def FlattenAtrousConv() -> passcope.ir.transform.Pass:
    """Turns a convolution between space_to_batch_nd and batch_to_space_nd into a dilated one."""

class FlexibleShapeDispatch:
    """Makes of a program for one size of a batch one for several, the smallest of `buckets` that fits."""
    def __init__(self, buckets: Any, axis: Any = 0, auto_pad: bool = False, pad_value: Any = 0, input_indices: Any = None, affects_output: bool = True) -> None: ...
    def __call__(self, mod: Any) -> Any: ...

def FoldConstant(fold_qnn: bool = False) -> passcope.ir.transform.Pass:
    """Evaluates what depends on constants only.

    fold_qnn: Whether quantised operators are folded too.
    """

def FoldExplicitPadding() -> passcope.ir.transform.Pass:
    """Folds padding into the convolution or pooling that follows it."""

def FoldScaleAxis() -> passcope.ir.transform.Pass:
    """Folds scales into the weights of convolutions: backward, forward, then constants."""

def ForwardFoldScaleAxis() -> passcope.ir.transform.Pass:
    """Folds the scale of a convolution's input into its weights."""

def FuseOps(fuse_opt_level: Any = -1) -> passcope.ir.transform.Pass:
    """Puts operators that can be computed together into primitive functions.

    fuse_opt_level: 0: each operator alone, 1 and more: fused; -1: the context's opt level.
    """

def HigherOrderGradient(function: Any = 'main') -> passcope.ir.transform.Pass:
    """Makes a function return the gradients of its parameters too, with references and closures.

    function: The name of the function.
    """

def InferType() -> passcope.ir.transform.Pass:
    """Gives every expression its type."""

def Inline() -> passcope.ir.transform.Pass:
    """Puts the bodies of functions marked "Inline" where they are called."""

def InlineCompilerFunctionsBoundTo(global_vars: Any) -> passcope.ir.transform.Pass:
    """Puts functions for a compiler back where they are called."""

def LambdaLift() -> passcope.ir.transform.Pass:
    """Makes global functions of functions that are written inside others."""

def LazyGradientInit() -> passcope.ir.transform.Pass:
    """Makes tensors of zeros and ones only when they are needed."""

def Legalize(legalize_map_attr_name: Any = 'FTVMLegalize') -> passcope.ir.transform.Pass:
    """Lets operators put others in their place, by what is registered for them under a name."""

def ManifestLifetimes() -> passcope.ir.transform.Pass:
    """Says behind the last use of each variable that its memory is free."""

def MarkCompilerFunctionsAsExtern(compiler_filter: Any = '') -> passcope.ir.transform.Pass:
    """Leaves functions of other compilers no attribute but "Extern".

    compiler_filter: Functions of this compiler alone; empty for those of all compilers.
    """

def MergeCompilerRegions() -> passcope.ir.transform.Pass:
    """Joins regions of one compiler that follow each other."""

def MergeComposite(pattern_table: Any) -> passcope.ir.transform.Pass:
    """Puts what matches patterns into functions: rows of name, pattern, and perhaps a check."""

def OutlineCompilerFunctionsWithExistingGlobalSymbols(compiler_filter: Any = '') -> passcope.ir.transform.Pass:
    """Makes global functions of functions of other compilers that are called where they stand.

    compiler_filter: Functions of this compiler alone; empty for those of all compilers.
    """

def PartialEvaluate() -> passcope.ir.transform.Pass:
    """Computes what is known, resolves lets and tuples, and names every result."""

def PartitionGraph(mod_name: Any = 'default', bind_constants: bool = True) -> passcope.ir.transform.Pass:
    """Makes functions of what is marked for compilers.

    A function registered as `relay.ext.NAME.optimize` is given a module of each function of that compiler.
    """

def PlanDevices(config: Any) -> passcope.ir.transform.Pass:
    """Decides on which device everything is computed. `config` says which one is the default: the result of
    `tvm.target.make_compilation_config`, or DLPack's number of a device.
    """

def PrintIR(header: Any = '', show_meta_data: bool = False) -> passcope.ir.transform.Pass:
    """Prints the module and leaves it as it is.

    header: Stands in front of the text.
    show_meta_data: Whether constants are printed too.
    """

def QnnCanonicalizeOps() -> passcope.ir.transform.Pass:
    """Replaces quantised operators by others that compute the same on integers."""

def QnnLegalize() -> passcope.ir.transform.Pass:
    """Replaces quantised operators by what the rules for a target say."""

def QuantizeAnnotate(skip_dense_layer: bool = True, skip_conv_layers: Any = ..., debug_enabled_ops: Any = None) -> passcope.ir.transform.Pass:
    """Puts an operator that rounds as quantization would where tensors are to be quantized.

    skip_dense_layer: Whether nn.dense is left as it is.
    skip_conv_layers: Which of the convolutions are left as they are, counted from 0.
    debug_enabled_ops: The operators that are quantized; none is all.
    """

def QuantizeCalibrate(nbit_input: Any = 8, nbit_weight: Any = 8, nbit_activation: Any = 32, global_scale: Any = 8.0, weight_scale: Any = 'power2') -> passcope.ir.transform.Pass:
    """Finds scales and bounds for what QuantizeAnnotate has put into the program.

    nbit_input: How many bits inputs of operators have.
    nbit_weight: How many bits weights have.
    nbit_activation: How many bits results of convolutions and matrix products have.
    global_scale: The greatest magnitude of inputs, for global_scale.
    weight_scale: The scale of a weight: max, its greatest magnitude, or power2, the next power of two.
    """

def QuantizePartition(dtype_input: Any = 'int8') -> passcope.ir.transform.Pass:
    """Marks where a program is cut into sections that compute with few bits.

    dtype_input: The data type of inputs of operators.
    """

def QuantizeRealize(nbit_activation: Any = 32, dtype_input: Any = 'int8', dtype_weight: Any = 'int8', dtype_activation: Any = 'int32', global_scale: Any = 8.0, round_for_shift: bool = True, rounding: Any = 'UPWARD') -> passcope.ir.transform.Pass:
    """Computes with integers what a program with simulated_quantize computes with reals.

    nbit_activation: How many bits results of convolutions and matrix products have.
    dtype_input: The data type of inputs of operators.
    dtype_weight: The data type of weights.
    dtype_activation: The data type of results of convolutions and matrix products.
    global_scale: The greatest magnitude of inputs, for global_scale.
    round_for_shift: Whether shifts to the right round to nearest.
    rounding: Where fixed-point products round halves to: UPWARD or TONEAREST.
    """

def Recast(dtype: Any, out_dtype: Any, ops: Any = ..., skip_layers: Any = ...) -> passcope.ir.transform.Pass:
    """Lets operators compute in another data type, with casts around them.

    dtype: The data type that they compute in.
    out_dtype: That of their results, where they have an attribute for it.
    ops: The operators.
    skip_layers: The numbers of layers that stay; -1 is the last one.
    """

def RemoveUnusedFunctions(entry_functions: Any = ...) -> passcope.ir.transform.Pass:
    """Removes the functions that the entry functions do not reach.

    entry_functions: Where calls start.
    """

def SimplifyExpr() -> passcope.ir.transform.Pass:
    """Replaces small patterns of calls by simpler ones."""

def SimplifyFCTranspose(target_weight_name: Any = ...) -> passcope.ir.transform.Pass:
    """Lets dense layers take their weights transposed, as parameters.

    target_weight_name: The weights that may be given transposed.
    """

def SimplifyInference() -> passcope.ir.transform.Pass:
    """Replaces operators that differ between training and inference, such as batch_norm and dropout, by what they do in inference."""

def SplitArgs(max_function_args: Any = -1) -> passcope.ir.transform.Pass:
    """Splits a concatenation of more tensors than a function may take.

    max_function_args: The limit, with the result; below 0 there is none.
    """

def ToANormalForm() -> passcope.ir.transform.Pass:
    """Binds every intermediate result by a let."""

def ToBasicBlockNormalForm() -> passcope.ir.transform.Pass:
    """Binds by a let what several branches or functions share."""

def ToCPS(expr: Any, mod: Any = None) -> passcope.ir.transform.Pass:
    """As to_cps."""

def ToGraphNormalForm() -> passcope.ir.transform.Pass:
    """Replaces variables bound by let by their values."""

def ToMixedPrecision(mixed_precision_type: Any = 'float16', missing_op_mode: Any = 1) -> passcope.ir.transform.Pass:
    """Computes in a smaller floating type where that is safe.

    mixed_precision_type: The smaller type.
    missing_op_mode: What an operator in no list means: 0 an error, 1 and 2 nothing.
    """

def UnCPS() -> passcope.ir.transform.Pass:
    """Lets functions that ToCPS made be called as before."""

def function_pass(pass_func: Any = None, opt_level: Any = None, name: Any = None, required: Any = None) -> Any:
    """A pass over each function: of a function of function, module and context, or a class with
    `transform_function`.
    """

def InferTypeLocal(expr: Any) -> Any:
    """The type of an expression whose parts have types or annotations.

    As in TVM the expression gets its type, too: `expr` stands for the typed expression from here on.
    """

def build_config(opt_level: Any = 2, required_pass: Any = None, disabled_pass: Any = None, trace: Any = None) -> Any:
    """An older name of PassContext."""

def FoldConstantExpr(expr: Any, mod: Any, fold_qnn: bool = False) -> Any:
    """The expression, whose variables may be free and stay as they are, with what is known computed."""

def ToANormalFormExpr(e: Any) -> Any:
    """The expression in A-normal form."""

def gradient(expr: Any, mod: Any = None, mode: Any = 'higher_order') -> Any:
    """A function that gives the value of another one and its gradients with regard to the parameters.

    `mode` is "higher_order", for all of the language, or "first_order", for dataflow.
    """

def to_cps(func: Any, mod: Any = None) -> Any:
    """A function in continuation-passing style, and so what it calls."""

def un_cps(func: Any) -> Any:
    """A function in continuation-passing style as a function without continuation."""

def recast(expr: Any, dtype: Any, out_dtype: Any, ops: Any = None, skip_layers: Any = None) -> Any:
    """An expression with certain operators (nn.conv2d where none are named) computed in another type.

    `skip_layers` numbers calls of them that stay; negative numbers count from the last.
    """

class LayoutConfig:
    """Within `with`, ConvertLayout leaves calls alone by their numbers, counted in the order of the program."""
    current: Any
    def __init__(self, skip_layers: Any = None) -> None: ...
    def reset(self) -> Any:
        """Leaves nothing alone."""
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...

class RecastMutator:
    """As `recast`, over expressions one after the other: `visit(expr)`."""
    def __init__(self, dtype: Any, out_dtype: Any, valid_ops: Any, valid_op_count: Any, skip_layers: Any) -> None: ...
    def visit(self, expr: Any) -> Any:
        """The expression with the operators computed in the other type."""

MIXED_PRECISION_ALWAYS: int

MIXED_PRECISION_FOLLOW: int

MIXED_PRECISION_NEVER: int
