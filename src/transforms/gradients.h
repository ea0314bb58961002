// Gradients of operators.
#pragma once

#include <vector>

#include "ir/expr.h"

namespace passcope {

// One gradient for each argument of `call`, given that of its result, as TVM's registered
// gradients. `call` and its arguments carry types. Throws DiagnosticError (kUnsupported) for an
// operator without a gradient and for attributes or shapes that the gradient cannot handle.
std::vector<Expr> GradientsOf(const CallNode* call, const Expr& grad);

}  // namespace passcope
