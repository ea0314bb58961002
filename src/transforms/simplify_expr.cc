// SimplifyExpr: replaces small patterns of calls by simpler ones, again and again until none is
// left.
//
// Why: importers and other passes leave such patterns behind: operators that take a shape from
// another tensor though it is known, additions of 0, casts and transposes in a row, constants that
// could be one. The rules and their order are TVM's, listed at the end of the file.
//
//   before  reshape(reshape(%x, newshape=[6]), newshape=[2, 3])
//   after   reshape(%x, newshape=[2, 3])
#include <cmath>
#include <limits>

#include "op/attrs_tensor.h"
#include "op/layout.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/fold_constant.h"
#include "transforms/infer_type.h"
#include "transforms/pattern_rewriter.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

const CallNode* CallWith(const Expr& expr, std::string_view op, size_t num_args) {
  const CallNode* call = AsCallTo(expr, op);
  return call && call->args().size() == num_args ? call : nullptr;
}
bool IsCallWith(const ExprNode* expr, std::string_view op, size_t num_args) {
  const CallNode* call = AsCallTo(expr, op);
  return call && call->args().size() == num_args;
}
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
       return MakeReshape(post->arg(0), shape);
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

template <size_t kOp>
bool MatchLike(const CallNode* root, PatternInterior*) {
  return IsCallWith(root, kLikeOps[kOp].name, kLikeOps[kOp].num_args);
}
template <size_t kOp>
Expr RewriteLike(const CallNode* pre, const CallNode* post) {
  auto shape = StaticShape(pre->checked_type());
  return shape ? kLikeOps[kOp].make(post, *shape, TensorOf(pre)->dtype) : Expr(post);
}

bool MatchCastLike(const CallNode* root, PatternInterior*) {
  return IsCallWith(root, "cast_like", 2);
}
Expr RewriteCastLike(const CallNode* pre, const CallNode* post) {
  return TensorOf(pre) ? MakeCast(post->arg(0), TensorOf(pre)->dtype) : Expr(post);
}

// --- arithmetic ---

bool MatchAdd(const CallNode* root, PatternInterior*) { return IsCallWith(root, "add", 2); }
Expr RewriteAdd(const CallNode* pre, const CallNode* post) {
  if (IdentityOf(post->arg(0)) != IdentityOf(post->arg(1)) || !TensorOf(pre)) return Expr(post);
  return MakeMultiply(post->arg(0), ConstantScalar(2, TensorOf(pre)->dtype));
}

bool MatchRSqrt(const CallNode* root, PatternInterior* interior) {
  if (!IsCallWith(root, "divide", 2)) return false;
  const CallNode* sqrt = CallWith(root->arg(1), "sqrt", 1);
  if (!sqrt) return false;
  *interior = {sqrt};
  return true;
}
Expr RewriteRSqrt(const CallNode*, const CallNode* post) {
  return MakeMultiply(post->arg(0), CallOp("rsqrt", {As<CallNode>(post->arg(1))->arg(0)}));
}

// zeros(), zeros_like(_) or a constant; the same with ones.
bool MayBeIdentity(const Expr& expr, bool additive, PatternInterior* interior) {
  if (As<ConstantNode>(expr)) return true;
  const CallNode* call = CallWith(expr, additive ? "zeros" : "ones", 0);
  if (!call) call = CallWith(expr, additive ? "zeros_like" : "ones_like", 1);
  if (!call) return false;
  *interior = {call};
  return true;
}
bool IsAdditive(const CallNode* call) {
  return IsCallTo(call, "add") || IsCallTo(call, "subtract");
}

