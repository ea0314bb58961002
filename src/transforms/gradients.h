// Gradients of operators.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics/message.h"
#include "ir/expr.h"

namespace passcope {

// The gradient of each argument of `call`, given the gradient of its result. Like TVM's registered
// gradients. `call` and its arguments must be typed. Throws DiagnosticError (kUnsupported) for an
// operator without a gradient, and for attributes or shapes that the gradient does not support.
std::vector<Expr> GradientsOf(const CallNode* call, const Expr& grad);

// The input of a gradient rule.
struct GradientSite {
  const CallNode* call;
  Expr result;  // The call.
  Expr grad;    // The gradient of the result.

  const Expr& arg(size_t i) const { return call->arg(i); }
  const Expr& x() const { return call->arg(0); }
  const char* op_name() const { return As<OpNode>(call->op())->name(); }
  // Throws DiagnosticError (kUnsupported).
  [[noreturn]] static void Unsupported(Message message);
  // The tensor type of an expression, and its shape. Throws DiagnosticError (kUnsupported) if it is
  // not a tensor, or if the shape is not known.
  const TensorTypeNode* TypeOf(const Expr& expr) const;
  std::vector<int64_t> ShapeOf(const Expr& expr) const;
  // A constant of the first argument's data type.
  Expr Number(double value) const;
  // `value`, which has the data type of `of`, cast to that of `like`. Operators can take arguments
  // of several types.
  Expr Cast(Expr value, const Expr& of, const Expr& like) const;
};

using Gradients = std::vector<Expr>;
using GradientRule = Gradients (*)(const GradientSite& site);

// Calls of operators without attributes.
Expr MakeUnary(std::string_view op, Expr x);
Expr MakeBinary(std::string_view op, Expr x, Expr y);
Expr MakeWhere(Expr condition, Expr yes, Expr no);
Expr OnesLike(const Expr& x);
Expr ZerosLike(const Expr& x);
Expr MakeSquare(const Expr& x);
Expr MakeTransposed(const Expr& x);
// `grad` summed up, or broadcast, to the shape of `like`.
Expr SumTo(Expr grad, const Expr& like);
Expr SpreadTo(Expr grad, const Expr& like);

}  // namespace passcope
