// The table of passes.

#include "pass/registry.h"
#include "transforms/annotate_target.h"
#include "transforms/change_batch.h"
#include "transforms/combine_parallel.h"
#include "transforms/compiler_functions.h"
#include "transforms/convert_layout.h"
#include "transforms/dead_code_elimination.h"
#include "transforms/eliminate_common_subexpr.h"
#include "transforms/eta_expand.h"
#include "transforms/fake_quantization.h"
#include "transforms/flexible_shape_dispatch.h"
#include "transforms/fold_constant.h"
#include "transforms/fuse_ops.h"
#include "transforms/higher_order_gradient.h"
#include "transforms/merge_composite.h"
#include "transforms/op_rules.h"
#include "transforms/partition_graph.h"
#include "transforms/pass_rows.h"
#include "transforms/plan_devices.h"
#include "transforms/print_ir.h"
#include "transforms/quantize/quantize.h"
#include "transforms/recast.h"
#include "transforms/remove_unused_functions.h"
#include "transforms/simplify_fc_transpose.h"
#include "transforms/split_args.h"
#include "transforms/to_mixed_precision.h"

namespace passcope {

const std::vector<PassRow>& PassTable() {
  static const std::vector<PassRow>* table = new std::vector<PassRow>{
      {.name = "AlterOpLayout",
       .opt_level = 3,
       .required = {"InferType"},
       .summary =
           "Replaces operators or changes their layouts by rules; without rules nothing changes.",
       .create =
           [](const PassRow& row, const AttrDict& given) {
             CheckNoOptions(row.name, given);
             return transform::AlterOpLayout();
           }},
      {.name = "AnnotateMemoryScope",
       .opt_level = 2,
       .summary = "Annotates the memory that holds each result. Only targets with textures have a "
                  "choice; for all others, such as \"llvm\", the program stays unchanged.",
       .create = CreateBy<transform::AnnotateMemoryScope>,
       .tvm_module = nullptr},
      {.name = "AnnotateSpans",
       .opt_level = 0,
       .summary = "Prints the module and parses it again, so that every expression has a source "
                  "position (span).",
       .create = CreateBy<transform::AnnotateSpans>,
       // Scalar constants are read back from text, which has six digits.
       .values = PassValues::kApproximates},
      {.name = "AnnotateTarget",
       .opt_level = 0,
       .summary = "Marks the calls that external compilers compile.",
       .options = {RequiredOption(
                       "targets", &transform::AnnotateTargetOptions::targets,
                       "The compilers; if several support a call, the first one compiles it."),
                   Option("include_non_call_ops",
                          &transform::AnnotateTargetOptions::include_non_call_ops, true,
                          "Whether to mark expressions that are not calls, such as tuples, with "
                          "the compiler of their inputs."),
                   Option("supported", &transform::AnnotateTargetOptions::supported, AttrDict{},
                          "The operators that each compiler supports, such as "
                          R"({"accel": ["nn.conv2d", "nn.relu"]}.)")},
       .create =
           [](const PassRow& row, const AttrDict& given) {
             return transform::AnnotateTarget(
                 ReadOptions<transform::AnnotateTargetOptions>(row.options, row.name, given));
           }},
      {.name = "BackwardFoldScaleAxis",
       .opt_level = 3,
       .required = {"InferType"},
       .summary = "Folds the scale of a convolution's result into its weights.",
       .create = CreateBy<transform::BackwardFoldScaleAxis>},
      {.name = "BatchingOps",
       .opt_level = 0,
       .summary = "Combines convolutions, dense layers and batch_matmul that read the same data.",
       .create = CreateBy<transform::BatchingOps>},
      {.name = "CanonicalizeCast",
       .opt_level = 3,
       .required = {"InferType"},
       .summary = "Gives each operator that reads a widened value its own cast.",
       .create = CreateBy<transform::CanonicalizeCast>},
      {.name = "CanonicalizeOps",
       .opt_level = 3,
       .required = {"InferType"},
       .summary = "Replaces operators by simpler equivalent ones, such as bias_add by add.",
       .create = CreateBy<transform::CanonicalizeOps>},
      {.name = "CapturePostDfsIndexInSpans",
       .opt_level = 0,
       .summary = "Sets the span of every expression to its number in the dataflow graph.",
       .create = CreateBy<transform::CapturePostDfsIndexInSpans>},
      {.name = "ChangeBatch",
       .opt_level = 1,
       .summary = "Changes the batch size of parameters.",
       .options = {RequiredOption("data", &transform::ChangeBatchOptions::data,
                                  "The names of the parameters."),
                   Option("axes", &transform::ChangeBatchOptions::axes, AttrArray{},
                          "The batch axis of each parameter; 0 by default."),
                   Option("batch_size", &transform::ChangeBatchOptions::batch_size, 16,
                          "The new size.")},
       .create = CreateBy<transform::ChangeBatch>,
       .tvm_module = nullptr,
       .values = PassValues::kChanges},
      {.name = "CombineParallelBatchMatmul",
       .opt_level = 4,
       .required = {"InferType"},
       .summary = "Combines several batch_matmul calls that read the same data into one.",
       .options = {MinNumBranches<transform::CombineParallelOptions>()},
       .create = CreateBy<transform::CombineParallelBatchMatmul>},
      {.name = "CombineParallelConv2D",
       .opt_level = 4,
       .required = {"InferType"},
       .summary = "Combines several convolutions that read the same data into one.",
       .options = {MinNumBranches<transform::CombineParallelOptions>()},
       .create = CreateBy<transform::CombineParallelConv2D>,
       .info_name = "CombineParallelConv2d"},
      {.name = "CombineParallelDense",
       .opt_level = 4,
       .required = {"InferType"},
       .summary =
           "Combines several dense layers that read the same data into one matrix multiplication.",
       .options = {MinNumBranches<transform::CombineParallelDenseOptions>(),
                   Option("to_batch", &transform::CombineParallelDenseOptions::to_batch, true,
                          "Whether to make a batch_matmul, not a larger dense layer.")},
       .create = CreateBy<transform::CombineParallelDense>},
      {.name = "ConvertLayout",
       .opt_level = 3,
       .required = {"InferType", "CanonicalizeOps"},
       .summary = "Converts operators to another data layout and inserts layout transforms where "
                  "layouts differ.",
       .options =
           {RequiredOption("desired_layouts", &transform::ConvertLayoutOptions::desired_layouts,
                           "The layouts of the data and weights of each operator, such as "
                           R"({"nn.conv2d": ["NHWC", "HWIO"]}.)"),
            Option(
                "skip_layers", &transform::ConvertLayoutOptions::skip_layers, AttrValue::Ints({}),
                "The numbers of the calls of these operators to leave unchanged, counted from 0.")},
       .create = CreateBy<transform::ConvertLayout>},
      {.name = "DeadCodeElimination",
       .opt_level = 1,
       .required = {"InferType"},
       .summary = "Removes let bindings whose variable is not used.",
       .options = {Option("inline_once", &transform::DeadCodeEliminationOptions::inline_once, false,
                          "Whether to inline a value that is used once."),
                   Option("ignore_impurity",
                          &transform::DeadCodeEliminationOptions::ignore_impurity, false,
                          "Whether to ignore side effects.")},
       .create = CreateBy<transform::DeadCodeElimination>},
      {.name = "Defunctionalization",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Replaces functions that are passed as arguments by data.",
       .create = CreateBy<transform::Defunctionalization>,
       .tvm_module = nullptr},
      {.name = "DefuseOps",
       .opt_level = 3,
       .required = {"InferType"},
       .summary = "Reverts FuseOps: splits fused functions into separate calls.",
       .create = CreateBy<transform::DefuseOps>},
      {.name = "DivToMul",
       .opt_level = 0,
       .required = {"InferType", "FoldConstant"},
       .summary = "Replaces division by a constant with multiplication by its reciprocal.",
       .create = CreateBy<transform::DivToMul>},
      {.name = "DynamicToStatic",
       .opt_level = 2,
       .summary = "Replaces dynamic operators by static ones where the shapes are known.",
       .create = CreateBy<transform::DynamicToStatic>},
      {.name = "EliminateCommonSubexpr",
       .opt_level = 3,
       .required = {"InferType"},
       .summary = "Merges calls that compute the same value.",
       .create =
           [](const PassRow& row, const AttrDict& given) {
             CheckNoOptions(row.name, given);
             return transform::EliminateCommonSubexpr();
           }},
      {.name = "EtaExpand",
       .opt_level = 1,
       .summary = "Wraps each global function or constructor that is used as a value in a function "
                  "that calls it.",
       .options = {Option("expand_constructor", &transform::EtaExpandOptions::expand_constructor,
                          false, "Whether to wrap constructors."),
                   Option("expand_global_var", &transform::EtaExpandOptions::expand_global_var,
                          false, "Whether to wrap global functions.")},
       .create = CreateBy<transform::EtaExpand>},
      {.name = "FakeQuantizationToInteger",
       .opt_level = 0,
       .required = {"InferType", "DivToMul"},
       .summary = "Replaces dequantizing, computing and quantizing again by computing on integers.",
       .options =
           {Option("hard_fail", &transform::FakeQuantizationToIntegerOptions::hard_fail, false,
                   "Whether to report an error for a region that cannot be rewritten."),
            Option("use_qat", &transform::FakeQuantizationToIntegerOptions::use_qat, false,
                   "Whether to rewrite also single operators whose arguments are dequantized.")},
       .create = CreateBy<transform::FakeQuantizationToInteger>,
       .values = PassValues::kApproximates},
      {.name = "FastMath",
       .opt_level = 4,
       .required = {"InferType"},
       .summary = "Replaces exp, erf, tanh and softmax by faster approximations.",
       .create = CreateBy<transform::FastMath>,
       .values = PassValues::kApproximates},
      {.name = "FirstOrderGradient",
       .opt_level = 0,
       .summary = "Makes each function also return the gradients of its parameters.",
       .create = CreateBy<transform::FirstOrderGradient>,
       .values = PassValues::kChanges},
      {.name = "FlattenAtrousConv",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Replaces a convolution between space_to_batch_nd and batch_to_space_nd by a "
                  "dilated one.",
       .create = CreateBy<transform::FlattenAtrousConv>},
      {.name = "FlexibleShapeDispatch",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Makes @main accept inputs of any size along an axis, with one function for each "
                  "expected size.",
       .options = {RequiredOption("buckets", &transform::FlexibleShapeDispatchOptions::buckets,
                                  "The expected sizes, in ascending order."),
                   Option("axis", &transform::FlexibleShapeDispatchOptions::axis, 0,
                          "The axis whose size varies."),
                   Option("auto_pad", &transform::FlexibleShapeDispatchOptions::auto_pad, false,
                          "Whether to pad an input to the next expected size."),
                   Option("pad_value", &transform::FlexibleShapeDispatchOptions::pad_value, 0.0,
                          "The value to pad with."),
                   Option("input_indices", &transform::FlexibleShapeDispatchOptions::input_indices,
                          AttrValue::Ints({0}), "The numbers of the parameters whose size varies."),
                   Option("affects_output",
                          &transform::FlexibleShapeDispatchOptions::affects_output, true,
                          "Whether the result has this size, too.")},
       .create = CreateBy<transform::FlexibleShapeDispatch>,
       .values = PassValues::kChanges},
      {.name = "FoldConstant",
       .opt_level = 2,
       .summary = "Evaluates expressions that depend only on constants.",
       .options = {Option("fold_qnn", &transform::FoldConstantOptions::fold_qnn, false,
                          "Whether to fold quantized operators too.")},
       .create = CreateBy<transform::FoldConstant>},
      {.name = "FoldExplicitPadding",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Folds padding into the convolution or pooling that follows it.",
       .create = CreateBy<transform::FoldExplicitPadding>},
      {.name = "FoldScaleAxis",
       .opt_level = 0,
       .summary =
           "Folds scales into the weights of convolutions: backward, forward, then constants.",
       .create = CreateBy<transform::FoldScaleAxis>},
      {.name = "ForwardFoldScaleAxis",
       .opt_level = 3,
       .required = {"InferType"},
       .summary = "Folds the scale of a convolution's input into its weights.",
       .create = CreateBy<transform::ForwardFoldScaleAxis>},
      {.name = "FuseOps",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Groups operators that can be computed together into primitive functions.",
       .options = {Option(
           "fuse_opt_level", &transform::FuseOpsOptions::fuse_opt_level, -1,
           "0: each operator alone; 1 and more: fused; -1: the opt level of the context.")},
       .create = CreateBy<transform::FuseOps>},
      {.name = "HigherOrderGradient",
       .opt_level = 0,
       .summary = "Makes a function also return the gradients of its parameters, using references "
                  "and closures.",
       .options = {Option("function", &transform::HigherOrderGradientOptions::function, "main",
                          "The name of the function.")},
       .create = CreateBy<transform::HigherOrderGradient>,
       .tvm_module = nullptr,
       .values = PassValues::kChanges},
      {.name = "InferType",
       .opt_level = 0,
       .summary = "Infers the type of every expression.",
       .create = CreateBy<transform::InferType>},
      {.name = "Inline",
       .opt_level = 1,
       .summary = "Replaces calls of functions marked \"Inline\" by the bodies of the functions.",
       .create = CreateBy<transform::Inline>,
       .info_name = "InlineGlobals"},
      {.name = "InlineCompilerFunctionsBoundTo",
       .opt_level = 0,
       .summary =
           "Inlines functions of external compilers and composite functions where they are called.",
       .options = {RequiredOption("global_vars",
                                  &transform::InlineCompilerFunctionsOptions::global_vars,
                                  "The names of the functions.")},
       .create = CreateBy<transform::InlineCompilerFunctionsBoundTo>},
      {.name = "LambdaLift",
       .opt_level = 1,
       .summary = "Turns functions inside other functions into global functions.",
       .create = CreateBy<transform::LambdaLift>},
      {.name = "LazyGradientInit",
       .opt_level = 2,
       .summary = "Creates tensors of zeros and ones only when they are needed.",
       .create = CreateBy<transform::LazyGradientInit>},
      {.name = "Legalize",
       .opt_level = 1,
       .required = {"InferType"},
       .summary = "Replaces operators by the rules for a target.",
       .options = {Option(
           "legalize_map_attr_name", &transform::LegalizeOptions::legalize_map_attr_name,
           "FTVMLegalize",
           "The rules to use: FTVMLegalize, FTVMQnnLegalize or FTVMQnnCanonicalize.")},
       .create =
           [](const PassRow& row, const AttrDict& given) {
             return transform::Legalize(
                 ReadOptions<transform::LegalizeOptions>(row.options, row.name, given));
           }},
      {.name = "ManifestLifetimes",
       .opt_level = 0,
       .summary = "Marks after the last use of each variable that its memory can be freed.",
       .create = CreateBy<transform::ManifestLifetimes>},
      {.name = "MarkCompilerFunctionsAsExtern",
       .opt_level = 0,
       .summary = "Removes all attributes of functions of external compilers, except \"Extern\".",
       .options = {CompilerFilterOption()},
       .create = CreateBy<transform::MarkCompilerFunctionsAsExtern>},
      {.name = "MergeCompilerRegions",
       .opt_level = 0,
       .summary = "Merges adjacent regions of the same compiler.",
       .create = CreateBy<transform::MergeCompilerRegions>},
      {.name = "MergeComposite",
       .opt_level = 0,
       .summary = "Wraps each match of an accelerator's patterns in a composite function.",
       .options = {RequiredOption(
           "pattern_table", &transform::MergeCompositeOptions::pattern_table,
           "Chains of operators by name. Each operator is the first argument of the next one, and "
           "`?` marks an optional one: "
           R"({"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}.)")},
       .create = CreateBy<static_cast<Pass (*)(transform::MergeCompositeOptions)>(
           transform::MergeComposite)>},
      {.name = "OutlineCompilerFunctionsWithExistingGlobalSymbols",
       .opt_level = 0,
       .summary =
           "Turns functions of external compilers that are called in place into global functions.",
       .options = {CompilerFilterOption()},
       .create = CreateBy<transform::OutlineCompilerFunctionsWithExistingGlobalSymbols>,
       .info_name = "OutlineCompilerFunctions"},
      {.name = "PartialEvaluate",
       .opt_level = 1,
       .summary = "Evaluates what is known at compile time, resolves lets and tuples, and names "
                  "every result.",
       .create = CreateBy<transform::PartialEvaluate>,
       .info_name = "PartialEval"},
      {.name = "PartitionGraph",
       .opt_level = 0,
       .summary = "Turns each region of an external compiler into a global function.",
       .options = {Option("mod_name", &transform::PartitionGraphOptions::mod_name, "default",
                          "A part of the names of the functions; can be empty."),
                   Option(
                       "bind_constants", &transform::PartitionGraphOptions::bind_constants, true,
                       "Whether constants move into the functions or stay arguments of the calls."),
                   Option("optimize", &transform::PartitionGraphOptions::optimize, AttrDict{},
                          "The passes to run on the functions of each compiler, such as "
                          R"({"accel": ["FoldConstant"]}.)")},
       .create = CreateBy<transform::PartitionGraph>},
      {.name = "PlanDevices",
       .opt_level = 0,
       .summary =
           "Decides which device computes each expression and inserts copies between devices.",
       .options = {Option(
           "default_device_type", &transform::PlanDevicesOptions::default_device_type, 1,
           "The device of expressions without annotations, by its DLPack number: 1 is the CPU.")},
       .create = CreateBy<transform::PlanDevices>,
       .tvm_module = nullptr},
      {.name = "PrintIR",
       .opt_level = 0,
       .summary = "Prints the module and returns it unchanged.",
       .options = {Option("header", &transform::PrintIROptions::header, "",
                          "A text to print before the module."),
                   Option("show_meta_data", &transform::PrintIROptions::show_meta_data, false,
                          "Whether to print the constants too.")},
       .create =
           [](const PassRow& row, const AttrDict& given) {
             return transform::PrintIR(
                 ReadOptions<transform::PrintIROptions>(row.options, row.name, given));
           },
       .tvm_module = "tvm.transform"},
      {.name = "QnnCanonicalizeOps",
       .opt_level = 1,
       .required = {"InferType"},
       .summary = "Replaces quantized operators by others that compute the same on integers.",
       .create =
           [](const PassRow& row, const AttrDict& given) {
             CheckNoOptions(row.name, given);
             return transform::Legalize({"FTVMQnnCanonicalize"}, {}, row.name);
           },
       .tvm_module = "relay.qnn.transform",
       .tvm_name = "CanonicalizeOps"},
      {.name = "QnnLegalize",
       .opt_level = 1,
       .required = {"InferType"},
       .summary = "Replaces quantized operators by the rules for a target.",
       .create =
           [](const PassRow& row, const AttrDict& given) {
             CheckNoOptions(row.name, given);
             return transform::Legalize({"FTVMQnnLegalize"}, {}, row.name);
           },
       .tvm_module = "relay.qnn.transform",
       .tvm_name = "Legalize"},
      {.name = "QuantizeAnnotate",
       .opt_level = 1,
       .summary = "Inserts an operator that simulates the rounding of quantization where tensors "
                  "will be quantized.",
       .options =
           quantize::QConfigFieldsOf({"skip_dense_layer", "skip_conv_layers", "debug_enabled_ops"}),
       .create = CreateQuantization<transform::QuantizeAnnotate>,
       .tvm_module = nullptr,
       // Scales and bounds are parameters until calibration.
       .values = PassValues::kChanges},
      {.name = "QuantizeCalibrate",
       .opt_level = 1,
       .summary = "Finds the scales and bounds of the operators that QuantizeAnnotate inserted.",
       .options = quantize::QConfigFieldsOf(
           {"nbit_input", "nbit_weight", "nbit_activation", "global_scale", "weight_scale"}),
       .create =
           [](const PassRow& row, const AttrDict& given) {
             return transform::QuantizeCalibrate(QConfigOf(row, given), {});
           },
       .tvm_module = nullptr,
       .values = PassValues::kChanges},
      {.name = "QuantizePartition",
       .opt_level = 1,
       .summary = "Marks the borders of the parts of a program that will be quantized.",
       .options = quantize::QConfigFieldsOf({"dtype_input"}),
       .create = CreateQuantization<transform::QuantizePartition>,
       .tvm_module = nullptr},
      {.name = "QuantizeRealize",
       .opt_level = 1,
       .summary = "Replaces the floating-point computation of a program with simulated_quantize by "
                  "integer computation.",
       .options = quantize::QConfigFieldsOf({"nbit_activation", "dtype_input", "dtype_weight",
                                             "dtype_activation", "global_scale", "round_for_shift",
                                             "rounding"}),
       .create = CreateQuantization<transform::QuantizeRealize>,
       .tvm_module = nullptr,
       .values = PassValues::kApproximates},
      {.name = "Recast",
       .opt_level = 0,
       .summary = "Makes operators compute in another data type, with casts around them.",
       .options = {RequiredOption("dtype", &transform::RecastOptions::dtype,
                                  "The data type to compute in."),
                   RequiredOption(
                       "out_dtype", &transform::RecastOptions::out_dtype,
                       "The data type of the results of operators that have an attribute for it."),
                   Option("ops", &transform::RecastOptions::ops, AttrArray{"nn.conv2d"},
                          "The operators."),
                   Option("skip_layers", &transform::RecastOptions::skip_layers, AttrArray{},
                          "The numbers of the layers to leave unchanged; -1 is the last one.")},
       .create = CreateBy<transform::Recast>,
       .tvm_module = nullptr,
       .values = PassValues::kApproximates},
      {.name = "RemoveUnusedFunctions",
       .opt_level = 1,
       .summary = "Removes functions that cannot be reached from the entry functions.",
       .options = {Option("entry_functions",
                          &transform::RemoveUnusedFunctionsOptions::entry_functions,
                          AttrArray{"main"}, "The entry functions.")},
       .create = CreateBy<transform::RemoveUnusedFunctions>},
      {.name = "SimplifyExpr",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Replaces small patterns of calls by simpler ones.",
       .create = CreateBy<transform::SimplifyExpr>},
      {.name = "SimplifyFCTranspose",
       .opt_level = 4,
       .required = {"DeadCodeElimination"},
       .summary = "Changes dense layers to read transposed weights from parameters.",
       .options = {RequiredInTvm(Option("target_weight_name",
                                        &transform::SimplifyFCTransposeOptions::target_weight_name,
                                        AttrArray{}, "The weights to transpose."))},
       .create = CreateBy<transform::SimplifyFCTranspose>},
      {.name = "SimplifyInference",
       .opt_level = 0,
       .required = {"InferType"},
       .summary = "Replaces operators that behave differently in training, such as batch_norm and "
                  "dropout, by their computation at inference.",
       .create = CreateBy<transform::SimplifyInference>},
      {.name = "SplitArgs",
       .opt_level = 1,
       .required = {"InferType"},
       .summary = "Splits a concatenation that has more tensors than the limit for arguments of a "
                  "function.",
       .options = {RequiredInTvm(Option("max_function_args",
                                        &transform::SplitArgsOptions::max_function_args, -1,
                                        "The limit, including the result; no limit if negative."))},
       .create = CreateBy<transform::SplitArgs>},
      {.name = "ToANormalForm",
       .opt_level = 1,
       .summary = "Binds every intermediate result with a let.",
       .create = CreateBy<transform::ToANormalForm>},
      {.name = "ToBasicBlockNormalForm",
       .opt_level = 1,
       .summary = "Binds values that several branches or functions share with a let.",
       .create = CreateBy<transform::ToBasicBlockNormalForm>},
      {.name = "ToCPS",
       .opt_level = 1,
       .summary = "Converts functions to continuation-passing style (CPS): an extra argument "
                  "receives the result.",
       .create = CreateBy<transform::ToCPS>,
       .tvm_module = nullptr,
       .values = PassValues::kChanges},
      {.name = "ToGraphNormalForm",
       .opt_level = 1,
       .summary = "Replaces variables that let binds by their values.",
       .create = CreateBy<transform::ToGraphNormalForm>},
      {.name = "ToMixedPrecision",
       .opt_level = 0,
       .summary = "Computes in a smaller floating-point type where that is safe.",
       .options = {Option("mixed_precision_type",
                          &transform::ToMixedPrecisionOptions::mixed_precision_type, "float16",
                          "The smaller floating-point type."),
                   Option("missing_op_mode", &transform::ToMixedPrecisionOptions::missing_op_mode,
                          1,
                          "What to do about an operator that is not in any list: 0 reports an "
                          "error; 1 and 2 do nothing.")},
       .create = CreateBy<transform::ToMixedPrecision>,
       .values = PassValues::kApproximates},
      {.name = "UnCPS",
       .opt_level = 1,
       .summary = "Wraps functions that ToCPS converted so that they can be called as before.",
       .create = CreateBy<transform::UnCPS>,
       .tvm_module = nullptr,
       .values = PassValues::kChanges},
  };
  return *table;
}

}  // namespace passcope
