// DeadCodeElimination: removes lets whose variable is not used. With `inline_once`, it also moves
// the value of a variable with a single use to the place of that use.
//
// Why: other passes leave bindings that nothing reads. Expressions that can have effects stay where
// they are, unless `ignore_impurity` is set (analysis/effects.h): reads and writes of references,
// stateful operators, and calls of functions with effects. A use inside a local function counts
// twice if the variable is bound outside. The rules are TVM's, with two exceptions. TVM treats a
// recursive function that it is analyzing as pure, and calls nested 25 deep as impure.
//
//   before  let %a = add(%x, %x); let %b = nn.relu(%x); %b
//   after   let %b = nn.relu(%x); %b
#include "transforms/dead_code_elimination.h"

#include <string>

#include "analysis/effects.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

const VarIdNode* IdOf(const Expr& var) { return As<VarNode>(var)->vid.get(); }

// The facts about a let-bound variable.
struct Binding {
  const ExprNode* value = nullptr;
  uint32_t uses = 0;
  int level = 0;  // The depth of function nesting.
  bool pure = false;
};

// Counts uses of variables in needed expressions. Counting stops at two.
class UsageCounter {
 public:
  // A null `effects` means that nothing has effects.
  UsageCounter(Effects* effects, PtrMap<Binding>* bindings)
      : effects_(effects), bindings_(*bindings) {}

  void Run(const ExprNode* root) {
    tasks_.push_back({root, 0});
    while (!tasks_.empty()) {
      Task task = tasks_.back();
      tasks_.pop_back();
      if (++visits_[task.node] <= 2 || task.inner_let) Visit(task);
    }
  }

 private:
  struct Task {
    const ExprNode* node;
    int level;
    bool inner_let = false;  // The body of a let.
  };

  void Visit(const Task& task) {
    if (const auto* let = As<LetNode>(task.node)) {
      if (!task.inner_let) ++visits_[let];
      Binding& binding = bindings_[IdOf(let->var())];
      // A let that is used twice can be the body of another let, too. Its uses stay counted.
      if (!binding.value) {
        bool pure = !effects_ ||
                    (effects_->Of(let->value()) | Effect::kCreates) == Effect(Effect::kCreates);
        binding = {let->value().get(), 0, task.level, pure};
      }
      tasks_.push_back({let->body().get(), task.level, As<LetNode>(let->body()) != nullptr});
      // A pure value is visited only when its variable is used.
      if (!binding.pure) tasks_.push_back({let->value().get(), task.level});
    } else if (const auto* var = As<VarNode>(task.node)) {
      Binding* binding = bindings_.Find(var->vid.get());
      if (!binding) return;
      if (++binding->uses == 1 && binding->pure) tasks_.push_back({binding->value, task.level});
      // The function around the use can be called more than once.
      if (binding->level < task.level) ++binding->uses;
    } else {
      int level = task.level + (As<FunctionNode>(task.node) ? 1 : 0);
      std::span<const Expr> children = task.node->children();
      for (size_t i = children.size(); i-- > 0;) tasks_.push_back({children[i].get(), level});
    }
  }

  Effects* const effects_;
  PtrMap<Binding>& bindings_;
  PtrMap<uint32_t> visits_;
  std::vector<Task> tasks_;
};

class Eliminator : public Rewriter {
 public:
  Eliminator(const PtrMap<Binding>& bindings, bool inline_once)
      : bindings_(bindings), inline_once_(inline_once) {}
  int64_t removed() const { return removed_; }

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    if (inline_once_ && IsRemoved(let)) values_.Set(As<VarNode>(let->var())->vid, value);
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* value = values_.Find(var->vid.get());
      return value ? *value : Expr(node);
    }
    const auto* let = As<LetNode>(node);
    if (let && RemarksWanted()) Tell(let);
    if (!let || !IsRemoved(let)) return WithChildrenKeepingType(node, children);
    ++removed_;
    return children[2];
  }

 private:
  bool IsRemoved(const LetNode* let) const {
    const Binding* binding = bindings_.Find(IdOf(let->var()));
    return binding && binding->pure && binding->uses <= (inline_once_ ? 1u : 0u);
  }

  PASSCOPE_REMARKS void Tell(const LetNode* let) const {
    const Binding* binding = bindings_.Find(IdOf(let->var()));
    if (!binding) return;
    std::string name = NameInRemark(let->var());
    if (IsRemoved(let) && binding->uses == 0) {
      EmitRemark(RemarkKind::kLetRemoved, let,
                 MSG(kUnusedVariableRemoved, "{variable} is removed: nothing uses it", name));
    } else if (IsRemoved(let)) {
      EmitRemark(RemarkKind::kLetInlined, let,
                 MSG(kSingleUseVariableInlined, "inlined {variable}, which has one use", name));
    } else if (binding->uses == 0) {
      EmitRemark(
          RemarkKind::kLetKept, let,
          MSG(kEffectfulVariableKept,
              "{variable} is kept although nothing uses it: its value {value} has side effects",
              name, NameInRemark(let->value())));
    }
  }

  const PtrMap<Binding>& bindings_;
  const bool inline_once_;
  int64_t removed_ = 0;
  VarMap values_;
};

}  // namespace

namespace transform {

Pass DeadCodeElimination(DeadCodeEliminationOptions options) {
  return CreateModulePass(
      [options](const IRModule& module, PassContext& context) {
        IRModule typed = InferTypes(module);
        LazyEffects effects(typed);
        std::vector<IRModuleNode::Item> functions = typed->functions;
        for (IRModuleNode::Item& item : functions) {
          const auto* function = As<FunctionNode>(item.function);
          // As in TVM, the effects of such functions are not analyzed.
          bool closed = function->is_primitive() || function->HasFlag("Extern");
          if (closed && !options.ignore_impurity) continue;
          PtrMap<Binding> bindings;
          Effects* known = options.ignore_impurity ? nullptr : effects.For(item.function);
          UsageCounter(known, &bindings).Run(item.function.get());
          if (!bindings.empty()) {
            RemarkFunction remarks_are_about(item.name.view());
            Eliminator eliminator(bindings, options.inline_once);
            item.function = eliminator.Run(item.function);
            context.Count("lets removed", eliminator.removed());
          }
        }
        return WithFunctions(typed, std::move(functions));
      },
      TableInfo("DeadCodeElimination"));
}

}  // namespace transform
}  // namespace passcope
