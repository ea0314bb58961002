// Shared by both directions of FoldScaleAxis: the axes of an expression that can be scaled, the
// channels of a convolution, and remarks about multiplications.
#pragma once

#include <algorithm>
#include <optional>

#include "ir/expr.h"
#include "op/op.h"
#include "pass/remark.h"

namespace passcope::scale_axis {

// A channel axis and its block axis if there is one, in order. No tensor has more.
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

// The axes of an expression that can be scaled. No message means none.
struct Message {
  Axes axes;
  bool require_positive = false;
};
using MaybeMessage = std::optional<Message>;

ScaleFold RoleOf(const CallNode* call);
// True if the function has an operator that multiplies.
bool Multiplies(const Expr& function);

inline const TensorTypeNode* TensorOf(const Expr& expr) {
  return As<TensorTypeNode>(expr->checked_type());
}

// True for a dense layer of matrices, whose second axis has the features. TVM scales the second
// axis for any rank, which can be a wrong axis or missing.
inline bool IsOfMatrices(const CallNode* dense) {
  const TensorTypeNode* data = TensorOf(dense->arg(0));
  return data && data->rank() == 2;
}

// True if the weight of a product has the data type of the values that are scaled.
inline bool WeightTakesTypeOf(const CallNode* product, const TensorTypeNode* scaled) {
  const TensorTypeNode* weight = TensorOf(product->arg(1));
  return weight && scaled && weight->dtype == scaled->dtype;
}

// The scale in a shape that broadcasts along `axes`: `shape` on those axes and 1 on others. Null if
// a needed dimension is not known.
Expr ScaleToMatch(Expr scale, const Shape& shape, const Axes& axes);
// True if both are tensors and `right` broadcasts to `left` along `axes` only.
bool Matches(const TensorTypeNode* left, const TensorTypeNode* right, const Axes& axes,
             Expr* value = nullptr);
// True for a constant without negative elements, also behind changes of shape. As in TVM, it only
// reads some data types.
bool IsAllPositiveConstant(const Expr& expr);

// The axes of a convolution that folding needs.
struct ConvAxes {
  Axes data;        // The channel axis of the input, and its block axis if there is one.
  Axes out;         // The same for the result.
  Axes weight_in;   // The input channels of the weight.
  Axes weight_out;  // The output channels of the weight.
  bool depthwise = false;
};

// Nullopt if scales cannot be folded: grouped convolutions, and layouts that block only one side.
std::optional<ConvAxes> AxesOfConv(const CallNode* call);

// Remarks about a multiplication.
PASSCOPE_REMARKS void TellNoTaker(const CallNode* call);
// A remark for each multiplication, if nothing takes scales.
PASSCOPE_REMARKS void TellNoTakers(const Expr& function);
// `fits`: its operand has the shape of a scale.
PASSCOPE_REMARKS void TellUnfit(const CallNode* call, bool fits);
PASSCOPE_REMARKS void TellFolded(const CallNode* call);

}  // namespace passcope::scale_axis
