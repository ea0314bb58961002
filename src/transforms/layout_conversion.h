// How ConvertLayout changes one call: the input of a rule, and helpers of the rules.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diagnostics/message.h"
#include "ir/expr.h"
#include "op/op.h"

namespace passcope {

// A call to convert.
struct LayoutConversion {
  const CallNode* call;                     // The call in the program, typed.
  const Attrs& attrs;                       // Its attributes after the layout rule.
  std::span<const Expr> args;               // The new arguments.
  const std::vector<std::string>& desired;  // The layouts that the user wants for this operator.

  const TensorTypeNode* tensor(size_t i) const {
    return As<TensorTypeNode>(call->arg(i)->checked_type());
  }
  const char* op_name() const { return As<OpNode>(call->op())->name(); }
};

// Returns the call in the layouts that the user wants. Throws DiagnosticError (kBadPassOption) if
// the operator does not support them.
using ConvertLayoutRule = Expr (*)(const LayoutConversion& conversion);

[[noreturn]] void FailConversion(const LayoutConversion& c, Message note);
// Requires `count` layouts. The first one, the data's, must not be "default".
void CheckCount(const LayoutConversion& c, size_t count);

// Expands the given padding to one value before and one after each of `ndim` spatial axes.
Attrs WithFullPadding(const Attrs& attrs, size_t ndim);
Attrs WithLayouts(const Attrs& attrs, const std::string& data, const std::string& kernel);
// The call with the new arguments and these attributes.
Expr ConvertedCall(const LayoutConversion& c, Attrs attrs);

// The default layout of a convolution's kernel for a layout of its data.
struct DefaultKernel {
  const char* data;
  const char* kernel;
  const char* depthwise = nullptr;  // For depthwise convolutions, if it differs.
};
// Sets both layouts. The kernel's comes from `defaults` if the user wants "default".
Attrs WithDesiredLayouts(const LayoutConversion& c, const Attrs& attrs,
                         std::span<const DefaultKernel> defaults);
// For nn.conv2d_transpose and qnn.conv2d_transpose.
Expr ConvertConv2DTranspose(const LayoutConversion& c);

}  // namespace passcope
