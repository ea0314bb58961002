// A loop over several arrays with one index space, each with its own strides.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "ir/work_budget.h"

namespace passcope {

// Row-major strides, in elements. They wrap if no array can have this shape (CheckArrayType).
std::vector<int64_t> RowMajorStrides(std::span<const int64_t> shape);
// True if an array of shape `shape` can be broadcast to the shape `to`.
bool BroadcastsTo(std::span<const int64_t> shape, std::span<const int64_t> to);
// The strides to read an array of `shape` as one of `to`. `shape` must broadcast to it: missing
// leading axes and axes of size 1 repeat.
std::vector<int64_t> BroadcastStrides(std::span<const int64_t> shape, std::span<const int64_t> to);
int64_t Product(std::span<const int64_t> shape);

// Visits the index space in row-major order, a run of the innermost axis at a time. Axes that are
// contiguous in all arrays are merged first, so that runs are as long as possible.
//
//   for (StridedLoop loop(shape, {a_strides, b_strides}); !loop.done(); loop.Next()) {
//     // loop.size() elements: a[loop.offset(0) + i * loop.stride(0)], …
//   }
class StridedLoop {
 public:
  static constexpr int kMaxArrays = 4;
  StridedLoop(std::span<const int64_t> shape,
              std::initializer_list<std::span<const int64_t>> strides);

  bool done() const { return done_; }
  int64_t size() const { return inner_.size; }
  int64_t stride(int array) const { return inner_.strides[array]; }
  int64_t offset(int array) const { return offsets_[array]; }
  void Next() {
    unspent_ += inner_.size;
    if (!outer_.empty() && unspent_ < kMaxUnspent) {
      Axis& axis = outer_.back();
      if (axis.position + 1 < axis.size) {
        ++axis.position;
        for (int a = 0; a < kMaxArrays; ++a) offsets_[a] += axis.strides[a];
        return;
      }
    }
    Carry();
  }

 private:
  struct Axis {
    int64_t size = 1;
    int64_t position = 0;
    int64_t strides[kMaxArrays] = {};
  };
  // Runs are short, so many are counted together.
  static constexpr int64_t kMaxUnspent = 1 << 16;
  // Moves to the next run when an axis ends.
  void Carry();

  std::vector<Axis> outer_;
  Axis inner_;
  int64_t unspent_ = 0;  // Operations that are not counted yet.
  int64_t offsets_[kMaxArrays] = {};
  int num_arrays_;
  bool done_ = false;
};

}  // namespace passcope
