// Rewriting from arguments to results, where what stands for an expression may carry a mark that
// the rules of the operators behind it look at; as TVM's ForwardRewrite with its TempExpr.
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

// What stands for an expression. Each pass uses the marks that it needs.
struct Marked {
  Expr expr;
  bool is_marked = false;
  QAnnotateKind kind = QAnnotateKind::kIdentity;  // QuantizeAnnotate.
  float scale = 0;                                // QuantizeRealize: the real that 1 stands for …
  DataType dtype;                                 // … and the type of the integers.
  std::vector<Marked> fields;                     // Of a tuple some of whose fields are marked.
  uint32_t realized = 0;                          // The rewriter's number of what it is without.
};

class ForwardRewriter {
 public:
  virtual ~ForwardRewriter() = default;
  // `effects` may be null: nothing in the function has any.
  Expr Run(const Expr& function, Effects* effects);

 protected:
  // What becomes of a call of an operator; nullopt: a call of what its arguments are without marks.
  virtual std::optional<Marked> Rewrite(const CallNode* call, std::span<const Marked> args) = 0;
  // The expression that a mark stands for.
  virtual Expr Realize(const Marked& marked) = 0;
  // What a marked expression is for each of several uses.
  virtual Marked ForSharedUse(const Marked& marked) { return marked; }

  // The expression without marks; the same one each time.
  Expr Plain(const Marked& marked);

 private:
  // An expression, by its number in post-order.
  struct Node {
    const ExprNode* expr;
    uint32_t children;  // Where the numbers of its children begin.
    uint32_t uses = 0;
  };

  // Numbers what is below `root`.
  void Number(const Expr& root);
  // The rewritten child `i` of a node.
  Marked Use(const Node& node, size_t i);
  const Marked& ChildOf(const Node& node, size_t i) const {
    return results_[children_[node.children + i]];
  }
  Marked Leave(const Node& node);

  Effects* effects_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<Marked> results_;  // What became of them, as far as it is known.
  std::vector<uint32_t> children_;
  // What marked expressions are without marks, once somebody has asked for it. Copies of a mark
  // share it. The first one stands for none.
  std::vector<Expr> realized_;
};

// A call of what `call` calls, with its attributes, on other arguments.
Expr ForwardCall(const CallNode* call, std::span<const Expr> args);
inline Expr ForwardCall(const CallNode* call, std::initializer_list<Expr> args) {
  return ForwardCall(call, std::span(args.begin(), args.size()));
}
// The name of the operator that is called.
const char* NameOf(const CallNode* call);
// A constant or a tuple of such; as TVM's check_constant.
bool IsConstantExpr(const Expr& expr);

}  // namespace passcope::quantize
