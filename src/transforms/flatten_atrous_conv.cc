// FlattenAtrousConv: turns a convolution between space_to_batch_nd and batch_to_space_nd into a
// dilated one.
//
// Why: importers write dilated ("atrous") convolutions as three operators. A dilated convolution
// does not move the data twice. The three operators must follow each other, and the data must be
// NHWC of a known size. Not done, although TVM does it: padding with another number than zero, or
// padding so that the dilated convolution reads other data.
//
//   before  %0 = nn.space_to_batch_nd(%x, block_shape=[2, 2], …);
//           nn.batch_to_space_nd(nn.conv2d(%0, %w, …), block_shape=[2, 2], …)
//   after   nn.conv2d(%x, %w, dilation=[2, 2], padding=…, …)
#include <algorithm>

#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

class AtrousFlattener : public Rewriter {
 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr rebuilt = WithChildren(node, children);
    const auto* call = As<CallNode>(rebuilt);
    if (!call) return rebuilt;
    bool next = step_ == 0   ? IsCallTo(call, "nn.space_to_batch_nd")
                : step_ == 1 ? IsCallTo(call, "nn.conv2d") || IsCallTo(call, "qnn.conv2d")
                             : IsCallTo(call, "nn.batch_to_space_nd");
    step_ = next ? step_ + 1 : 0;
    if (step_ < 3) return rebuilt;
    step_ = 0;
    Expr flat = Flatten(As<CallNode>(node), call);
    return flat ? flat : rebuilt;
  }

 private:
  // Null if the calls cannot be flattened. `typed` is the same call before rewriting.
  static Expr Flatten(const CallNode* typed, const CallNode* to_space) {
    const auto* conv = As<CallNode>(to_space->arg(0));
    const ConvAttrs* attrs = conv ? AsConvAttrs(conv->attrs) : nullptr;
    if (!attrs || attrs->data_layout != "NHWC" || !attrs->kernel_size ||
        attrs->kernel_size->size() != 2) {
      return nullptr;
    }
    const CallNode* to_batch = AsCallTo(conv->arg(0), "nn.space_to_batch_nd");
    if (!to_batch) return nullptr;
    const auto* typed_to_batch = As<CallNode>(As<CallNode>(typed->arg(0))->arg(0));
    auto shape = StaticShape(typed_to_batch->arg(0)->checked_type());
    auto block = to_space->attrs->Get("block_shape").ints();
    if (!shape || shape->size() != 4 || !block || block->size() < 2) return nullptr;
    std::vector<int64_t> before(2), after(2);
    for (size_t i = 0; i < 2; ++i) {
      int64_t kernel = ((*attrs->kernel_size)[i] - 1) * (*block)[i] + 1;
      int64_t pad = std::max<int64_t>((*shape)[i + 1] - 1 + kernel - (*shape)[i + 1], 0);
      before[i] = pad / 2;
      after[i] = pad - before[i];
    }
    if (!IsSame(attrs, to_batch, to_space, *block, before) ||
        !SameSizes(typed->checked_type(), *shape)) {
      return nullptr;
    }
    std::vector<Expr> args(conv->args().begin(), conv->args().end());
    args[0] = to_batch->arg(0);
    return Call(conv->op(), args,
                WithAttrs(conv->attrs,
                          {{"strides", AttrValue::Ints({1, 1})},
                           {"padding", AttrValue::Ints({before[0], before[1], after[0], after[1]})},
                           {"dilation", AttrValue::Ints({(*block)[0], (*block)[1]})}}));
  }

  // True if the three operators read the same data as the dilated convolution with padding
  // `before`.
  static bool IsSame(const ConvAttrs* attrs, const CallNode* to_batch, const CallNode* to_space,
                     const std::vector<int64_t>& block, const std::vector<int64_t>& before) {
    auto all_are = [](const std::vector<int64_t>& values, int64_t value) {
      return std::all_of(values.begin(), values.end(), [&](int64_t v) { return v == value; });
    };
    const auto* padding = As<SpaceToBatchNDAttrs>(to_batch->attrs);
    const auto* cropping = As<BatchToSpaceNDAttrs>(to_space->attrs);
    auto margins = padding ? ToPadPairs(padding->paddings) : std::nullopt;
    auto crops = cropping ? ToPadPairs(cropping->crops) : std::nullopt;
    if (!margins || !crops || margins->size() != 2 || crops->size() != 2 ||
        padding->block_shape != block || block.size() != 2 || padding->pad_value != 0 ||
        !all_are(attrs->padding, 0) || !all_are(attrs->strides, 1) ||
        !all_are(attrs->dilation, 1)) {
      return false;
    }
    for (size_t i = 0; i < 2; ++i) {
      if ((*margins)[i].first - (*crops)[i].first != before[i]) return false;
    }
    return true;
  }
  // True if the result has as many rows and columns as the data.
  static bool SameSizes(const Type& result, const std::vector<int64_t>& data) {
    auto shape = StaticShape(result);
    return shape && shape->size() == 4 && (*shape)[1] == data[1] && (*shape)[2] == data[2];
  }

  int step_ = 0;
};

}  // namespace

namespace transform {

Pass FlattenAtrousConv() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext&) {
        return AtrousFlattener().Run(EnsureTyped(function, module));
      },
      TableInfo("FlattenAtrousConv"));
}

}  // namespace transform
}  // namespace passcope
