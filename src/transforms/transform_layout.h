// Rewriting a program to other layouts: what ConvertLayout and other passes over layouts share.
#pragma once

#include <span>
#include <vector>

#include "analysis/effects.h"
#include "ir/expr.h"
#include "ir/visitor.h"
#include "op/layout.h"
#include "support/ptr_map.h"
#include "transforms/infer_layout.h"

namespace passcope {

// Walks a typed program forward. A derived class says for each operator which layouts it wants
// (CallWithNewLayouts); this class lets the layouts flow on through the operators that can work in
// them, and puts layout transforms where an operator, or whoever else uses a value, cannot. One
// value is transformed once to each layout. As TVM's LayoutRewriter, TransformMemorizer and
// ForwardRewrite together.
//
// A value whose layout changed is held as it is (not transformed back) until its use is known:
// `altered_` tells for such expressions, which TVM wraps in a node of its own, both layouts.
class LayoutRewriter : public Rewriter {
 public:
  // `effects` may be null: nothing has any. A projection of a tuple becomes its field only where
  // nothing is lost with the others.
  explicit LayoutRewriter(Effects* effects) : effects_(effects) {}
  // How many layout transforms were put into the program.
  int64_t transforms() const { return transforms_; }

 protected:
  // The call of an operator that replaces `call` over `new_args` (rewritten, in whatever layouts
  // they are now), with the attributes that say which layouts are wanted. The number of arguments
  // and results must stay. `attrs` are the call's own as far as layouts are concerned.
  virtual Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                                  std::span<const Expr> new_args) = 0;

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override;

 private:
  struct Altered {
    Expr value;  // The key; kept alive.
    Layout old_layout;
    Layout new_layout;
  };
  struct Transformed {
    Layout from;
    Layout to;
    Expr result;
  };
  // An argument, or a field of an argument that is a tuple.
  struct Input {
    Expr value;
    Layout old_layout;
    Layout new_layout;
  };
  // Turns the fields of tuples back; all else is replaced as a whole.
  class Restorer : public Rewriter {
   public:
    explicit Restorer(LayoutRewriter& owner) : owner_(owner) {}

   protected:
    Expr Enter(const ExprNode* node) override;

   private:
    LayoutRewriter& owner_;
  };

  // Null when the layouts cannot be inferred: the call takes its arguments in the old layouts.
  Expr RewriteCall(const CallNode* call, std::span<const Expr> new_args);
  Expr Remember(Expr value, Layout old_layout, Layout new_layout);
  // `expr` in its old layout.
  Expr Restore(const Expr& expr);
  Expr RestoreAltered(const ExprNode* expr);
  Expr Transform(const Expr& expr, Layout from, Layout to);
  Expr MakeTransform(const Expr& expr, Layout from, Layout to);

  Effects* const effects_;
  int64_t transforms_ = 0;
  PtrMap<Altered> altered_;
  PtrMap<std::vector<Transformed>> transformed_;
  Restorer restorer_{*this};
};

}  // namespace passcope
