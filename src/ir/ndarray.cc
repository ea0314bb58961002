// Storage and element conversion of tensors.
#include "ir/ndarray.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#include "diagnostics/diagnostic.h"
#include "ir/work_budget.h"
#include "support/check.h"
#include "support/toward_zero.h"

namespace passcope {
namespace {

constexpr size_t kAlignment = 64;
constexpr uint64_t kMaxBytes = uint64_t{1} << 31;

// Allocates aligned memory, with the address of its block before it. std::aligned_alloc is not
// used: emmalloc, the allocator of the page's engine, requests twice the memory if new memory is
// not aligned by chance.
std::byte* Allocate(size_t bytes) {
  if (bytes > SIZE_MAX - 2 * kAlignment - sizeof(void*)) throw std::bad_alloc();
  bytes = (bytes + kAlignment) / kAlignment * kAlignment;
  void* block = std::malloc(bytes + sizeof(block) + kAlignment);
  if (!block) throw std::bad_alloc();
  const auto begin = reinterpret_cast<uintptr_t>(block) + sizeof(block);
  const uintptr_t aligned = (begin + kAlignment - 1) / kAlignment * kAlignment;
  auto* data = static_cast<std::byte*>(block) + sizeof(block) + (aligned - begin);
  std::memcpy(data - sizeof(block), &block, sizeof(block));
  return data;
}

void Free(std::byte* data) {
  void* block;
  std::memcpy(&block, data - sizeof(block), sizeof(block));
  std::free(block);
}

}  // namespace

BufferNode::BufferNode(size_t bytes) : Object(&DestroySelf), size_(bytes) {
  data_ = Allocate(bytes);
  work_budget::ChangeBytes(static_cast<int64_t>(bytes));
}

void BufferNode::DestroySelf(Object* self) {
  auto* node = static_cast<BufferNode*>(self);
  work_budget::ChangeBytes(-static_cast<int64_t>(node->size_));
  Free(node->data_);
  delete node;
}

NDArrayNode::NDArrayNode(Buffer buffer, size_t offset, std::vector<int64_t> shape, DataType dtype)
    : Object(&DestroySelf),
      shape(std::move(shape)),
      dtype(dtype),
      buffer_(std::move(buffer)),
      offset_(offset),
      size_(1) {
  // In 64 bits, even if addresses have 32.
  auto bytes = static_cast<uint64_t>(dtype.bytes());
  bool too_large = false, empty = false;
  for (int64_t dim : this->shape) {
    empty = empty || dim == 0;
    too_large = too_large || __builtin_mul_overflow(bytes, static_cast<uint64_t>(dim), &bytes);
    size_ *= static_cast<size_t>(dim);
  }
  PASSCOPE_CHECK(empty ||
                 (!too_large && offset_ <= buffer_->size() && bytes <= buffer_->size() - offset_));
}

void NDArrayNode::DestroySelf(Object* self) { delete static_cast<NDArrayNode*>(self); }

Type NDArrayNode::type() const { return TensorType(shape, dtype); }

double NDArrayNode::ToDouble(size_t i) const {
  switch (dtype.code) {
    case DataType::kFloat:
      if (dtype.bits == 32) return as<float>()[i];
      if (dtype.bits == 64) return as<double>()[i];
      return HalfToFloat(as<uint16_t>()[i]);
    case DataType::kBFloat:
      return BFloatToFloat(as<uint16_t>()[i]);
    case DataType::kUInt:
      if (dtype.bits == 64) return static_cast<double>(as<uint64_t>()[i]);
      return static_cast<double>(ToInt(i));
    default:
      return static_cast<double>(ToInt(i));
  }
}

int64_t NDArrayNode::ToInt(size_t i) const {
  if (dtype.is_int()) {
    switch (std::max<int>(dtype.bits, 8)) {
      case 8:
        return as<int8_t>()[i];
      case 16:
        return as<int16_t>()[i];
      case 32:
        return as<int32_t>()[i];
      default:
        return as<int64_t>()[i];
    }
  }
  if (dtype.is_uint()) {
    switch (std::max<int>(dtype.bits, 8)) {
      case 8:
        return as<uint8_t>()[i];
      case 16:
        return as<uint16_t>()[i];
      case 32:
        return as<uint32_t>()[i];
      default:
        return static_cast<int64_t>(as<uint64_t>()[i]);
    }
  }
  return TowardZero(ToDouble(i));
}

namespace {

// True if an element takes 1, 2, 4 or 8 bytes and the functions here can load and store it.
// Integers with less than 8 bits take a byte.
bool IsStorable(DataType dtype) {
  switch (dtype.code) {
    case DataType::kFloat:
      return dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    case DataType::kBFloat:
      return dtype.bits == 16;
    default:
      return (dtype.bits > 0 && dtype.bits <= 8) || dtype.bits == 16 || dtype.bits == 32 ||
             dtype.bits == 64;
  }
}

}  // namespace

uint64_t CheckArrayType(std::span<const int64_t> shape, DataType dtype) {
  if (!IsStorable(dtype)) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kArrayDtypeUnsupported,
                              "arrays of data type '{dtype}' are not supported", dtype.str()));
  }
  auto text = [&] { return TypeText(TensorType(Shape(shape.begin(), shape.end()), dtype)); };
  uint64_t bytes = static_cast<uint64_t>(dtype.bytes());
  bool too_large = false;
  bool empty = false;
  for (int64_t dim : shape) {
    if (dim < 0) {
      throw DiagnosticError(
          DiagKind::kEvaluation,
          MSG(kArrayTypeImpossible,
              "the sizes of an array must be at least 0, unlike those of '{type}'", text()));
    }
    // A size of 0 does not hide the other sizes, since loops and products use them.
    empty = empty || dim == 0;
    if (dim == 0) continue;
    too_large = too_large || __builtin_mul_overflow(bytes, static_cast<uint64_t>(dim), &bytes) ||
                bytes > kMaxBytes;
  }
  if (too_large) {
    throw DiagnosticError(DiagKind::kTensorTooLarge,
                          MSG(kTensorTypeOverMemoryLimit,
                              "a {type} is larger than the limit of {limit} MiB for one tensor",
                              text(), kMaxBytes >> 20));
  }
  if (empty) return 0;
  RequireBytes(static_cast<int64_t>(bytes));
  return bytes;
}

