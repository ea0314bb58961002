// Rules of the operators that sort and pick.
#include <functional>
#include <numeric>

#include "op/attrs_tensor.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// Values and indices, or one of them.
InferredLayouts TopKLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  size_t outputs = StringField(attrs, "ret_type") == "both" ? 2 : 1;
  return {{data}, std::vector<Layout>(outputs, data), attrs};
}

// Each part of the gradient is added where it was taken from: the axis is brought to the front,
// which scatter_nd indexes.
Gradients TakeGradient(const GradientSite& s) {
  const auto* attrs = As<TakeAttrs>(s.call->attrs);
  if (attrs->batch_dims != 0) {
    s.Unsupported(Say("the gradient of '{operator}' is not supported for batches", s.op_name()));
  }
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
  // As take does, unless it wraps, indices beyond an end mean that end.
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

Gradients GatherNDGradient(const GradientSite& s) {
  if (As<GatherNDAttrs>(s.call->attrs)->batch_dims != 0) {
    s.Unsupported(Say("the gradient of '{operator}' is not supported for batches", s.op_name()));
  }
  return {MakeOp("scatter_nd", {ZerosLike(s.x()), s.arg(1), s.grad}, {{"mode", "add"}}),
          ZerosLike(s.arg(1))};
}

Gradients OneHotGradient(const GradientSite& s) {
  Expr on = MakeBinary("equal", s.result, s.arg(1)), zeros = ZerosLike(s.grad);
  auto sum = [](Expr grad) { return MakeReduce("sum", std::move(grad), {}, false); };
  return {ZerosLike(s.arg(0)), MakeBinary("cast_like", sum(MakeWhere(on, s.grad, zeros)), s.arg(1)),
          MakeBinary("cast_like", sum(MakeWhere(on, zeros, s.grad)), s.arg(2))};
}

constexpr GradientRow kGradients[] = {
    {"gather_nd", GatherNDGradient},
    {"one_hot", OneHotGradient},
    {"take", TakeGradient},
};

}  // namespace

void RegisterIndexingRules(RuleTables& rules) {
  rules.infer_layout.Add("topk", TopKLayout);
  AddGradients(rules, kGradients);
}

}  // namespace passcope
