// Modules.
#include "ir/module.h"

#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/structural.h"
#include "ir/structural_equality.h"
#include "ir/type_equal.h"
#include "support/per_engine.h"

namespace passcope {

uint64_t IRModuleNode::NextId() {
  PASSCOPE_PER_ENGINE uint64_t last = 0;
  return ++last;
}

const FunctionNode* IRModuleNode::Find(std::string_view name) const {
  for (const Item& item : functions) {
    if (item.name.view() == name) return As<FunctionNode>(item.function);
  }
  return nullptr;
}

const TypeDataNode* IRModuleNode::FindType(Name name) const {
  for (const TypeData& type : types) {
    if (type->name == name) return type.get();
  }
  return nullptr;
}

const Expr& IRModuleNode::Lookup(std::string_view name) const {
  for (const Item& item : functions) {
    if (item.name.view() == name) return item.function;
  }
  MessageList known;
  for (const Item& item : functions) known.items.push_back("@" + item.name.str());
  throw DiagnosticError(
      DiagKind::kUnknownGlobal,
      known.items.empty()
          ? MSG(kFunctionMissingInEmptyModule, "the module has no function @{name}, nor any other",
                name)
          : MSG(kFunctionMissingAmongOthers,
                "the module has no function @{name}; it has {functions}", name, known));
}

IRModule ModuleFromExpr(const Expr& expr) {
  Expr function = expr;
  if (!As<FunctionNode>(expr)) {
    function = Function(FreeVars(expr), expr);
  }
  return IRModule(new IRModuleNode({{Name("main"), std::move(function)}}));
}

IRModule WithFunction(const IRModule& module, std::string_view name, Expr function) {
  std::vector<IRModuleNode::Item> functions = module->functions;
  for (IRModuleNode::Item& item : functions) {
    if (item.name.view() != name) continue;
    if (item.function == function) return module;
    item.function = std::move(function);
    return IRModule(new IRModuleNode(std::move(functions), module->attrs, module->types));
  }
  functions.push_back({Name(name), std::move(function)});
  return IRModule(new IRModuleNode(std::move(functions), module->attrs, module->types));
}

IRModule WithFunctions(const IRModule& module, std::vector<IRModuleNode::Item> functions) {
  bool same = functions.size() == module->functions.size();
  for (size_t i = 0; same && i < functions.size(); ++i) {
    same = functions[i].name == module->functions[i].name &&
           functions[i].function == module->functions[i].function;
  }
  return same ? module
              : IRModule(new IRModuleNode(std::move(functions), module->attrs, module->types));
}

bool SameTypeData(const TypeData& a, const TypeData& b) {
  if (a == b) return true;
  if (!(a->name == b->name) || a->type_vars.size() != b->type_vars.size() ||
      a->constructors.size() != b->constructors.size()) {
    return false;
  }
  for (size_t i = 0; i < a->constructors.size(); ++i) {
    const auto& x = a->constructors[i];
    const auto& y = b->constructors[i];
    if (!(x.name == y.name) || x.inputs.size() != y.inputs.size()) return false;
    Type inputs = SubstituteTypes(TupleType(y.inputs), b->type_vars, a->type_vars);
    if (!TypesEqual(inputs, TupleType(x.inputs))) return false;
  }
  return true;
}

bool StructuralEqual(const IRModule& a, const IRModule& b) {
  if (a == b) return true;
  if (a->functions.size() != b->functions.size() || a->types.size() != b->types.size() ||
      !DictAttrsEqual(a->attrs, b->attrs)) {
    return false;
  }
  for (const TypeData& type : a->types) {
    const TypeDataNode* other = b->FindType(type->name);
    if (!other || !SameTypeData(type, TypeData(other))) return false;
  }
  for (const IRModuleNode::Item& item : a->functions) {
    const FunctionNode* other = b->Find(item.name.view());
    if (!other || !StructuralEqual(item.function, Expr(other))) return false;
  }
  return true;
}

uint64_t StructuralHash(const IRModule& module) {
  // The order of the functions does not matter.
  uint64_t sum = module->types.size();
  for (const IRModuleNode::Item& item : module->functions) {
    uint64_t hash = 1469598103934665603ull;
    for (char c : item.name.view())
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    sum += (hash ^ StructuralHash(item.function)) * 0x9E3779B97F4A7C15ull;
  }
  return sum;
}

}  // namespace passcope
