// Device annotations.
#include "transforms/devices.h"

#include "ir/virtual_device.h"
#include "op/attrs_tensor.h"

namespace passcope {

const Expr& WithoutOnDevice(const Expr& expr PASSCOPE_LIFETIME_BOUND) {
  return IsCallTo(expr, "on_device") ? expr->child(1) : expr;
}

bool IsCopyToSameDevice(const Expr& expr) {
  if (!IsCallTo(expr, "device_copy")) return false;
  const auto* attrs = As<DeviceCopyAttrs>(As<CallNode>(expr)->attrs);
  auto from = AsVirtualDevice(attrs->src_virtual_device);
  auto to = AsVirtualDevice(attrs->dst_virtual_device);
  return from && to && from->device_type == to->device_type && from->device_id == to->device_id;
}

}  // namespace passcope
