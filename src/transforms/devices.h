// Annotations of devices in programs.
#pragma once

#include "ir/expr.h"

namespace passcope {

// What a call of `on_device` marks; else the expression itself.
const Expr& WithoutOnDevice(const Expr& expr PASSCOPE_LIFETIME_BOUND);
// Whether it is a call of `device_copy` whose source and destination are one device.
bool IsCopyToSameDevice(const Expr& expr);

}  // namespace passcope
