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
#include "transforms/simplify_inference.h"

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

}  // namespace

const std::vector<PassRow>& PassTable() {
  static const std::vector<PassRow>* table = new std::vector<PassRow>{
      {"BackwardFoldScaleAxis",
       3,
       {"InferType"},
       "Folds the scale of a convolution's result into its weights.",
       {},
       Plain<transform::BackwardFoldScaleAxis>},
      {"CanonicalizeOps",
       3,
       {"InferType"},
       "Replaces operators by simpler ones that do the same, such as bias_add by add.",
       {},
       Plain<transform::CanonicalizeOps>},
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
      {"FoldConstant",
       2,
       {},
       "Evaluates what depends on constants only.",
       {{"fold_qnn", "bool", false, "Whether quantised operators are folded too."}},
       CreateFoldConstant},
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
      {"InferType", 0, {}, "Gives every expression its type.", {}, Plain<transform::InferType>},
      {"SimplifyInference",
       0,
       {"InferType"},
       "Replaces operators that differ between training and inference, such as batch_norm and "
       "dropout, by what they do in inference.",
       {},
       Plain<transform::SimplifyInference>},
  };
  return *table;
}

}  // namespace passcope
