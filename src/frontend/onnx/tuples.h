// Tuples as converters use them: several results, and sequences of tensors.
#pragma once

#include <vector>

#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// Throws DiagnosticError (kUnsupported) if a program of `count` unrolled steps or parts is too
// large.
void CheckSteps(int64_t count);

bool IsTuple(const Expr& expr);
// The fields of an expression of a tuple type, as its own fields if it is a tuple node. Throws
// DiagnosticError (kTypeMismatch) for any other type.
std::vector<Expr> FieldsOf(const Expr& tuple);
// The slices of a tensor along an axis. The slices do not have this axis.
std::vector<Expr> Unbind(const Expr& data, int64_t axis);

}  // namespace passcope::frontend::onnx
