// How ConvertLayout changes one call: what a rule is asked, and what the rules share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diagnostics/message.h"
#include "ir/expr.h"
#include "op/op.h"

namespace passcope {

// One call that is to be converted.
struct LayoutConversion {
  const CallNode* call;                     // As it stands in the program, with types.
  const Attrs& attrs;                       // Its attributes, as the layout rule left them.
  std::span<const Expr> args;               // The new arguments.
  const std::vector<std::string>& desired;  // What the user wants for this operator.

  const TensorTypeNode* tensor(size_t i) const {
    return As<TensorTypeNode>(call->arg(i)->checked_type());
  }
  const char* op_name() const { return As<OpNode>(call->op())->name(); }
};

// Returns the call in the layouts that the user wants. Throws DiagnosticError (kBadPassOption) when
// the operator cannot have them.
using ConvertLayoutRule = Expr (*)(const LayoutConversion& conversion);

[[noreturn]] void FailConversion(const LayoutConversion& c, Message note);
// Requires `count` layouts, of which the first one, the data's, is spelled out.
void CheckCount(const LayoutConversion& c, size_t count);

// One padding before and one after each of `ndim` spatial axes, from whatever was given.
Attrs WithFullPadding(const Attrs& attrs, size_t ndim);
Attrs WithLayouts(const Attrs& attrs, const std::string& data, const std::string& kernel);
// The call with the new arguments and these attributes.
Expr ConvertedCall(const LayoutConversion& c, Attrs attrs);

// The layout of a convolution's kernel that goes with one of its data.
struct DefaultKernel {
  const char* data;
  const char* kernel;
  const char* depthwise = nullptr;  // Where it differs.
};
// Sets both layouts; the kernel's from `defaults` where the user leaves it to the operator.
Attrs WithDesiredLayouts(const LayoutConversion& c, const Attrs& attrs,
                         std::span<const DefaultKernel> defaults);
// For nn.conv2d_transpose and qnn.conv2d_transpose.
Expr ConvertConv2DTranspose(const LayoutConversion& c);

}  // namespace passcope