void RequireScratch(uint64_t count, size_t element_bytes) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, element_bytes, &bytes) || bytes > kMaxBytes) {
    throw DiagnosticError(DiagKind::kTensorTooLarge,
                          MSG(kTensorOverMemoryLimit,
                              "an operator needs more working memory than the limit of {limit} MiB",
                              kMaxBytes >> 20));
  }
  RequireBytes(static_cast<int64_t>(bytes));
}

NDArray MakeNDArray(std::vector<int64_t> shape, DataType dtype) {
  uint64_t bytes = CheckArrayType(shape, dtype);
  constexpr uint64_t kLarge = 1 << 20;
  try {
    return NDArray(
        new NDArrayNode(Buffer(new BufferNode(static_cast<size_t>(bytes))), 0, shape, dtype));
  } catch (const std::bad_alloc&) {
    // If a large tensor does not fit, there is still memory for a message.
    if (bytes < kLarge) throw;
    throw DiagnosticError(
        DiagKind::kTensorTooLarge,
        MSG(kTensorMemoryExhausted, "out of memory: cannot allocate {size} MiB for a {type}",
            bytes >> 20, TypeText(TensorType(shape, dtype))));
  }
}

NDArray ReshapeNDArray(const NDArray& array, std::vector<int64_t> shape) {
  NDArray result(
      new NDArrayNode(array->buffer(), array->byte_offset(), std::move(shape), array->dtype));
  PASSCOPE_CHECK(result->size() == array->size());
  return result;
}

NDArray ScalarNDArray(double value, DataType dtype) {
  NDArray array = MakeNDArray({}, dtype);
  StoreDouble(array, 0, value);
  return array;
}

