// Kinds: the types of types.
#include "analysis/kind_check.h"

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

[[noreturn]] void Fail(const Message& problem) {
  throw DiagnosticError(DiagKind::kTypeMismatch, problem);
}

void ExpectType(const Type& part, const Type& whole, const IRModule& module) {
  if (CheckKind(part, module) != Kind::kType) {
    Fail(Say("the data type {part} inside of {type} is not applied", TypeText(part),
             TypeText(whole)));
  }
}

void CheckCall(const Type& type, const IRModule& module) {
  const auto* call = As<TypeCallNode>(type);
  const auto* name = As<GlobalTypeVarNode>(call->func);
  if (!name) Fail(Say("{type} applies what is not the name of a data type", TypeText(type)));
  for (const Type& arg : call->args) ExpectType(arg, type, module);
  for (const TypeData& data : module->types) {
    if (data->name != name->name) continue;
    if (data->type_vars.size() != call->args.size()) {
      Fail(Say("{name} takes {expected} types, not {actual}", name->name.view(),
               data->type_vars.size(), call->args.size()));
    }
    return;
  }
  Fail(Say("there is no data type {name}", name->name.view()));
}

}  // namespace

// Types nest at most TypeNode::kMaxDepth deep.
Kind CheckKind(const Type& type, const IRModule& module) {
  switch (type->kind()) {
    case TypeKind::kGlobalTypeVar:
      return Kind::kAdtHandle;
    case TypeKind::kTuple:
      for (const Type& field : As<TupleTypeNode>(type)->fields) ExpectType(field, type, module);
      break;
    case TypeKind::kFunc:
      for (const Type& arg : As<FuncTypeNode>(type)->arg_types) ExpectType(arg, type, module);
      ExpectType(As<FuncTypeNode>(type)->ret_type, type, module);
      break;
    case TypeKind::kRef:
      ExpectType(As<RefTypeNode>(type)->value, type, module);
      break;
    case TypeKind::kTypeCall:
      CheckCall(type, module);
      break;
    default:
      break;
  }
  return Kind::kType;
}

}  // namespace passcope
