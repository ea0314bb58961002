// SimplifyExpr: replaces small patterns of calls by simpler ones until none is left.
//
// Why: importers and other passes leave such patterns. They include operators that take a known
// shape from another tensor, additions of 0, consecutive casts or transposes, and constants that
// can be combined. The rules and their order are TVM's; the end of the file lists them. Calls with
// effects below them stay.
//
//   before  reshape(reshape(%x, newshape=[6]), newshape=[2, 3])
//   after   reshape(%x, newshape=[2, 3])
#include <cmath>
#include <limits>
#include <memory>

#include "dataflow_pattern/rewrite.h"
#include "ir/typed.h"
#include "op/attrs_tensor.h"
#include "op/layout.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/per_engine.h"
#include "transforms/fold_constant.h"
#include "transforms/pattern_rules.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

const TensorTypeNode* TensorOf(const ExprNode* expr) {
  return As<TensorTypeNode>(expr->checked_type());
}
DataType DTypeOf(const Expr& expr) {
  const auto* type = As<TensorTypeNode>(expr->checked_type());
  return type ? type->dtype : DataType::Void();
}

// --- operators that take a shape or data type from another tensor ---

struct LikeOp {
  const char* name;
  size_t num_args;
  Expr (*make)(const CallNode* post, const std::vector<int64_t>& shape, DataType dtype);
};

AttrValue ShapeValue(const std::vector<int64_t>& shape) { return AttrValue::Ints(shape); }

constexpr LikeOp kLikeOps[] = {
    {"zeros_like", 1,
     [](const CallNode*, const std::vector<int64_t>& shape, DataType dtype) {
       return MakeOp("zeros", {}, {{"shape", ShapeValue(shape)}, {"dtype", dtype}});
     }},
    {"ones_like", 1,
     [](const CallNode*, const std::vector<int64_t>& shape, DataType dtype) {
       return MakeOp("ones", {}, {{"shape", ShapeValue(shape)}, {"dtype", dtype}});
     }},
    {"full_like", 2,
     [](const CallNode* post, const std::vector<int64_t>& shape, DataType dtype) {
       return MakeOp("full", {post->arg(1)}, {{"shape", ShapeValue(shape)}, {"dtype", dtype}});
     }},
    {"reshape_like", 2,
     [](const CallNode* post, const std::vector<int64_t>& shape, DataType) {
       return MakeReshapeTo(post->arg(0), shape);
     }},
    {"collapse_sum_like", 2,
     [](const CallNode* post, const std::vector<int64_t>& shape, DataType) {
       NDArray value = MakeNDArray({static_cast<int64_t>(shape.size())}, DataType::Int(32));
       for (size_t i = 0; i < shape.size(); ++i) StoreInt(value, i, shape[i]);
       return MakeOp("collapse_sum_to", {post->arg(0), Constant(std::move(value))},
                     {{"shape", ShapeValue(shape)}});
     }},
    {"broadcast_to_like", 2,
     [](const CallNode* post, const std::vector<int64_t>& shape, DataType) {
       return MakeOp("broadcast_to", {post->arg(0)}, {{"shape", ShapeValue(shape)}});
     }},
};

PatternRule LikeRule(const LikeOp& op) {
  std::vector<DFPattern> args;
  for (size_t i = 0; i < op.num_args; ++i) args.push_back(Wildcard());
  return {IsCallOf(op.name, std::move(args)),
          [&op](const CallNode* pre, const CallNode* post) {
            auto shape = StaticShape(pre->checked_type());
            return shape ? op.make(post, *shape, TensorOf(pre)->dtype) : Expr(post);
          },
          "like"};
}

Expr RewriteCastLike(const CallNode* pre, const CallNode* post) {
  return TensorOf(pre) ? MakeCast(post->arg(0), TensorOf(pre)->dtype) : Expr(post);
}

// --- arithmetic ---

