// Planning of devices.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

struct PlanDevicesOptions {
  int64_t default_device_type;  // A device type of DLPack.
};
// Throws DiagnosticError (kBadPassOption) for a type below 1.
Pass PlanDevices(PlanDevicesOptions options);

}  // namespace passcope::transform
