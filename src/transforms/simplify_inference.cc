// SimplifyInference: replaces operators that differ between training and inference by what they do
// in inference.
//
// Why: a batch_norm with fixed statistics is one multiplication and one addition per channel, which
// other passes can fold into weights; dropout does nothing. Layer, group, instance and L2
// normalisation become the arithmetic that defines them. Not done: a batch_norm of which other
// results than the first are used keeps being computed for those; a group_norm over a shape that is
// not known stays as it is.
//
//   before  nn.batch_norm(%x, %gamma, %beta, %mean, %var).0
//   after   add(multiply(%x, expand_dims(%scale, axis=1, num_newaxis=2)), expand_dims(%shift, …))
//           where %scale = 1 / sqrt(%var + epsilon) * %gamma, %shift = -%mean * %scale + %beta
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

const TensorTypeNode* TensorTypeOf(const Expr& expr) {
  const auto* type = As<TensorTypeNode>(expr->checked_type());
  PASSCOPE_CHECK(type);
  return type;
}

Expr Epsilon(double epsilon, DataType dtype) {
  // Through float32, as TVM does, so that float64 constants have the same digits.
  return ConstantScalar(static_cast<float>(epsilon), dtype);
}

template <class A>
const A& AttrsOf(const CallNode* call) {
  const A* attrs = As<A>(call->attrs);
  PASSCOPE_CHECK(attrs);
  return *attrs;
}

Expr UnpackBatchNorm(const CallNode* call, const TensorTypeNode* type) {
  const auto& attrs = AttrsOf<BatchNormAttrs>(call);
  Expr deviation = MakeSqrt(MakeAdd(call->arg(4), Epsilon(attrs.epsilon, type->dtype)));
  Expr scale = MakeDivide(ConstantScalar(1.0, type->dtype), deviation);
  if (attrs.scale) scale = MakeMultiply(scale, call->arg(1));
  Expr shift = MakeMultiply(MakeNegative(call->arg(3)), scale);
  if (attrs.center) shift = MakeAdd(shift, call->arg(2));
  auto axis = static_cast<int64_t>(NormalizeAxis(attrs.axis, type->rank()));
  scale = ExpandBiasToMatchAxis(scale, type->rank(), axis);
  shift = ExpandBiasToMatchAxis(shift, type->rank(), axis);
  return MakeAdd(MakeMultiply(call->arg(0), scale), shift);
}

// (data - mean) / sqrt(variance + epsilon) over `axes`.
Expr Normalize(const Expr& data, const std::vector<int64_t>& axes, double epsilon, DataType dtype) {
  Expr eps = Epsilon(epsilon, dtype);
  Expr mean = MakeReduce("mean", data, axes, true);
  Expr variance = MakeVariance(data, mean, axes, true);
  return MakeDivide(MakeSubtract(data, mean), MakeSqrt(MakeAdd(variance, eps)));
}

// Times gamma (argument 1), plus beta (argument 2).
Expr ScaleAndCenter(Expr out, const CallNode* call, const NormAttrs& attrs, size_t ndim) {
  auto axis = static_cast<int64_t>(NormalizeAxis(attrs.axis, ndim));
  if (attrs.scale) out = MakeMultiply(out, ExpandBiasToMatchAxis(call->arg(1), ndim, axis));
  if (attrs.center) out = MakeAdd(out, ExpandBiasToMatchAxis(call->arg(2), ndim, axis));
  return out;
}

Expr UnpackLayerNorm(const CallNode* call, const TensorTypeNode* type) {
  const auto& attrs = AttrsOf<LayerNormAttrs>(call);
  Expr out = Normalize(call->arg(0), {attrs.axis}, attrs.epsilon, type->dtype);
  return ScaleAndCenter(out, call, attrs, type->rank());
}

Expr UnpackInstanceNorm(const CallNode* call, const TensorTypeNode* type) {
  const auto& attrs = AttrsOf<InstanceNormAttrs>(call);
  size_t axis = NormalizeAxis(attrs.axis, type->rank());
  std::vector<int64_t> reduced;
  for (size_t i = 1; i < type->rank(); ++i) {
    if (i != axis) reduced.push_back(static_cast<int64_t>(i));
  }
  Expr out = Normalize(call->arg(0), reduced, attrs.epsilon, type->dtype);
  return ScaleAndCenter(out, call, attrs, type->rank());
}

