// What several families of converters share.
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
#define PASSCOPE_ONNX_RENAME(op) [](Node& node) -> Results { return Op(op, node.inputs); }

// A number as TVM's converters write it without a type, which is float32 there; of the type of
// `like` when that is another real type, where TVM's program would not have a type.
inline Expr RealLike(double value, const Expr& like) {
  DataType dtype = DtypeOf(like);
  bool real = dtype.is_float() || dtype.is_bfloat();
  return Const(value, real ? dtype : DataType::Float(32));
}

// Indices from the end of axis `axis` as indices from its beginning (TVM's
// normalize_gather_indices).
Expr NormalizeIndices(const Expr& data, const Expr& indices, int64_t axis);

// Random numbers from 0 to 1, which depend on the seed alone.
Expr UniformOf(int64_t seed, const Ints& shape, DataType dtype);

// Numbers that are computed with must not be out of all measure. Throws DiagnosticError
// (kBadAttribute) for those beyond 2 to the 31.
void CheckMeasure(const Node& node, std::string_view attribute, const Ints& values);

// `axis` counted from the front.
int64_t CheckedAxis(const Node& node, int64_t axis, int64_t rank);

}  // namespace passcope::frontend::onnx
