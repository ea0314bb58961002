// Dense tensors in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/data_type.h"
#include "ir/type.h"
#include "support/ref.h"

namespace passcope {

// A block of bytes with 64-byte alignment. The arrays that view it share it.
class BufferNode : public Object {
 public:
  explicit BufferNode(size_t bytes);
  std::byte* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  static void DestroySelf(Object* self);
  std::byte* data_;
  size_t size_;
};
using Buffer = Ref<BufferNode>;

// A compact row-major array. It is immutable once shared: its creator fills it through
// `mutable_data` before passing it on. Copying the reference, reshaping and binding share the
// buffer.
class NDArrayNode : public Object {
 public:
  NDArrayNode(Buffer buffer, size_t offset, std::vector<int64_t> shape, DataType dtype);

  const std::vector<int64_t> shape;
  const DataType dtype;

  size_t rank() const { return shape.size(); }
  // Number of elements.
  size_t size() const { return size_; }
  // In bytes.
  size_t nbytes() const { return size_ * static_cast<size_t>(dtype.bytes()); }
  const std::byte* data() const { return buffer_->data() + offset_; }
  std::byte* mutable_data() const { return buffer_->data() + offset_; }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(data());
  }
  template <class T>
  T* mutable_as() const {
    return reinterpret_cast<T*>(mutable_data());
  }
  const Buffer& buffer() const { return buffer_; }
  size_t byte_offset() const { return offset_; }
  // The tensor type of this array.
  Type type() const;
  // Element `i` (row-major) converted to double or to int64, for any dtype except handles.
  double ToDouble(size_t i) const;
  int64_t ToInt(size_t i) const;

 private:
  static void DestroySelf(Object* self);
  Buffer buffer_;
  size_t offset_;
  size_t size_;
};
using NDArray = Ref<NDArrayNode>;

// The size in bytes of an array of this type. Throws DiagnosticError: kUnsupported for a data type
// that arrays cannot have, kEvaluation for a negative size, kTensorTooLarge above the engine's
// limit of 2 GiB for one array, kOverBudget (ir/work_budget.h).
uint64_t CheckArrayType(std::span<const int64_t> shape, DataType dtype);
// Checks the memory that a kernel needs besides its result, like CheckArrayType.
void RequireScratch(uint64_t count, size_t element_bytes);
template <class T>
std::vector<T> Scratch(size_t count, T value = {}) {
  RequireScratch(count, sizeof(T));
  return std::vector<T>(count, value);
}
// Makes an uninitialized array. Throws like CheckArrayType, and DiagnosticError (kTensorTooLarge)
// if there is no memory for an array of at least 1 MiB.
NDArray MakeNDArray(std::vector<int64_t> shape, DataType dtype);
// The same elements in another shape of equal size; shares the buffer.
NDArray ReshapeNDArray(const NDArray& array, std::vector<int64_t> shape);
// One element of `dtype`, converted from `value`.
NDArray ScalarNDArray(double value, DataType dtype);
NDArray ScalarIntNDArray(int64_t value, DataType dtype);
// Stores `value` as element `i`, converted (rounded for the small float types, truncated toward
// zero for integers).
void StoreDouble(const NDArray& array, size_t i, double value);
void StoreInt(const NDArray& array, size_t i, int64_t value);
// Equal dtype, shape and bytes.
bool NDArrayEqual(const NDArray& a, const NDArray& b);

// IEEE binary16 and bfloat16. They round to nearest even and keep infinities and NaN.
float HalfToFloat(uint16_t bits);
uint16_t FloatToHalf(float value);
inline float BFloatToFloat(uint16_t bits) {
  union {
    uint32_t u;
    float f;
  } pun = {static_cast<uint32_t>(bits) << 16};
  return pun.f;
}
uint16_t FloatToBFloat(float value);

}  // namespace passcope