Expr RewriteAdd(const CallNode* pre, const CallNode* post) {
  if (!TensorOf(pre)) return Expr(post);
  return MakeMultiply(post->arg(0), ConstantScalar(2, TensorOf(pre)->dtype));
}

Expr RewriteRSqrt(const CallNode* pre, const CallNode* post) {
  // The new calls have the types of the calls that they replace.
  Expr root =
      Typed(CallOp("rsqrt", {As<CallNode>(post->arg(1))->arg(0)}), pre->arg(1)->checked_type());
  return Typed(MakeMultiply(post->arg(0), std::move(root)), pre->checked_type());
}

// x + 0, x - 0, x * 1 and x / 1. 0 is zeros(), zeros_like(_) or a constant; 1 likewise.
PatternRule IdentityRule() {
  DFPattern x = Wildcard(), constant = IsConstant();
  auto neutral = [&](const char* full, const char* like) {
    return IsEither(IsEither(IsCallOf(full, {}), IsCallOf(like, {Wildcard()})), constant);
  };
  DFPattern zero = neutral("zeros", "zeros_like"), one = neutral("ones", "ones_like");
  DFPattern pattern =
      IsEither(IsEither(IsCallOf("add", {x, zero}), IsCallOf("multiply", {x, one})),
               IsEither(IsCallOf("subtract", {x, zero}), IsCallOf("divide", {x, one})));
  auto rewrite = [x, constant](const DFPatternMatch& match) {
    const auto* pre = As<CallNode>(match.pre());
    if (const auto* value = As<ConstantNode>(match.Before(constant))) {
      if (value->data->size() != 1) return match.post();
      bool additive = IsCallTo(pre, "add") || IsCallTo(pre, "subtract");
      if (value->data->ToDouble(0) != (additive ? 0 : 1)) return match.post();
    }
    bool same = match.Before(x)->checked_type() == pre->checked_type();
    return same ? match.After(x) : match.post();
  };
  return {pattern, rewrite, "identities"};
}

Expr Folded(std::string_view op, const Expr& lhs, const Expr& rhs) {
  return FoldConstants(InferTypes(CallOp(op, {lhs, rhs})), true);
}

// (x + c1) * c2 is x * c2 + c1 * c2.
PatternRule AddMultiplyRule() {
  DFPattern x = Wildcard(), c1 = IsConstant(), c2 = IsConstant();
  auto rewrite = [x, c1, c2](const DFPatternMatch& match) {
    if (As<ConstantNode>(match.After(x))) return match.post();
    return MakeAdd(MakeMultiply(match.After(x), match.After(c2)),
                   Folded("multiply", match.After(c1), match.After(c2)));
  };
  return {IsCallOf("multiply", {IsCallOf("add", {x, c1}), c2}), rewrite, "(x + c1) * c2"};
}

// x * c1 * c2 and x + c1 + c2.
PatternRule AdjacentRule() {
  DFPattern x = Wildcard(), c1 = IsConstant(), c2 = IsConstant();
  auto both = [&](const char* op) { return IsCallOf(op, {IsCallOf(op, {x, c1}), c2}); };
  auto rewrite = [x, c1, c2](const DFPatternMatch& match) {
    if (As<ConstantNode>(match.After(x))) return match.post();
    const char* op = IsCallTo(match.pre(), "multiply") ? "multiply" : "add";
    return CallOp(op, {match.After(x), Folded(op, match.After(c1), match.After(c2))});
  };
  return {IsEither(both("add"), both("multiply")), rewrite, "constants side by side"};
}

