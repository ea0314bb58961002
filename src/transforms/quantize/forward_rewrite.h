// Rewriting from arguments to results. A rewritten expression can carry a mark for the rules of
// later operators. Like TVM's ForwardRewrite with its TempExpr.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/effects.h"
#include "ir/expr.h"
#include "op/attrs_qnn.h"
#include "support/ptr_map.h"

namespace passcope::quantize {

// A rewritten expression. Each pass uses the marks that it needs.
struct Marked {
  Expr expr;
  bool is_marked = false;
  QAnnotateKind kind = QAnnotateKind::kIdentity;  // QuantizeAnnotate.
  float scale = 0;                                // QuantizeRealize: the real value of 1 …
  DataType dtype;                                 // … and the type of the integers.
  std::vector<Marked> fields;                     // For a tuple with marked fields.
  uint32_t realized = 0;                          // Index of the unmarked expression.
};

class ForwardRewriter {
 public:
  virtual ~ForwardRewriter() = default;
  // A null `effects` means that nothing in the function has effects.
  Expr Run(const Expr& function, Effects* effects);

 protected:
  // Returns the rewritten call of an operator; nullopt makes a call of the arguments without marks.
  virtual std::optional<Marked> Rewrite(const CallNode* call, std::span<const Marked> args) = 0;
  // The expression without its mark.
  virtual Expr Realize(const Marked& marked) = 0;
  // The form of a marked expression that has several uses.
  virtual Marked ForSharedUse(const Marked& marked) { return marked; }

  // The expression without marks. Returns the same node each time.
  Expr Plain(const Marked& marked);

 private:
  // An expression, identified by its number in post-order.
  struct Node {
    const ExprNode* expr;
    uint32_t children;  // The index of its first child in children_.
    uint32_t uses = 0;
  };

  // Numbers the expressions below `root`.
  void Number(const Expr& root);
  // The rewritten child `i` of a node, as this node uses it.
  Marked Use(const Node& node, size_t i);
  const Marked& ChildOf(const Node& node, size_t i) const {
    return results_[children_[node.children + i]];
  }
  Marked Leave(const Node& node);

  Effects* effects_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<Marked> results_;  // The rewritten nodes so far.
  std::vector<uint32_t> children_;
  // Cached expressions without marks. Copies of a mark share one. Index 0 means none.
  std::vector<Expr> realized_;
};

// A call with the callee and the attributes of `call`, but other arguments.
Expr ForwardCall(const CallNode* call, std::span<const Expr> args);
inline Expr ForwardCall(const CallNode* call, std::initializer_list<Expr> args) {
  return ForwardCall(call, std::span(args.begin(), args.size()));
}
// The name of the called operator.
const char* NameOf(const CallNode* call);
// True for a constant or a tuple of constants, as in TVM's check_constant.
bool IsConstantExpr(const Expr& expr);

}  // namespace passcope::quantize
