#include "executor/fast_rules.h"

#include <algorithm>
#include <utility>

#include "executor/fast_kernel.h"
#include "ir/ndarray.h"
#include "support/check.h"
#include "support/per_engine.h"

namespace passcope {

void FastKernel::SetEpilogue(TensorId, Epilogue) {
  FailCheck("an epilogue for a kernel that takes none", __FILE_NAME__, __LINE__);
}

void FastKernel::SetPrologue(ScalarCode) {
  FailCheck("a prologue for a kernel that takes none", __FILE_NAME__, __LINE__);
}

void CheckCountable(std::span<const int64_t> shape, DataType dtype) {
  constexpr double kMost = 0x1p40;
  double elements = 1;
  for (int64_t size : shape) elements *= static_cast<double>(size);
  if (elements > kMost) CheckArrayType(shape, dtype);
}

TensorId AddTensor(Plan* plan, std::vector<int64_t> shape, DataType dtype) {
  CheckCountable(shape, dtype);
  PlanTensor tensor;
  tensor.shape = std::move(shape);
  tensor.dtype = dtype;
  tensor.buffer = static_cast<int32_t>(plan->buffers.size());
  PlanBuffer buffer;
  buffer.bytes = tensor.bytes();
  plan->buffers.push_back(std::move(buffer));
  plan->tensors.push_back(std::move(tensor));
  return static_cast<TensorId>(plan->tensors.size() - 1);
}

bool IsConstant(const Plan& plan, TensorId tensor) {
  const PlanTensor& view = plan.tensors[static_cast<size_t>(tensor)];
  return plan.buffers[static_cast<size_t>(view.buffer)].kind == PlanBuffer::Kind::kConstant;
}

TensorId FastRuleContext::Workspace(int64_t bytes) {
  TensorId id = AddTensor(&plan, {bytes}, DataType::UInt(8));
  plan.buffers.back().workspace = true;
  return id;
}

bool AllFloat(const FastRuleContext& context) {
  if (context.result().dtype != kFloat) return false;
  return std::all_of(context.args.begin(), context.args.end(), [&](TensorId id) {
    return context.plan.tensors[static_cast<size_t>(id)].dtype == kFloat;
  });
}

void Call(kernels::KernelId id, void* params) {
  PASSCOPE_CHECK(kernels::CallKernel(id, params) == 0);
}

const float* FloatsOf(const PlanAddresses& memory, TensorId tensor) {
  return tensor < 0 ? nullptr : reinterpret_cast<const float*>(memory.Of(tensor));
}
float* ResultOf(const PlanAddresses& memory, TensorId tensor) {
  return reinterpret_cast<float*>(memory.Of(tensor));
}

void Add(std::vector<TensorId>* list, std::initializer_list<TensorId> ids) {
  for (TensorId id : ids) {
    if (id >= 0) list->push_back(id);
  }
}

const OpTable<FastRule>& FastRules() {
  PASSCOPE_PER_ENGINE const OpTable<FastRule>* table = [] {
    auto* fresh = new OpTable<FastRule>;
    AddConvRules(fresh);
    AddProductRules(fresh);
    AddPoolRules(fresh);
    AddAxisRules(fresh);
    AddReduceRules(fresh);
    return fresh;
  }();
  return *table;
}

}  // namespace passcope
