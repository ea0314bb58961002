// Rules of the operators that sort and select.
#include <algorithm>
#include <functional>
#include <numeric>

#include "op/attrs_tensor.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The result is values and indices, or one of them.
InferredLayouts TopKLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  size_t outputs = StringField(attrs, "ret_type") == "both" ? 2 : 1;
  return {{data}, std::vector<Layout>(outputs, data), attrs};
}

// A take from data of unknown size must not be fused with the data's computation.
Expr LegalizeTake(const CallNode* call, std::span<const Expr> args) {
  const auto* data = As<TensorTypeNode>(call->arg(0)->checked_type());
  bool dynamic = data && std::any_of(data->shape.begin(), data->shape.end(),
                                     [](Dim size) { return size.is_any(); });
  if (!dynamic) return nullptr;
  return Call(call->op(), {CallOp("annotation.stop_fusion", {args[0]}), args[1]}, call->attrs);
}

Gradients GatherNDGradient(const GradientSite& s) {
  if (As<GatherNDAttrs>(s.call->attrs)->batch_dims != 0) {
    s.Unsupported(MSG(kGradientBatchedIndices,
                      "the gradient of '{operator}' supports only batch_dims=0, not {value}",
                      s.op_name(), As<GatherNDAttrs>(s.call->attrs)->batch_dims));
  }
  // gather_nd accepts real indices, which it truncates; scatter_nd does not.
  const auto* type = As<TensorTypeNode>(s.arg(1)->checked_type());
  bool real = type && (type->dtype.is_float() || type->dtype.is_bfloat());
  Expr indices = real ? MakeCast(s.arg(1), DataType::Int(32)) : s.arg(1);
  Expr spread =
      MakeOp("scatter_nd", {ZerosLike(s.x()), indices, s.grad}, {{"mode", AttrValue("add")}});
  return {spread, ZerosLike(s.arg(1))};
}

// Adds each slice of the gradient to its source slice. TVM does it in a loop over slices. Here it
// is one scatter. The axis is moved to the front, since scatter_nd indexes the first axis.
Gradients TakeGradient(const GradientSite& s) {
  const auto* attrs = As<TakeAttrs>(s.call->attrs);
  if (attrs->batch_dims != 0) {
    s.Unsupported(MSG(kGradientBatchedIndices,
                      "the gradient of '{operator}' supports only batch_dims=0, not {value}",
                      s.op_name(), attrs->batch_dims));
  }
  Expr data = ZerosLike(s.x()), grad = s.grad, indices = s.arg(1);
  const size_t rank = attrs->axis ? s.TypeOf(s.x())->rank() : 1;
  const size_t axis = attrs->axis ? NormalizeAxis(*attrs->axis, rank) : 0;
  if (!attrs->axis) data = MakeReshape(data, {-1});
  const size_t picked = s.TypeOf(indices)->rank();
  std::vector<int64_t> to_front = {static_cast<int64_t>(axis)}, back, grad_to_front;
  for (size_t i = 0; i < picked; ++i) grad_to_front.push_back(static_cast<int64_t>(axis + i));
  for (size_t i = 0; i < rank; ++i) {
    back.push_back(static_cast<int64_t>(i == axis ? 0 : i < axis ? i + 1 : i));
    if (i == axis) continue;
    to_front.push_back(static_cast<int64_t>(i));
    grad_to_front.push_back(static_cast<int64_t>(i < axis ? i : i + picked - 1));
  }
  if (axis != 0) {
    data = MakeTranspose(data, to_front);
    grad = MakeTranspose(grad, grad_to_front);
  }
  // As in take, indices out of range mean the nearest end, unless the mode is "wrap".
  const DataType dtype = s.TypeOf(indices)->dtype;
  Expr zero = ConstantScalar(0, dtype);
  Expr size = MakeOp("take", {MakeOp("shape_of", {data}, {{"dtype", dtype}}), zero}, {{"axis", 0}});
  if (attrs->mode == "wrap") {
    indices = MakeBinary("floor_mod", indices, size);
  } else {
    Expr last = MakeSubtract(size, ConstantScalar(1, dtype));
    indices = MakeBinary("minimum", MakeMaximum(indices, zero), last);
  }
  Expr result =
      MakeOp("scatter_nd", {data, MakeExpandDims(indices, 0, 1), grad}, {{"mode", "add"}});
  if (axis != 0) result = MakeTranspose(result, back);
  if (!attrs->axis) result = MakeOp("reshape_like", {result, s.x()}, {});
  return {result, ZerosLike(s.arg(1))};
}

constexpr GradientRow kIndexingGradients[] = {
    {"gather_nd", GatherNDGradient},
    {"take", TakeGradient},
};

}  // namespace

void RegisterIndexingRules(RuleTables& rules) {
  rules.infer_layout.Add("topk", TopKLayout);
  rules.legalize.Add("take", LegalizeTake);
  AddGradients(rules, kIndexingGradients);
}

}  // namespace passcope
