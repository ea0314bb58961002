// Rewriting of a program to other layouts, for ConvertLayout and other layout passes.
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

// Walks a typed program forward. A derived class chooses the layouts of each operator
// (CallWithNewLayouts). This class passes the layouts on through operators that can work in them.
// Elsewhere it inserts layout transforms. A value is transformed at most once to each layout. It
// combines TVM's LayoutRewriter, TransformMemorizer and ForwardRewrite.
//
// A value in a new layout is not transformed back until its use is known. `altered_` has both
// layouts of such expressions. TVM wraps them in a node of its own.
class LayoutRewriter : public Rewriter {
 public:
  // A null `effects` means that nothing has effects. A projection of a tuple becomes its field only
  // if dropping the other fields loses no effects.
  explicit LayoutRewriter(Effects* effects) : effects_(effects) {}
  // The number of inserted layout transforms.
  int64_t transforms() const { return transforms_; }

 protected:
  // Returns the replacement of `call` over `new_args` (rewritten, in their present layouts). Its
  // attributes say which layouts it needs. The number of arguments and results must stay. `attrs`
  // are the call's attributes, adapted to the present layouts.
  virtual Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                                  std::span<const Expr> new_args) = 0;

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override;

 private:
  struct Altered {
    Expr value;  // The key of the map, kept alive.
    Layout old_layout;
    Layout new_layout;
  };
  struct Transformed {
    Layout from;
    Layout to;
    Expr result;
  };
  // An argument, or a field of a tuple argument.
  struct Input {
    Expr value;
    Layout old_layout;
    Layout new_layout;
  };
  // Restores the fields of tuples; other expressions are restored as a whole.
  class Restorer : public Rewriter {
   public:
    explicit Restorer(LayoutRewriter& owner) : owner_(owner) {}

   protected:
    Expr Enter(const ExprNode* node) override;

   private:
    LayoutRewriter& owner_;
  };

  // Null if the layouts cannot be inferred. The call then takes its arguments in the old layouts.
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
