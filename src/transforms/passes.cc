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
#include "transforms/merge_composite.h"
#include "transforms/op_rules.h"
#include "transforms/partition_graph.h"
#include "transforms/plan_devices.h"
#include "transforms/print_ir.h"
#include "transforms/quantize/quantize.h"
#include "transforms/recast.h"
#include "transforms/remove_unused_functions.h"
#include "transforms/simplify_fc_transpose.h"
#include "transforms/split_args.h"
#include "transforms/to_mixed_precision.h"

namespace passcope {

namespace transform {
// The constructors of passes that take nothing, each defined in the pass's own file.
Pass AnnotateMemoryScope();
Pass AnnotateSpans();
Pass BackwardFoldScaleAxis();
Pass BatchingOps();
Pass CanonicalizeCast();
Pass CanonicalizeOps();
Pass CapturePostDfsIndexInSpans();
Pass Defunctionalization();
Pass DefuseOps();
Pass DivToMul();
Pass DynamicToStatic();
Pass FastMath();
Pass FirstOrderGradient();
Pass FlattenAtrousConv();
Pass FoldExplicitPadding();
Pass FoldScaleAxis();
Pass ForwardFoldScaleAxis();
Pass HigherOrderGradient();
Pass InferType();
Pass Inline();
Pass LambdaLift();
Pass LazyGradientInit();
Pass ManifestLifetimes();
Pass MergeCompilerRegions();
Pass PartialEvaluate();
Pass SimplifyExpr();
Pass SimplifyInference();
Pass ToANormalForm();
Pass ToBasicBlockNormalForm();
Pass ToCPS();
Pass ToGraphNormalForm();
Pass UnCPS();
}  // namespace transform

namespace {

template <class Options>
AttrField MinNumBranches() {
  return Option<Options>("min_num_branches", &Options::min_num_branches, 3,
                         "How many there must be for the pass to combine them.");
}

AttrField CompilerFilterOption() {
  return Option("compiler_filter", &transform::CompilerFilter::compiler_filter, "",
                "Functions of this compiler alone; empty for those of all compilers.");
}

// TVM's passes of relay.quantize read a QConfig that is set around them; here the fields that a
// pass reads are its options.
quantize::QConfig QConfigOf(const PassRow& row, const AttrDict& given) {
  ReadOptions<quantize::QConfig>(row.options, row.name, given);
  return quantize::ReadQConfig(given);
}
template <Pass (*kConstructor)(const quantize::QConfig& config)>
Pass CreateQuantization(const PassRow& row, const AttrDict& given) {
  return kConstructor(QConfigOf(row, given));
}

AttrField RequiredInTvm(AttrField option) {
  option.required_in_tvm = true;
  return option;
}

}  // namespace

const std::vector<PassRow>& PassTable() {
  static const std::vector<PassRow>* table = new std::vector<PassRow>{
      {"AlterOpLayout",
       3,
       {"InferType"},
       "Lets rules choose other operators or layouts; without rules nothing changes.",
       {},
       [](const PassRow& row, const AttrDict& given) {
         CheckNoOptions(row.name, given);
         return transform::AlterOpLayout();
       }},
      {"AnnotateMemoryScope",
       2,
       {},
       "Says in which memory results are kept; processors have one, so nothing changes.",
       {},
       CreateBy<transform::AnnotateMemoryScope>,
       nullptr},
      {"AnnotateSpans",
       1,
       {},
       "Prints the module and reads it back, so that every expression has a place.",
       {},
       CreateBy<transform::AnnotateSpans>,
       kRelayTransform,
       nullptr,
       // Scalar constants are read back from their texts, which have six digits.
       PassValues::kApproximates},
      {"AnnotateTarget",
       0,
       {},
       "Marks the calls that other compilers take.",
       {RequiredOption("targets", &transform::AnnotateTargetOptions::targets,
                       "The compilers; of several that support a call the first one takes it."),
        Option("include_non_call_ops", &transform::AnnotateTargetOptions::include_non_call_ops,
               true, "Whether tuples and the like are marked with the compiler of their inputs."),
        Option("supported", &transform::AnnotateTargetOptions::supported, AttrDict{},
               "For each compiler the operators that it takes, such as "
               R"({"accel": ["nn.conv2d", "nn.relu"]}.)")},
       [](const PassRow& row, const AttrDict& given) {
         return transform::AnnotateTarget(
             ReadOptions<transform::AnnotateTargetOptions>(row.options, row.name, given));
       }},
      {"BackwardFoldScaleAxis",
       3,
       {"InferType"},
       "Folds the scale of a convolution's result into its weights.",
       {},
       CreateBy<transform::BackwardFoldScaleAxis>},
      {"BatchingOps",
       0,
       {},
       "Combines convolutions, dense layers and batch_matmul that read the same data.",
       {},
       CreateBy<transform::BatchingOps>},
      {"CanonicalizeCast",
       3,
       {"InferType"},
       "Gives each operator that reads a widened value a cast of its own.",
       {},
       CreateBy<transform::CanonicalizeCast>},
      {"CanonicalizeOps",
       3,
       {"InferType"},
       "Replaces operators by simpler ones that do the same, such as bias_add by add.",
       {},
       CreateBy<transform::CanonicalizeOps>},
      {"CapturePostDfsIndexInSpans",
       0,
       {},
       "Gives every expression its number in the dataflow as its place.",
       {},
       CreateBy<transform::CapturePostDfsIndexInSpans>},
      {"ChangeBatch",
       1,
       {},
       "Gives parameters another size along the axis of their batch.",
       {RequiredOption("data", &transform::ChangeBatchOptions::data,
                       "The names of the parameters."),
        Option("axes", &transform::ChangeBatchOptions::axes, AttrArray{},
               "Of each parameter the axis of its batch; 0 where none is given."),
        Option("batch_size", &transform::ChangeBatchOptions::batch_size, 16, "The new size.")},
       CreateBy<transform::ChangeBatch>,
       nullptr,
       nullptr,
       PassValues::kChanges},
      {"CombineParallelBatchMatmul",
       4,
       {"InferType"},
       "Makes one batch_matmul of several that read the same data.",
       {MinNumBranches<transform::CombineParallelOptions>()},
       CreateBy<transform::CombineParallelBatchMatmul>},
      {"CombineParallelConv2D",
       4,
       {"InferType"},
       "Makes one convolution of several that read the same data.",
       {MinNumBranches<transform::CombineParallelOptions>()},
       CreateBy<transform::CombineParallelConv2D>,
       kRelayTransform,
       "CombineParallelConv2d"},
      {"CombineParallelDense",
       4,
       {"InferType"},
       "Makes one matrix multiplication of several dense layers that read the same data.",
       {MinNumBranches<transform::CombineParallelDenseOptions>(),
        Option("to_batch", &transform::CombineParallelDenseOptions::to_batch, true,
               "Whether to make a batch_matmul, not a larger dense layer.")},
       CreateBy<transform::CombineParallelDense>},
      {"ConvertLayout",
       3,
       {"InferType", "CanonicalizeOps"},
       "Changes the data layout of operators and puts layout transforms where layouts meet.",
       {RequiredOption("desired_layouts", &transform::ConvertLayoutOptions::desired_layouts,
                       "For each operator the layouts of its data and weights, such as "
                       R"({"nn.conv2d": ["NHWC", "HWIO"]}.)"),
        Option("skip_layers", &transform::ConvertLayoutOptions::skip_layers, AttrValue::Ints({}),
               "The numbers of calls of these operators that stay as they are, counted from 0.")},
       CreateBy<transform::ConvertLayout>},
      {"DeadCodeElimination",
       1,
       {"InferType"},
       "Removes lets whose variable is not used.",
       {Option("inline_once", &transform::DeadCodeEliminationOptions::inline_once, false,
               "Whether a value that is used once goes where it is used."),
        Option("ignore_impurity", &transform::DeadCodeEliminationOptions::ignore_impurity, false,
               "Whether effects count for nothing.")},
       CreateBy<transform::DeadCodeElimination>},
      {"Defunctionalization",
       0,
       {"InferType"},
       "Makes data of functions that are handed to functions.",
       {},
       CreateBy<transform::Defunctionalization>,
       nullptr},
      {"DefuseOps", 3, {"InferType"}, "Undoes FuseOps.", {}, CreateBy<transform::DefuseOps>},
      {"DivToMul",
       0,
       {"InferType", "FoldConstant"},
       "Replaces a division by a constant by a multiplication with its inverse.",
       {},
       CreateBy<transform::DivToMul>},
      {"DynamicToStatic",
       2,
       {},
       "Replaces operators that are given shapes at run time where the shapes are known.",
       {},
       CreateBy<transform::DynamicToStatic>},
      {"EliminateCommonSubexpr",
       3,
       {"InferType"},
       "Keeps one of several calls that compute the same.",
       {},
       [](const PassRow& row, const AttrDict& given) {
         CheckNoOptions(row.name, given);
         return transform::EliminateCommonSubexpr();
       }},
      {"EtaExpand",
       1,
       {},
       "Wraps global functions that are used as values into functions that call them.",
       {Option("expand_constructor", &transform::EtaExpandOptions::expand_constructor, false,
               "Whether constructors are wrapped."),
        Option("expand_global_var", &transform::EtaExpandOptions::expand_global_var, false,
               "Whether global functions are wrapped.")},
       CreateBy<transform::EtaExpand>},
      {"FakeQuantizationToInteger",
       0,
       {"InferType", "DivToMul"},
       "Computes on integers what is dequantized, computed and quantized again.",
       {Option("hard_fail", &transform::FakeQuantizationToIntegerOptions::hard_fail, false,
               "Whether a region that cannot be rewritten is an error."),
        Option("use_qat", &transform::FakeQuantizationToIntegerOptions::use_qat, false,
               "Whether single operators on dequantized arguments are rewritten, too.")},
       CreateBy<transform::FakeQuantizationToInteger>,
       kRelayTransform,
       nullptr,
       PassValues::kApproximates},
      {"FastMath",
       4,
       {"InferType"},
       "Replaces exp, erf, tanh and softmax by faster operators that compute them roughly.",
       {},
       CreateBy<transform::FastMath>,
       kRelayTransform,
       nullptr,
       PassValues::kApproximates},
      {"FirstOrderGradient",
       0,
       {},
       "Makes each function return the gradients of its parameters too.",
       {},
       CreateBy<transform::FirstOrderGradient>,
       kRelayTransform,
       nullptr,
       PassValues::kChanges},
      {"FlattenAtrousConv",
       0,
       {"InferType"},
       "Turns a convolution between space_to_batch_nd and batch_to_space_nd into a dilated one.",
       {},
       CreateBy<transform::FlattenAtrousConv>},
      {"FlexibleShapeDispatch",
       0,
       {"InferType"},
       "Lets @main take inputs of any size along an axis, with functions for those expected.",
       {RequiredOption("buckets", &transform::FlexibleShapeDispatchOptions::buckets,
                       "The sizes that are expected, in ascending order."),
        Option("axis", &transform::FlexibleShapeDispatchOptions::axis, 0,
               "The axis whose size differs."),
        Option("auto_pad", &transform::FlexibleShapeDispatchOptions::auto_pad, false,
               "Whether an input is padded to the next size that is expected."),
        Option("pad_value", &transform::FlexibleShapeDispatchOptions::pad_value, 0.0,
               "With what it is padded."),
        Option("input_indices", &transform::FlexibleShapeDispatchOptions::input_indices,
               AttrValue::Ints({0}), "The numbers of the parameters whose size differs."),
        Option("affects_output", &transform::FlexibleShapeDispatchOptions::affects_output, true,
               "Whether the result has that size, too.")},
       CreateBy<transform::FlexibleShapeDispatch>,
       kRelayTransform,
       nullptr,
       PassValues::kChanges},
      {"FoldConstant",
       2,
       {},
       "Evaluates what depends on constants only.",
       {Option("fold_qnn", &transform::FoldConstantOptions::fold_qnn, false,
               "Whether quantised operators are folded too.")},
       CreateBy<transform::FoldConstant>},
      {"FoldExplicitPadding",
       0,
       {"InferType"},
       "Folds padding into the convolution or pooling that follows it.",
       {},
       CreateBy<transform::FoldExplicitPadding>},
      {"FoldScaleAxis",
       0,
       {},
       "Folds scales into the weights of convolutions: backward, forward, then constants.",
       {},
       CreateBy<transform::FoldScaleAxis>},
      {"ForwardFoldScaleAxis",
       3,
       {"InferType"},
       "Folds the scale of a convolution's input into its weights.",
       {},
       CreateBy<transform::ForwardFoldScaleAxis>},
      {"FuseOps",
       0,
       {"InferType"},
       "Puts operators that can be computed together into primitive functions.",
       {Option("fuse_opt_level", &transform::FuseOpsOptions::fuse_opt_level, -1,
               "0: each operator alone, 1 and more: fused; -1: the context's opt level.")},
       CreateBy<transform::FuseOps>},
      {"HigherOrderGradient",
       0,
       {},
       "Makes @main return the gradients of its parameters too, with references and closures.",
       {},
       CreateBy<transform::HigherOrderGradient>,
       nullptr,
       nullptr,
       PassValues::kChanges},
      {"InferType", 0, {}, "Gives every expression its type.", {}, CreateBy<transform::InferType>},
      {"Inline",
       1,
       {},
       "Puts the bodies of functions marked \"Inline\" where they are called.",
       {},
       CreateBy<transform::Inline>,
       kRelayTransform,
       "InlineGlobals"},
      {"InlineCompilerFunctionsBoundTo",
       0,
       {},
       "Puts functions of other compilers back where they are called, composite functions as well.",
       {RequiredOption("global_vars", &transform::InlineCompilerFunctionsOptions::global_vars,
                       "The names of the functions.")},
       CreateBy<transform::InlineCompilerFunctionsBoundTo>},
      {"LambdaLift",
       1,
       {},
       "Makes global functions of functions that are written inside others.",
       {},
       CreateBy<transform::LambdaLift>},
      {"LazyGradientInit",
       2,
       {},
       "Makes tensors of zeros and ones only when they are needed.",
       {},
       CreateBy<transform::LazyGradientInit>},
      {"Legalize",
       1,
       {"InferType"},
       "Replaces operators by what the rules for a target say.",
       {Option("legalize_map_attr_name", &transform::LegalizeOptions::legalize_map_attr_name,
               "FTVMLegalize",
               "Which rules: FTVMLegalize, FTVMQnnLegalize or FTVMQnnCanonicalize.")},
       [](const PassRow& row, const AttrDict& given) {
         return transform::Legalize(
             ReadOptions<transform::LegalizeOptions>(row.options, row.name, given));
       }},
      {"ManifestLifetimes",
       0,
       {},
       "Says behind the last use of each variable that its memory is free.",
       {},
       CreateBy<transform::ManifestLifetimes>},
      {"MarkCompilerFunctionsAsExtern",
       0,
       {},
       "Leaves functions of other compilers no attribute but \"Extern\".",
       {CompilerFilterOption()},
       CreateBy<transform::MarkCompilerFunctionsAsExtern>},
      {"MergeCompilerRegions",
       0,
       {},
       "Joins regions of one compiler that follow each other.",
       {},
       CreateBy<transform::MergeCompilerRegions>},
      {"MergeComposite",
       0,
       {},
       "Puts what matches the patterns of an accelerator into composite functions.",
       {RequiredOption("pattern_table", &transform::MergeCompositeOptions::pattern_table,
                       "By name chains of operators, each the first argument of the next one; `?` "
                       "marks those that may be missing: "
                       R"({"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}.)")},
       CreateBy<static_cast<Pass (*)(transform::MergeCompositeOptions)>(
           transform::MergeComposite)>},
      {"OutlineCompilerFunctionsWithExistingGlobalSymbols",
       0,
       {},
       "Makes global functions of functions of other compilers that are called where they stand.",
       {CompilerFilterOption()},
       CreateBy<transform::OutlineCompilerFunctionsWithExistingGlobalSymbols>},
      {"PartialEvaluate",
       1,
       {},
       "Computes what is known, resolves lets and tuples, and names every result.",
       {},
       CreateBy<transform::PartialEvaluate>,
       kRelayTransform,
       "PartialEval"},
      {"PartitionGraph",
       0,
       {},
       "Makes a global function of each region that another compiler takes.",
       {Option("mod_name", &transform::PartitionGraphOptions::mod_name, "default",
               "Part of the functions' names; may be empty."),
        Option("bind_constants", &transform::PartitionGraphOptions::bind_constants, true,
               "Whether constants go into the functions or stay arguments of their calls."),
        Option("optimize", &transform::PartitionGraphOptions::optimize, AttrDict{},
               "For each compiler passes that its functions go through, such as "
               R"({"accel": ["FoldConstant"]}.)")},
       CreateBy<transform::PartitionGraph>},
      {"PlanDevices",
       0,
       {},
       "Decides on which device everything is computed and copies data between them.",
       {Option("default_device_type", &transform::PlanDevicesOptions::default_device_type, 1,
               "Where what nothing is said of is computed, by DLPack's number: 1 is the CPU.")},
       CreateBy<transform::PlanDevices>,
       nullptr},
      {"PrintIR",
       0,
       {},
       "Prints the module and leaves it as it is.",
       {Option("header", &transform::PrintIROptions::header, "", "Stands in front of the text."),
        Option("show_meta_data", &transform::PrintIROptions::show_meta_data, false,
               "Whether constants are printed too.")},
       [](const PassRow& row, const AttrDict& given) {
         return transform::PrintIR(
             ReadOptions<transform::PrintIROptions>(row.options, row.name, given));
       },
       "tvm.transform"},
      {"QnnCanonicalizeOps",
       1,
       {"InferType"},
       "Replaces quantised operators by others that compute the same on integers.",
       {},
       [](const PassRow& row, const AttrDict& given) {
         CheckNoOptions(row.name, given);
         return transform::Legalize({"FTVMQnnCanonicalize"}, {}, row.name);
       },
       "relay.qnn.transform",
       nullptr,
       PassValues::kKeeps,
       "CanonicalizeOps"},
      {"QnnLegalize",
       1,
       {"InferType"},
       "Replaces quantised operators by what the rules for a target say.",
       {},
       [](const PassRow& row, const AttrDict& given) {
         CheckNoOptions(row.name, given);
         return transform::Legalize({"FTVMQnnLegalize"}, {}, row.name);
       },
       "relay.qnn.transform",
       nullptr,
       PassValues::kKeeps,
       "Legalize"},
      {"QuantizeAnnotate",
       1,
       {},
       "Puts an operator that rounds as quantization would where tensors are to be quantized.",
       quantize::QConfigFieldsOf({"skip_dense_layer", "skip_conv_layers", "debug_enabled_ops"}),
       CreateQuantization<transform::QuantizeAnnotate>,
       nullptr,
       nullptr,
       // Scales and bounds are parameters until they are calibrated.
       PassValues::kChanges},
      {"QuantizeCalibrate",
       1,
       {},
       "Finds scales and bounds for what QuantizeAnnotate has put into the program.",
       quantize::QConfigFieldsOf(
           {"nbit_input", "nbit_weight", "nbit_activation", "global_scale", "weight_scale"}),
       [](const PassRow& row, const AttrDict& given) {
         return transform::QuantizeCalibrate(QConfigOf(row, given), {});
       },
       nullptr,
       nullptr,
       PassValues::kChanges},
      {"QuantizePartition",
       1,
       {},
       "Marks where a program is cut into sections that compute with few bits.",
       quantize::QConfigFieldsOf({"dtype_input"}),
       CreateQuantization<transform::QuantizePartition>,
       nullptr},
      {"QuantizeRealize",
       1,
       {"InferType"},
       "Computes with integers what a program with simulated_quantize computes with reals.",
       quantize::QConfigFieldsOf({"nbit_activation", "dtype_input", "dtype_weight",
                                  "dtype_activation", "global_scale", "round_for_shift",
                                  "rounding"}),
       CreateQuantization<transform::QuantizeRealize>,
       nullptr,
       nullptr,
       PassValues::kApproximates},
      {"Recast",
       0,
       {},
       "Lets operators compute in another data type, with casts around them.",
       {RequiredOption("dtype", &transform::RecastOptions::dtype,
                       "The data type that they compute in."),
        RequiredOption("out_dtype", &transform::RecastOptions::out_dtype,
                       "That of their results, where they have an attribute for it."),
        Option("ops", &transform::RecastOptions::ops, AttrArray{"nn.conv2d"}, "The operators."),
        Option("skip_layers", &transform::RecastOptions::skip_layers, AttrArray{},
               "The numbers of layers that stay; -1 is the last one.")},
       CreateBy<transform::Recast>,
       nullptr,
       nullptr,
       PassValues::kApproximates},
      {"RemoveUnusedFunctions",
       1,
       {},
       "Removes the functions that the entry functions do not reach.",
       {Option("entry_functions", &transform::RemoveUnusedFunctionsOptions::entry_functions,
               AttrArray{"main"}, "Where calls start.")},
       CreateBy<transform::RemoveUnusedFunctions>},
      {"SimplifyExpr",
       0,
       {"InferType"},
       "Replaces small patterns of calls by simpler ones.",
       {},
       CreateBy<transform::SimplifyExpr>},
      {"SimplifyFCTranspose",
       4,
       {"DeadCodeElimination"},
       "Lets dense layers take their weights transposed, as parameters.",
       {RequiredInTvm(Option("target_weight_name",
                             &transform::SimplifyFCTransposeOptions::target_weight_name,
                             AttrArray{}, "The weights that may be given transposed."))},
       CreateBy<transform::SimplifyFCTranspose>},
      {"SimplifyInference",
       0,
       {"InferType"},
       "Replaces operators that differ between training and inference, such as batch_norm and "
       "dropout, by what they do in inference.",
       {},
       CreateBy<transform::SimplifyInference>},
      {"SplitArgs",
       1,
       {"InferType"},
       "Splits a concatenation of more tensors than a function may take.",
       {RequiredInTvm(Option("max_function_args", &transform::SplitArgsOptions::max_function_args,
                             -1, "The limit, with the result; below 0 there is none."))},
       CreateBy<transform::SplitArgs>},
      {"ToANormalForm",
       1,
       {},
       "Binds every intermediate result by a let.",
       {},
       CreateBy<transform::ToANormalForm>},
      {"ToBasicBlockNormalForm",
       1,
       {},
       "Binds by a let what several branches or functions share.",
       {},
       CreateBy<transform::ToBasicBlockNormalForm>},
      {"ToCPS",
       1,
       {},
       "Gives functions as one more argument what is to be done with their result.",
       {},
       CreateBy<transform::ToCPS>,
       nullptr,
       nullptr,
       PassValues::kChanges},
      {"ToGraphNormalForm",
       1,
       {},
       "Replaces variables bound by let by their values.",
       {},
       CreateBy<transform::ToGraphNormalForm>},
      {"ToMixedPrecision",
       0,
       {},
       "Computes in a smaller floating type where that is safe.",
       {Option("mixed_precision_type", &transform::ToMixedPrecisionOptions::mixed_precision_type,
               "float16", "The smaller type."),
        Option("missing_op_mode", &transform::ToMixedPrecisionOptions::missing_op_mode, 1,
               "What an operator in no list means: 0 an error, 1 and 2 nothing.")},
       CreateBy<transform::ToMixedPrecision>,
       kRelayTransform,
       nullptr,
       PassValues::kApproximates},
      {"UnCPS",
       1,
       {},
       "Lets functions that ToCPS made be called as before.",
       {},
       CreateBy<transform::UnCPS>,
       nullptr,
       nullptr,
       PassValues::kChanges},
  };
  return *table;
}

}  // namespace passcope
