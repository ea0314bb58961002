// Where everything is computed.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

struct PlanDevicesOptions {
  int64_t default_device_type;  // As in DLPack.
};
// Throws DiagnosticError: kBadPassOption for a type below 1.
Pass PlanDevices(PlanDevicesOptions options);

}  // namespace passcope::transform
