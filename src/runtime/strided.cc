// Strides and loops over them.
#include "runtime/strided.h"

#include <utility>

#include "runtime/numeric.h"
#include "support/check.h"

namespace passcope {

std::vector<int64_t> RowMajorStrides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride = WrapMultiply(stride, shape[i]);
  }
  return strides;
}

bool BroadcastsTo(std::span<const int64_t> shape, std::span<const int64_t> to) {
  if (shape.size() > to.size()) return false;
  for (size_t i = 1; i <= shape.size(); ++i) {
    int64_t size = shape[shape.size() - i];
    if (size != 1 && size != to[to.size() - i]) return false;
  }
  return true;
}

std::vector<int64_t> BroadcastStrides(std::span<const int64_t> shape, std::span<const int64_t> to) {
  PASSCOPE_CHECK(shape.size() <= to.size());
  std::vector<int64_t> own = RowMajorStrides(shape);
  std::vector<int64_t> strides(to.size(), 0);
  size_t lead = to.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i) {
    PASSCOPE_CHECK(shape[i] == to[lead + i] || shape[i] == 1);
    if (shape[i] != 1) strides[lead + i] = own[i];
  }
  return strides;
}

int64_t Product(std::span<const int64_t> shape) {
  int64_t product = 1;
  for (int64_t dim : shape) product = WrapMultiply(product, dim);
  return product;
}

StridedLoop::StridedLoop(std::span<const int64_t> shape,
                         std::initializer_list<std::span<const int64_t>> strides)
    : num_arrays_(static_cast<int>(strides.size())) {
  PASSCOPE_CHECK(num_arrays_ <= kMaxArrays);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) {
      done_ = true;
      return;
    }
    if (shape[i] == 1) continue;
    Axis axis;
    axis.size = shape[i];
    int a = 0;
    for (std::span<const int64_t> array : strides) axis.strides[a++] = array[i];
    bool merge = !outer_.empty();
    for (a = 0; merge && a < num_arrays_; ++a) {
      merge = outer_.back().strides[a] == axis.strides[a] * axis.size;
    }
    if (merge) {
      axis.size *= outer_.back().size;
      outer_.back() = axis;
    } else {
      outer_.push_back(axis);
    }
  }
  if (!outer_.empty()) {
    inner_ = outer_.back();
    outer_.pop_back();
  }
}

void StridedLoop::Carry() {
  SpendOperations(std::exchange(unspent_, 0));
  for (size_t i = outer_.size(); i-- > 0;) {
    Axis& axis = outer_[i];
    for (int a = 0; a < num_arrays_; ++a) offsets_[a] += axis.strides[a];
    if (++axis.position < axis.size) return;
    for (int a = 0; a < num_arrays_; ++a) offsets_[a] -= axis.strides[a] * axis.size;
    axis.position = 0;
  }
  done_ = true;
}

}  // namespace passcope
