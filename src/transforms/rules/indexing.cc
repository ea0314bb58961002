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

// For indices of any rank. The axis is moved to the front, since scatter_nd indexes the first axis.
Gradients TakeManyGradient(const GradientSite& s) {
  const auto* attrs = As<TakeAttrs>(s.call->attrs);
  std::vector<int64_t> shape = s.ShapeOf(s.x());
  Expr data = ZerosLike(s.x()), grad = s.grad;
  size_t axis = attrs->axis ? NormalizeAxis(*attrs->axis, shape.size()) : 0;
  if (!attrs->axis) {
    data = MakeReshape(data, {-1});
    shape = {std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>())};
  }
  size_t picked = s.TypeOf(s.arg(1))->rank();
  std::vector<int64_t> to_front, back, grad_to_front;
  to_front.push_back(static_cast<int64_t>(axis));
  for (size_t i = 0; i < picked; ++i) grad_to_front.push_back(static_cast<int64_t>(axis + i));
  for (size_t i = 0; i < shape.size(); ++i) {
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
  Expr indices = s.arg(1);
  DataType dtype = s.TypeOf(indices)->dtype;
  auto number = [&](int64_t value) { return ConstantScalar(static_cast<double>(value), dtype); };
  if (attrs->mode == "wrap") {
    indices = MakeBinary("floor_mod", indices, number(shape[axis]));
  } else {
    indices = MakeBinary("minimum", MakeMaximum(indices, number(0)), number(shape[axis] - 1));
  }
  indices = MakeExpandDims(indices, 0, 1);
  Expr result = MakeOp("scatter_nd", {data, indices, grad}, {{"mode", "add"}});
  if (axis != 0) result = MakeTranspose(result, back);
  if (!attrs->axis) result = MakeOp("reshape_like", {result, s.x()}, {});
  return {result, ZerosLike(s.arg(1))};
}

// Adds each slice of the gradient to its source slice. TVM does it in a loop over slices. Here it
// is one scatter along the first axis.
Gradients TakeGradient(const GradientSite& s) {
  const auto* attrs = As<TakeAttrs>(s.call->attrs);
  if (attrs->batch_dims != 0) {
    s.Unsupported(MSG(kGradientBatchedIndices,
                      "the gradient of '{operator}' supports only batch_dims=0, not {value}",
                      s.op_name(), attrs->batch_dims));
  }
  size_t rank = s.TypeOf(s.x())->rank(), index_rank = s.TypeOf(s.arg(1))->rank();
  if (index_rank > 1) return TakeManyGradient(s);
  Expr zeros = ZerosLike(s.x()), grad = s.grad;
  size_t axis = attrs->axis ? NormalizeAxis(*attrs->axis, rank) : 0;
  if (!attrs->axis) {
    zeros = MakeReshape(zeros, {-1});
    rank = 1;
  }
  if (index_rank == 0) grad = MakeExpandDims(grad, static_cast<int64_t>(axis), 1);
  // The transposition that moves the axis to the front, and its inverse.
  std::vector<int64_t> there = {static_cast<int64_t>(axis)}, back(rank);
  for (size_t i = 0; i < rank; ++i) {
    if (i != axis) there.push_back(static_cast<int64_t>(i));
  }
  for (size_t i = 0; i < rank; ++i) back[static_cast<size_t>(there[i])] = static_cast<int64_t>(i);
  if (axis != 0) {
    zeros = MakeTranspose(zeros, there);
    grad = MakeTranspose(grad, there);
  }
  Expr indices = MakeReshape(s.arg(1), {1, -1});
  Expr spread = MakeOp("scatter_nd", {zeros, indices, grad}, {{"mode", AttrValue("add")}});
  if (axis != 0) spread = MakeTranspose(spread, back);
  if (!attrs->axis) spread = MakeOp("reshape_like", {spread, s.x()}, {});
  return {spread, ZerosLike(s.arg(1))};
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
