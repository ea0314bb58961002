// Rules of the operators that sort and pick.
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

Gradients GatherNDGradient(const GradientSite& s) {
  Expr spread =
      MakeOp("scatter_nd", {ZerosLike(s.x()), s.arg(1), s.grad}, {{"mode", AttrValue("add")}});
  return {spread, ZerosLike(s.arg(1))};
}

// Adds each slice of the gradient to the one that was taken. TVM does it in a loop, one slice after
// the other; here it is one scatter along the first axis.
Gradients TakeGradient(const GradientSite& s) {
  const auto* attrs = As<TakeAttrs>(s.call->attrs);
  if (attrs->batch_dims != 0) {
    s.Unsupported(
        Say("the gradient of '{operator}' is not supported for batches of indices", s.op_name()));
  }
  size_t rank = s.TypeOf(s.x())->rank(), index_rank = s.TypeOf(s.arg(1))->rank();
  if (index_rank > 1) {
    s.Unsupported(Say("the gradient of '{operator}' is not supported for indices of rank {rank}",
                      s.op_name(), index_rank));
  }
  Expr zeros = ZerosLike(s.x()), grad = s.grad;
  size_t axis = attrs->axis ? NormalizeAxis(*attrs->axis, rank) : 0;
  if (!attrs->axis) {
    zeros = MakeReshape(zeros, {-1});
    rank = 1;
  }
  if (index_rank == 0) grad = MakeExpandDims(grad, static_cast<int64_t>(axis), 1);
  // The axis first, and back.
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

constexpr GradientRow kGradients[] = {
    {"gather_nd", GatherNDGradient},
    {"take", TakeGradient},
};

}  // namespace

void RegisterIndexingRules(RuleTables& rules) {
  rules.infer_layout.Add("topk", TopKLayout);
  AddGradients(rules, kGradients);
}

}  // namespace passcope
