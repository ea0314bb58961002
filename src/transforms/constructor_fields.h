// Types of constructors' fields, for passes that convert the types of values.
#pragma once

#include <functional>

#include "ir/expr.h"

namespace passcope {

// The first type that `convert` changes among the declared fields of constructors that `root` calls
// or matches. Null if there is none. A data type keeps its definition, so a pass cannot convert
// such a field.
Type FieldThatChanges(const Expr& root, const std::function<Type(const Type&)>& convert);
// Throws DiagnosticError (kUnsupported) if there is such a field.
void RequireSameFields(const Expr& root, const char* pass,
                       const std::function<Type(const Type&)>& convert);

}  // namespace passcope
