// Device annotations in programs.
#pragma once

#include "ir/expr.h"

namespace passcope {

// The argument of a call of `on_device`; otherwise the expression itself.
const Expr& WithoutOnDevice(const Expr& expr PASSCOPE_LIFETIME_BOUND);
// True for a call of `device_copy` with the same source and destination.
bool IsCopyToSameDevice(const Expr& expr);

}  // namespace passcope
