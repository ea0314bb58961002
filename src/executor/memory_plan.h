// Where tensors that live for a part of a run only stand in one block of memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace passcope {

// What has to be kept from step `first` to step `last`, both included.
struct Lifetime {
  int64_t bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
};

struct MemoryPlan {
  static constexpr int64_t kAlignment = 64;
  // Of each lifetime, in bytes; multiples of kAlignment. Two that share a step share no byte.
  std::vector<int64_t> offsets;
  // The size of the block: the largest end of any.
  int64_t peak = 0;
};

// The largest first, each into the smallest gap that those leave which live at the same time
// ("greedy by size", Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net
// Inference", 2020). Above kMaxGreedy lifetimes, where that would take seconds, in the order of
// their steps into the smallest free block that is large enough.
MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes);
inline constexpr size_t kMaxGreedy = 4000;

// The most bytes that live at one step: less than this no plan can have.
int64_t LiveBytes(std::span<const Lifetime> lifetimes);

}  // namespace passcope
