// Functions that several families of converters share.
#pragma once

#include <cmath>

#include "frontend/onnx/converter.h"
#include "frontend/onnx/graph.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// The data types of sizes and indices.
inline constexpr DataType kInt32 = DataType::Int(32);
inline constexpr DataType kInt64 = DataType::Int(64);

// A converter that calls one operator on all inputs.
#define PASSCOPE_ONNX_RENAME(op) [](Node& node) -> Results { return Op(op, node.AllIn()); }

// A number that TVM's converters write without a type, so as float32. If `like` has another real
// type, the constant takes it; TVM's program would be ill-typed.
inline Expr RealLike(double value, const Expr& like) {
  DataType dtype = DtypeOf(like);
  bool real = dtype.is_float() || dtype.is_bfloat();
  return Const(value, real ? dtype : DataType::Float(32));
}

// True if a size of a tensor is 0 or unknown. In a new shape, 0 otherwise means the old size.
bool MayBeEmpty(const Expr& x);

// Counts negative indices of axis `axis` from its beginning (TVM's normalize_gather_indices).
Expr NormalizeIndices(const Expr& data, const Expr& indices, int64_t axis);

// Uniform random numbers from 0 to 1, which depend only on the seed.
Expr UniformOf(int64_t seed, const Ints& shape, DataType dtype);

// The second input of a binary operator. Before version 7, `broadcast` aligns it with the axes of
// the first input from `axis` on. TVM does so only for biases of convolutions.
Expr AlignedSecond(const Node& node);

// Limits numbers that converters compute with. Throws DiagnosticError (kBadAttribute) for
// magnitudes above 2^31.
void CheckMeasure(const Node& node, std::string_view attribute, const Ints& values);

// The parts of the first input, with these sizes along an axis. `int64`: the sizes are int64.
Results SplitInto(const Node& node, const Ints& sizes, int64_t axis, bool int64 = false);

// `axis` counted from the front. Throws DiagnosticError if there is no such axis.
int64_t CheckedAxis(const Node& node, int64_t axis, int64_t rank);

}  // namespace passcope::frontend::onnx
