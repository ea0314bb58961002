#include "runtime/data_limits.h"

#include <algorithm>
#include <vector>

#include "ir/visitor.h"

namespace passcope {

namespace {

int64_t ConstantBytes(const Expr& expr) {
  int64_t bytes = 0;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    if (const auto* constant = As<ConstantNode>(node)) {
      bytes += static_cast<int64_t>(constant->data->nbytes());
    }
  });
  return bytes;
}

int64_t ArrayBytes(const Value& value) {
  if (!value.type()) return 0;
  std::vector<NDArray> tensors;
  FlattenValue(value, tensors);
  int64_t bytes = 0;
  for (const NDArray& tensor : tensors) bytes += static_cast<int64_t>(tensor->nbytes());
  return bytes;
}

WorkLimits LimitsOfBytes(int64_t bytes) {
  constexpr int64_t kMost = int64_t{1} << 36;
  WorkLimits limits = LimitsForData(bytes, kOperationsPerByteRun);
  limits.operations = std::min(limits.operations, kMost);
  return limits;
}

}  // namespace

int64_t ConstantBytes(const IRModule& module) {
  int64_t bytes = 0;
  for (const IRModuleNode::Item& item : module->functions) bytes += ConstantBytes(item.function);
  return bytes;
}

WorkLimits LimitsOfRun(const IRModule& module, std::span<const Value> args) {
  int64_t bytes = ConstantBytes(module);
  for (const Value& arg : args) bytes += ArrayBytes(arg);
  return LimitsOfBytes(bytes);
}

WorkLimits LimitsOfRun(const Expr& expr, std::span<const Binding> env, const IRModule& module) {
  int64_t bytes = ConstantBytes(expr) + (module ? ConstantBytes(module) : 0);
  for (const Binding& binding : env) bytes += ArrayBytes(binding.value);
  return LimitsOfBytes(bytes);
}

}  // namespace passcope
