#include "executor/place_tensors.h"

#include <algorithm>
#include <vector>

#include "executor/memory_plan.h"

namespace passcope {

void PlaceTensors(Plan* plan) {
  auto end = static_cast<int32_t>(plan->steps.size());
  auto buffer_of = [&](TensorId id) -> PlanBuffer& {
    return plan->buffers[static_cast<size_t>(plan->tensors[static_cast<size_t>(id)].buffer)];
  };
  auto use = [&](TensorId id, int32_t step) {
    PlanBuffer& buffer = buffer_of(id);
    if (buffer.first < 0) buffer.first = step;
    buffer.last = std::max(buffer.last, step);
  };
  for (int32_t i = 0; i < end; ++i) {
    for (TensorId id : plan->steps[static_cast<size_t>(i)].reads) use(id, i);
    for (TensorId id : plan->steps[static_cast<size_t>(i)].writes) use(id, i);
  }
  for (TensorId id : plan->outputs) use(id, end);

  // The buffer at the end of a chain of shared places.
  auto place_of = [&](int32_t i) {
    while (plan->buffers[static_cast<size_t>(i)].shares >= 0) {
      i = plan->buffers[static_cast<size_t>(i)].shares;
    }
    return i;
  };
  for (int32_t i = 0; i < end; ++i) {
    const PlanStep& step = plan->steps[static_cast<size_t>(i)];
    if (step.in_place.empty()) continue;
    PlanBuffer& out = buffer_of(step.writes[0]);
    for (TensorId id : step.in_place) {
      const PlanTensor& tensor = plan->tensors[static_cast<size_t>(id)];
      const PlanBuffer& own = buffer_of(id);
      int32_t place = place_of(tensor.buffer);
      PlanBuffer& buffer = plan->buffers[static_cast<size_t>(place)];
      if (own.kind != PlanBuffer::Kind::kArena || buffer.last != i || out.first != i ||
          tensor.offset != 0 || buffer.bytes < out.bytes) {
        continue;
      }
      out.shares = place;
      buffer.last = out.last;
      break;
    }
  }

  std::vector<Lifetime> lifetimes, tensors;
  std::vector<size_t> placed;
  for (size_t i = 0; i < plan->buffers.size(); ++i) {
    const PlanBuffer& buffer = plan->buffers[i];
    if (buffer.kind != PlanBuffer::Kind::kArena || buffer.first < 0) continue;
    if (!buffer.workspace) plan->unshared_bytes += buffer.bytes;
    if (buffer.shares >= 0) continue;
    lifetimes.push_back({buffer.bytes, buffer.first, buffer.last});
    if (!buffer.workspace) tensors.push_back(lifetimes.back());
    placed.push_back(i);
  }
  MemoryPlan memory = PlanMemory(lifetimes);
  for (size_t k = 0; k < placed.size(); ++k) plan->buffers[placed[k]].offset = memory.offsets[k];
  for (size_t i = 0; i < plan->buffers.size(); ++i) {
    int32_t place = place_of(static_cast<int32_t>(i));
    plan->buffers[i].offset = plan->buffers[static_cast<size_t>(place)].offset;
  }
  plan->arena_bytes = memory.peak;
  plan->activation_bytes = LiveBytes(tensors);
}

}  // namespace passcope
