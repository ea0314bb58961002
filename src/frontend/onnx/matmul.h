// Products of tensors of any rank by products of matrices, for real and quantised ones.
#pragma once

#include <functional>

#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// `x`, whose shape is the tensor `shape`, with its leading dimensions as one, so that `rank` are
// left.
Expr FlattenTo(const Expr& x, const Expr& shape, int64_t rank);

// How the products of matrices are made: the arguments are not transposed.
using ProductOf = std::function<Expr(const Expr& a, const Expr& b)>;

// The product of two tensors of at least two dimensions, one of which has more: leading dimensions
// are broadcast. `dense` multiplies matrices, `batch` batches of them, [n, rows, columns].
Expr BatchedProduct(const Expr& a, const Expr& b, const ProductOf& dense, const ProductOf& batch);

// numpy.matmul, as TVM's matmul_out_dtype makes it; with `nt` batches are multiplied by transposed
// ones.
Expr MatmulOf(const Expr& a, const Expr& b, DataType out_dtype, bool nt);

}  // namespace passcope::frontend::onnx
