// Kinds: the types of types.
#include "analysis/kind_check.h"

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

[[noreturn]] void Fail(const Message& problem) {
  throw DiagnosticError(DiagKind::kTypeMismatch, problem);
}

void ExpectType(const Type& part, const Type& whole, const IRModule& module) {
  TypeVarKind kind = CheckKind(part, module);
  if (kind == TypeVarKind::kType) return;
  if (part->kind() == TypeKind::kGlobalTypeVar) {
    Fail(MSG(kDataTypeNotApplied,
             "the data type '{part}' in '{type}' must have a list of type arguments",
             TypeText(part), TypeText(whole)));
  }
  Fail(MSG(kTypePartWrongKind, "'{part}' in '{type}' must be of kind Type, not {kind}",
           TypeText(part), TypeText(whole), KindName(kind)));
}

void CheckCall(const Type& type, const IRModule& module) {
  const auto* call = As<TypeCallNode>(type);
  const auto* name = As<GlobalTypeVarNode>(call->func);
  if (!name || KindOf(name) != TypeVarKind::kAdtHandle) {
    Fail(MSG(kTypeAppliesNonDataType,
             "'{type}' has type arguments, but only a data type can have them", TypeText(type)));
  }
  for (const Type& arg : call->args) ExpectType(arg, type, module);
  for (const TypeData& data : module->types) {
    if (data->name != name->name) continue;
    if (data->type_vars.size() != call->args.size()) {
      Fail(MSG(kDataTypeArityMismatch,
               "the number of type arguments of '{name}' must be {expected}, not {actual}",
               name->name.view(), data->type_vars.size(), call->args.size()));
    }
    return;
  }
  Fail(MSG(kDataTypeUndefined, "the module defines no data type '{name}'", name->name.view()));
}

}  // namespace

// Recursion is bounded: types nest at most TypeNode::kMaxDepth deep.
TypeVarKind CheckKind(const Type& type, const IRModule& module) {
  switch (type->kind()) {
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
      return KindOf(type.get());
  }
  return TypeVarKind::kType;
}

const char* KindName(TypeVarKind kind) {
  switch (kind) {
    case TypeVarKind::kType:
      return "Type";
    case TypeVarKind::kShapeVar:
      return "ShapeVar";
    case TypeVarKind::kBaseType:
      return "BaseType";
    case TypeVarKind::kConstraint:
      return "Constraint";
    case TypeVarKind::kAdtHandle:
      return "AdtHandle";
    case TypeVarKind::kTypeData:
      return "TypeData";
  }
  return "";
}

}  // namespace passcope
