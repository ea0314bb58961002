// A program: global functions and data types by name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/attrs.h"
#include "ir/expr.h"

namespace passcope {

// Immutable like its expressions. "Changing" a module makes another module that shares all other
// parts. Functions keep the order in which they were added.
class IRModuleNode : public Object {
 public:
  struct Item {
    Name name;
    Expr function;  // A FunctionNode.
  };
  explicit IRModuleNode(std::vector<Item> functions, DictAttrs attrs = nullptr,
                        std::vector<TypeData> types = {})
      : Object(&DestroySelf),
        functions(std::move(functions)),
        types(std::move(types)),
        attrs(std::move(attrs)) {}

  const std::vector<Item> functions;
  const std::vector<TypeData> types;  // The definitions of algebraic data types.
  const DictAttrs attrs;              // May be null.
  // Unique: no other module of this engine ever has it.
  const uint64_t id = NextId();

  // Null if the function does not exist.
  const FunctionNode* Find(std::string_view name) const;
  const TypeDataNode* FindType(Name name) const;
  // Throws DiagnosticError (kUnknownGlobal) if the function does not exist.
  const Expr& Lookup(std::string_view name) const PASSCOPE_LIFETIME_BOUND;

 private:
  static uint64_t NextId();
  static void DestroySelf(Object* self) { delete static_cast<IRModuleNode*>(self); }
};
using IRModule = Ref<IRModuleNode>;

// A module with `expr` as its @main. An expression that is not a function becomes the body of a
// function over its free variables.
IRModule ModuleFromExpr(const Expr& expr);
// Adds or replaces a function.
IRModule WithFunction(const IRModule& module, std::string_view name, Expr function);
// The same functions, in the same order, with other bodies; `module` if nothing differs.
IRModule WithFunctions(const IRModule& module, std::vector<IRModuleNode::Item> functions);

bool StructuralEqual(const IRModule& a, const IRModule& b);
uint64_t StructuralHash(const IRModule& module);

}  // namespace passcope
