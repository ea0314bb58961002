// Places tensors that live only for a part of a run in one block of memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace passcope {

// Memory that is needed from step `first` to step `last`, both included.
struct Lifetime {
  int64_t bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
};

struct MemoryPlan {
  static constexpr int64_t kAlignment = 64;
  // Per lifetime, in bytes; multiples of kAlignment. Lifetimes that share a step do not overlap in
  // memory.
  std::vector<int64_t> offsets;
  // The size of the block, which is the largest end.
  int64_t peak = 0;
};

// Places the largest first, each into the smallest gap between those that live at the same time.
// This is "greedy by size" of Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net
// Inference", 2020. Above kMaxGreedy lifetimes this takes seconds. Then it goes in the order of
// steps, and takes the smallest free block that is large enough.
MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes);
inline constexpr size_t kMaxGreedy = 4000;

// The most bytes that live at one step, which is a lower bound for any plan.
int64_t LiveBytes(std::span<const Lifetime> lifetimes);

}  // namespace passcope
