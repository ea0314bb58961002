// Products of tensors of any rank as products of matrices, for real and quantised tensors.
#pragma once

#include <functional>

#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// Merges the leading dimensions of `x` so that `rank` dimensions remain. The tensor `shape` is the
// shape of `x`.
Expr FlattenTo(const Expr& x, const Expr& shape, int64_t rank);

// Makes a product of matrices, or of batches of them. The arguments are not transposed.
using ProductOf = std::function<Expr(const Expr& a, const Expr& b)>;

// The product of two tensors of rank two or more, at least one of them above two. Leading
// dimensions are broadcast. `dense` multiplies matrices, `batch` batches of them, [n, rows,
// columns].
Expr BatchedProduct(const Expr& a, const Expr& b, const ProductOf& dense, const ProductOf& batch);

// numpy.matmul, as TVM's matmul_out_dtype does it. With `nt`, the second operand of a batched
// product is transposed.
Expr MatmulOf(const Expr& a, const Expr& b, DataType out_dtype, bool nt);

}  // namespace passcope::frontend::onnx
