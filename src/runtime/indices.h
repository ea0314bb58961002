// Helpers of kernels with index arguments: reading, checking and sorting.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "ir/work_budget.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "support/sorting.h"

namespace passcope {

// Loads all elements.
inline std::vector<int64_t> ToInts(const NDArray& array) {
  std::vector<int64_t> values = Scratch<int64_t>(array->size());
  LoadElements(*array, 0, array->size(), values.data());
  return values;
}

// An index below `size`; a negative index counts from the end. Throws DiagnosticError (kEvaluation)
// if it is out of range.
inline int64_t CheckIndex(const KernelContext& context, int64_t index, int64_t size) {
  int64_t position = index < 0 ? index + size : index;
  if (position < 0 || position >= size) context.FailIndex(index, size);
  return position;
}

// True if a comes before b. A NaN comes after all numbers. The top bit of a uint64 is not a sign.
template <class T>
bool Less(T a, T b, DataType dtype) {
  if constexpr (std::is_integral_v<T>) {
    if (IsUInt64(dtype)) return static_cast<uint64_t>(a) < static_cast<uint64_t>(b);
    return a < b;
  } else {
    return a < b || (b != b && a == a);
  }
}

// SortedOrder within the limits of memory and operations.
template <class Before>
std::vector<uint32_t> SortedElements(size_t count, const Before& before) {
  constexpr int64_t kComparisons = 16;  // Per element.
  RequireScratch(count, 2 * sizeof(uint32_t));
  SpendOperations(kComparisons * static_cast<int64_t>(count));
  return SortedOrder(count, before);
}

}  // namespace passcope
