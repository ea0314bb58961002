// Rules of neural network operators other than convolutions and pooling.
#include <utility>

#include "op/attrs_nn.h"
#include "transforms/infer_layout.h"
#include "transforms/no_elements.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// gamma, beta, moving mean and moving variance are per channel. The latter two are also results.
InferredLayouts BatchNormLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  const Layout& c = ChannelLayout();
  return {{data, c, c, c, c}, {data, c, c}, attrs};
}

// The inputs are data, gamma and beta.
InferredLayouts NormalizationLayout(const LayoutQuery& query) {
  Attrs attrs = query.attrs;
  Layout data = FollowAxis(query, &attrs);
  return {{data, ChannelLayout(), ChannelLayout()}, {data}, attrs};
}

// Each image of the batch, which is the first axis, is normalized alone.
InferredLayouts InstanceNormLayout(const LayoutQuery& query) {
  if (query.new_in && MovedAxis(query.old_in[0], query.new_in->front(), 0) != 0) {
    return InferredLayouts::Unknown();
  }
  return NormalizationLayout(query);
}

InferredLayouts L2NormalizeLayout(const LayoutQuery& query) {
  const TensorTypeNode* data = query.tensor(0);
  const auto* attrs = As<L2NormalizeAttrs>(query.attrs);
  Layout old = query.old_in[0];
  if (!data || !attrs || !query.new_in || !attrs->axis) {
    return InferredLayouts::Same(1, query.new_in && attrs ? query.new_in->front() : old,
                                 query.attrs);
  }
  Layout now = query.new_in->front();
  std::vector<int64_t> axes = *attrs->axis;
  for (int64_t& axis : axes) {
    axis = MovedAxis(old, now, NormalizeAxis(axis, data->rank()));
    if (axis < 0) return InferredLayouts::Same(1, old, query.attrs);
  }
  return InferredLayouts::Same(1, now, WithField(query.attrs, "axis", AttrValue::Ints(axes)));
}

InferredLayouts DenseLayout(const LayoutQuery& query) {
  static const Layout nc = Layout::Of("NC");
  return {{nc, nc}, {nc}, query.attrs};
}

InferredLayouts DensePackLayout(const LayoutQuery& query) {
  static const Layout nc = Layout::Of("NC");
  return {{nc, LayoutField(query.attrs, "weight_layout")}, {nc}, query.attrs};
}

// Stays in its original layout.
InferredLayouts PReluLayout(const LayoutQuery& query) {
  Layout data = query.old_in[0];
  return {{data, ChannelLayout()}, {data}, query.attrs};
}

// The mask that dropout also returns has the layout of the data.
InferredLayouts DropoutLayout(const LayoutQuery& query) {
  InferredLayouts layouts = ElemwiseLayout(query);
  layouts.outputs.resize(2, layouts.outputs[0]);
  return layouts;
}

// The padding widths move with their axes. A padded axis cannot be in blocks.
InferredLayouts PadLayout(const LayoutQuery& query) {
  // The padding value is a scalar.
  const Layout scalar = Layout::Of("");
  Layout old = query.old_in[0];
  InferredLayouts keep = {{old, scalar}, {old}, query.attrs};
  if (!query.new_in) return keep;
  Layout now = query.new_in->front();
  const auto* attrs = As<PadAttrs>(query.attrs);
  std::optional<PadPairs> widths = attrs ? ToPadPairs(attrs->pad_width) : std::nullopt;
  if (!widths || widths->size() != old.ndim()) return keep;
  PadPairs moved;
  for (LayoutAxis axis : now.axes()) {
    int old_axis = old.IndexOf(axis.name);
    bool is_block = !axis.is_primal() || old_axis < 0;
    if (is_block) old_axis = old.IndexOf(PrimalAxis(axis.name));
    if (old_axis < 0) return keep;
    auto width = (*widths)[static_cast<size_t>(old_axis)];
    if (is_block && width != std::pair<int64_t, int64_t>(0, 0)) return keep;
    moved.push_back(width);
  }
  return {{now, scalar}, {now}, WithField(query.attrs, "pad_width", FromPadPairs(moved))};
}

// For data of a higher rank, the weight's gradient would have more than two axes.
void RequireMatrix(const GradientSite& s) {
  if (s.TypeOf(s.x())->rank() == 2) return;
  s.Unsupported(MSG(kGradientDataNotMatrix,
                    "the gradient of '{operator}' requires data of rank 2, not {rank}", s.op_name(),
                    s.TypeOf(s.x())->rank()));
}

