// The one traversal and the one rewriter that all passes, analyses and printers share. Both keep
// their own stack, so the depth of a program never meets the depth of the machine's stack.
#pragma once

#include <span>
#include <vector>

#include "ir/expr.h"
#include "support/ptr_map.h"

namespace passcope {

// Visits the nodes reachable from a root once each, children before parents, left to right, as
// TVM's PostOrderVisit.
class PostOrderVisitor {
 public:
  virtual ~PostOrderVisitor() = default;
  void Run(const ExprNode* root);

 protected:
  // Before the children. Returning false skips them; Leave is called all the same.
  virtual bool Enter(const ExprNode*) { return true; }
  // After the children.
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

// Rebuilds a DAG bottom-up. Shared nodes are rewritten once and stay shared; where nothing changes,
// the old node is returned, so an unchanged program is the same pointer.
class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // May be called again on the same rewriter; what was rewritten is remembered.
  Expr Run(const Expr& root);

 protected:
  // Before the children. A non-null result replaces the node and the children are not visited.
  virtual Expr Enter(const ExprNode*) { return nullptr; }
  // After the children; `children` are the rewritten ones.
  virtual Expr Leave(const ExprNode* node, std::span<const Expr> children) {
    return WithChildren(node, children);
  }
  // After the value of a let and before its body, so that a rewriter can replace the variable.
  virtual void LetValueDone(const LetNode*, const Expr& value) { (void)value; }
  // What `node` became, if it is shared and done; null otherwise.
  const Expr* Done(const ExprNode* node) const { return memo_.Find(node); }

 private:
  // Results of nodes with more than one reference. A node with one reference is met once and needs
  // no entry. Variables are asked for at each use: what they stand for may change at their let.
  PtrMap<Expr> memo_;
  // Keeps rewritten roots alive, so that the addresses in memo_ stay theirs.
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

// Replaces variables by expressions (keyed by identity). Binders are left alone: substituting a
// bound variable's uses is the caller's intent.
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