// A tensor of one repeated value as an argument of a broadcasting operator.
PatternRule FullRule() {
  DFPattern x = Wildcard(), like = Wildcard(), value = IsConstant();
  DFPattern given = IsEither(IsCallOf("full", {value}), IsCallOf("full_like", {like, value}));
  DFPattern ones = IsEither(IsCallOf("ones", {}), IsCallOf("ones_like", {like}));
  DFPattern zeros = IsEither(IsCallOf("zeros", {}), IsCallOf("zeros_like", {like}));
  DFPattern full = IsEither(IsEither(given, ones), zeros);
  DFPattern op = HasAttr({{"TOpPattern", static_cast<int64_t>(OpPattern::kBroadcast)}});
  auto rewrite = [x, value, ones, full](const DFPatternMatch& match) {
    const auto* pre = As<CallNode>(match.pre());
    const auto* post = As<CallNode>(match.post());
    if (match.Before(x)->checked_type() != pre->checked_type()) return match.post();
    Expr scalar = match.After(value);
    if (scalar) {
      if (!As<ConstantNode>(scalar)->data->shape.empty()) return match.post();
    } else {
      scalar = ConstantScalar(match.Before(ones) ? 1 : 0, TensorOf(pre)->dtype);
    }
    std::vector<Expr> args(post->args().begin(), post->args().end());
    args[match.Before(full) == pre->arg(0).get() ? 0 : 1] = scalar;
    return Call(post->op(), args, post->attrs, post->type_args, post->span());
  };
  return {IsEither(IsCall(op, {full, x}), IsCall(op, {x, full})), rewrite, "full"};
}

// --- shapes and layouts ---

// A call of one of two operators on a call of one of them.
DFPattern Pair(const char* a, const char* b) {
  auto either = [&] { return IsEither(IsOp(a), IsOp(b)); };  // A shared one matches one operator.
  return IsCall(either(), {IsCall(either(), {Wildcard()})});
}

Expr RewriteReshape(const CallNode* pre, const CallNode* post) {
  auto shape = StaticShape(pre->checked_type());
  return shape ? MakeReshapeTo(As<CallNode>(post->arg(0))->arg(0), *shape) : Expr(post);
}

// The source axis of each axis of the result. Nullopt if the layouts differ by more than a
// permutation.
std::optional<std::vector<size_t>> AxisOrder(const CallNode* call, size_t ndim) {
  std::vector<size_t> order(ndim);
  if (const auto* attrs = As<TransposeAttrs>(call->attrs)) {
    auto axes = TransposedAxes(attrs->axes, ndim);
    if (!axes) return std::nullopt;
    order.assign(axes->begin(), axes->end());
    return order;
  }
  const auto* attrs = As<LayoutTransformAttrs>(call->attrs);
  auto src = attrs ? Layout::Parse(attrs->src_layout) : std::nullopt;
  auto dst = attrs ? Layout::Parse(attrs->dst_layout) : std::nullopt;
  if (!src || !dst || dst->ndim() < ndim) return std::nullopt;
  for (size_t i = 0; i < ndim; ++i) {
    int from = src->IndexOf((*dst)[i]);
    if (from < 0 || static_cast<size_t>(from) >= ndim) return std::nullopt;
    order[i] = static_cast<size_t>(from);
  }
  return order;
}

// The characters of a layout, permuted; nullopt if the layout has blocks.
std::optional<std::string> PermuteLayout(const Layout& layout, const std::vector<size_t>& order) {
  const std::string& name = layout.name();
  if (name.size() != order.size()) return std::nullopt;
  std::string permuted;
  for (size_t axis : order) permuted += name[axis];
  return permuted;
}

bool ChangesRank(const CallNode* call) {
  const auto* attrs = As<LayoutTransformAttrs>(call->attrs);
  return attrs && attrs->src_layout.size() != attrs->dst_layout.size();
}

