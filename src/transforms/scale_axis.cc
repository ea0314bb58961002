#include "transforms/scale_axis.h"

#include "ir/search.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "op/op_marks.h"
#include "support/per_engine.h"
#include "transforms/pattern_utils.h"

namespace passcope::scale_axis {

ScaleFold RoleOf(const CallNode* call) {
  const auto* op = call ? As<OpNode>(call->op()) : nullptr;
  return op ? op->decl->traits.scale_fold : ScaleFold::kNone;
}

bool Multiplies(const Expr& function) {
  PASSCOPE_PER_ENGINE const std::vector<uint8_t> multiplications =
      MarkOps([](const OpDecl& decl) { return decl.traits.scale_fold == ScaleFold::kMultiply; });
  return ContainsOp(function, multiplications);
}

Expr ScaleToMatch(Expr scale, const Shape& shape, const Axes& axes) {
  if (axes.size() == 1) return ExpandBiasToMatchAxis(std::move(scale), shape.size(), axes);
  std::vector<int64_t> newshape(shape.size(), 1);
  for (int64_t axis : axes) {
    Dim size = shape[static_cast<size_t>(axis)];
    if (!size.is_const()) return nullptr;
    newshape[static_cast<size_t>(axis)] = size.value();
  }
  return MakeReshapeTo(std::move(scale), std::move(newshape));
}

bool Matches(const TensorTypeNode* left, const TensorTypeNode* right, const Axes& axes,
             Expr* value) {
  return left && right && MatchBroadcastToLeftAxes(left, right, axes, value);
}

bool IsAllPositiveConstant(const Expr& expr) {
  const ExprNode* node = expr.get();
  while (const auto* call = As<CallNode>(node)) {
    const auto* op = As<OpNode>(call->op());
    if (!op || !op->decl->Has(OpTrait::kMovesElements)) return false;
    node = call->arg(0).get();
  }
  const auto* constant = As<ConstantNode>(node);
  if (!constant) return false;
  DataType dtype = constant->data->dtype;
  bool looked_at = dtype.is_float() ? dtype.bits == 32 || dtype.bits == 64
                                    : (dtype.is_int() || dtype.is_uint()) &&
                                          (dtype.bits == 8 || dtype.bits == 32);
  if (!looked_at) return false;
  for (size_t i = 0; i < constant->data->size(); ++i) {
    if (!(constant->data->ToDouble(i) >= 0)) return false;
  }
  return true;
}

std::optional<ConvAxes> AxesOfConv(const CallNode* call) {
  const ConvAttrs* attrs = AsConvAttrs(call->attrs);
  const TensorTypeNode* weight = TensorOf(call->arg(1));
  if (!attrs || !weight) return std::nullopt;
  std::optional<Layout> data = Layout::Parse(attrs->data_layout);
  std::optional<Layout> kernel = Layout::Parse(attrs->kernel_layout);
  std::optional<Layout> out = attrs->out_layout.empty() ? data : Layout::Parse(attrs->out_layout);
  if (!data || !kernel || !out) return std::nullopt;

  auto plain =
      BijectiveLayout::Make(*kernel, Layout::Of(IsCallTo(call, "nn.conv2d") ? "OIHW" : "OIDHW"));
  std::optional<Shape> plain_shape;
  if (plain) plain_shape = plain->ForwardShape(weight->shape);
  ConvAxes axes;
  axes.depthwise = plain_shape && plain_shape->size() > 1 &&
                   (*plain_shape)[0] == Dim(attrs->groups) && (*plain_shape)[1] == Dim(1);
  if (attrs->groups != 1 && !axes.depthwise) return std::nullopt;

  auto channel_axes = [](const Layout& layout, char big, char small, bool blocked) {
    Axes found = {layout.IndexOf(big)};
    if (blocked) found.Add(layout.IndexOf(small));
    return found;
  };
  bool ko = kernel->IndexOf('o') >= 0;
  bool ki = kernel->IndexOf('i') >= 0;
  if (ko != ki || kernel->IndexOf('I') < 0 || kernel->IndexOf('O') < 0) return std::nullopt;
  if ((data->IndexOf('c') >= 0) == ko) axes.data = channel_axes(*data, 'C', 'c', ko);
  if ((out->IndexOf('c') >= 0) == ko) axes.out = channel_axes(*out, 'C', 'c', ko);
  axes.weight_in = channel_axes(*kernel, 'I', 'i', ko);
  axes.weight_out = channel_axes(*kernel, 'O', 'o', ko);
  return axes;
}

PASSCOPE_REMARKS void TellNoTaker(const CallNode* call) {
  if (!RemarksWanted()) return;
  EmitRemark(RemarkKind::kScaleNoTaker, call,
             MSG(kScaleWeightsMissing,
                 "the scale of {operator} is not folded: no convolution or dense layer can take it",
                 NameInRemark(call)));
}

PASSCOPE_REMARKS void TellNoTakers(const Expr& function) {
  PostOrderVisit(function, [](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    if (RoleOf(call) == ScaleFold::kMultiply) TellNoTaker(call);
  });
}

PASSCOPE_REMARKS void TellUnfit(const CallNode* call, bool fits) {
  if (!RemarksWanted()) return;
  if (fits) {
    EmitRemark(RemarkKind::kScaleSign, call,
               MSG(kScaleSignUnknownAtRelu,
                   "the scale of {operator} cannot pass a relu: it is not known to be positive",
                   NameInRemark(call)));
  } else {
    EmitRemark(RemarkKind::kScaleUnfit, call,
               MSG(kScaleNotOnChannelAxis, "{operator} does not scale along the channel axis",
                   NameInRemark(call)));
  }
}

PASSCOPE_REMARKS void TellFolded(const CallNode* call) {
  if (!RemarksWanted()) return;
  EmitRemark(RemarkKind::kScaleFolded, call,
             MSG(kScaleMovedIntoWeights, "the scale of {operator} is folded into weights",
                 NameInRemark(call)));
}

}  // namespace passcope::scale_axis
