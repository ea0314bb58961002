// AlterOpLayout's rules for the target llvm: convolutions over blocks of channels, and dense layers
// over blocks of units. A block has as many as a register of 128 bits holds, or twice that, like
// TVM for an unknown processor. A call with unknown sizes stays, except for the batch, since blocks
// do not depend on it. A call without elements in its data or weight stays, too.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "op/attrs_nn.h"
#include "op/op.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/no_elements.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

constexpr int64_t kLanes = 4;  // Lanes of 32 bits in a register.

// The largest divisor of `size` that is at most `limit`.
int64_t BlockOf(int64_t size, int64_t limit) {
  int64_t block = limit;
  while (block > 1 && size % block != 0) --block;
  return block;
}

// The shape, with 1 for an unknown batch; nullopt if another size is unknown or a size is 0.
std::optional<std::vector<int64_t>> ShapeOfBatch(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor || HasNoElements(type)) return std::nullopt;
  std::vector<int64_t> shape;
  for (Dim dim : tensor->shape) {
    if (!dim.is_const() && !shape.empty()) return std::nullopt;
    shape.push_back(dim.is_const() ? dim.value() : 1);
  }
  return shape;
}

// The shape of the weight; nullopt if a size is unknown or 0.
std::optional<std::vector<int64_t>> WeightShape(const CallNode* call) {
  const Type type = call->arg(1)->checked_type();
  return HasNoElements(type) ? std::nullopt : StaticShape(type);
}

// True if a layout is `before`, a number and `after`. For example, NCHW4c matches NCHW and c.
bool IsBlocked(std::string_view layout, std::string_view before, std::string_view after) {
  if (layout.size() <= before.size() + after.size() || !layout.starts_with(before) ||
      !layout.ends_with(after)) {
    return false;
  }
  layout = layout.substr(before.size(), layout.size() - before.size() - after.size());
  return std::all_of(layout.begin(), layout.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string Blocked(const char* layout, int64_t block) {
  return layout + std::to_string(block) + "c";
}

Expr AlterConv2D(const CallNode* call, std::span<const Expr> args) {
  const auto* attrs = As<Conv2DAttrs>(call->attrs);
  bool blocked =
      IsBlocked(attrs->data_layout, "NCHW", "c") && attrs->kernel_layout.starts_with("OIHW");
  if (!blocked && (attrs->data_layout != "NCHW" || attrs->kernel_layout != "OIHW")) return nullptr;
  auto data = ShapeOfBatch(call->arg(0)->checked_type());
  auto weight = WeightShape(call);
  if (!data || !weight) return nullptr;
  int64_t in = (*data)[1], out = (*weight)[0];
  if (blocked) {
    if (data->size() != 5 || weight->size() != 6) return nullptr;
    in *= (*data)[4];
    out *= (*weight)[5];
  }
  bool depthwise = attrs->groups != 1;
  if (depthwise) {
    bool dilated = attrs->dilation != std::vector<int64_t>(2, 1);
    if (attrs->groups != in || attrs->groups != out || (*weight)[1] != 1 || dilated) return nullptr;
  }
  const char* op = depthwise ? "nn.contrib_depthwise_conv2d_NCHWc" : "nn.contrib_conv2d_NCHWc";
  // A call that already has blocks only gets the operator that has code for them.
  if (blocked) {
    if (!attrs->channels || !attrs->kernel_size) return nullptr;
    return Call(GetOp(op), args, WithFullPadding(call->attrs, 2));
  }
  int64_t out_block = BlockOf(out, kLanes), in_block = BlockOf(in, out_block);
  std::string kernel =
      "OIHW" + std::to_string(depthwise ? 1 : in_block) + "i" + std::to_string(out_block) + "o";
  Attrs now = WithAttrs(WithFullPadding(call->attrs, 2),
                        {{"channels", out},
                         {"kernel_size", AttrValue::Ints({(*weight)[2], (*weight)[3]})},
                         {"data_layout", Blocked("NCHW", in_block)},
                         {"kernel_layout", kernel},
                         {"out_layout", Blocked("NCHW", out_block)}});
  return Call(GetOp(op), args, std::move(now));
}

Expr AlterDense(const CallNode* call, std::span<const Expr> args) {
  auto data = ShapeOfBatch(call->arg(0)->checked_type());
  auto weight = WeightShape(call);
  if (!data || !weight || data->size() != 2) return nullptr;
  int64_t block = BlockOf((*weight)[0], 2 * kLanes);
  DataType out_dtype = As<TensorTypeNode>(call->checked_type())->dtype;
  return MakeOp("nn.contrib_dense_pack", {args[0], args[1]},
                {{"weight_layout", "NC" + std::to_string(block) + "n"}, {"out_dtype", out_dtype}});
}

}  // namespace

void AddCpuAlterations(RuleTables& rules) {
  rules.alter_op_layout.Add("nn.conv2d", AlterConv2D);
  rules.alter_op_layout.Add("nn.dense", AlterDense);
}

}  // namespace passcope
