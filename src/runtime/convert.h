// Converts elements of any data type to a few types for computing.
//
// Kernels exist only for float, double and int64_t. 16-bit floating types are computed in float,
// and all integers in int64_t, even uint64. The low bits of int64_t are those of narrower types, so
// wrapping arithmetic is correct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ir/ndarray.h"

namespace passcope {

inline bool IsReal(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }
inline bool IsDouble(DataType dtype) { return dtype.is_float() && dtype.bits == 64; }
inline bool IsUInt64(DataType dtype) { return dtype.is_uint() && dtype.bits == 64; }

// Loads and converts elements [begin, begin + n) of `array`. Reals become int64_t as in
// StoreElements.
template <class T>
void LoadElements(const NDArrayNode& array, size_t begin, size_t n, T* out);
// Stores `n` elements from `begin` on, converted to the type of `array`. Reals are rounded to
// nearest. For integers they are truncated toward zero, saturate at the range of int64 (NaN gives
// 0), and wrap to the width. All values except 0 are true.
template <class T>
void StoreElements(const NDArrayNode& array, size_t begin, size_t n, const T* values);

extern template void LoadElements(const NDArrayNode&, size_t, size_t, float*);
extern template void LoadElements(const NDArrayNode&, size_t, size_t, double*);
extern template void LoadElements(const NDArrayNode&, size_t, size_t, int64_t*);
extern template void StoreElements(const NDArrayNode&, size_t, size_t, const float*);
extern template void StoreElements(const NDArrayNode&, size_t, size_t, const double*);
extern template void StoreElements(const NDArrayNode&, size_t, size_t, const int64_t*);

template <class T>
constexpr bool Holds(DataType dtype);
template <>
constexpr bool Holds<float>(DataType dtype) {
  return dtype.code == DataType::kFloat && dtype.bits == 32;
}
template <>
constexpr bool Holds<double>(DataType dtype) {
  return dtype.code == DataType::kFloat && dtype.bits == 64;
}
template <>
constexpr bool Holds<int64_t>(DataType dtype) {
  return dtype.code <= DataType::kUInt && dtype.bits == 64;
}

// All elements of an array as `T`: the array's memory if it has type `T`, otherwise a copy.
template <class T>
class Elements {
 public:
  explicit Elements(NDArray array) : array_(std::move(array)) {
    if (Holds<T>(array_->dtype)) {
      data_ = array_->as<T>();
    } else {
      RequireScratch(array_->size(), sizeof(T));
      copy_.reset(new T[array_->size()]);
      LoadElements(*array_, 0, array_->size(), copy_.get());
      data_ = copy_.get();
    }
  }
  const T* data() const { return data_; }
  const T& operator[](size_t i) const { return data_[i]; }

 private:
  NDArray array_;
  std::unique_ptr<T[]> copy_;
  const T* data_;
};

// An array to fill with `T`s. Finish converts them if needed.
template <class T>
class OutElements {
 public:
  explicit OutElements(NDArray array) : array_(std::move(array)) {
    if (Holds<T>(array_->dtype)) {
      data_ = array_->mutable_as<T>();
    } else {
      RequireScratch(array_->size(), sizeof(T));
      copy_.reset(new T[array_->size()]);
      data_ = copy_.get();
    }
  }
  T* data() { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const NDArray& Finish() {
    if (copy_) StoreElements(*array_, 0, array_->size(), copy_.get());
    return array_;
  }

 private:
  NDArray array_;
  std::unique_ptr<T[]> copy_;
  T* data_;
};

// Calls `f` with a null pointer of the type in which `dtype` is computed.
template <class F>
auto WithComputeType(DataType dtype, F&& f) {
  if (IsDouble(dtype)) return f(static_cast<double*>(nullptr));
  if (IsReal(dtype)) return f(static_cast<float*>(nullptr));
  return f(static_cast<int64_t*>(nullptr));
}

// An array of the same shape in another data type, as `cast` converts it. Returns the array itself
// if it has this type.
NDArray CastNDArray(const NDArray& array, DataType dtype);

}  // namespace passcope