Expr RewriteTranspose(const CallNode* pre, const CallNode* post) {
  const auto* first = As<CallNode>(post->arg(0));  // The operator that is applied first.
  const Expr& x = first->arg(0);
  bool second_changes = ChangesRank(post), first_changes = ChangesRank(first);
  if (second_changes || first_changes) {
    const auto* change = As<LayoutTransformAttrs>(second_changes ? post->attrs : first->attrs);
    std::string src_name = change->src_layout, dst_name = change->dst_layout;
    if (second_changes && first_changes) {
      src_name = As<LayoutTransformAttrs>(first->attrs)->src_layout;
    }
    auto src = Layout::Parse(src_name), dst = Layout::Parse(dst_name);
    if (!src || !dst) return Expr(post);
    const CallNode* other = second_changes ? first : post;
    // A change of blocks of the same axes can only be combined with another one.
    if (src->ndim() == dst->ndim() && !(second_changes && first_changes)) return Expr(post);
    if (src->ndim() < dst->ndim()) {
      auto order = AxisOrder(other, src->ndim());
      if (!order) return Expr(post);
      std::vector<size_t> inverse(order->size());
      for (size_t i = 0; i < order->size(); ++i) inverse[(*order)[i]] = i;
      auto permuted = PermuteLayout(*src, inverse);
      if (!permuted) return Expr(post);
      src_name = *permuted;
    } else if (src->ndim() > dst->ndim()) {
      auto order = AxisOrder(other, dst->ndim());
      auto permuted = order ? PermuteLayout(*dst, *order) : std::nullopt;
      if (!permuted) return Expr(post);
      dst_name = *permuted;
    }
    return src_name == dst_name ? x : MakeLayoutTransform(x, src_name, dst_name);
  }
  if (!TensorOf(pre)) return Expr(post);
  size_t ndim = TensorOf(pre)->rank();
  auto inner = AxisOrder(first, ndim), outer = AxisOrder(post, ndim);
  if (!inner || !outer) return Expr(post);
  std::vector<int64_t> axes;
  bool moves = false;
  for (size_t i = 0; i < ndim; ++i) {
    size_t from = (*inner)[(*outer)[i]];
    axes.push_back(static_cast<int64_t>(from));
    moves = moves || from != i;
  }
  return moves ? MakeTranspose(x, std::move(axes)) : x;
}

// --- casts ---

DFPattern CastOf(const DFPattern& data) {
  return IsEither(IsCallOf("cast_like", {data, Wildcard()}), IsCallOf("cast", {data}));
}
Expr RewriteSameCast(const CallNode* pre, const CallNode* post) {
  bool same = TensorOf(pre) && DTypeOf(pre->arg(0)) == TensorOf(pre)->dtype;
  return same ? post->arg(0) : Expr(post);
}

bool IsWiden(DataType from, DataType to) {
  if (from.code == to.code && from.bits <= to.bits) return true;
  if (from.is_bfloat() || to.is_bfloat()) return false;
  return from.code < to.code && from.bits <= to.bits;
}
Expr RewriteTwoCasts(const CallNode* pre, const CallNode* post) {
  const auto* inner = As<CallNode>(pre->arg(0));
  if (!IsWiden(DTypeOf(inner->arg(0)), DTypeOf(pre->arg(0)))) return Expr(post);
  return MakeCast(As<CallNode>(post->arg(0))->arg(0), TensorOf(pre)->dtype);
}

// True if a clip has the bounds of the data type.
bool IsWholeRange(DataType dtype, const CallNode* clip) {
  const auto* attrs = As<ClipAttrs>(clip->attrs);
  double low, high;
  if (dtype.is_int() || dtype.is_uint()) {
    double span = std::ldexp(1.0, dtype.bits - (dtype.is_int() ? 1 : 0));
    low = dtype.is_int() ? -span : 0;
    high = span - 1;
  } else if (dtype.is_float()) {
    high = dtype.bits == 16   ? 65504.0
           : dtype.bits == 32 ? static_cast<double>(std::numeric_limits<float>::max())
                              : std::numeric_limits<double>::max();
    low = -high;
  } else {
    return false;
  }
  return attrs && attrs->a_min == low && attrs->a_max == high;
}

