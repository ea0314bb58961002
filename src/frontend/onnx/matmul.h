// Products of tensors of any rank by products of matrices, for real and quantised ones.
#pragma once

#include <utility>

#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// `x`, whose shape is the tensor `shape`, with its leading dimensions as one, so that `rank` are
// left.
Expr FlattenTo(const Expr& x, const Expr& shape, int64_t rank);

// The shapes of two operands, one of which has more than two dimensions, as tensors.
struct BatchShapes {
  Expr a;
  Expr b;
  int64_t a_rank;
  int64_t b_rank;
  Expr batch;  // The leading dimensions of the product.
};
BatchShapes BroadcastBatch(const Expr& a, const Expr& b);
// Both operands with these leading dimensions, flattened into one.
std::pair<Expr, Expr> BroadcastOperands(const Expr& a, const Expr& b, const BatchShapes& shapes);
// A product of flattened operands in its own shape.
Expr UnflattenProduct(const Expr& product, const BatchShapes& shapes);

// numpy.matmul, as TVM's matmul_out_dtype makes it.
Expr MatmulOf(const Expr& a, const Expr& b, DataType out_dtype);

}  // namespace passcope::frontend::onnx