// The argument that may be 0 or 1, as the pattern finds it: the second one if it fits, else, where
// the operator commutes, the first.
int IdentityArg(const CallNode* root, PatternInterior* interior) {
  bool commutes = IsCallTo(root, "add") || IsCallTo(root, "multiply");
  if (!commutes && !IsCallTo(root, "subtract") && !IsCallTo(root, "divide")) return -1;
  if (root->args().size() != 2) return -1;
  bool additive = IsAdditive(root);
  if (MayBeIdentity(root->arg(1), additive, interior)) return 1;
  return commutes && MayBeIdentity(root->arg(0), additive, interior) ? 0 : -1;
}
bool MatchIdentity(const CallNode* root, PatternInterior* interior) {
  return IdentityArg(root, interior) >= 0;
}
Expr RewriteIdentity(const CallNode* pre, const CallNode* post) {
  PatternInterior unused;
  int arg = IdentityArg(pre, &unused);
  const Expr& neutral = pre->arg(static_cast<size_t>(arg));
  if (const auto* constant = As<ConstantNode>(neutral)) {
    if (constant->data->size() != 1) return Expr(post);
    if (constant->data->ToDouble(0) != (IsAdditive(pre) ? 0 : 1)) return Expr(post);
  }
  auto other = static_cast<size_t>(1 - arg);
  return pre->arg(other)->checked_type() == pre->checked_type() ? post->arg(other) : Expr(post);
}

// The other argument of a commuting call with a constant: op(x, c). -1 when there is no constant.
int ConstantArg(const Expr& expr, std::string_view op) {
  const CallNode* call = CallWith(expr, op, 2);
  if (!call) return -1;
  return As<ConstantNode>(call->arg(1)) ? 1 : As<ConstantNode>(call->arg(0)) ? 0 : -1;
}

// outer(inner(x, c1), c2) in any order of arguments.
struct TwoConstants {
  size_t inner_arg;  // Of the outer call.
  size_t x_arg;      // Of the inner call.
};
std::optional<TwoConstants> FindTwoConstants(const CallNode* root, std::string_view inner,
                                             std::string_view outer) {
  if (!IsCallWith(root, outer, 2)) return std::nullopt;
  for (size_t inner_arg : {size_t{0}, size_t{1}}) {
    int constant = ConstantArg(root->arg(inner_arg), inner);
    if (constant >= 0 && As<ConstantNode>(root->arg(1 - inner_arg))) {
      return TwoConstants{inner_arg, static_cast<size_t>(1 - constant)};
    }
  }
  return std::nullopt;
}
bool MatchTwoConstants(const CallNode* root, std::string_view inner, std::string_view outer,
                       PatternInterior* interior) {
  auto found = FindTwoConstants(root, inner, outer);
  if (!found) return false;
  const auto* call = As<CallNode>(root->arg(found->inner_arg));
  *interior = {call};
  return true;
}
Expr Folded(std::string_view op, const Expr& lhs, const Expr& rhs) {
  return FoldConstants(InferTypes(CallOp(op, {lhs, rhs})), true);
}

bool MatchAddMultiply(const CallNode* root, PatternInterior* interior) {
  return MatchTwoConstants(root, "add", "multiply", interior);
}
Expr RewriteAddMultiply(const CallNode* pre, const CallNode* post) {
  auto found = FindTwoConstants(pre, "add", "multiply");
  const auto* inner = As<CallNode>(post->arg(found->inner_arg));
  const Expr& x = inner->arg(found->x_arg);
  if (As<ConstantNode>(x)) return Expr(post);
  const Expr &c1 = inner->arg(1 - found->x_arg), &c2 = post->arg(1 - found->inner_arg);
  return MakeAdd(MakeMultiply(x, c2), Folded("multiply", c1, c2));
}

const char* AdjacentOp(const CallNode* root) {
  return IsCallTo(root, "multiply") ? "multiply" : "add";
}
bool MatchAdjacent(const CallNode* root, PatternInterior* interior) {
  return MatchTwoConstants(root, AdjacentOp(root), AdjacentOp(root), interior);
}
Expr RewriteAdjacent(const CallNode* pre, const CallNode* post) {
  const char* op = AdjacentOp(pre);
  auto found = FindTwoConstants(pre, op, op);
  const auto* inner = As<CallNode>(post->arg(found->inner_arg));
  const Expr& x = inner->arg(found->x_arg);
  if (As<ConstantNode>(x)) return Expr(post);
  return CallOp(op, {x, Folded(op, inner->arg(1 - found->x_arg), post->arg(1 - found->inner_arg))});
}

