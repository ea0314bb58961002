// FoldExplicitPadding: folds an nn.pad into the convolution or pooling that follows it.
//
// Why: importers pad explicitly, which copies the data. Convolutions and pools can pad while they
// compute. Padding with zeros is folded into convolutions and average pools. Padding with the least
// value of the data type is folded into maximum pools. Not done: padding of axes that are not
// spatial, padding that is not a constant, and average pools that leave their own padding out of
// the mean.
//
//   before  nn.conv2d(nn.pad(%x, 0f, pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]), %w, …)
//   after   nn.conv2d(%x, %w, padding=[1, 1, 1, 1], …)
#include <limits>

#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/per_engine.h"
#include "transforms/pattern_rules.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

PadFold PadFoldOf(const CallNode* call) {
  const auto* op = As<OpNode>(call->op());
  return op ? op->decl->traits.pad_fold : PadFold::kNone;
}

// A pad followed by any operator that can fold it, with all of its arguments.
DFPattern PadThenUser() {
  DFPattern pad = IsCallOf("nn.pad", {Wildcard(), Wildcard()}), any;
  for (const Expr& node : AllOps()) {
    const OpDecl& decl = *As<OpNode>(node)->decl;
    if (decl.traits.pad_fold == PadFold::kNone) continue;
    std::vector<DFPattern> args(decl.args.size(), pad);
    for (size_t i = 1; i < args.size(); ++i) args[i] = Wildcard();
    DFPattern call = IsCall(IsExpr(node), std::move(args));
    any = any ? IsEither(any, call) : call;
  }
  return any;
}

// `own` plus the padding before and then after the spatial axes; nullopt if another axis is padded.
std::optional<std::vector<int64_t>> AddPadding(const PadAttrs* pad, const std::string& layout,
                                               std::vector<int64_t> own) {
  auto widths = ToPadPairs(pad->pad_width);
  if (!widths || widths->size() != layout.size()) return std::nullopt;
  std::vector<int64_t> before, after;
  for (size_t i = 0; i < widths->size(); ++i) {
    auto [front, back] = (*widths)[i];
    if (layout[i] == 'D' || layout[i] == 'H' || layout[i] == 'W') {
      before.push_back(front);
      after.push_back(back);
    } else if (front != 0 || back != 0) {
      return std::nullopt;
    }
  }
  before.insert(before.end(), after.begin(), after.end());
  if (before.size() != own.size()) return std::nullopt;
  for (size_t i = 0; i < own.size(); ++i) own[i] += before[i];
  return own;
}

bool IsLeast(const NDArray& value) {
  DataType dtype = value->dtype;
  double number = value->ToDouble(0);
  if (dtype.is_float()) {
    double least = dtype.bits == 16   ? -65504.0
                   : dtype.bits == 32 ? -static_cast<double>(std::numeric_limits<float>::max())
                                      : -std::numeric_limits<double>::max();
    return number == least;
  }
  if (dtype.is_uint()) return value->ToInt(0) == 0;
  if (!dtype.is_int()) return false;
  return value->ToInt(0) == (dtype.bits >= 64 ? std::numeric_limits<int64_t>::min()
                                              : -(int64_t{1} << (dtype.bits - 1)));
}

Expr Rewrite(const CallNode* pre, const CallNode* post) {
  const auto* pad = As<CallNode>(post->arg(0));
  const auto* pad_attrs = As<PadAttrs>(pad->attrs);
  const auto* value = As<ConstantNode>(pad->arg(1));
  Expr same(post);
  if (!pad_attrs || !value || value->data->size() == 0) return same;
  bool zero = value->data->ToDouble(0) == 0, constant = pad_attrs->pad_mode == "constant";
  std::optional<std::vector<int64_t>> padding;
  bool includes_padding = false;
  if (const ConvAttrs* conv = AsConvAttrs(post->attrs)) {
    bool folds = zero && constant;
    if (PadFoldOf(pre) == PadFold::kZeroPoint) {
      const auto* zero_point = As<ConstantNode>(post->arg(2));
      folds = constant && zero_point && zero_point->data->shape.empty() &&
              NDArrayEqual(zero_point->data, value->data);
    }
    if (folds) padding = AddPadding(pad_attrs, conv->data_layout, conv->padding);
  } else if (const PoolAttrs* pool = AsPoolAttrs(post->attrs); pool && constant) {
    if (PadFoldOf(pre) == PadFold::kLeast) {
      if (IsLeast(value->data)) padding = AddPadding(pad_attrs, pool->layout, pool->padding);
    } else if (zero) {
      bool own_padding = false;
      for (int64_t width : pool->padding) own_padding = own_padding || width != 0;
      if (pool->count_include_pad || !own_padding) {
        padding = AddPadding(pad_attrs, pool->layout, pool->padding);
        includes_padding = true;
      }
    }
  }
  if (!padding) return same;
  Attrs attrs = WithAttrs(post->attrs, {{"padding", AttrValue::Ints(*padding)}});
  if (includes_padding) attrs = WithAttrs(attrs, {{"count_include_pad", true}});
  std::vector<Expr> args(post->args().begin(), post->args().end());
  args[0] = pad->arg(0);
  return Call(post->op(), args, std::move(attrs), post->type_args, post->span());
}

}  // namespace

namespace transform {

Pass FoldExplicitPadding() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext& context) {
        PASSCOPE_PER_ENGINE const PatternRules rules({{PadThenUser(), Rewrite, "paddings folded"}});
        return rules.Rewrite(function, module, context);
      },
      TableInfo("FoldExplicitPadding"));
}

}  // namespace transform
}  // namespace passcope
