// ConvertLayout: changes the data layout of operators and inserts layout transforms where layouts
// differ.
//
// Why: a device or a library can require channels last, or in blocks. The pass converts the
// operators that `desired_layouts` names. Operators that work in any layout follow. So a chain of
// convolutions and elementwise operators is transformed once at its beginning and once at its end.
// Not done: the transforms of weights stay in the program; FoldConstant removes them once the
// weights are bound.
//
//   before  nn.relu(nn.conv2d(%x, %w))
//   after   layout_transform(nn.relu(nn.conv2d(layout_transform(%x, NCHW -> NHWC),
//               layout_transform(%w, OIHW -> HWIO), data_layout="NHWC", kernel_layout="HWIO")),
//               NHWC -> NCHW)
#include "transforms/convert_layout.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "op/layout.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"
#include "transforms/rules/user_rules.h"
#include "transforms/transform_layout.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace {

class LayoutConverter : public LayoutRewriter {
 public:
  LayoutConverter(const transform::ConvertLayoutOptions& options, Effects* effects)
      : LayoutRewriter(effects), skipped_(options.skip_layers) {
    for (const auto& [name, layouts] : options.desired_layouts) {
      const OpNode* op = FindOp(name);
      auto user_rule = UserRules().convert_layout.Get(op);
      ConvertLayoutRule convert = Rules().convert_layout.Get(op);
      if (user_rule || convert) wanted_.push_back({op, convert, std::move(user_rule), &layouts});
    }
  }

 protected:
  Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                          std::span<const Expr> new_args) override {
    for (const Wanted& wanted : wanted_) {
      if (call->op() == wanted.op) {
        if (std::find(skipped_.begin(), skipped_.end(), seen_++) != skipped_.end()) break;
        LayoutConversion site{call, attrs, new_args, *wanted.layouts};
        Expr converted = wanted.user_rule ? (*wanted.user_rule)(site) : wanted.convert(site);
        if (RemarksWanted()) Tell(call, attrs, converted, *wanted.layouts);
        return converted;
      }
    }
    if (RemarksWanted() && Rules().convert_layout.Get(call->op())) TellDefault(call);
    return Call(call->op(), new_args, attrs);
  }

 private:
  PASSCOPE_REMARKS static void TellDefault(const CallNode* call) {
    EmitRemark(
        RemarkKind::kLayoutDefault, call,
        MSG(kLayoutConversionNotRequested,
            "{operator} is not converted: desired_layouts does not name it", NameInRemark(call)));
  }
  PASSCOPE_REMARKS static void Tell(const CallNode* call, const Attrs& attrs, const Expr& converted,
                                    const std::vector<std::string>& layouts) {
    const auto* now = As<CallNode>(converted);
    auto keeps = [&](const char* field) {
      const AttrValue before = attrs->Get(field), after = now->attrs->Get(field);
      const auto *old_layout = before.get<std::string>(), *layout = after.get<std::string>();
      return !old_layout || !layout || *old_layout == *layout;
    };
    bool same = now && now->op() == call->op() && attrs && now->attrs && keeps("data_layout") &&
                keeps("kernel_layout");
    MessageList names{layouts};
    EmitRemark(same ? RemarkKind::kLayoutKept : RemarkKind::kLayoutConverted, call,
               same ? MSG(kLayoutsKept,
                          "{operator} keeps its layouts: it has {layouts} already, or does not "
                          "support them",
                          NameInRemark(call), names)
                    : MSG(kLayoutsConverted, "{operator} is converted to {layouts}",
                          NameInRemark(call), names));
  }

  struct Wanted {
    const ExprNode* op;
    ConvertLayoutRule convert;
    UserRule<Expr(const LayoutConversion&)> user_rule;
    const std::vector<std::string>* layouts;
  };
  std::vector<Wanted> wanted_;
  const std::vector<int64_t> skipped_;
  int64_t seen_ = 0;
};

}  // namespace

namespace transform {

Pass ConvertLayout(ConvertLayoutOptions options) {
  for (const auto& [name, layouts] : options.desired_layouts) {
    for (const std::string& layout : layouts) {
      if (layout == "default" || Layout::Parse(layout)) continue;
      throw DiagnosticError(
          DiagKind::kBadPassOption,
          MSG(kDesiredLayoutInvalid,
              "ConvertLayout: the option 'desired_layouts' gives '{layout}' for '{operator}', "
              "which is not a layout",
              layout, name),
          {MSG(kDesiredLayoutsForm,
               "it maps operators to layouts, as in {{\"nn.conv2d\": [\"NHWC\", \"HWIO\"]}}; "
               "\"default\" leaves a layout to the operator")});
    }
  }
  return CreateFunctionPassWithEffects(
      [options = std::move(options)](const Expr& function, const IRModule& module,
                                     LazyEffects& effects, PassContext& context) {
        Expr typed = EnsureTyped(function, module);
        LayoutConverter converter(options, effects.For(typed));
        Expr result = converter.Run(typed);
        context.Count("layout transforms inserted", converter.transforms());
        return result;
      },
      TableInfo("ConvertLayout"));
}

}  // namespace transform
}  // namespace passcope