// A tensor of one value as an argument of a broadcasting operator.
const CallNode* AsFull(const Expr& expr) {
  const auto* call = As<CallNode>(expr);
  if (!call) return nullptr;
  bool full = (IsCallWith(call, "full", 1) && As<ConstantNode>(call->arg(0))) ||
              (IsCallWith(call, "full_like", 2) && As<ConstantNode>(call->arg(1)));
  for (const char* name : {"ones", "zeros"}) full = full || IsCallWith(call, name, 0);
  for (const char* name : {"ones_like", "zeros_like"}) full = full || IsCallWith(call, name, 1);
  return full ? call : nullptr;
}
int FullArg(const CallNode* root) {
  const auto* op = As<OpNode>(root->op());
  if (!op || op->decl->pattern != OpPattern::kBroadcast || root->args().size() != 2) return -1;
  return AsFull(root->arg(0)) ? 0 : AsFull(root->arg(1)) ? 1 : -1;
}
bool MatchFull(const CallNode* root, PatternInterior* interior) {
  int arg = FullArg(root);
  if (arg < 0) return false;
  const CallNode* full = AsFull(root->arg(static_cast<size_t>(arg)));
  *interior = {full};
  return true;
}
Expr RewriteFull(const CallNode* pre, const CallNode* post) {
  auto arg = static_cast<size_t>(FullArg(pre));
  if (pre->arg(1 - arg)->checked_type() != pre->checked_type()) return Expr(post);
  const CallNode* full = AsFull(pre->arg(arg));
  DataType dtype = TensorOf(pre)->dtype;
  Expr value;
  if (IsCallTo(full, "full") || IsCallTo(full, "full_like")) {
    value = full->args().back();
    if (!As<ConstantNode>(value)->data->shape.empty()) return Expr(post);
  } else {
    value = ConstantScalar(IsCallTo(full, "ones") || IsCallTo(full, "ones_like") ? 1 : 0, dtype);
  }
  std::vector<Expr> args(post->args().begin(), post->args().end());
  args[arg] = value;
  return Call(post->op(), args, post->attrs, post->type_args, post->span());
}

// --- shapes and layouts ---

template <const char* const* kOps>
bool MatchPair(const CallNode* root, PatternInterior* interior) {
  const CallNode* inner = nullptr;
  bool outer = false;
  for (size_t i = 0; i < 2; ++i) outer = outer || IsCallWith(root, kOps[i], 1);
  for (size_t i = 0; outer && i < 2 && !inner; ++i) inner = CallWith(root->arg(0), kOps[i], 1);
  if (!inner) return false;
  *interior = {inner};
  return true;
}
constexpr const char* kReshapes[] = {"reshape", "contrib_reverse_reshape"};
constexpr const char* kTransposes[] = {"transpose", "layout_transform"};

Expr RewriteReshape(const CallNode* pre, const CallNode* post) {
  auto shape = StaticShape(pre->checked_type());
  return shape ? MakeReshape(As<CallNode>(post->arg(0))->arg(0), *shape) : Expr(post);
}