// Null when the shape is not known.
Expr UnpackGroupNorm(const CallNode* call, const TensorTypeNode* type) {
  const auto& attrs = AttrsOf<GroupNormAttrs>(call);
  size_t axis = NormalizeAxis(attrs.axis, type->rank());
  // (N, C, H, W) becomes (N, groups, C / groups, H, W), reduced over what follows the groups.
  std::vector<int64_t> old_shape, new_shape, reduced;
  for (size_t i = 0; i < type->rank(); ++i) {
    if (!type->shape[i].is_const()) return nullptr;
    int64_t size = type->shape[i].value();
    old_shape.push_back(size);
    if (i == axis) {
      if (attrs.num_groups < 1) return nullptr;
      new_shape.push_back(attrs.num_groups);
      new_shape.push_back(size / attrs.num_groups);
    } else {
      new_shape.push_back(size);
    }
    if (i >= axis) reduced.push_back(static_cast<int64_t>(i) + 1);
  }
  Expr data = MakeReshape(call->arg(0), new_shape);
  Expr out = MakeReshape(Normalize(data, reduced, attrs.epsilon, type->dtype), old_shape);
  return ScaleAndCenter(out, call, attrs, type->rank());
}

Expr UnpackL2Normalize(const CallNode* call) {
  const auto& attrs = AttrsOf<L2NormalizeAttrs>(call);
  Expr eps = Epsilon(attrs.eps, DataType::Float(32));
  const Expr& data = call->arg(0);
  Expr sum = MakeMaximum(MakeReduce("sum", MakeMultiply(data, data), attrs.axis, true), eps);
  return MakeDivide(data, MakeSqrt(sum));
}

class InferenceSimplifier : public Rewriter {
 public:
  int64_t replaced() const { return replaced_; }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr rebuilt = WithChildren(node, children);
    if (const auto* call = As<CallNode>(node)) {
      const auto* now = As<CallNode>(rebuilt);
      const ExprNode* op = call->op().get();
      Expr simple;
      if (op == layer_norm_) {
        simple = UnpackLayerNorm(now, TensorTypeOf(call->arg(0)));
      } else if (op == group_norm_) {
        simple = UnpackGroupNorm(now, TensorTypeOf(call->arg(0)));
      } else if (op == instance_norm_) {
        simple = UnpackInstanceNorm(now, TensorTypeOf(call->arg(0)));
      } else if (op == l2_normalize_) {
        simple = UnpackL2Normalize(now);
      }
      replaced_ += simple ? 1 : 0;
      return simple ? simple : rebuilt;
    }
    if (const auto* item = As<TupleGetItemNode>(node); item && item->index == 0) {
      const auto* now = As<CallNode>(children[0]);
      if (now && now->op() == dropout_) {
        ++replaced_;
        return now->arg(0);
      }
      if (now && now->op() == batch_norm_) {
        ++replaced_;
        // Only calls become calls of batch_norm, so the old tuple is that call, with types.
        return UnpackBatchNorm(now, TensorTypeOf(As<CallNode>(item->tuple())->arg(0)));
      }
    }
    return rebuilt;
  }

 private:
  int64_t replaced_ = 0;
  const ExprNode* batch_norm_ = FindOp("nn.batch_norm");
  const ExprNode* dropout_ = FindOp("nn.dropout");
  const ExprNode* layer_norm_ = FindOp("nn.layer_norm");
  const ExprNode* group_norm_ = FindOp("nn.group_norm");
  const ExprNode* instance_norm_ = FindOp("nn.instance_norm");
  const ExprNode* l2_normalize_ = FindOp("nn.l2_normalize");
};

}  // namespace

namespace transform {

Pass SimplifyInference() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext& context) {
        InferenceSimplifier simplifier;
        Expr result = simplifier.Run(EnsureTyped(function, module));
        context.Count("operators replaced", simplifier.replaced());
        return result;
      },
      TableInfo("SimplifyInference"));
}

}  // namespace transform
}  // namespace passcope
