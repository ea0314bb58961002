// Type inference, which lies above: implemented in transforms/type_inference/infer_for_patterns.cc.
#pragma once

#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The expression with types, as InferTypes; `module` has the global functions that it calls and may
// be null. Under `name`, if it is given, the expression takes the place of the module's function of
// that name. Free variables need annotations. Throws DiagnosticError.
Expr InferTypesWithModule(const Expr& expr, const IRModule& module, std::string_view name = {});

}  // namespace passcope