// Where each axis of the result comes from. Nullopt when layouts are not those of a permutation.
std::optional<std::vector<size_t>> AxisOrder(const CallNode* call, size_t ndim) {
  std::vector<size_t> order(ndim);
  if (const auto* attrs = As<TransposeAttrs>(call->attrs)) {
    if (attrs->axes && attrs->axes->size() != ndim) return std::nullopt;
    for (size_t i = 0; i < ndim; ++i) {
      order[i] = attrs->axes ? NormalizeAxis((*attrs->axes)[i], ndim) : ndim - 1 - i;
    }
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

// The characters of a layout without blocks, permuted; nullopt when it has some.
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
  const auto* first = As<CallNode>(post->arg(0));  // What is done first.
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

bool IsCast(const ExprNode* expr) {
  return IsCallWith(expr, "cast", 1) || IsCallWith(expr, "cast_like", 2);
}
bool MatchCast(const CallNode* root, PatternInterior*) { return IsCast(root); }
Expr RewriteSameCast(const CallNode* pre, const CallNode* post) {
  bool same = TensorOf(pre) && DTypeOf(pre->arg(0)) == TensorOf(pre)->dtype;
  return same ? post->arg(0) : Expr(post);
}

bool MatchTwoCasts(const CallNode* root, PatternInterior* interior) {
  if (!IsCast(root) || !IsCast(root->arg(0).get())) return false;
  const auto* inner = As<CallNode>(root->arg(0));
  *interior = {inner};
  return true;
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

// Whether a clip's bounds are those of the data type.
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

bool MatchClipCasts(const CallNode* root, PatternInterior* interior) {
  const CallNode* cast = IsCallWith(root, "cast", 1) ? CallWith(root->arg(0), "cast", 1) : nullptr;
  const CallNode* clip = cast ? CallWith(cast->arg(0), "clip", 1) : nullptr;
  if (!clip) return false;
  *interior = {cast, clip};
  return true;
}
Expr RewriteClipCasts(const CallNode* pre, const CallNode* post) {
  const auto* cast = As<CallNode>(pre->arg(0));
  const auto* clip = As<CallNode>(cast->arg(0));
  bool redundant =
      DTypeOf(cast->arg(0)) == TensorOf(pre)->dtype && IsWholeRange(DTypeOf(pre->arg(0)), clip);
  return redundant ? As<CallNode>(post->arg(0))->arg(0) : Expr(post);
}

bool MatchCastClip(const CallNode* root, PatternInterior* interior) {
  const CallNode* cast = IsCallWith(root, "clip", 1) ? CallWith(root->arg(0), "cast", 1) : nullptr;
  if (!cast) return false;
  *interior = {cast};
  return true;
}
Expr RewriteCastClip(const CallNode* pre, const CallNode* post) {
  return IsWholeRange(DTypeOf(pre->arg(0)), pre) ? post->arg(0) : Expr(post);
}

// --- positions of extremes do not depend on the scale ---

constexpr const char* kOrderOps[] = {"argmax", "argmin", "argsort"};
template <size_t kOp>
bool MatchOrder(const CallNode* root, PatternInterior* interior) {
  const CallNode* real =
      IsCallWith(root, kOrderOps[kOp], 1) ? CallWith(root->arg(0), "qnn.dequantize", 3) : nullptr;
  if (!real) return false;
  *interior = {real};
  return true;
}
Expr RewriteOrder(const CallNode*, const CallNode* post) {
  return Call(post->op(), {As<CallNode>(post->arg(0))->arg(0)}, post->attrs);
}

constexpr PatternRule kRules[] = {
    {MatchLike<0>, RewriteLike<0>, "like"},
    {MatchLike<1>, RewriteLike<1>, "like"},
    {MatchLike<2>, RewriteLike<2>, "like"},
    {MatchLike<3>, RewriteLike<3>, "like"},
    {MatchLike<4>, RewriteLike<4>, "like"},
    {MatchLike<5>, RewriteLike<5>, "like"},
    {MatchCastLike, RewriteCastLike, "cast_like"},
    {MatchAdd, RewriteAdd, "x + x"},                 // x + x is x * 2
    {MatchRSqrt, RewriteRSqrt, "y / sqrt(x)"},       // y / sqrt(x) is y * rsqrt(x)
    {MatchIdentity, RewriteIdentity, "identities"},  // x + 0, x - 0, x * 1, x / 1
    {MatchPair<kReshapes>, RewriteReshape, "reshapes"},
    {MatchPair<kTransposes>, RewriteTranspose, "transposes and layout transforms"},
    {MatchCast, RewriteSameCast, "casts to the same type"},
    {MatchTwoCasts, RewriteTwoCasts, "two casts"},  // of which the first widens
    {MatchFull, RewriteFull, "full"},
    {MatchAddMultiply, RewriteAddMultiply, "(x + c1) * c2"},  // (x + c1) * c2 is x * c2 + c1 * c2
    {MatchAdjacent, RewriteAdjacent, "constants side by side"},  // x * c1 * c2, x + c1 + c2
    {MatchOrder<0>, RewriteOrder, "order of dequantized"},
    {MatchOrder<1>, RewriteOrder, "order of dequantized"},
    {MatchOrder<2>, RewriteOrder, "order of dequantized"},
    {MatchClipCasts, RewriteClipCasts, "clip of casts"},
    {MatchCastClip, RewriteCastClip, "clip of the whole range"},
};

}  // namespace

namespace transform {

Pass SimplifyExpr() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext& context) {
        return RewritePatterns(kRules, function, module, context);
      },
      TableInfo("SimplifyExpr"));
}

}  // namespace transform
}  // namespace passcope
