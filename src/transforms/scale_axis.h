// What both directions of FoldScaleAxis share: which axes of an expression may be scaled, where a
// convolution has its channels, and what is said of multiplications.
#pragma once

#include <algorithm>
#include <optional>

#include "ir/expr.h"
#include "op/op.h"
#include "pass/remark.h"

namespace passcope::scale_axis {

// A channel axis with its block, if it has one; in order. No tensor has more.
class Axes {
 public:
  Axes() = default;
  Axes(std::initializer_list<int64_t> axes) {
    for (int64_t axis : axes) Add(axis);
  }
  void Add(int64_t axis) {
    PASSCOPE_CHECK(size_ < kMax);
    at_[size_++] = axis;
    if (size_ == 2 && at_[1] < at_[0]) std::swap(at_[0], at_[1]);
  }
  const int64_t* begin() const { return at_; }
  const int64_t* end() const { return at_ + size_; }
  const int64_t* data() const { return at_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t operator[](size_t i) const { return at_[i]; }
  friend bool operator==(const Axes& a, const Axes& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static constexpr size_t kMax = 2;
  int64_t at_[kMax] = {};
  size_t size_ = 0;
};

// Which axes of an expression may be scaled. No message at all: none.
struct Message {
  Axes axes;
  bool require_positive = false;
};
using MaybeMessage = std::optional<Message>;

ScaleFold RoleOf(const CallNode* call);
// Whether an operator that multiplies is named in it.
bool Multiplies(const Expr& function);

inline const TensorTypeNode* TensorOf(const Expr& expr) {
  return As<TensorTypeNode>(expr->checked_type());
}

// Whether a dense layer is one of matrices, whose second axis is that of the features. Of data of
// another rank TVM scales the second axis all the same, which is another one, or none.
inline bool IsOfMatrices(const CallNode* dense) {
  const TensorTypeNode* data = TensorOf(dense->arg(0));
  return data && data->rank() == 2;
}

// The scale with the shape that lets it broadcast along `axes`: reshaped to `shape` there and 1
// elsewhere. Null when a dimension is needed that is not known.
Expr ScaleToMatch(Expr scale, const Shape& shape, const Axes& axes);
// Whether both are tensors and `right` broadcasts to `left` along `axes` only.
bool Matches(const TensorTypeNode* left, const TensorTypeNode* right, const Axes& axes,
             Expr* value = nullptr);
// Whether an expression is a constant without negative elements, seen through shape changes. As in
// TVM, of the data types of which it looks at the elements.
bool IsAllPositiveConstant(const Expr& expr);

// What folding needs to know of a convolution.
struct ConvAxes {
  Axes data;        // The channel axis of the input, with its block if there is one.
  Axes out;         // The same of the result.
  Axes weight_in;   // The input channels of the weight.
  Axes weight_out;  // The output channels of the weight.
  bool depthwise = false;
};

// Nullopt when scales cannot be folded: grouped convolutions and layouts that block only one side.
std::optional<ConvAxes> AxesOfConv(const CallNode* call);

// What is said of multiplications.
PASSCOPE_REMARKS void TellNoTaker(const CallNode* call);
// Of all multiplications, where nothing takes scales.
PASSCOPE_REMARKS void TellNoTakers(const Expr& function);
// `fits`: whether its shape is that of a scale.
PASSCOPE_REMARKS void TellUnfit(const CallNode* call, bool fits);
PASSCOPE_REMARKS void TellFolded(const CallNode* call);

}  // namespace passcope::scale_axis
