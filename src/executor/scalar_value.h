// Tensors that are not computed yet: each element is an expression over elements of other tensors.
// Elementwise operators build such expressions. Operators that move elements change where the
// expressions read. At the end one scalar program (kernels/scalar.h) computes everything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "executor/plan.h"
#include "kernels/scalar.h"

namespace passcope {

// An index into a ScalarPool.
using ScalarNodeId = int32_t;

// The element type in which a data type is stored and computed; nullopt for types that scalar
// programs do not support.
std::optional<kernels::ElementType> ElementTypeOf(DataType dtype);
inline bool IsRealType(kernels::ElementType type) {
  using enum kernels::ElementType;
  return type == kFloat32 || type == kFloat16 || type == kFloat64;
}

// An operation on other nodes, or the elements of a tensor.
struct ScalarNode {
  kernels::ScalarOp op = kernels::ScalarOp::kMove;
  kernels::ScalarWord x{}, y{};
  std::array<ScalarNodeId, 3> args = {-1, -1, -1};
  bool wide = false;        // True if its values have 8 bytes.
  bool takes_wide = false;  // ScalarStep::wide
  // For a leaf; its args are -1.
  TensorId tensor = -1;
  int64_t offset = 0;            // In elements.
  std::vector<int64_t> strides;  // Along the factors of the value's axes, in elements.

  bool leaf() const { return tensor >= 0; }
};

// A tensor as an expression per element. Each axis is a product of factors, outermost first; an
// axis of size 1 has none. So a reshape that splits or merges axes only regroups the factors.
struct ScalarValue {
  std::vector<std::vector<int64_t>> axes;
  DataType dtype;
  ScalarNodeId root = -1;

  std::vector<int64_t> Shape() const;
  // The factors of all axes.
  std::vector<int64_t> Dims() const;
};

// The expressions of one function. Equal nodes are shared.
class ScalarPool {
 public:
  const ScalarNode& operator[](ScalarNodeId id) const { return nodes_[static_cast<size_t>(id)]; }

  ScalarValue Leaf(TensorId tensor, std::span<const int64_t> shape, DataType dtype);
  // A leaf that reads all of a tensor in another order.
  ScalarNodeId View(TensorId tensor, std::vector<int64_t> strides, DataType dtype);
  // The arguments determine whether the node is wide.
  ScalarNodeId Op(kernels::ScalarOp op, std::span<const ScalarNodeId> args,
                  kernels::ScalarWord x = {}, kernels::ScalarWord y = {});

  // The nodes below `root`, each after its arguments.
  std::vector<ScalarNodeId> Reachable(ScalarNodeId root) const;
  // True if the value is a whole tensor in its order.
  bool IsDense(const ScalarValue& value) const;

  // The following functions return nullopt if factors do not divide each other. The caller can then
  // compute the value first.
  std::optional<ScalarValue> Broadcast(const ScalarValue& value, std::span<const int64_t> shape);
  // Splits values of one shape into common factors.
  bool Align(std::span<ScalarValue> values);
  ScalarValue Transpose(const ScalarValue& value, std::span<const int64_t> axes);
  std::optional<ScalarValue> Reshape(const ScalarValue& value, std::span<const int64_t> shape);
  // Elements begin, begin + step, … of each axis; `sizes` are their numbers. Steps may be negative.
  std::optional<ScalarValue> Slice(const ScalarValue& value, std::span<const int64_t> begins,
                                   std::span<const int64_t> steps, std::span<const int64_t> sizes);

 private:
  ScalarNodeId Intern(ScalarNode node);
  // A copy of the value in which `f` changes each leaf's offset and strides.
  template <class F>
  ScalarNodeId MapLeaves(ScalarNodeId root, F f);
  // Splits the factors of all axes together at the products of trailing factors in `cuts`. Returns
  // all factors of the result, or nullopt if a cut does not divide a factor.
  std::optional<std::vector<int64_t>> SplitAt(const ScalarValue& value, std::vector<int64_t> cuts,
                                              ScalarNodeId* root);

  std::vector<ScalarNode> nodes_;
};

}  // namespace passcope