NDArray ScalarIntNDArray(int64_t value, DataType dtype) {
  NDArray array = MakeNDArray({}, dtype);
  StoreInt(array, 0, value);
  return array;
}

void StoreDouble(const NDArray& array, size_t i, double value) {
  switch (array->dtype.code) {
    case DataType::kFloat:
      if (array->dtype.bits == 32) {
        array->mutable_as<float>()[i] = static_cast<float>(value);
      } else if (array->dtype.bits == 64) {
        array->mutable_as<double>()[i] = value;
      } else {
        array->mutable_as<uint16_t>()[i] = FloatToHalf(static_cast<float>(value));
      }
      return;
    case DataType::kBFloat:
      array->mutable_as<uint16_t>()[i] = FloatToBFloat(static_cast<float>(value));
      return;
    default: {
      if (array->dtype.is_bool()) {
        array->mutable_as<uint8_t>()[i] = value != 0;
        return;
      }
      if (std::isnan(value)) {
        StoreInt(array, i, 0);
      } else if (value >= 9223372036854775807.0) {
        // An unsigned 64-bit value above the signed range keeps its bits.
        bool fits =
            array->dtype.is_uint() && array->dtype.bits == 64 && value < 18446744073709551616.0;
        StoreInt(array, i,
                 fits ? static_cast<int64_t>(static_cast<uint64_t>(value))
                      : std::numeric_limits<int64_t>::max());
      } else if (value <= -9223372036854775808.0) {
        StoreInt(array, i, std::numeric_limits<int64_t>::min());
      } else {
        StoreInt(array, i, static_cast<int64_t>(value));
      }
    }
  }
}

void StoreInt(const NDArray& array, size_t i, int64_t value) {
  DataType dtype = array->dtype;
  if (dtype.is_float() || dtype.is_bfloat()) {
    StoreDouble(array, i, static_cast<double>(value));
    return;
  }
  if (dtype.is_bool()) {
    array->mutable_as<uint8_t>()[i] = value != 0;
    return;
  }
  switch (std::max<int>(dtype.bits, 8)) {
    case 8:
      array->mutable_as<uint8_t>()[i] = static_cast<uint8_t>(value);
      return;
    case 16:
      array->mutable_as<uint16_t>()[i] = static_cast<uint16_t>(value);
      return;
    case 32:
      array->mutable_as<uint32_t>()[i] = static_cast<uint32_t>(value);
      return;
    default:
      array->mutable_as<uint64_t>()[i] = static_cast<uint64_t>(value);
  }
}

bool NDArrayEqual(const NDArray& a, const NDArray& b) {
  if (a == b) return true;
  return a->dtype == b->dtype && a->shape == b->shape &&
         (a->data() == b->data() || std::memcmp(a->data(), b->data(), a->nbytes()) == 0);
}

float HalfToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1F;
  uint32_t mantissa = bits & 0x3FF;
  uint32_t out;
  if (exponent == 0x1F) {
    out = sign | 0x7F800000 | mantissa << 13;
  } else if (exponent != 0) {
    out = sign | (exponent + 112) << 23 | mantissa << 13;
  } else {
    // Subnormal: exact in a float.
    float value = std::ldexp(static_cast<float>(mantissa), -24);
    return sign ? -value : value;
  }
  float value;
  std::memcpy(&value, &out, sizeof(value));
  return value;
}

uint16_t FloatToHalf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  uint32_t sign = (bits >> 16) & 0x8000;
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return static_cast<uint16_t>(sign | 0x7E00);
  if (magnitude >= 0x477FF000) return static_cast<uint16_t>(sign | 0x7C00);
  if (magnitude < 0x38800000) {
    // Subnormal or zero: count in units of 2^-24, rounding to even.
    float scaled = std::ldexp(std::fabs(value), 24);
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(scaled)));
  }
  uint32_t rounded = magnitude + 0xFFF + ((magnitude >> 13) & 1);
  return static_cast<uint16_t>(sign | (rounded - 0x38000000) >> 13);
}

uint16_t FloatToBFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if ((bits & 0x7FFFFFFF) > 0x7F800000) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

}  // namespace passcope
