// Gradients of operators.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics/message.h"
#include "ir/expr.h"

namespace passcope {

// One gradient for each argument of `call`, given that of its result, as TVM's registered
// gradients. `call` and its arguments carry types. Throws DiagnosticError (kUnsupported) for an
// operator without a gradient and for attributes or shapes that the gradient cannot handle.
std::vector<Expr> GradientsOf(const CallNode* call, const Expr& grad);

// A call whose gradients a rule is asked for.
struct GradientSite {
  const CallNode* call;
  Expr result;  // The call.
  Expr grad;    // Of the result.

  const Expr& arg(size_t i) const { return call->arg(i); }
  const Expr& x() const { return call->arg(0); }
  const char* op_name() const { return As<OpNode>(call->op())->name(); }
  // Throws DiagnosticError (kUnsupported).
  [[noreturn]] static void Unsupported(Message message);
  // The tensor type of an expression and its shape; unsupported when there is none or it is not
  // known.
  const TensorTypeNode* TypeOf(const Expr& expr) const;
  std::vector<int64_t> ShapeOf(const Expr& expr) const;
  // A constant of the first argument's data type.
  Expr Number(double value) const;
  // `value`, which has the data type of `of`, in that of `like`: operators may take arguments of
  // several types.
  Expr Cast(Expr value, const Expr& of, const Expr& like) const;
};

using Gradients = std::vector<Expr>;
using GradientRule = Gradients (*)(const GradientSite& site);

// Calls of operators without attributes, for rules.
Expr MakeUnary(std::string_view op, Expr x);
Expr MakeBinary(std::string_view op, Expr x, Expr y);
Expr MakeWhere(Expr condition, Expr yes, Expr no);
Expr OnesLike(const Expr& x);
Expr ZerosLike(const Expr& x);
Expr MakeSquare(const Expr& x);
Expr MakeTransposed(const Expr& x);
// `grad` summed up to, or spread over, the shape of `like`.
Expr SumTo(Expr grad, const Expr& like);
Expr SpreadTo(Expr grad, const Expr& like);

}  // namespace passcope
