// BackwardFoldScaleAxis: folds scales of a result into the weights of the convolution or dense
// layer that computes it. fold_scale_axis.cc describes the purpose and the guarantees.
//
//   before  %0 = nn.conv2d(%x, %w); multiply(%0, %s)
//   after   nn.conv2d(%x, multiply(%w, expand_dims(%s, …)))

#include <utility>
#include <vector>

#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/scale_axis.h"

namespace passcope {
namespace scale_axis {
namespace {

class BackwardFold : public Rewriter {
 public:
  // Returns false if there is nothing to fold.
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
        // Either both sides take the scale, or one of them; the axes must not differ.
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
        if (!axes || axes->out.empty() ||
            !WeightTakesTypeOf(call, As<TensorTypeNode>(call->checked_type())))
          return {};
        const TensorTypeNode* weight = TensorOf(call->arg(1));
        for (int64_t axis : axes->weight_out) {
          bool known = weight->shape[static_cast<size_t>(axis)].is_const();
          if (!known && axes->weight_out.size() > 1) return {};
        }
        return Message{axes->out, false};
      }
      case ScaleFold::kDense:
        if (!IsOfMatrices(call) ||
            !WeightTakesTypeOf(call, As<TensorTypeNode>(call->checked_type())))
          return {};
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

  // True if every operand that must be multiplied on the way down has a known shape.
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

  // The scale for operand `i` of an addition whose other operand takes the scale directly.
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
  PtrMap<Expr> scales_;      // The scale that each expression's result must be multiplied by.
  PtrMap<uint32_t> folded_;  // By removed multiplication: the operand that stays.
};

Expr FoldBackward(const Expr& function) {
  BackwardFold fold;
  return fold.Prepare(function) ? fold.Run(function) : function;
}

}  // namespace
}  // namespace scale_axis

namespace transform {

Pass BackwardFoldScaleAxis() {
  return CreateFunctionPass([](const Expr& function, const IRModule&,
                               PassContext&) { return scale_axis::FoldBackward(function); },
                            TableInfo("BackwardFoldScaleAxis"));
}

}  // namespace transform
}  // namespace passcope
