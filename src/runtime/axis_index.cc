// Selecting elements axis by axis.
#include "runtime/axis_index.h"

#include <algorithm>
#include <cstring>

#include "ir/work_budget.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"
#include "support/check.h"

namespace passcope {

AxisTable AxisTable::Range(int64_t begin, int64_t count, int64_t step) {
  return Make(count, [&](int64_t i) { return begin + i * step; });
}

int64_t AxisTable::Count(int64_t size, int64_t factor) {
  int64_t count;
  bool overflow = __builtin_mul_overflow(size, factor, &count);
  if (overflow || count > (int64_t{1} << 40)) RequireScratch(UINT64_MAX, sizeof(int64_t));
  return count;
}

void AxisTable::Reserve(int64_t count) {
  count = std::max<int64_t>(count, 0);
  RequireScratch(static_cast<uint64_t>(count), sizeof(int64_t));
  SpendOperations(count);
  indices.reserve(static_cast<size_t>(count));
}

NDArray IndexAxes(const NDArray& array, std::span<const AxisTable> tables, const NDArray& fill) {
  PASSCOPE_CHECK(tables.size() == array->rank());
  std::vector<int64_t> shape = array->shape;
  size_t moving = 0;  // Axes before the last ones that remain whole.
  for (size_t i = 0; i < shape.size(); ++i) {
    if (tables[i].identity) continue;
    shape[i] = static_cast<int64_t>(tables[i].indices.size());
    moving = i + 1;
    for (int64_t index : tables[i].indices) {
      PASSCOPE_CHECK(index < array->shape[i] && (index >= 0 || (index == -1 && fill)));
    }
  }
  if (moving == 0) return array;
  NDArray out = fill ? FilledNDArray(shape, fill) : MakeNDArray(shape, array->dtype);
  std::span<const int64_t> src_shape(array->shape);
  auto row = static_cast<size_t>(Product(src_shape.subspan(moving)) * array->dtype.bytes());
  std::vector<int64_t> strides = RowMajorStrides(src_shape.first(moving));
  // Runs along the last moving axis that are contiguous in the source.
  struct Run {
    size_t to, from, count;
  };
  if (out->size() == 0) return out;
  const std::vector<int64_t>& last = tables[moving - 1].indices;
  RequireScratch(last.size(), sizeof(Run));
  std::vector<Run> runs;
  for (size_t i = 0; i < last.size(); ++i) {
    if (last[i] < 0) continue;
    auto from = static_cast<size_t>(last[i]);
    if (!runs.empty() && runs.back().to + runs.back().count == i &&
        runs.back().from + runs.back().count == from) {
      ++runs.back().count;
    } else {
      runs.push_back({i, from, 1});
    }
  }
  std::vector<int64_t> position(moving, 0);
  std::byte* target = out->mutable_data();
  while (true) {
    int64_t offset = 0;
    bool inside = true;
    for (size_t i = 0; i + 1 < moving; ++i) {
      int64_t index =
          tables[i].identity ? position[i] : tables[i].indices[static_cast<size_t>(position[i])];
      inside = inside && index >= 0;
      offset += index * strides[i];
    }
    SpendOperations(static_cast<int64_t>(last.size()));
    if (inside) {
      const std::byte* source = array->data() + static_cast<size_t>(offset) * row;
      for (const Run& run : runs) {
        std::memcpy(target + run.to * row, source + run.from * row, run.count * row);
      }
    }
    target += last.size() * row;
    size_t i = moving - 1;
    while (i > 0 && ++position[i - 1] == shape[i - 1]) position[--i] = 0;
    if (i == 0) return out;
  }
}

}  // namespace passcope
