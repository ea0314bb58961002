// LambdaLift: moves local functions to global ones.
//
// Why: code is generated for global functions. A local function with captured variables becomes a
// global function (marked "Closure") that takes those and returns the function. In its place, that
// global function is called with them. A recursive function calls the global one. Functions with
// the same contents become one, named by the hash of their contents. Primitive functions stay. A
// local function can mention type parameters of enclosing functions; these become its own. TVM
// leaves them unbound.
//
//   before  let %f = fn (%y) { add(%x, %y) }; %f(%x)
//   after   def @lifted_name123(%x, Closure=1) { fn (%y) { add(%x, %y) } }
//           let %f = @lifted_name123(%x); %f(%x)
#include "ir/free_vars.h"
#include "ir/structural.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The type parameters that an expression mentions but does not bind, in the order of first mention.
class FreeTypeParams {
 public:
  explicit FreeTypeParams(const Expr& expr) {
    PostOrderVisit(expr, [this](const ExprNode* node) {
      ForEachBinder(node, [this](const VarNode* var) { Collect(var->type_annotation); });
      if (const auto* function = As<FunctionNode>(node)) {
        for (const Type& param : function->type_params) bound_.Insert(param.get());
        Collect(function->ret_type);
      } else if (const auto* call = As<CallNode>(node)) {
        for (const Type& type : call->type_args) Collect(type);
      }
    });
  }
  std::vector<Type> Get() const {
    std::vector<Type> free;
    for (const Type& param : met_) {
      if (!bound_.Contains(param.get())) free.push_back(param);
    }
    return free;
  }

 private:
  void Collect(const Type& type) {
    if (!type || !type->may_hold_functions() || !seen_.Insert(type.get())) return;
    auto all = [this](const std::vector<Type>& types) {
      for (const Type& each : types) Collect(each);
    };
    if (type->kind() == TypeKind::kTypeVar) {
      met_.push_back(type);
    } else if (const auto* tuple = As<TupleTypeNode>(type)) {
      all(tuple->fields);
    } else if (const auto* function = As<FuncTypeNode>(type)) {
      for (const Type& param : function->type_params) bound_.Insert(param.get());
      all(function->arg_types);
      Collect(function->ret_type);
    } else if (const auto* ref = As<RefTypeNode>(type)) {
      Collect(ref->value);
    } else if (const auto* call = As<TypeCallNode>(type)) {
      all(call->args);
    }
  }

  std::vector<Type> met_;
  PtrSet bound_, seen_;
};

class LambdaLifter : public Rewriter {
 public:
  explicit LambdaLifter(IRModule module) : module_(std::move(module)) {}

  IRModule Lift() {
    std::vector<IRModuleNode::Item> functions = module_->functions;
    for (const IRModuleNode::Item& item : functions) {
      const auto* function = As<FunctionNode>(item.function);
      if (function->attrs && function->attrs->Find("Compiler")) continue;
      root_ = function;
      // The body of a function that makes a closure is already lifted.
      code_ = function->HasFlag("Closure") ? As<FunctionNode>(function->body()) : nullptr;
      RemarkFunction remarks_are_about(item.name.view());
      module_ = WithFunction(module_, item.name.view(), Run(item.function));
    }
    return module_;
  }

 protected:
  Expr Enter(const ExprNode* node) override {
    const auto* function = As<FunctionNode>(node);
    if (function && function->is_primitive()) return Expr(node);
    if (const auto* let = As<LetNode>(node)) {
      const auto* value = As<FunctionNode>(let->value());
      if (value && !value->is_primitive()) bound_[value] = As<VarNode>(let->var())->vid;
    }
    if (function && Lifts(function)) Announce(function);
    return nullptr;
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* function = As<FunctionNode>(node);
    if (function && Lifts(function)) {
      return LiftFunction(function, children);
    }
    if (const auto* var = As<VarNode>(node)) return InBody(Expr(var));
    // A recursive call of the function that is being lifted.
    const auto* call = As<CallNode>(node);
    if (call && As<VarNode>(call->op()) && !(call->op() == children[0])) {
      return Call(children[0], children.subspan(1), call->attrs, call->type_args);
    }
    return WithChildrenKeepingType(node, children);
  }

