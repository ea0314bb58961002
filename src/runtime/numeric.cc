// Helpers that kernels share.
#include "runtime/numeric.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "support/check.h"

namespace passcope {

NDArray HighestScalar(DataType dtype) {
  switch (dtype.code) {
    case DataType::kFloat:
      return ScalarNDArray(dtype.bits == 64   ? std::numeric_limits<double>::max()
                           : dtype.bits == 32 ? std::numeric_limits<float>::max()
                                              : 65504.0,
                           dtype);
    case DataType::kBFloat: {
      NDArray scalar = MakeNDArray({}, dtype);
      *scalar->mutable_as<uint16_t>() = 0x7F7F;
      return scalar;
    }
    case DataType::kUInt:
      return ScalarIntNDArray(-1, dtype);
    default:
      return ScalarIntNDArray(static_cast<int64_t>((uint64_t{1} << (dtype.bits - 1)) - 1), dtype);
  }
}

NDArray LowestScalar(DataType dtype) {
  if (dtype.is_uint()) return ScalarIntNDArray(0, dtype);
  if (dtype.is_int()) {
    return ScalarIntNDArray(static_cast<int64_t>(~uint64_t{0} << (dtype.bits - 1)), dtype);
  }
  return ScalarNDArray(-HighestScalar(dtype)->ToDouble(0), dtype);
}

NDArray FilledNDArray(std::vector<int64_t> shape, DataType dtype, double value) {
  return FilledNDArray(std::move(shape), ScalarNDArray(value, dtype));
}

NDArray FilledNDArray(std::vector<int64_t> shape, const NDArray& scalar) {
  PASSCOPE_CHECK(scalar->size() == 1);
  NDArray out = MakeNDArray(std::move(shape), scalar->dtype);
  size_t unit = std::min(scalar->nbytes(), out->nbytes());
  if (unit == 0) return out;
  std::memcpy(out->mutable_data(), scalar->data(), unit);
  // Doubles the filled part until it is complete.
  for (size_t done = unit; done < out->nbytes();) {
    size_t n = std::min(done, out->nbytes() - done);
    std::memcpy(out->mutable_data() + done, out->data(), n);
    done += n;
  }
  return out;
}

}  // namespace passcope
