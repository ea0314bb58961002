// Selecting elements axis by axis, for padding, slicing, tiling and the like.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/ndarray.h"

namespace passcope {

// An index table of an axis. Position i of the result takes index table[i] of the array, and -1
// takes the fill value. An `identity` table keeps the axis unchanged.
struct AxisTable {
  bool identity = true;
  std::vector<int64_t> indices;

  // Calls `index(i)` for each i from 0 to `count` - 1. Respects the limits of memory and
  // operations.
  template <class F>
  static AxisTable Make(int64_t count, F index) {
    AxisTable table;
    table.identity = false;
    table.Reserve(count);
    for (int64_t i = 0; i < count; ++i) table.indices.push_back(index(i));
    return table;
  }
  // The product of two sizes, which may be too large for the type relation. Then throws as
  // RequireScratch does for so much memory.
  static int64_t Count(int64_t size, int64_t factor);
  // `count` indices from `begin`, `step` apart.
  static AxisTable Range(int64_t begin, int64_t count, int64_t step = 1);

 private:
  void Reserve(int64_t count);
};

// out[i, j, …] = array[tables[0][i], tables[1][j], …]. `fill` is a scalar of the array's data type;
// it may be null if no table has -1. Other indices must be in range.
NDArray IndexAxes(const NDArray& array, std::span<const AxisTable> tables,
                  const NDArray& fill = nullptr);

}  // namespace passcope
