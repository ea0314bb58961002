// Tuples as converters use them: several results, and sequences of tensors.
#pragma once

#include <vector>

#include "frontend/relay.h"

namespace passcope::frontend::onnx {

bool IsTuple(const Expr& expr);
// The fields of an expression of a tuple type; of a tuple that is written out, what it is made of.
// Throws DiagnosticError (kTypeMismatch) for any other type.
std::vector<Expr> FieldsOf(const Expr& tuple);
// The slices of a tensor along an axis, without it.
std::vector<Expr> Unbind(const Expr& data, int64_t axis);

}  // namespace passcope::frontend::onnx
