// Tensors that are not computed yet: each element is an expression over elements of other tensors.
// Operators that compute elements by themselves build such expressions, operators that move
// elements change where the expressions read, and in the end one scalar program (kernels/scalar.h)
// computes all of it at once.
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

// How the elements of a data type are stored, and computed in; nullopt for types that scalar
// programs do not know.
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
  bool wide = false;        // Whether its values have 8 bytes.
  bool takes_wide = false;  // ScalarStep::wide
  // Of a leaf: args are -1.
  TensorId tensor = -1;
  int64_t offset = 0;            // In elements.
  std::vector<int64_t> strides;  // Along the factors of the value's axes, in elements.

  bool leaf() const { return tensor >= 0; }
};

// A tensor as an expression per element. Each axis is a product of factors, outermost first (none
// for an axis of size 1), so that a reshape which splits axes, or merges them again, only groups
// the factors anew.
struct ScalarValue {
  std::vector<std::vector<int64_t>> axes;
  DataType dtype;
  ScalarNodeId root = -1;

  std::vector<int64_t> Shape() const;
  // The factors of all axes.
  std::vector<int64_t> Dims() const;
};

// The expressions of one function. Equal nodes are one node.
class ScalarPool {
 public:
  const ScalarNode& operator[](ScalarNodeId id) const { return nodes_[static_cast<size_t>(id)]; }

  ScalarValue Leaf(TensorId tensor, std::span<const int64_t> shape, DataType dtype);
  // Whether it is wide follows from its arguments.
  ScalarNodeId Op(kernels::ScalarOp op, std::span<const ScalarNodeId> args,
                  kernels::ScalarWord x = {}, kernels::ScalarWord y = {});

  // The nodes that `root` is made of, each behind those that it takes.
  std::vector<ScalarNodeId> Reachable(ScalarNodeId root) const;
  // Whether the value is nothing but a tensor, all of it, in its order.
  bool IsDense(const ScalarValue& value) const;

  // Each of the following is nullopt where factors do not fit together; computing the value first
  // helps.
  std::optional<ScalarValue> Broadcast(const ScalarValue& value, std::span<const int64_t> shape);
  // Brings values of one shape to the same factors.
  bool Align(std::span<ScalarValue> values);
  ScalarValue Transpose(const ScalarValue& value, std::span<const int64_t> axes);
  std::optional<ScalarValue> Reshape(const ScalarValue& value, std::span<const int64_t> shape);
  // Elements begin, begin + step, … of each axis, `sizes` of them. Steps may be negative.
  std::optional<ScalarValue> Slice(const ScalarValue& value, std::span<const int64_t> begins,
                                   std::span<const int64_t> steps, std::span<const int64_t> sizes);

 private:
  ScalarNodeId Intern(ScalarNode node);
  // The value with each leaf's offset and strides changed by `f`.
  template <class F>
  ScalarNodeId MapLeaves(ScalarNodeId root, F f);
  // Splits the factors of a value, all axes taken together, where `cuts` has products of trailing
  // factors. The factors of the result, all axes together; nullopt where a cut does not divide.
  std::optional<std::vector<int64_t>> SplitAt(const ScalarValue& value, std::vector<int64_t> cuts,
                                              ScalarNodeId* root);

  std::vector<ScalarNode> nodes_;
};

}  // namespace passcope
