// Virtual devices as attribute values and as text.
#include "ir/virtual_device.h"

namespace passcope {
namespace {

constexpr char kType[] = "device_type_int";
constexpr char kScope[] = "memory_scope";
constexpr char kId[] = "virtual_device_id";

}  // namespace

AttrValue ToAttrValue(const VirtualDevice& device) {
  return AttrDict{
      {kType, device.device_type}, {kScope, device.memory_scope}, {kId, device.device_id}};
}

std::optional<VirtualDevice> AsVirtualDevice(const AttrValue& value) {
  const AttrDict* dict = value.dict();
  if (!dict || dict->size() != 3) return std::nullopt;
  const int64_t* type = nullptr;
  const int64_t* id = nullptr;
  const std::string* scope = nullptr;
  for (const auto& [key, item] : *dict) {
    if (key == kType) type = item.get<int64_t>();
    if (key == kId) id = item.get<int64_t>();
    if (key == kScope) scope = item.get<std::string>();
  }
  if (!type || !id || !scope) return std::nullopt;
  return VirtualDevice{*type, *id, *scope};
}

std::string VirtualDeviceText(const VirtualDevice& device) {
  if (device == VirtualDevice()) return "VirtualDevice(?)";
  std::string text;
  auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (device.device_type != VirtualDevice::kUnconstrained) {
    add("device_type=" + std::to_string(device.device_type));
  }
  if (device.device_id >= 0) add("virtual_device_id=" + std::to_string(device.device_id));
  if (!device.memory_scope.empty()) add("memory_scope='" + device.memory_scope + "'");
  return "VirtualDevice(" + text + ")";
}

}  // namespace passcope
