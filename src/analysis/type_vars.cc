// The type variables and data types of an expression.
#include "analysis/type_vars.h"

#include <algorithm>
#include <set>

#include "ir/search.h"
#include "ir/visitor.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

// Recursion is bounded: types nest at most TypeNode::kMaxDepth deep.
template <class F>
void VisitType(const Type& type, F&& visit) {
  visit(type);
  switch (type->kind()) {
    case TypeKind::kTuple:
      for (const Type& field : As<TupleTypeNode>(type)->fields) VisitType(field, visit);
      break;
    case TypeKind::kFunc: {
      const auto* func = As<FuncTypeNode>(type);
      for (const Type& arg : func->arg_types) VisitType(arg, visit);
      VisitType(func->ret_type, visit);
      break;
    }
    case TypeKind::kRef:
      VisitType(As<RefTypeNode>(type)->value, visit);
      break;
    case TypeKind::kTypeCall:
      VisitType(As<TypeCallNode>(type)->func, visit);
      for (const Type& arg : As<TypeCallNode>(type)->args) VisitType(arg, visit);
      break;
    default:
      break;
  }
}

class Collector {
 public:
  TypeVars found;

  void Mention(const Type& type) {
    // Every use of a variable has its annotation.
    if (!type || !visited_.Insert(type.get())) return;
    VisitType(type, [this](const Type& part) {
      if (As<TypeVarNode>(part)) Add(part);
      if (const auto* func = As<FuncTypeNode>(part)) Bind(func->type_params);
    });
  }
  void Bind(const std::vector<Type>& params) {
    for (const Type& param : params) {
      Add(param);
      if (bound_.Insert(param.get())) found.bound.push_back(param);
    }
  }

 private:
  void Add(const Type& var) {
    if (all_.Insert(var.get())) found.all.push_back(var);
  }
  PtrSet visited_, all_, bound_;
};

}  // namespace

std::vector<Type> TypeVars::Free() const {
  PtrSet known;
  for (const Type& type : bound) known.Insert(type.get());
  std::vector<Type> free;
  for (const Type& type : all) {
    if (!known.Contains(type.get())) free.push_back(type);
  }
  return free;
}

TypeVars FindTypeVars(const Type& type) {
  Collector collector;
  collector.Mention(type);
  return std::move(collector.found);
}

TypeVars FindTypeVars(const Expr& expr) {
  struct Visitor : PostOrderVisitor {
    Collector collector;
    bool Enter(const ExprNode* node) override {
      // A function's type parameters come before the type variables of its parameters.
      if (const auto* function = As<FunctionNode>(node)) collector.Bind(function->type_params);
      return true;
    }
    void Leave(const ExprNode* node) override {
      if (const auto* var = As<VarNode>(node)) {
        collector.Mention(var->type_annotation);
      } else if (const auto* call = As<CallNode>(node)) {
        for (const Type& arg : call->type_args) collector.Mention(arg);
      } else if (const auto* constructor = As<ConstructorNode>(node)) {
        collector.Bind(constructor->data->type_vars);
        for (const Type& input : constructor->decl().inputs) collector.Mention(input);
      }
    }
  } visitor;
  visitor.Run(expr.get());
  return std::move(visitor.collector.found);
}

bool HasTypeParams(const IRModule& module) {
  auto generic = [](const ExprNode* node) { return !As<FunctionNode>(node)->type_params.empty(); };
  return std::any_of(module->functions.begin(), module->functions.end(),
                     [&](const IRModuleNode::Item& item) {
                       return ContainsNode(item.function, {ExprKind::kFunction}, generic);
                     });
}

std::vector<std::string> AllDTypes(const Expr& expr) {
  std::set<std::string> names;
  PtrSet visited;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    const Type& type = node->checked_type();
    if (!type || !visited.Insert(type.get())) return;
    VisitType(type, [&](const Type& part) {
      if (const auto* tensor = As<TensorTypeNode>(part)) names.insert(tensor->dtype.str());
    });
  });
  return {names.begin(), names.end()};
}

}  // namespace passcope
