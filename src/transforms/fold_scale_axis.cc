// ForwardFoldScaleAxis, BackwardFoldScaleAxis and FoldScaleAxis: multiplications by a scale along
// the channel axis go into the weights of the convolution or dense layer before or after them.
//
// Why: scaling the weights happens once, at compile time; scaling activations at every run.
// Batch normalisation, simplified, is such a scale. Not done: convolutions that are grouped but not
// depthwise; scales whose sign is unknown across a relu.
//
// What is guaranteed: the same sums of the same products of data, weights and scales, of which the
// last two are multiplied first. So results differ by rounding, and where a weight times a scale is
// too large for its type, or too small, what was finite may become infinite, NaN or 0, also where
// the data would have brought it back (a weight of 1e30 and a scale of 1e30 with data of 1e-30). No
// value of the weights is looked at: they may be parameters. VerifyValues tells this from a defect.
//
//   before  %0 = nn.conv2d(%x, %w); multiply(%0, %s)
//   after   nn.conv2d(%x, multiply(%w, expand_dims(%s, …)))
//
// Both directions first find out what could be consumed ("messages": axes that may be scaled, and
// whether the scale must be positive), then transform. Messages and rules follow TVM 0.11's
// fold_scale_axis; where TVM recurses along a chain of operators, the scales are handed out here in
// one walk from the results to the inputs, which works because only expressions with a single use
// take one.

#include <algorithm>
#include <optional>

