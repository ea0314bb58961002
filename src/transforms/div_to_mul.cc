// DivToMul: replaces a division by a constant by a multiplication with its inverse.
//
// Not done: divisions of integers, and divisions by a constant with an element without an inverse.
// Such an element is zero, or so small or large that its inverse is infinite or zero.
//
//   before  divide(%x, 2f)
//   after   multiply(%x, 0.5f)
#include <cmath>

#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// The inverses of all elements; null if one has none.
NDArray Inverse(const NDArray& array) {
  if (!array->dtype.is_float()) return nullptr;
  NDArray inverse = MakeNDArray(array->shape, array->dtype);
  for (size_t i = 0; i < array->size(); ++i) {
    double value = array->ToDouble(i);
    if (value == 0) return nullptr;
    StoreDouble(inverse, i, 1.0 / value);
    // The value after rounding to the type.
    double stored = inverse->ToDouble(i);
    if (std::isinf(stored) || (stored == 0 && std::isfinite(value))) return nullptr;
  }
  return inverse;
}

}  // namespace

namespace transform {

Pass DivToMul() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) {
        return RewritePostOrder(function, [](const ExprNode* node, std::span<const Expr> children) {
          if (IsCallTo(node, "divide")) {
            const auto* divisor = As<ConstantNode>(children[2]);
            NDArray inverse = divisor ? Inverse(divisor->data) : nullptr;
            if (inverse) return MakeMultiply(children[1], Constant(std::move(inverse)));
          }
          return WithChildren(node, children);
        });
      },
      TableInfo("DivToMul"));
}

}  // namespace transform
}  // namespace passcope
