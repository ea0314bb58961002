// ForwardFoldScaleAxis: folds scales of the data into the weights of the convolution or dense layer
// that reads them. fold_scale_axis.cc describes the purpose and the guarantees.
//
//   before  %0 = multiply(%x, %s); nn.conv2d(%0, %w)
//   after   nn.conv2d(%x, multiply(%w, expand_dims(%s, …)))

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/scale_axis.h"

namespace passcope {
namespace scale_axis {
namespace {

// Thrown if a scale was promised a consumer but found none. The function then stays unchanged.
struct OutstandingScale {};

class ForwardPrep {
 public:
  PtrMap<MaybeMessage> Run(const Expr& function) {
    // Without multiplications, no messages are needed.
    if (!Multiplies(function)) return {};
    std::vector<const ExprNode*> order;
    PostOrderVisit(function, [&](const ExprNode* node) { order.push_back(node); });
    Update(function, {});
    for (size_t i = order.size(); i-- > 0;) Send(order[i]);
    return std::move(messages_);
  }

 private:
  // An expression can be scaled only on axes that all its users accept.
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
        bool folds = axes && !axes->data.empty() && WeightTakesTypeOf(call, TensorOf(call->arg(0)));
        Update(call->arg(0), folds ? MaybeMessage(Message{axes->data, false}) : MaybeMessage());
        Update(call->arg(1), {});
        return;
      }
      case ScaleFold::kDense:
        Update(call->arg(0), IsOfMatrices(call) && WeightTakesTypeOf(call, TensorOf(call->arg(0)))
                                 ? MaybeMessage(Message{{1}, false})
                                 : MaybeMessage());
        Update(call->arg(1), {});
        return;
      default:
        for (const Expr& arg : call->args()) Update(arg, {});
    }
  }

  PtrMap<MaybeMessage> messages_;
};

// Carries scales from their multiplications to the weights that take them.
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
  // The old node's value is the new node's value times a scale that is not folded yet.
  struct Scaled {
    Expr scale;
    Axes axes;
  };

  // Null if the call is rewritten like any other.
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

  // The call over other arguments, with a result that must still be scaled. It is a new call
  // without a span.
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
      EmitRemark(
          RemarkKind::kScaleNoTaker, function,
          MSG(kScaleFoldForwardAbandoned,
              "no scale is folded forward in this function: one of them cannot reach weights"));
    }
    return function;
  }
}

}  // namespace
}  // namespace scale_axis

namespace transform {

Pass ForwardFoldScaleAxis() {
  return CreateFunctionPass([](const Expr& function, const IRModule&,
                               PassContext&) { return scale_axis::FoldForward(function); },
                            TableInfo("ForwardFoldScaleAxis"));
}

}  // namespace transform
}  // namespace passcope
