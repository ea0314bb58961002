// Picking elements axis by axis: what padding, slicing, tiling and the like have in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/ndarray.h"

namespace passcope {

// Index tables, one per axis: position i of the result takes index table[i] of the array; -1 takes
// the fill value. An empty optional-like table (`identity`) keeps the axis as it is.
struct AxisTable {
  bool identity = true;
  std::vector<int64_t> indices;

  // `index(i)` for each i from 0 to `count`; within the limits of memory and operations.
  template <class F>
  static AxisTable Make(int64_t count, F index) {
    AxisTable table;
    table.identity = false;
    table.Reserve(count);
    for (int64_t i = 0; i < count; ++i) table.indices.push_back(index(i));
    return table;
  }
  // The product of two sizes of which the type relation may have found none, since it is too large:
  // then as memory for so much would be refused (RequireScratch).
  static int64_t Count(int64_t size, int64_t factor);
  // `count` indices from `begin` on.
  static AxisTable Range(int64_t begin, int64_t count, int64_t step = 1);

 private:
  void Reserve(int64_t count);
};

// out[i, j, …] = array[tables[0][i], tables[1][j], …]. `fill` is a scalar of the array's data type;
// it may be null when no table holds -1. Other indices must be in range.
NDArray IndexAxes(const NDArray& array, std::span<const AxisTable> tables,
                  const NDArray& fill = nullptr);

}  // namespace passcope
