// The traversal and the rewriter that all passes, analyses and printers share. Both keep their own
// stacks, so a program's depth cannot overflow the machine's stack.
#pragma once

#include <span>
#include <vector>

#include "ir/expr.h"
#include "support/ptr_map.h"

namespace passcope {

// Visits each node reachable from a root once, children before parents, left to right, like TVM's
// PostOrderVisit.
class PostOrderVisitor {
 public:
  virtual ~PostOrderVisitor() = default;
  void Run(const ExprNode* root);

 protected:
  // Called before the children. If it returns false, the children are skipped. Leave is always
  // called.
  virtual bool Enter(const ExprNode*) { return true; }
  // Called after the children.
  virtual void Leave(const ExprNode* node) = 0;

 private:
  PtrSet visited_;
};

template <class F>
void PostOrderVisit(const ExprNode* root, F&& f) {
  struct Visitor : PostOrderVisitor {
    explicit Visitor(F& f) : f(f) {}
    void Leave(const ExprNode* node) override { f(node); }
    F& f;
  } visitor(f);
  visitor.Run(root);
}
template <class F>
void PostOrderVisit(const Expr& root, F&& f) {
  PostOrderVisit(root.get(), static_cast<F&&>(f));
}

// Rebuilds a DAG bottom-up. Shared nodes are rewritten once and stay shared. Unchanged nodes are
// returned as they are, so an unchanged program is the same pointer.
class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // Can be called several times on one rewriter, which remembers its results.
  Expr Run(const Expr& root);

 protected:
  // Called before the children. A non-null result replaces the node, and the children are skipped.
  virtual Expr Enter(const ExprNode*) { return nullptr; }
  // Called after the children; `children` are the rewritten ones.
  virtual Expr Leave(const ExprNode* node, std::span<const Expr> children) {
    return WithChildren(node, children);
  }
  // Called after the value of a let and before its body, so that a rewriter can replace the
  // variable.
  virtual void LetValueDone(const LetNode*, const Expr& value) { (void)value; }
  // The result for `node` if it is shared and done; null otherwise.
  const Expr* Done(const ExprNode* node) const { return memo_.Find(node); }

 private:
  // Results of nodes with several references. A node with one reference is met once and needs no
  // entry. Variables are rewritten at each use, because their value can change at their let.
  PtrMap<Expr> memo_;
  // Keeps rewritten roots alive, so that their addresses in memo_ stay valid.
  std::vector<Expr> roots_;
};

template <class F>
Expr RewritePostOrder(const Expr& root, F&& leave) {
  struct Simple : Rewriter {
    explicit Simple(F& f) : f(f) {}
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      return f(node, children);
    }
    F& f;
  } rewriter(leave);
  return rewriter.Run(root);
}

// Replaces variables by expressions (keyed by identity). Binders do not change: the caller intends
// to replace the uses.
class VarMap {
 public:
  void Set(const VarId& vid, Expr value);
  const Expr* Find(const VarIdNode* vid) const { return map_.Find(vid); }
  bool empty() const { return map_.empty(); }

 private:
  PtrMap<Expr> map_;
  std::vector<VarId> keep_;
};
Expr SubstituteVars(const Expr& expr, const VarMap& values);

}  // namespace passcope
