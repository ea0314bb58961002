#include "executor/memory_plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "support/random.h"

namespace passcope {
namespace {

std::vector<Lifetime> RandomLifetimes(SplitMix64& random, size_t count, int32_t steps) {
  std::vector<Lifetime> lifetimes;
  for (size_t i = 0; i < count; ++i) {
    auto first = static_cast<int32_t>(random.Below(static_cast<uint64_t>(steps)));
    // Most live for a few steps, some to the end.
    auto length = static_cast<int32_t>(random.Below(random.Below(5) == 0 ? 200 : 4));
    auto bytes = static_cast<int64_t>(random.Below(8) == 0 ? random.Below(4) : random.Below(5000));
    lifetimes.push_back({bytes, first, std::min(first + length, steps)});
  }
  return lifetimes;
}

void CheckPlan(const std::vector<Lifetime>& lifetimes, const MemoryPlan& plan) {
  REQUIRE(plan.offsets.size() == lifetimes.size());
  int64_t sum = 0, end = 0;
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    const Lifetime& a = lifetimes[i];
    REQUIRE(plan.offsets[i] % MemoryPlan::kAlignment == 0);
    sum += (a.bytes + MemoryPlan::kAlignment - 1) / MemoryPlan::kAlignment * MemoryPlan::kAlignment;
    end = std::max(end, plan.offsets[i] + a.bytes);
    for (size_t k = 0; k < i; ++k) {
      const Lifetime& b = lifetimes[k];
      bool together = a.first <= b.last && b.first <= a.last && a.bytes > 0 && b.bytes > 0;
      bool apart = plan.offsets[i] + a.bytes <= plan.offsets[k] ||
                   plan.offsets[k] + b.bytes <= plan.offsets[i];
      if (together && !apart) FAIL("two live tensors overlap");
    }
  }
  REQUIRE(end <= plan.peak);
  REQUIRE(plan.peak <= sum);
  REQUIRE(plan.peak >= LiveBytes(lifetimes));
}

TEST_CASE("tensors that live at the same time share no byte", "[memory-plan]") {
  SplitMix64 random(1);
  for (int round = 0; round < 200; ++round) {
    auto lifetimes = RandomLifetimes(random, random.Below(60), 40);
    CheckPlan(lifetimes, PlanMemory(lifetimes));
  }
}

TEST_CASE("so do those of a program that is planned in order", "[memory-plan]") {
  SplitMix64 random(2);
  auto lifetimes = RandomLifetimes(random, kMaxGreedy + 1, 2000);
  CheckPlan(lifetimes, PlanMemory(lifetimes));
}

TEST_CASE("a chain takes two places, whatever its length", "[memory-plan]") {
  std::vector<Lifetime> lifetimes;
  for (int32_t i = 0; i < 100; ++i) lifetimes.push_back({640, i, i + 1});
  REQUIRE(PlanMemory(lifetimes).peak == 2 * 640);
  REQUIRE(LiveBytes(lifetimes) == 2 * 640);
}

TEST_CASE("memory for nothing is nothing", "[memory-plan]") {
  REQUIRE(PlanMemory({}).peak == 0);
  REQUIRE(PlanMemory(std::vector<Lifetime>{{0, 0, 3}, {0, 1, 2}}).peak == 0);
}

}  // namespace
}  // namespace passcope
