// Type inference is in a higher layer: transforms/type_inference/infer_for_patterns.cc implements
// it.
#pragma once

#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The typed expression, like InferTypes. `module` has the global functions that it calls, and can
// be null. If `name` is not empty, the expression replaces the module's function of that name. Free
// variables need annotations. Throws DiagnosticError.
Expr InferTypesWithModule(const Expr& expr, const IRModule& module, std::string_view name = {});

}  // namespace passcope
