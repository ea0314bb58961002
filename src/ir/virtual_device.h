// The device and memory of a value: TVM's VirtualDevice without its target. Operators that annotate
// devices have it as an attribute.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/attrs.h"

namespace passcope {

struct VirtualDevice {
  static constexpr int64_t kUnconstrained = -1;

  int64_t device_type = kUnconstrained;  // As in DLPack; 1 is the CPU.
  int64_t device_id = kUnconstrained;
  std::string memory_scope;  // Empty: unconstrained.

  bool operator==(const VirtualDevice&) const = default;
};

// As an attribute value, it is a dictionary of `device_type_int`, `memory_scope` and
// `virtual_device_id`, in this order. Other attributes do not have these keys.
AttrValue ToAttrValue(const VirtualDevice& device);
// Nullopt for any other value.
std::optional<VirtualDevice> AsVirtualDevice(const AttrValue& value);

// "VirtualDevice(device_type=1, virtual_device_id=0)", as TVM prints it without metadata.
std::string VirtualDeviceText(const VirtualDevice& device);

}  // namespace passcope
