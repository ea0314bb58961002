// Conversion of elements between data types.
#include "runtime/convert.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "ir/work_budget.h"

namespace passcope {
namespace {

template <class T>
T FromReal(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    if (value >= 9223372036854775808.0) return std::numeric_limits<int64_t>::max();
    if (value < -9223372036854775808.0) return std::numeric_limits<int64_t>::min();
    return value == value ? static_cast<int64_t>(value) : 0;
  }
}

// A negative value wraps. A value above the signed range keeps its bits.
uint64_t RealToUInt64(double value) {
  if (value >= 9223372036854775808.0 && value < 18446744073709551616.0) {
    return static_cast<uint64_t>(value);
  }
  return static_cast<uint64_t>(FromReal<int64_t>(value));
}

template <class From, class T>
void LoadAs(const NDArrayNode& array, size_t begin, size_t n, T* out) {
  const From* in = array.as<From>() + begin;
  for (size_t i = 0; i < n; ++i) {
    if constexpr (std::is_floating_point_v<From>) {
      out[i] = FromReal<T>(in[i]);
    } else {
      out[i] = static_cast<T>(in[i]);
    }
  }
}

template <class To, class T>
void StoreAs(const NDArrayNode& array, size_t begin, size_t n, const T* values) {
  To* out = array.mutable_as<To>() + begin;
  for (size_t i = 0; i < n; ++i) {
    if constexpr (std::is_floating_point_v<T> && std::is_integral_v<To>) {
      out[i] = static_cast<To>(FromReal<int64_t>(values[i]));
    } else {
      out[i] = static_cast<To>(values[i]);
    }
  }
}

template <class T>
void LoadSlice(const NDArrayNode& array, size_t begin, size_t n, T* out) {
  DataType dtype = array.dtype;
  if (Holds<T>(dtype)) {
    if (n) std::memcpy(out, array.as<T>() + begin, n * sizeof(T));
    return;
  }
  switch (dtype.code) {
    case DataType::kFloat:
      if (dtype.bits == 32) return LoadAs<float>(array, begin, n, out);
      if (dtype.bits == 64) return LoadAs<double>(array, begin, n, out);
      for (size_t i = 0; i < n; ++i) {
        out[i] = FromReal<T>(HalfToFloat(array.as<uint16_t>()[begin + i]));
      }
      return;
    case DataType::kBFloat:
      for (size_t i = 0; i < n; ++i) {
        out[i] = FromReal<T>(BFloatToFloat(array.as<uint16_t>()[begin + i]));
      }
      return;
    case DataType::kInt:
      if (dtype.bits <= 8) return LoadAs<int8_t>(array, begin, n, out);
      if (dtype.bits == 16) return LoadAs<int16_t>(array, begin, n, out);
      if (dtype.bits == 32) return LoadAs<int32_t>(array, begin, n, out);
      return LoadAs<int64_t>(array, begin, n, out);
    default:
      if (dtype.bits <= 8) return LoadAs<uint8_t>(array, begin, n, out);
      if (dtype.bits == 16) return LoadAs<uint16_t>(array, begin, n, out);
      if (dtype.bits == 32) return LoadAs<uint32_t>(array, begin, n, out);
      return LoadAs<uint64_t>(array, begin, n, out);
  }
}

template <class T>
void StoreSlice(const NDArrayNode& array, size_t begin, size_t n, const T* values) {
  DataType dtype = array.dtype;
  if (Holds<T>(dtype)) {
    if (n) std::memcpy(array.mutable_as<T>() + begin, values, n * sizeof(T));
    return;
  }
  switch (dtype.code) {
    case DataType::kFloat:
      if (dtype.bits == 32) return StoreAs<float>(array, begin, n, values);
      if (dtype.bits == 64) return StoreAs<double>(array, begin, n, values);
      for (size_t i = 0; i < n; ++i) {
        array.mutable_as<uint16_t>()[begin + i] = FloatToHalf(static_cast<float>(values[i]));
      }
      return;
    case DataType::kBFloat:
      for (size_t i = 0; i < n; ++i) {
        array.mutable_as<uint16_t>()[begin + i] = FloatToBFloat(static_cast<float>(values[i]));
      }
      return;
    default:
      if (dtype.bits == 1) {
        for (size_t i = 0; i < n; ++i) array.mutable_as<uint8_t>()[begin + i] = values[i] != 0;
        return;
      }
      // Signed and unsigned integers of the same width have the same bits.
      if (dtype.bits <= 8) return StoreAs<uint8_t>(array, begin, n, values);
      if (dtype.bits == 16) return StoreAs<uint16_t>(array, begin, n, values);
      if (dtype.bits == 32) return StoreAs<uint32_t>(array, begin, n, values);
      if constexpr (std::is_floating_point_v<T>) {
        if (dtype.is_uint()) {
          for (size_t i = 0; i < n; ++i) {
            array.mutable_as<uint64_t>()[begin + i] = RealToUInt64(values[i]);
          }
          return;
        }
      }
      return StoreAs<int64_t>(array, begin, n, values);
  }
}

// Calls `f(position, size)` for slices of `n` elements, and checks the budget between them.
template <class F>
void ForSlices(size_t n, F f) {
  constexpr size_t kSlice = size_t{1} << 20;
  for (size_t i = 0; i < n; i += kSlice) {
    size_t size = std::min(kSlice, n - i);
    SpendOperations(static_cast<int64_t>(size));
    f(i, size);
  }
}

}  // namespace

template <class T>
void LoadElements(const NDArrayNode& array, size_t begin, size_t n, T* out) {
  ForSlices(n, [&](size_t i, size_t size) { LoadSlice(array, begin + i, size, out + i); });
}

template <class T>
void StoreElements(const NDArrayNode& array, size_t begin, size_t n, const T* values) {
  ForSlices(n, [&](size_t i, size_t size) { StoreSlice(array, begin + i, size, values + i); });
}

template void LoadElements(const NDArrayNode&, size_t, size_t, float*);
template void LoadElements(const NDArrayNode&, size_t, size_t, double*);
template void LoadElements(const NDArrayNode&, size_t, size_t, int64_t*);
template void StoreElements(const NDArrayNode&, size_t, size_t, const float*);
template void StoreElements(const NDArrayNode&, size_t, size_t, const double*);
template void StoreElements(const NDArrayNode&, size_t, size_t, const int64_t*);

namespace {

template <class T>
void CastChunks(const NDArrayNode& from, const NDArrayNode& to) {
  constexpr size_t kChunk = 512;
  T chunk[kChunk];
  for (size_t i = 0; i < from.size(); i += kChunk) {
    size_t n = std::min(kChunk, from.size() - i);
    LoadElements(from, i, n, chunk);
    StoreElements(to, i, n, chunk);
  }
}

}  // namespace

NDArray CastNDArray(const NDArray& array, DataType dtype) {
  if (array->dtype == dtype) return array;
  NDArray out = MakeNDArray(array->shape, dtype);
  // A uint64 keeps its value only when converted to a real. For another integer type, its bits
  // count.
  if (IsReal(array->dtype) ? IsDouble(array->dtype) : IsUInt64(array->dtype) && IsReal(dtype)) {
    CastChunks<double>(*array, *out);
  } else if (IsReal(array->dtype)) {
    CastChunks<float>(*array, *out);
  } else {
    CastChunks<int64_t>(*array, *out);
  }
  return out;
}

}  // namespace passcope