Expr RewriteClipCasts(const CallNode* pre, const CallNode* post) {
  const auto* cast = As<CallNode>(pre->arg(0));
  const auto* clip = As<CallNode>(cast->arg(0));
  bool redundant =
      DTypeOf(cast->arg(0)) == TensorOf(pre)->dtype && IsWholeRange(DTypeOf(pre->arg(0)), clip);
  return redundant ? As<CallNode>(post->arg(0))->arg(0) : Expr(post);
}

Expr RewriteCastClip(const CallNode* pre, const CallNode* post) {
  return IsWholeRange(DTypeOf(pre->arg(0)), pre) ? post->arg(0) : Expr(post);
}

// --- positions of extremes do not depend on the scale ---

// One positive scale and one zero point keep the order. Without `dtype`, argsort has the type of
// its data.
Expr RewriteOrder(const CallNode*, const CallNode* post) {
  const auto* real = As<CallNode>(post->arg(0));
  const auto *scale = As<ConstantNode>(real->arg(1)), *zero = As<ConstantNode>(real->arg(2));
  const AttrValue dtype = post->attrs->Get("dtype");
  if (!scale || !zero || scale->data->size() != 1 || zero->data->size() != 1 ||
      !(scale->data->ToDouble(0) > 0) ||
      (dtype.get<DataType>() && dtype.get<DataType>()->is_void())) {
    return Expr(post);
  }
  return Call(post->op(), {real->arg(0)}, post->attrs);
}

std::vector<PatternRule> MakeRules() {
  DFPattern x = Wildcard(), y = Wildcard();
  std::vector<PatternRule> rules;
  for (const LikeOp& op : kLikeOps) rules.push_back(LikeRule(op));
  auto cast_of_cast = IsCallOf("cast", {IsCallOf("cast", {IsCallOf("clip", {x})})});
  std::vector<PatternRule> others = {
      {IsCallOf("cast_like", {x, y}), RewriteCastLike, "cast_like"},
      {IsCallOf("add", {x, x}), RewriteAdd, "x + x"},  // x + x is x * 2
      // y / sqrt(x) is y * rsqrt(x)
      {IsCallOf("divide", {y, IsCallOf("sqrt", {x})}), RewriteRSqrt, "y / sqrt(x)"},
      IdentityRule(),
      {Pair("reshape", "contrib_reverse_reshape"), RewriteReshape, "reshapes"},
      {Pair("transpose", "layout_transform"), RewriteTranspose, "transposes and layout transforms"},
      {CastOf(x), RewriteSameCast, "casts to the same type"},
      {CastOf(CastOf(x)), RewriteTwoCasts, "two casts"},  // of which the first widens
      FullRule(),
      AddMultiplyRule(),
      AdjacentRule(),
  };
  rules.insert(rules.end(), others.begin(), others.end());
  DFPattern real = IsCallOf("qnn.dequantize", {x, Wildcard(), Wildcard()});
  for (const char* op : {"argmax", "argmin", "argsort"}) {
    rules.push_back({IsCallOf(op, {real}), RewriteOrder, "order of dequantized"});
  }
  rules.push_back({cast_of_cast, RewriteClipCasts, "clip of casts"});
  rules.push_back(
      {IsCallOf("clip", {IsCallOf("cast", {x})}), RewriteCastClip, "clip of the whole range"});
  return rules;
}

}  // namespace

namespace transform {

Pass SimplifyExpr() {
  return CreateFunctionPassPerModule(
      [](const IRModule& all) {
        auto effects = std::make_shared<LazyEffects>(all);
        return [effects](const Expr& function, const IRModule& module, PassContext& context) {
          PASSCOPE_PER_ENGINE const PatternRules rules(MakeRules());
          return rules.Rewrite(function, module, context, effects.get());
        };
      },
      TableInfo("SimplifyExpr"));
}

}  // namespace transform
}  // namespace passcope
