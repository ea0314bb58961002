// The table of passes.

#include "diagnostics/diagnostic.h"
#include "op/layout.h"
#include "pass/registry.h"
#include "support/format.h"
#include "transforms/canonicalize_ops.h"
#include "transforms/convert_layout.h"
#include "transforms/fold_constant.h"
#include "transforms/fold_scale_axis.h"
#include "transforms/infer_type.h"
#include "transforms/op_rules.h"
#include "transforms/simplify_inference.h"
#include "transforms/transforms.h"

namespace passcope {
namespace {

template <Pass (*kCreate)()>
Pass Plain(const AttrDict&) {
  return kCreate();
}

Pass CreateFoldConstant(const AttrDict& options) {
  return transform::FoldConstant(BoolOption("FoldConstant", options, "fold_qnn", false));
}

Pass CreateConvertLayout(const AttrDict& options) {
  const AttrValue* value = FindOption(options, "desired_layouts");
  const AttrDict* dict = value ? value->dict() : nullptr;
  auto bad = [](std::string what) {
    throw DiagnosticError(
        DiagKind::kBadPassOption, "ConvertLayout: the option 'desired_layouts' " + what,
        {R"(it maps operators to layouts, as in {"nn.conv2d": ["NHWC", "HWIO"]}; "default" leaves )"
         "a layout to the operator"});
  };
  if (!dict) bad("takes a dictionary");
  transform::DesiredLayouts layouts;
  for (const auto& [name, list] : *dict) {
    const AttrArray* items = list.array();
    if (!items) bad(Format("takes a list of layouts for '{}'", name));
    std::vector<std::string> names;
    for (const AttrValue& item : *items) {
      const std::string* text = item.get<std::string>();
      if (!text) bad(Format("takes a list of strings for '{}'", name));
      if (*text != "default" && !Layout::Parse(*text)) {
        bad(Format("gives '{}' for '{}', which is no layout", *text, name));
      }
      names.push_back(*text);
    }
    layouts.emplace_back(name, std::move(names));
  }
  return transform::ConvertLayout(std::move(layouts));
}

Pass CreateToMixedPrecision(const AttrDict& options) {
  const char* name = "ToMixedPrecision";
  std::string text = StringOption(name, options, "mixed_precision_type", "float16");
  return transform::ToMixedPrecision(
      DataType::Parse(text).value_or(DataType::Void()),
      static_cast<int>(IntOption(name, options, "missing_op_mode", 1)));
}

PassOption MinNumBranchesOption() {
  return {"min_num_branches", "int", 3, "How many there must be for the pass to combine them."};
}
int64_t MinNumBranches(std::string_view pass, const AttrDict& options) {
  return IntOption(pass, options, "min_num_branches", 3);
}

}  // namespace

const std::vector<PassRow>& PassTable() {
  static const std::vector<PassRow>* table = new std::vector<PassRow>{
      {"AlterOpLayout",
       3,
       {"InferType"},
       "Lets rules choose other operators or layouts; without rules nothing changes.",
       {},
       [](const AttrDict&) { return transform::AlterOpLayout(); }},
      {"AnnotateSpans",
       1,
       {},
       "Prints the module and reads it back, so that every expression has a place.",
       {},
       Plain<transform::AnnotateSpans>},
      {"BackwardFoldScaleAxis",
       3,
       {"InferType"},
       "Folds the scale of a convolution's result into its weights.",
       {},
       Plain<transform::BackwardFoldScaleAxis>},
      {"CanonicalizeCast",
       3,
       {"InferType"},
       "Gives each operator that reads a widened value a cast of its own.",
       {},
       Plain<transform::CanonicalizeCast>},
      {"CanonicalizeOps",
       3,
       {"InferType"},
       "Replaces operators by simpler ones that do the same, such as bias_add by add.",
       {},
       Plain<transform::CanonicalizeOps>},
      {"CombineParallelBatchMatmul",
       4,
       {"InferType"},
       "Makes one batch_matmul of several that read the same data.",
       {MinNumBranchesOption()},
       [](const AttrDict& options) {
         return transform::CombineParallelBatchMatmul(
             MinNumBranches("CombineParallelBatchMatmul", options));
       }},
      {"CombineParallelConv2D",
       4,
       {"InferType"},
       "Makes one convolution of several that read the same data.",
       {MinNumBranchesOption()},
       [](const AttrDict& options) {
         return transform::CombineParallelConv2D(MinNumBranches("CombineParallelConv2D", options));
       }},
      {"CombineParallelDense",
       4,
       {"InferType"},
       "Makes one matrix multiplication of several dense layers that read the same data.",
       {MinNumBranchesOption(),
        {"to_batch", "bool", true, "Whether to make a batch_matmul, not a larger dense layer."}},
       [](const AttrDict& options) {
         return transform::CombineParallelDense(
             MinNumBranches("CombineParallelDense", options),
             BoolOption("CombineParallelDense", options, "to_batch", true));
       }},
      {"ConvertLayout",
       3,
       {"InferType", "CanonicalizeOps"},
       "Changes the data layout of operators and puts layout transforms where layouts meet.",
       {{"desired_layouts",
         "dict[string, list[string]]",
         {},
         "For each operator the layouts of its data and weights, such as "
         R"({"nn.conv2d": ["NHWC", "HWIO"]}.)",
         true}},
       CreateConvertLayout},
      {"DeadCodeElimination",
       1,
       {"InferType"},
       "Removes lets whose variable is not used.",
       {{"inline_once", "bool", false, "Whether a value that is used once goes where it is used."},
        {"ignore_impurity", "bool", false, "Whether effects count for nothing."}},
       [](const AttrDict& options) {
         return transform::DeadCodeElimination(
             BoolOption("DeadCodeElimination", options, "inline_once", false),
             BoolOption("DeadCodeElimination", options, "ignore_impurity", false));
       }},
      {"DefuseOps", 3, {"InferType"}, "Undoes FuseOps.", {}, Plain<transform::DefuseOps>},
      {"DivToMul",
       0,
       {"InferType", "FoldConstant"},
       "Replaces a division by a constant by a multiplication with its inverse.",
       {},
       Plain<transform::DivToMul>},
      {"DynamicToStatic",
       2,
       {},
       "Replaces operators that are given shapes at run time where the shapes are known.",
       {},
       Plain<transform::DynamicToStatic>},
      {"EliminateCommonSubexpr",
       3,
       {"InferType"},
       "Keeps one of several calls that compute the same.",
       {},
       [](const AttrDict&) { return transform::EliminateCommonSubexpr(); }},
      {"EtaExpand",
       1,
       {},
       "Wraps global functions that are used as values into functions that call them.",
       {{"expand_constructor", "bool", false, "Whether constructors are wrapped."},
        {"expand_global_var", "bool", false, "Whether global functions are wrapped."}},
       [](const AttrDict& options) {
         return transform::EtaExpand(BoolOption("EtaExpand", options, "expand_constructor", false),
                                     BoolOption("EtaExpand", options, "expand_global_var", false));
       }},
      {"FastMath",
       4,
       {"InferType"},
       "Replaces exp, erf, tanh and softmax by faster operators that compute them roughly.",
       {},
       Plain<transform::FastMath>},
      {"FirstOrderGradient",
       0,
       {},
       "Makes each function return the gradients of its parameters too.",
       {},
       Plain<transform::FirstOrderGradient>},
      {"FlattenAtrousConv",
       0,
       {"InferType"},
       "Turns a convolution between space_to_batch_nd and batch_to_space_nd into a dilated one.",
       {},
       Plain<transform::FlattenAtrousConv>},
      {"FoldConstant",
       2,
       {},
       "Evaluates what depends on constants only.",
       {{"fold_qnn", "bool", false, "Whether quantised operators are folded too."}},
       CreateFoldConstant},
      {"FoldExplicitPadding",
       0,
       {"InferType"},
       "Folds padding into the convolution or pooling that follows it.",
       {},
       Plain<transform::FoldExplicitPadding>},
      {"FoldScaleAxis",
       0,
       {},
       "Folds scales into the weights of convolutions: backward, forward, then constants.",
       {},
       Plain<transform::FoldScaleAxis>},
      {"ForwardFoldScaleAxis",
       3,
       {"InferType"},
       "Folds the scale of a convolution's input into its weights.",
       {},
       Plain<transform::ForwardFoldScaleAxis>},
      {"FuseOps",
       0,
       {"InferType"},
       "Puts operators that can be computed together into primitive functions.",
       {{"fuse_opt_level", "int", -1,
         "0: each operator alone, 1 and more: fused; -1: the context's opt level."}},
       [](const AttrDict& options) {
         return transform::FuseOps(
             static_cast<int>(IntOption("FuseOps", options, "fuse_opt_level", -1)));
       }},
      {"InferType", 0, {}, "Gives every expression its type.", {}, Plain<transform::InferType>},
      {"Inline",
       1,
       {},
       "Puts the bodies of functions marked \"Inline\" where they are called.",
       {},
       Plain<transform::Inline>},
      {"LambdaLift",
       1,
       {},
       "Makes global functions of functions that are written inside others.",
       {},
       Plain<transform::LambdaLift>},
      {"Legalize",
       1,
       {"InferType"},
       "Replaces operators by what the rules for a target say.",
       {{"legalize_map_attr_name", "string", "FTVMLegalize",
         "Which rules: FTVMLegalize, FTVMQnnLegalize or FTVMQnnCanonicalize."}},
       [](const AttrDict& options) {
         return transform::Legalize(
             StringOption("Legalize", options, "legalize_map_attr_name", "FTVMLegalize"));
       }},
      {"PartialEvaluate",
       1,
       {},
       "Computes what is known, resolves lets and tuples, and names every result.",
       {},
       Plain<transform::PartialEvaluate>},
      {"PrintIR",
       0,
       {},
       "Prints the module and leaves it as it is.",
       {{"header", "string", "", "Stands in front of the text."},
        {"show_meta_data", "bool", false, "Whether constants are printed too."}},
       [](const AttrDict& options) {
         return transform::PrintIR(StringOption("PrintIR", options, "header", ""),
                                   BoolOption("PrintIR", options, "show_meta_data", false));
       },
       "tvm.transform"},
      {"RemoveUnusedFunctions",
       1,
       {},
       "Removes the functions that the entry functions do not reach.",
       {{"entry_functions", "list[string]", AttrArray{"main"}, "Where calls start."}},
       [](const AttrDict& options) {
         return transform::RemoveUnusedFunctions(
             StringsOption("RemoveUnusedFunctions", options, "entry_functions", {"main"}));
       }},
      {"SimplifyExpr",
       0,
       {"InferType"},
       "Replaces small patterns of calls by simpler ones.",
       {},
       Plain<transform::SimplifyExpr>},
      {"SimplifyFCTranspose",
       4,
       {"DeadCodeElimination"},
       "Lets dense layers take their weights transposed, as parameters.",
       {{"target_weight_name", "list[string]", AttrArray{},
         "The weights that may be given transposed.", false, true}},
       [](const AttrDict& options) {
         return transform::SimplifyFCTranspose(
             StringsOption("SimplifyFCTranspose", options, "target_weight_name", {}));
       }},
      {"SimplifyInference",
       0,
       {"InferType"},
       "Replaces operators that differ between training and inference, such as batch_norm and "
       "dropout, by what they do in inference.",
       {},
       Plain<transform::SimplifyInference>},
      {"SplitArgs",
       1,
       {"InferType"},
       "Splits a concatenation of more tensors than a function may take.",
       {{"max_function_args", "int", -1, "The limit, with the result; below 0 there is none.",
         false, true}},
       [](const AttrDict& options) {
         return transform::SplitArgs(IntOption("SplitArgs", options, "max_function_args", -1));
       }},
      {"ToANormalForm",
       1,
       {},
       "Binds every intermediate result by a let.",
       {},
       Plain<transform::ToANormalForm>},
      {"ToBasicBlockNormalForm",
       1,
       {},
       "Binds by a let what several branches or functions share.",
       {},
       Plain<transform::ToBasicBlockNormalForm>},
      {"ToGraphNormalForm",
       1,
       {},
       "Replaces variables bound by let by their values.",
       {},
       Plain<transform::ToGraphNormalForm>},
      {"ToMixedPrecision",
       0,
       {},
       "Computes in a smaller floating type where that is safe.",
       {{"mixed_precision_type", "string", "float16", "The smaller type."},
        {"missing_op_mode", "int", 1,
         "What an operator in no list means: 0 an error, 1 and 2 nothing."}},
       CreateToMixedPrecision},
  };
  return *table;
}

}  // namespace passcope
