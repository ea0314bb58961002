// Helpers that kernels share.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "ir/ndarray.h"

namespace passcope {

// Arithmetic that wraps for integers instead of being undefined.
template <class T>
T WrapAdd(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}
template <class T>
T WrapMultiply(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return a * b;
  }
}

// The value that remains of `value` in an integer type of this width.
inline int64_t WrapTo(DataType dtype, int64_t value) {
  if (dtype.is_bool()) return value != 0;
  int shift = 64 - dtype.bits;
  auto top = static_cast<uint64_t>(value) << shift;
  return dtype.is_uint() ? static_cast<int64_t>(top >> shift) : static_cast<int64_t>(top) >> shift;
}

// The lowest and the highest finite value of a data type, as scalars.
NDArray LowestScalar(DataType dtype);
NDArray HighestScalar(DataType dtype);
// The maximum and the minimum of no elements: an infinity, or the limit of an integer type.
template <class T>
T MaximumOfNone(DataType dtype) {
  if constexpr (std::is_integral_v<T>) return LowestScalar(dtype)->ToInt(0);
  return -std::numeric_limits<T>::infinity();
}
template <class T>
T MinimumOfNone(DataType dtype) {
  if constexpr (std::is_integral_v<T>) return HighestScalar(dtype)->ToInt(0);
  return std::numeric_limits<T>::infinity();
}

// An array of one value, converted to `dtype` as StoreDouble converts it.
NDArray FilledNDArray(std::vector<int64_t> shape, DataType dtype, double value);
// An array that repeats the bytes of a scalar.
NDArray FilledNDArray(std::vector<int64_t> shape, const NDArray& scalar);

}  // namespace passcope
