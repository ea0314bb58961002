#include "executor/memory_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace passcope {
namespace {

int64_t Align(int64_t bytes) {
  return (bytes + MemoryPlan::kAlignment - 1) / MemoryPlan::kAlignment * MemoryPlan::kAlignment;
}

// The indices in the order of `less`; stable.
template <class F>
std::vector<size_t> Sorted(size_t size, F less) {
  std::vector<size_t> order(size);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

MemoryPlan GreedyBySize(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan;
  plan.offsets.resize(lifetimes.size());
  std::vector<size_t> order = Sorted(lifetimes.size(), [&](size_t a, size_t b) {
    return lifetimes[a].bytes > lifetimes[b].bytes;
  });
  std::vector<size_t> placed;  // By offset.
  for (size_t i : order) {
    int64_t size = Align(lifetimes[i].bytes);
    if (size == 0) continue;
    int64_t best = -1, best_gap = 0, end = 0;
    for (size_t other : placed) {
      if (lifetimes[other].first > lifetimes[i].last || lifetimes[other].last < lifetimes[i].first)
        continue;
      int64_t gap = plan.offsets[other] - end;
      if (gap >= size && (best < 0 || gap < best_gap)) {
        best = end;
        best_gap = gap;
      }
      end = std::max(end, plan.offsets[other] + Align(lifetimes[other].bytes));
    }
    if (best < 0) best = end;
    plan.offsets[i] = best;
    plan.peak = std::max(plan.peak, best + size);
    auto at = std::upper_bound(
        placed.begin(), placed.end(), best,
        [&](int64_t offset, size_t other) { return offset < plan.offsets[other]; });
    placed.insert(at, i);
  }
  return plan;
}

// Free blocks, by offset and by size.
class FreeBlocks {
 public:
  int64_t Take(int64_t size, int64_t* peak) {
    auto fit = by_size_.lower_bound({size, 0});
    if (fit == by_size_.end()) {
      // If the last free block reaches the end, it grows.
      int64_t at = *peak;
      if (!by_offset_.empty()) {
        auto last = std::prev(by_offset_.end());
        if (last->first + last->second == *peak) {
          at = last->first;
          Erase(last);
        }
      }
      *peak = at + size;
      return at;
    }
    auto [block, at] = *fit;
    Erase(by_offset_.find(at));
    if (block > size) Insert(at + size, block - size);
    return at;
  }

  void Give(int64_t at, int64_t size) {
    auto next = by_offset_.lower_bound(at);
    if (next != by_offset_.end() && at + size == next->first) {
      size += next->second;
      next = Erase(next);
    }
    if (next != by_offset_.begin()) {
      auto before = std::prev(next);
      if (before->first + before->second == at) {
        at = before->first;
        size += before->second;
        Erase(before);
      }
    }
    Insert(at, size);
  }

 private:
  using ByOffset = std::map<int64_t, int64_t>;
  void Insert(int64_t at, int64_t size) {
    by_offset_.emplace(at, size);
    by_size_.emplace(size, at);
  }
  ByOffset::iterator Erase(ByOffset::iterator block) {
    by_size_.erase({block->second, block->first});
    return by_offset_.erase(block);
  }

  ByOffset by_offset_;
  std::set<std::pair<int64_t, int64_t>> by_size_;
};

MemoryPlan InOrder(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan;
  plan.offsets.resize(lifetimes.size());
  std::vector<size_t> begins = Sorted(lifetimes.size(), [&](size_t a, size_t b) {
    return lifetimes[a].first < lifetimes[b].first;
  });
  std::vector<size_t> ends = Sorted(
      lifetimes.size(), [&](size_t a, size_t b) { return lifetimes[a].last < lifetimes[b].last; });
  FreeBlocks free;
  size_t ended = 0;
  for (size_t i : begins) {
    for (; ended < ends.size() && lifetimes[ends[ended]].last < lifetimes[i].first; ++ended) {
      int64_t size = Align(lifetimes[ends[ended]].bytes);
      if (size > 0) free.Give(plan.offsets[ends[ended]], size);
    }
    int64_t size = Align(lifetimes[i].bytes);
    if (size > 0) plan.offsets[i] = free.Take(size, &plan.peak);
  }
  return plan;
}

}  // namespace

MemoryPlan PlanMemory(std::span<const Lifetime> lifetimes) {
  return lifetimes.size() <= kMaxGreedy ? GreedyBySize(lifetimes) : InOrder(lifetimes);
}

int64_t LiveBytes(std::span<const Lifetime> lifetimes) {
  std::map<int32_t, int64_t> changes;
  for (const Lifetime& life : lifetimes) {
    changes[life.first] += Align(life.bytes);
    changes[life.last + 1] -= Align(life.bytes);
  }
  int64_t live = 0, most = 0;
  for (const auto& [step, change] : changes) most = std::max(most, live += change);
  return most;
}

}  // namespace passcope