#include "ir/search.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/fold_constant.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// A channel axis with its block, if it has one; in order. No tensor has more.
class Axes {
 public:
  Axes() = default;
  Axes(std::initializer_list<int64_t> axes) {
    for (int64_t axis : axes) Add(axis);
  }
  void Add(int64_t axis) {
    PASSCOPE_CHECK(size_ < kMax);
    at_[size_++] = axis;
    if (size_ == 2 && at_[1] < at_[0]) std::swap(at_[0], at_[1]);
  }
  const int64_t* begin() const { return at_; }
  const int64_t* end() const { return at_ + size_; }
  const int64_t* data() const { return at_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t operator[](size_t i) const { return at_[i]; }
  friend bool operator==(const Axes& a, const Axes& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static constexpr size_t kMax = 2;
  int64_t at_[kMax] = {};
  size_t size_ = 0;
};

// Which axes of an expression may be scaled. No message at all: none.
struct Message {
  Axes axes;
  bool require_positive = false;
};
using MaybeMessage = std::optional<Message>;

// A scale was promised a consumer and found none: the function is left as it is.
struct OutstandingScale {};

ScaleFold RoleOf(const CallNode* call) {
  const auto* op = call ? As<OpNode>(call->op()) : nullptr;
  return op ? op->decl->traits.scale_fold : ScaleFold::kNone;
}

bool Multiplies(const Expr& function) {
  return ContainsNode(function, {ExprKind::kCall}, [](const ExprNode* node) {
    return RoleOf(As<CallNode>(node)) == ScaleFold::kMultiply;
  });
}

const TensorTypeNode* TensorOf(const Expr& expr) {
  return As<TensorTypeNode>(expr->checked_type());
}

// The scale with the shape that lets it broadcast along `axes`: reshaped to `shape` there and 1
// elsewhere. Null when a dimension is needed that is not known.
Expr ScaleToMatch(Expr scale, const Shape& shape, const Axes& axes) {
  if (axes.size() == 1) return ExpandBiasToMatchAxis(std::move(scale), shape.size(), axes);
  std::vector<int64_t> newshape(shape.size(), 1);
  for (int64_t axis : axes) {
    Dim size = shape[static_cast<size_t>(axis)];
    if (!size.is_const()) return nullptr;
    newshape[static_cast<size_t>(axis)] = size.value();
  }
  return MakeReshape(std::move(scale), std::move(newshape));
}

// Whether both are tensors and `right` broadcasts to `left` along `axes` only.
bool Matches(const TensorTypeNode* left, const TensorTypeNode* right, const Axes& axes,
             Expr* value = nullptr) {
  return left && right && MatchBroadcastToLeftAxes(left, right, axes, value);
}

// Whether an expression is a constant without negative elements, seen through shape changes. As in
// TVM, of the data types of which it looks at the elements.
bool IsAllPositiveConstant(const Expr& expr) {
  const ExprNode* node = expr.get();
  while (const auto* call = As<CallNode>(node)) {
    const auto* op = As<OpNode>(call->op());
    if (!op || !op->decl->Has(OpTrait::kMovesElements)) return false;
    node = call->arg(0).get();
  }
  const auto* constant = As<ConstantNode>(node);
  if (!constant) return false;
  DataType dtype = constant->data->dtype;
  bool looked_at = dtype.is_float() ? dtype.bits == 32 || dtype.bits == 64
                                    : (dtype.is_int() || dtype.is_uint()) &&
                                          (dtype.bits == 8 || dtype.bits == 32);
  if (!looked_at) return false;
  for (size_t i = 0; i < constant->data->size(); ++i) {
    if (!(constant->data->ToDouble(i) >= 0)) return false;
  }
  return true;
}

// What folding needs to know of a convolution.
struct ConvAxes {
  Axes data;        // The channel axis of the input, with its block if there is one.
  Axes out;         // The same of the result.
  Axes weight_in;   // The input channels of the weight.
  Axes weight_out;  // The output channels of the weight.
  bool depthwise = false;
};

// Nullopt when scales cannot be folded: grouped convolutions and layouts that block only one side.
std::optional<ConvAxes> AxesOfConv(const CallNode* call) {
  const ConvAttrs* attrs = AsConvAttrs(call->attrs);
  const TensorTypeNode* weight = TensorOf(call->arg(1));
  if (!attrs || !weight) return std::nullopt;
  std::optional<Layout> data = Layout::Parse(attrs->data_layout);
  std::optional<Layout> kernel = Layout::Parse(attrs->kernel_layout);
  std::optional<Layout> out = attrs->out_layout.empty() ? data : Layout::Parse(attrs->out_layout);
  if (!data || !kernel || !out) return std::nullopt;

  auto plain =
      BijectiveLayout::Make(*kernel, Layout::Of(IsCallTo(call, "nn.conv2d") ? "OIHW" : "OIDHW"));
  std::optional<Shape> plain_shape;
  if (plain) plain_shape = plain->ForwardShape(weight->shape);
  ConvAxes axes;
  axes.depthwise = plain_shape && plain_shape->size() > 1 &&
                   (*plain_shape)[0] == Dim(attrs->groups) && (*plain_shape)[1] == Dim(1);
  if (attrs->groups != 1 && !axes.depthwise) return std::nullopt;

  auto channel_axes = [](const Layout& layout, char big, char small, bool blocked) {
    Axes found = {layout.IndexOf(big)};
    if (blocked) found.Add(layout.IndexOf(small));
    return found;
  };
  bool ko = kernel->IndexOf('o') >= 0;
  bool ki = kernel->IndexOf('i') >= 0;
  if (ko != ki || kernel->IndexOf('I') < 0 || kernel->IndexOf('O') < 0) return std::nullopt;
  if ((data->IndexOf('c') >= 0) == ko) axes.data = channel_axes(*data, 'C', 'c', ko);
  if ((out->IndexOf('c') >= 0) == ko) axes.out = channel_axes(*out, 'C', 'c', ko);
  axes.weight_in = channel_axes(*kernel, 'I', 'i', ko);
  axes.weight_out = channel_axes(*kernel, 'O', 'o', ko);
  return axes;
}

// What is said of multiplications.
PASSCOPE_REMARKS void TellNoTaker(const CallNode* call) {
  if (!RemarksWanted()) return;
  EmitRemark(RemarkKind::kScaleNoTaker, call,
             Say("there is no convolution or dense layer whose weights could take the scale of "
                 "{operator}",
                 NameInRemark(call)));
}
// Of all multiplications, where nothing takes scales.
PASSCOPE_REMARKS void TellNoTakers(const Expr& function) {
  PostOrderVisit(function, [](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    if (RoleOf(call) == ScaleFold::kMultiply) TellNoTaker(call);
  });
}
// `fits`: whether its shape is that of a scale.
PASSCOPE_REMARKS void TellUnfit(const CallNode* call, bool fits) {
  if (!RemarksWanted()) return;
  if (fits) {
    EmitRemark(RemarkKind::kScaleSign, call,
               Say("the scale of {operator} would have to pass a relu, and is not known to be "
                   "positive",
                   NameInRemark(call)));
  } else {
    EmitRemark(RemarkKind::kScaleUnfit, call,
               Say("{operator} does not scale along the channel axis", NameInRemark(call)));
  }
}
PASSCOPE_REMARKS void TellFolded(const CallNode* call) {
  if (!RemarksWanted()) return;
  EmitRemark(RemarkKind::kScaleFolded, call,
             Say("the scale of {operator} goes into weights", NameInRemark(call)));
}

// ---------------------------------------------------------------------------------------------------
// Forward.

class ForwardPrep {
 public:
  PtrMap<MaybeMessage> Run(const Expr& function) {
    // Nothing is multiplied: nobody asks for messages.
    if (!Multiplies(function)) return {};
    std::vector<const ExprNode*> order;
    PostOrderVisit(function, [&](const ExprNode* node) { order.push_back(node); });
    Update(function, {});
    for (size_t i = order.size(); i-- > 0;) Send(order[i]);
    return std::move(messages_);
  }

 private:
  // An expression may be scaled only as far as all its users agree.
  void Update(const Expr& expr, MaybeMessage message) {
    auto [old, fresh] = messages_.Insert(expr.get());
    if (fresh) {
      *old = std::move(message);
      return;
    }
    if (!*old || !message) {
      old->reset();
      return;
    }
    Axes common;
    for (int64_t axis : (*old)->axes) {
      if (std::count(message->axes.begin(), message->axes.end(), axis) > 0) common.Add(axis);
    }
    if (common.empty()) {
      old->reset();
    } else {
      *old = Message{common, (*old)->require_positive || message->require_positive};
    }
  }

  void Send(const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    if (!call) {
      for (const Expr& child : node->children()) Update(child, {});
      return;
    }
    const MaybeMessage* found = messages_.Find(call);
    MaybeMessage out = found ? *found : MaybeMessage();
    switch (RoleOf(call)) {
      case ScaleFold::kRelu:
        if (out) out->require_positive = true;
        Update(call->arg(0), std::move(out));
        return;
      case ScaleFold::kAddSub: {
        const TensorTypeNode* left = TensorOf(call->arg(0));
        const TensorTypeNode* right = TensorOf(call->arg(1));
        bool to_left = out && Matches(left, right, out->axes);
        bool to_right = out && !to_left && Matches(right, left, out->axes);
        Update(call->arg(0), to_left ? out : MaybeMessage());
        Update(call->arg(1), to_right ? out : MaybeMessage());
        return;
      }
      case ScaleFold::kConv: {
        std::optional<ConvAxes> axes = AxesOfConv(call);
        bool folds = axes && !axes->data.empty();
        Update(call->arg(0), folds ? MaybeMessage(Message{axes->data, false}) : MaybeMessage());
        Update(call->arg(1), {});
        return;
      }
      case ScaleFold::kDense:
        Update(call->arg(0), Message{{1}, false});
        Update(call->arg(1), {});
        return;
      default:
        for (const Expr& arg : call->args()) Update(arg, {});
    }
  }

  PtrMap<MaybeMessage> messages_;
};

// Carries scales from where they are multiplied to the weights that take them.
class ForwardFold : public Rewriter {
 public:
  explicit ForwardFold(PtrMap<MaybeMessage> messages) : messages_(std::move(messages)) {}

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (node->kind() == ExprKind::kTupleGetItem && As<TupleNode>(children[0])) {
      auto index = static_cast<size_t>(As<TupleGetItemNode>(node)->index);
      if (index < children[0]->children().size()) return children[0]->child(index);
    }
    const auto* call = As<CallNode>(node);
    if (call) {
      if (Expr result = RewriteCall(call, children)) return result;
    }
    for (const Expr& child : node->children()) {
      if (scaled_.Contains(child.get())) throw OutstandingScale();
    }
    return WithChildren(node, children);
  }

 private:
  // The result of a node is its value times a scale that is still under way.
  struct Scaled {
    Expr scale;
    Axes axes;
  };

  // Null when the call is rewritten as any other.
  Expr RewriteCall(const CallNode* call, std::span<const Expr> children) {
    ScaleFold role = RoleOf(call);
    if (role == ScaleFold::kNone) return nullptr;
    const Scaled* left = scaled_.Find(call->arg(0).get());
    const Scaled* right = call->args().size() > 1 ? scaled_.Find(call->arg(1).get()) : nullptr;
    switch (role) {
      case ScaleFold::kRelu:
        return left ? Keep(call, *left, children) : nullptr;
      case ScaleFold::kAddSub: {
        if (!left && !right) return nullptr;
        if (left && right) throw OutstandingScale();
        const Scaled& scaled = left ? *left : *right;
        const TensorTypeNode* type = TensorOf(call->arg(left ? 0 : 1));
        Expr scale = ScaleToMatch(scaled.scale, type->shape, scaled.axes);
        if (!scale) throw OutstandingScale();
        std::vector<Expr> fresh(children.begin(), children.end());
        Expr& other = fresh[left ? 2 : 1];
        other = MakeDivide(other, scale);
        return Keep(call, scaled, fresh);
      }
      case ScaleFold::kMultiply: {
        const MaybeMessage* message = messages_.Find(call);
        if (!message || !*message) {
          TellNoTaker(call);
          return nullptr;
        }
        if (left || right) throw OutstandingScale();
        const TensorTypeNode* left_type = TensorOf(call->arg(0));
        const TensorTypeNode* right_type = TensorOf(call->arg(1));
        Expr scale = children[2];
        Expr value = children[1];
        if (!Matches(left_type, right_type, (*message)->axes, &scale) ||
            ((*message)->require_positive && !IsAllPositiveConstant(scale))) {
          scale = children[1];
          value = children[2];
          if (!Matches(right_type, left_type, (*message)->axes, &scale) ||
              ((*message)->require_positive && !IsAllPositiveConstant(scale))) {
            bool fits = Matches(left_type, right_type, (*message)->axes) ||
                        Matches(right_type, left_type, (*message)->axes);
            TellUnfit(call, fits);
            return nullptr;
          }
        }
        TellFolded(call);
        scaled_[call] = {std::move(scale), (*message)->axes};
        return value;
      }
      case ScaleFold::kConv: {
        if (!left) return nullptr;
        if (right) throw OutstandingScale();
        std::optional<ConvAxes> axes = AxesOfConv(call);
        const TensorTypeNode* weight = TensorOf(call->arg(1));
        const Axes& scaled_axes = axes->depthwise ? axes->weight_out : axes->weight_in;
        Expr scale = ScaleToMatch(left->scale, weight->shape, scaled_axes);
        if (!scale) throw OutstandingScale();
        return WithArgs(call, {children[1], MakeMultiply(children[2], scale)});
      }
      case ScaleFold::kDense:
        if (!left) return nullptr;
        if (right) throw OutstandingScale();
        return WithArgs(call, {children[1], MakeMultiply(children[2], left->scale)});
      default:
        return nullptr;
    }
  }

  // The call over other arguments, its result still to be scaled. A new call, without a span.
  Expr Keep(const CallNode* call, Scaled scaled, std::span<const Expr> children) {
    scaled_[call] = std::move(scaled);
    return Call(call->op(), children.subspan(1), call->attrs, call->type_args);
  }

  static Expr WithArgs(const CallNode* call, std::initializer_list<Expr> args) {
    return Call(call->op(), args, call->attrs, call->type_args);
  }

  PtrMap<MaybeMessage> messages_;
  PtrMap<Scaled> scaled_;  // By the old node.
};

// ---------------------------------------------------------------------------------------------------
// Backward.

class BackwardFold : public Rewriter {
 public:
  // False when there is nothing to fold.
  bool Prepare(const Expr& function) {
    if (!Multiplies(function)) return false;
    std::vector<const ExprNode*> order;
    PostOrderVisit(function, [&](const ExprNode* node) { order.push_back(node); });
    PtrMap<uint32_t> uses;
    for (const ExprNode* node : order) {
      for (const Expr& child : node->children()) ++uses[child.get()];
    }
    for (const ExprNode* node : order) {
      const auto* call = As<CallNode>(node);
      if (!call || *uses.Insert(call).first != 1) continue;
      if (MaybeMessage message = MessageOf(call)) messages_[call] = std::move(*message);
    }
    if (messages_.empty()) {
      if (RemarksWanted()) TellNoTakers(function);
      return false;
    }
    // From the results to the inputs: each multiply hands its scale to the chain below it.
    for (size_t i = order.size(); i-- > 0;) {
      if (const auto* call = As<CallNode>(order[i])) HandOut(call);
    }
    return !folded_.empty();
  }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const uint32_t* kept = folded_.Find(node)) return children[*kept + 1];
    const auto* call = As<CallNode>(node);
    const Expr* scale = call ? scales_.Find(call) : nullptr;
    if (!scale) return WithChildren(node, children);
    std::vector<Expr> args(children.begin() + 1, children.end());
    switch (RoleOf(call)) {
      case ScaleFold::kAddSub:
      case ScaleFold::kBiasAdd:
        for (size_t i = 0; i < 2; ++i) {
          if (scales_.Contains(call->arg(i).get())) continue;
          args[i] = MakeMultiply(args[i], OtherScale(call, i, *scale));
        }
        break;
      case ScaleFold::kConv:
        args[1] = MakeMultiply(args[1], WeightScale(call, *scale));
        break;
      case ScaleFold::kDense:
        args[1] = MakeMultiply(args[1], ExpandBiasToMatchAxis(*scale, 2, 0));
        break;
      default:
        break;
    }
    return Call(call->op(), args, call->attrs, call->type_args);
  }

 private:
  const Message* Find(const Expr& expr) const { return messages_.Find(expr.get()); }

  // Which axes of the result of `call` can be scaled inside it or below it.
  MaybeMessage MessageOf(const CallNode* call) const {
    auto copy = [](const Message* message) {
      return message ? MaybeMessage(*message) : MaybeMessage();
    };
    switch (RoleOf(call)) {
      case ScaleFold::kRelu: {
        MaybeMessage message = copy(Find(call->arg(0)));
        if (message) message->require_positive = true;
        return message;
      }
      case ScaleFold::kAddSub: {
        const Message* left = Find(call->arg(0));
        const Message* right = Find(call->arg(1));
        const TensorTypeNode* left_type = TensorOf(call->arg(0));
        const TensorTypeNode* right_type = TensorOf(call->arg(1));
        // Both sides take the scale or one of them does; never two different ones.
        if (left && right && left->axes != right->axes) return {};
        if (left && Matches(left_type, right_type, left->axes)) {
          return copy(left);
        }
        if (right && Matches(right_type, left_type, right->axes)) {
          return copy(right);
        }
        if (left && right && left_type->shape == right_type->shape) return copy(left);
        return {};
      }
      case ScaleFold::kBiasAdd: {
        const Message* data = Find(call->arg(0));
        const auto* attrs = As<BiasAddAttrs>(call->attrs);
        if (data && attrs && data->axes.size() == 1 && attrs->axis == data->axes[0]) {
          return copy(data);
        }
        return {};
      }
      case ScaleFold::kConv: {
        std::optional<ConvAxes> axes = AxesOfConv(call);
        if (!axes || axes->out.empty()) return {};
        const TensorTypeNode* weight = TensorOf(call->arg(1));
        for (int64_t axis : axes->weight_out) {
          bool known = weight->shape[static_cast<size_t>(axis)].is_const();
          if (!known && axes->weight_out.size() > 1) return {};
        }
        return Message{axes->out, false};
      }
      case ScaleFold::kDense:
        return Message{{1}, false};
      default:
        return {};
    }
  }

  void HandOut(const CallNode* call) {
    ScaleFold role = RoleOf(call);
    if (role == ScaleFold::kMultiply) {
      // The first operand that takes a scale decides, as in TVM.
      uint32_t side = Find(call->arg(0)) ? 0 : 1;
      const Message* message = Find(call->arg(side));
      if (!message) {
        TellNoTaker(call);
        return;
      }
      Expr scale = call->arg(1 - side);
      bool fits = Matches(TensorOf(call->arg(side)), TensorOf(call->arg(1 - side)), message->axes,
                          &scale) &&
                  CanTake(call->arg(side).get());
      if (!fits || (message->require_positive && !IsAllPositiveConstant(scale))) {
        TellUnfit(call, fits);
        return;
      }
      TellFolded(call);
      folded_[call] = side;
      scales_[call->arg(side).get()] = std::move(scale);
      return;
    }
    const Expr* found = scales_.Find(call);
    if (!found) return;
    Expr scale = *found;
    if (role == ScaleFold::kRelu || role == ScaleFold::kBiasAdd) {
      scales_[call->arg(0).get()] = scale;
    } else if (role == ScaleFold::kAddSub) {
      for (const Expr& arg : call->args()) {
        if (Find(arg)) scales_[arg.get()] = scale;
      }
    }
  }

  // Whether every operand that must be multiplied on the way down has a known shape.
  bool CanTake(const ExprNode* root) const {
    std::vector<const ExprNode*> stack = {root};
    while (!stack.empty()) {
      const auto* call = As<CallNode>(stack.back());
      stack.pop_back();
      ScaleFold role = RoleOf(call);
      if (role == ScaleFold::kRelu || role == ScaleFold::kBiasAdd)
        stack.push_back(call->arg(0).get());
      if (role != ScaleFold::kAddSub) continue;
      for (size_t i = 0; i < 2; ++i) {
        if (Find(call->arg(i))) {
          stack.push_back(call->arg(i).get());
          continue;
        }
        const Message* message = Find(call->arg(1 - i));
        const TensorTypeNode* type = TensorOf(call->arg(1 - i));
        for (int64_t axis : message->axes) {
          if (message->axes.size() > 1 && !type->shape[static_cast<size_t>(axis)].is_const()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // The scale for operand `i` of an addition, whose other operand takes it by itself.
  Expr OtherScale(const CallNode* call, size_t i, const Expr& scale) const {
    if (RoleOf(call) == ScaleFold::kBiasAdd) return scale;
    const Message* message = Find(call->arg(1 - i));
    const TensorTypeNode* type = TensorOf(call->arg(1 - i));
    return ScaleToMatch(scale, type->shape, message->axes);
  }

  static Expr WeightScale(const CallNode* call, const Expr& scale) {
    std::optional<ConvAxes> axes = AxesOfConv(call);
    return ScaleToMatch(scale, TensorOf(call->arg(1))->shape, axes->weight_out);
  }

  PtrMap<Message> messages_;
  PtrMap<Expr> scales_;      // What each expression's result is to be multiplied by.
  PtrMap<uint32_t> folded_;  // Multiplications that vanish: the operand that stays.
};

Expr FoldForward(const Expr& function) {
  PtrMap<MaybeMessage> messages = ForwardPrep().Run(function);
  bool any = false;
  for (const auto& entry : messages.entries()) any = any || entry.value.has_value();
  if (!any) {
    if (RemarksWanted()) TellNoTakers(function);
    return function;
  }
  try {
    return ForwardFold(std::move(messages)).Run(function);
  } catch (const OutstandingScale&) {
    if (RemarksWanted()) {
      EmitRemark(RemarkKind::kScaleNoTaker, function,
                 Say("a scale found no place on its way to weights: nothing is folded forward in "
                     "this function"));
    }
    return function;
  }
}

Expr FoldBackward(const Expr& function) {
  BackwardFold fold;
  return fold.Prepare(function) ? fold.Run(function) : function;
}

}  // namespace

namespace transform {

Pass ForwardFoldScaleAxis() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return FoldForward(function); },
      TableInfo("ForwardFoldScaleAxis"));
}

Pass BackwardFoldScaleAxis() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return FoldBackward(function); },
      TableInfo("BackwardFoldScaleAxis"));
}

Pass FoldScaleAxis() {
  return Sequential({BackwardFoldScaleAxis(), ForwardFoldScaleAxis(), CreatePass("FoldConstant")},
                    TableInfo("FoldScaleAxis"));
}

}  // namespace transform
}  // namespace passcope