Gradients DenseGradient(const GradientSite& s) {
  RequireMatrix(s);
  // Each result is a sum of nothing, or there is none.
  if (HasNoElements(s.x()->checked_type()) || HasNoElements(s.arg(1)->checked_type())) {
    return {ZerosLike(s.x()), ZerosLike(s.arg(1))};
  }
  int64_t features = s.ShapeOf(s.x()).back();
  AttrValue units = features;
  return {
      SumTo(MakeOp("nn.dense", {s.grad, MakeTransposed(s.arg(1))}, {{"units", units}}), s.x()),
      SumTo(MakeOp("nn.dense", {MakeTransposed(s.grad), MakeTransposed(s.x())}, {{"units", units}}),
            s.arg(1))};
}

Gradients BatchMatmulGradient(const GradientSite& s) {
  const auto* attrs = As<BatchMatmulAttrs>(s.call->attrs);
  const Expr &x = s.x(), &y = s.arg(1), &g = s.grad;
  auto product = [](const Expr& a, const Expr& b, bool transpose_a, bool transpose_b) {
    return MakeOp("nn.batch_matmul", {a, b},
                  {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
  };
  auto turned = [](const Expr& expr) { return MakeTranspose(expr, {0, 2, 1}); };
  if (attrs->transpose_a && attrs->transpose_b) {
    return {SumTo(product(y, g, true, true), x), SumTo(product(g, x, true, true), y)};
  }
  if (attrs->transpose_a) {
    return {SumTo(product(y, g, false, true), x), SumTo(product(x, g, false, false), y)};
  }
  if (attrs->transpose_b) {
    return {SumTo(product(g, turned(y), false, true), x),
            SumTo(product(turned(g), turned(x), false, true), y)};
  }
  return {SumTo(product(g, y, false, true), x), SumTo(product(x, g, true, false), y)};
}

Gradients MatmulGradient(const GradientSite& s) {
  RequireMatrix(s);
  const auto* attrs = As<MatmulAttrs>(s.call->attrs);
  const Expr &x = s.x(), &y = s.arg(1), &g = s.grad;
  auto product = [](const Expr& a, const Expr& b, bool transpose_a, bool transpose_b) {
    // As in TVM, a product with a transposed right side becomes a dense layer.
    if (!transpose_a && transpose_b) return MakeOp("nn.dense", {a, b}, {});
    return MakeOp("nn.matmul", {a, b},
                  {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
  };
  if (attrs->transpose_a && attrs->transpose_b) {
    return {SumTo(product(y, g, true, true), x), SumTo(product(g, x, true, true), y)};
  }
  if (attrs->transpose_a) {
    return {SumTo(product(y, g, false, true), x), SumTo(product(x, g, false, false), y)};
  }
  if (attrs->transpose_b) return DenseGradient(s);
  return {SumTo(product(g, y, false, true), x), SumTo(product(x, g, true, false), y)};
}

// The gradient of the mean over the batch.
Expr OverBatch(const GradientSite& s) {
  Expr shape = MakeOp("shape_of", {s.x()}, {{"dtype", DataType::Int(32)}});
  Expr size = MakeOp("take", {shape, ConstantScalar(0, DataType::Int(32))}, {{"axis", 0}});
  return MakeDivide(s.grad, MakeCast(size, s.TypeOf(s.x())->dtype));
}

// Returns minus the gradient of the mean, times the targets and times `logarithms`. The second
// product is the gradient of the targets. Targets of another type than the result are cast.
std::pair<Expr, Expr> CrossEntropyProducts(const GradientSite& s, const Expr& logarithms) {
  Expr grad = OverBatch(s), targets = s.Cast(s.arg(1), s.arg(1), s.x());
  Expr of_targets = MakeMultiply(MakeNegative(grad), logarithms);
  return {MakeMultiply(MakeNegative(grad), targets), s.Cast(of_targets, s.x(), s.arg(1))};
}

Gradients CrossEntropyGradient(const GradientSite& s) {
  auto [of_data, of_targets] = CrossEntropyProducts(s, MakeUnary("log", s.x()));
  return {MakeDivide(of_data, s.x()), of_targets};
}

Gradients CrossEntropyWithLogitsGradient(const GradientSite& s) {
  auto [of_data, of_targets] = CrossEntropyProducts(s, s.x());
  return {of_data, of_targets};
}

Gradients BiasAddGradient(const GradientSite& s) {
  int64_t axis = As<BiasAddAttrs>(s.call->attrs)->axis;
  return {SumTo(s.grad, s.x()), MakeReduce("sum", s.grad, std::vector<int64_t>{axis}, false, true)};
}

Gradients SoftmaxGradient(const GradientSite& s) {
  std::vector<int64_t> axis = {As<SoftmaxAttrs>(s.call->attrs)->axis};
  Expr sum = MakeReduce("sum", MakeMultiply(s.grad, s.result), axis, true);
  return {MakeMultiply(MakeSubtract(s.grad, sum), s.result)};
}

Gradients LogSoftmaxGradient(const GradientSite& s) {
  std::vector<int64_t> axis = {As<SoftmaxAttrs>(s.call->attrs)->axis};
  Expr sum = MakeReduce("sum", s.grad, axis, true);
  return {MakeSubtract(s.grad, MakeMultiply(sum, MakeUnary("exp", s.result)))};
}

constexpr GradientRow kNnGradients[] = {
    {"nn.batch_flatten",
     [](const GradientSite& s) -> Gradients {
       return {MakeOp("reshape_like", {s.grad, s.x()}, {})};
     }},
    {"nn.batch_matmul", BatchMatmulGradient},
    {"nn.bias_add", BiasAddGradient},
    {"nn.cross_entropy", CrossEntropyGradient},
    {"nn.cross_entropy_with_logits", CrossEntropyWithLogitsGradient},
    {"nn.dense", DenseGradient},
    {"nn.log_softmax", LogSoftmaxGradient},
    {"nn.matmul", MatmulGradient},
    {"nn.relu",
     [](const GradientSite& s) -> Gradients {
       Expr zeros = ZerosLike(s.x()), ones = OnesLike(s.x());
       return {MakeWhere(MakeBinary("less", s.x(), zeros), zeros, MakeMultiply(ones, s.grad))};
     }},
    {"nn.softmax", SoftmaxGradient},
};

// The type of a call's first argument, which must be a tensor.
const TensorTypeNode* DataTypeOf(const CallNode* call) {
  const auto* type = As<TensorTypeNode>(call->arg(0)->checked_type());
  PASSCOPE_CHECK(type);
  return type;
}

Expr Epsilon(double epsilon, DataType dtype) {
  // Rounded to float32, as TVM does, so that float64 constants have the same digits.
  return ConstantScalar(static_cast<float>(epsilon), dtype);
}

template <class A>
const A& AttrsOf(const CallNode* call) {
  const A* attrs = As<A>(call->attrs);
  PASSCOPE_CHECK(attrs);
  return *attrs;
}

Expr UnpackBatchNorm(const CallNode* call, const CallNode* now) {
  const TensorTypeNode* type = DataTypeOf(call);
  const auto& attrs = AttrsOf<BatchNormAttrs>(now);
  Expr deviation = MakeSqrt(MakeAdd(now->arg(4), Epsilon(attrs.epsilon, type->dtype)));
  Expr scale = MakeDivide(ConstantScalar(1.0, type->dtype), deviation);
  if (attrs.scale) scale = MakeMultiply(scale, now->arg(1));
  Expr shift = MakeMultiply(MakeNegative(now->arg(3)), scale);
  if (attrs.center) shift = MakeAdd(shift, now->arg(2));
  auto axis = static_cast<int64_t>(NormalizeAxis(attrs.axis, type->rank()));
  scale = ExpandBiasToMatchAxis(scale, type->rank(), axis);
  shift = ExpandBiasToMatchAxis(shift, type->rank(), axis);
  return MakeAdd(MakeMultiply(now->arg(0), scale), shift);
}

// (data - mean) / sqrt(variance + epsilon) over `axes`.
Expr Normalize(const Expr& data, const std::vector<int64_t>& axes, double epsilon, DataType dtype) {
  Expr eps = Epsilon(epsilon, dtype);
  Expr mean = MakeReduce("mean", data, axes, true);
  Expr variance = MakeVariance(data, mean, axes, true);
  return MakeDivide(MakeSubtract(data, mean), MakeSqrt(MakeAdd(variance, eps)));
}

// Multiplies by gamma (argument 1) and adds beta (argument 2), if the attributes say so.
Expr ScaleAndCenter(Expr out, const CallNode* call, const NormAttrs& attrs, size_t ndim) {
  auto axis = static_cast<int64_t>(NormalizeAxis(attrs.axis, ndim));
  if (attrs.scale) out = MakeMultiply(out, ExpandBiasToMatchAxis(call->arg(1), ndim, axis));
  if (attrs.center) out = MakeAdd(out, ExpandBiasToMatchAxis(call->arg(2), ndim, axis));
  return out;
}

Expr UnpackLayerNorm(const CallNode* call, const CallNode* now) {
  const TensorTypeNode* type = DataTypeOf(call);
  const auto& attrs = AttrsOf<LayerNormAttrs>(now);
  Expr out = Normalize(now->arg(0), {attrs.axis}, attrs.epsilon, type->dtype);
  return ScaleAndCenter(out, now, attrs, type->rank());
}

Expr UnpackInstanceNorm(const CallNode* call, const CallNode* now) {
  const TensorTypeNode* type = DataTypeOf(call);
  const auto& attrs = AttrsOf<InstanceNormAttrs>(now);
  size_t axis = NormalizeAxis(attrs.axis, type->rank());
  std::vector<int64_t> reduced;
  for (size_t i = 1; i < type->rank(); ++i) {
    if (i != axis) reduced.push_back(static_cast<int64_t>(i));
  }
  Expr out = Normalize(now->arg(0), reduced, attrs.epsilon, type->dtype);
  return ScaleAndCenter(out, now, attrs, type->rank());
}

// Null if the shape is not known.
Expr UnpackGroupNorm(const CallNode* call, const CallNode* now) {
  const TensorTypeNode* type = DataTypeOf(call);
  const auto& attrs = AttrsOf<GroupNormAttrs>(now);
  size_t axis = NormalizeAxis(attrs.axis, type->rank());
  // (N, C, H, W) becomes (N, groups, C / groups, H, W). All axes but N and the groups are reduced.
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
    if (i >= axis || i > 0) reduced.push_back(static_cast<int64_t>(i) + (i >= axis ? 1 : 0));
  }
  Expr data = MakeReshapeTo(now->arg(0), new_shape);
  Expr out = MakeReshapeTo(Normalize(data, reduced, attrs.epsilon, type->dtype), old_shape);
  return ScaleAndCenter(out, now, attrs, type->rank());
}

Expr UnpackL2Normalize(const CallNode* call, const CallNode* now) {
  const auto& attrs = AttrsOf<L2NormalizeAttrs>(now);
  Expr eps = ConstantScalar(attrs.eps, DataTypeOf(call)->dtype);
  const Expr& data = now->arg(0);
  Expr sum = MakeMaximum(MakeReduce("sum", MakeMultiply(data, data), attrs.axis, true), eps);
  return MakeDivide(data, MakeSqrt(sum));
}

Expr FirstArgument(const CallNode*, const CallNode* now) { return now->arg(0); }

}  // namespace

void RegisterNNRules(RuleTables& rules) {
  rules.infer_layout.Add("nn.batch_norm", BatchNormLayout);
  rules.infer_layout.Add("nn.contrib_dense_pack", DensePackLayout);
  rules.infer_layout.Add("nn.dense", DenseLayout);
  rules.infer_layout.Add("nn.dropout", DropoutLayout);
  rules.infer_layout.Add("nn.instance_norm", InstanceNormLayout);
  rules.infer_layout.Add("nn.l2_normalize", L2NormalizeLayout);
  rules.infer_layout.Add("nn.layer_norm", NormalizationLayout);
  rules.infer_layout.Add("nn.pad", PadLayout);
  rules.infer_layout.Add("nn.prelu", PReluLayout);
  AddGradients(rules, kNnGradients);
  rules.simplify_inference.Add("nn.group_norm", UnpackGroupNorm);
  rules.simplify_inference.Add("nn.instance_norm", UnpackInstanceNorm);
  rules.simplify_inference.Add("nn.l2_normalize", UnpackL2Normalize);
  rules.simplify_inference.Add("nn.layer_norm", UnpackLayerNorm);
  rules.simplify_first_result.Add("nn.batch_norm", UnpackBatchNorm);
  rules.simplify_first_result.Add("nn.dropout", FirstArgument);
}

}  // namespace passcope