 private:
  bool Lifts(const FunctionNode* function) const {
    return function != root_ && function != code_ && !function->is_primitive();
  }

  struct Lifted {
    Expr callee;  // The global function, or its call over captured variables.
    const FunctionNode* function = nullptr;
  };
  struct Plan {
    Expr global;
    std::vector<Expr> captured;
  };

  // Called before the function's body is rewritten.
  void Announce(const FunctionNode* function) {
    Expr self(function);
    std::string name = "lifted_name" + std::to_string(TvmStructuralHash(self));
    Plan& plan = plans_[function];
    plan.global = GlobalVar(name);
    const VarId* own = bound_.Find(function);
    bool recursive = false;
    for (const Expr& var : FreeVars(self)) {
      if (own && As<VarNode>(var)->vid == *own) {
        recursive = true;
      } else {
        plan.captured.push_back(var);
      }
    }
    open_.push_back(function);
    if (recursive) recursive_[own->get()] = {CallOrGlobal(plan), function};
  }

  // A variable in the body of the innermost function that is being lifted. The name of this
  // function is not known there. Functions in it capture the name like other variables.
  Expr InBody(const Expr& var) const {
    const Lifted* lifted = recursive_.Find(As<VarNode>(var)->vid.get());
    bool own = lifted && !open_.empty() && lifted->function == open_.back();
    return own ? lifted->callee : var;
  }

  Expr CallOrGlobal(const Plan& plan) const {
    std::vector<Expr> captured;
    for (const Expr& var : plan.captured) captured.push_back(InBody(var));
    return captured.empty() ? plan.global : Call(plan.global, captured);
  }

  Expr LiftFunction(const FunctionNode* function, std::span<const Expr> children) {
    const Plan plan = *plans_.Find(function);
    open_.pop_back();
    Expr inner = Rebuild(function, children, function->checked_type());
    if (!plan.captured.empty()) {
      // The captured variables become parameters.
      std::vector<Expr> params;
      VarMap fresh;
      for (const Expr& expr : plan.captured) {
        const auto* var = As<VarNode>(expr);
        Type type = var->checked_type() ? var->checked_type() : var->type_annotation;
        params.push_back(Var(var->name().view(), type));
        fresh.Set(var->vid, params.back());
      }
      inner = Function(params, SubstituteVars(inner, fresh), function->checked_type(), {},
                       WithAttr(nullptr, "Closure", int64_t{1}), function->span());
    }
    std::vector<Type> type_params = FreeTypeParams(inner).Get();
    if (!type_params.empty()) {
      const auto* lifted = As<FunctionNode>(inner);
      type_params.insert(type_params.begin(), lifted->type_params.begin(),
                         lifted->type_params.end());
      inner = Function(lifted->params(), lifted->body(), lifted->ret_type, std::move(type_params),
                       lifted->attrs, lifted->span());
    }
    std::string_view name = As<GlobalVarNode>(plan.global)->name.view();
    if (RemarksWanted()) {
      MessageList captured;
      for (const Expr& var : plan.captured) captured.items.push_back(NameInRemark(var));
      EmitRemark(RemarkKind::kLifted, function,
                 captured.items.empty()
                     ? MSG(kLocalFunctionLifted, "a local function becomes @{function}", name)
                     : MSG(kLocalFunctionLiftedWithCaptures,
                           "a local function becomes @{function}, which takes {variables}", name,
                           captured));
    }
    if (!module_->Find(name)) module_ = WithFunction(module_, name, std::move(inner));
    return CallOrGlobal(plan);
  }

  IRModule module_;
  const FunctionNode* root_ = nullptr;
  const FunctionNode* code_ = nullptr;     // The code of the closure that root_ makes.
  PtrMap<VarId> bound_;                    // By local function: the variable that it is bound to.
  PtrMap<Lifted> recursive_;               // By that variable.
  std::vector<const FunctionNode*> open_;  // The functions around the current expression.
  PtrMap<Plan> plans_;
};

}  // namespace

namespace transform {

Pass LambdaLift() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        return InferTypes(LambdaLifter(InferTypes(module)).Lift());
      },
      TableInfo("LambdaLift"));
}

}  // namespace transform
}  // namespace passcope
