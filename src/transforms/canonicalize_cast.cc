// CanonicalizeCast: gives each operator that reads a widened value a cast of its own.
//
// Why: a shared cast to a wider type is computed separately, and the wide values pass through
// memory. A cast per use is fused into the user, which then reads the narrow values. Only arguments
// of elementwise and broadcasting operators are considered. The first use keeps the old cast.
//
//   before  %0 = cast(%x, dtype="float32"); (exp(%0), log(%0))       with %x of int8
//   after   %0 = cast(%x, …); %1 = cast(%x, …); (exp(%0), log(%1))
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

bool IsBroadcast(const CallNode* call) {
  const auto* op = call ? As<OpNode>(call->op()) : nullptr;
  return op && op->decl->pattern <= OpPattern::kBroadcast;
}

bool IsWidening(const Expr& expr) {
  const CallNode* call = AsCallTo(expr, "cast");
  const auto* from = call ? As<TensorTypeNode>(call->arg(0)->checked_type()) : nullptr;
  const auto* attrs = call ? As<CastAttrs>(call->attrs) : nullptr;
  return from && attrs && from->dtype.bits < attrs->dtype.bits;
}

class CastCanonicalizer : public Rewriter {
 public:
  explicit CastCanonicalizer(const ExprNode* root) { FindFirstUses(root); }
  int64_t added() const { return added_; }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    if (!IsBroadcast(call)) return WithChildren(node, children);
    std::vector<Expr> args(children.begin() + 1, children.end());
    bool unchanged = true;
    for (size_t i = 0; i < args.size(); ++i) {
      if (IsWidening(call->arg(i))) {
        const FirstUse* first = first_uses_.Find(call->arg(i).get());
        if (!first || first->call != call || first->arg != i) {
          const auto* cast = As<CallNode>(args[i]);
          ++added_;
          args[i] = Call(cast->op(), cast->args(), cast->attrs, cast->type_args);
        }
      }
      unchanged = unchanged && args[i] == call->arg(i);
    }
    return unchanged ? Expr(node) : Call(call->op(), args, call->attrs, call->type_args);
  }

 private:
  struct FirstUse {
    const CallNode* call;
    size_t arg;
  };

  // In TVM's order: an argument counts as used after its visit, before the visit of the next one.
  void FindFirstUses(const ExprNode* root) {
    struct Frame {
      const ExprNode* node;
      uint32_t next;
    };
    PtrSet visited;
    std::vector<Frame> stack;
    auto enter = [&](const ExprNode* node) {
      if (!node->children().empty() && visited.Insert(node)) stack.push_back({node, 0});
    };
    enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const auto* call = As<CallNode>(frame.node);
      if (frame.next > 1 && IsBroadcast(call) && IsWidening(call->arg(frame.next - 2))) {
        auto [use, fresh] = first_uses_.Insert(call->arg(frame.next - 2).get());
        if (fresh) *use = {call, frame.next - 2};
      }
      if (frame.next < frame.node->children().size()) {
        enter(frame.node->child(frame.next++).get());
      } else {
        stack.pop_back();
      }
    }
  }

  int64_t added_ = 0;
  PtrMap<FirstUse> first_uses_;  // By cast.
};

}  // namespace

namespace transform {

Pass CanonicalizeCast() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext& context) {
        Expr typed = EnsureTyped(function, module);
        CastCanonicalizer canonicalizer(typed.get());
        Expr result = canonicalizer.Run(typed);
        context.Count("casts added", canonicalizer.added());
        return result;
      },
      TableInfo("CanonicalizeCast"));
}

}  // namespace transform
}  // namespace passcope
