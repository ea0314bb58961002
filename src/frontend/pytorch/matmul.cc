// Products of matrices.
#include <algorithm>
#include <numeric>

#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// The permutation that swaps the last two of `rank` axes.
Ints LastTwoSwapped(size_t rank) {
  Ints axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  std::swap(axes[rank - 1], axes[rank - 2]);
  return axes;
}

// `shape` without its last `count` lengths, then `tail`.
Ints WithTail(const Ints& shape, size_t count, const Ints& tail) {
  Ints result(shape.begin(), shape.end() - static_cast<ptrdiff_t>(count));
  result.insert(result.end(), tail.begin(), tail.end());
  return result;
}

// Both have three or more axes: one product per index of the leading axes.
Expr Batched(const Expr& a, const Expr& b, const Ints& a_shape, const Ints& b_shape) {
  size_t a_rank = a_shape.size();
  size_t b_rank = b_shape.size();
  Expr left = a_rank == 3 ? a : Reshape(a, Ints{-1, a_shape[a_rank - 2], a_shape[a_rank - 1]});
  Expr right = Transpose(b, LastTwoSwapped(b_rank));
  if (b_rank != 3) right = Reshape(right, Ints{-1, b_shape[b_rank - 1], b_shape[b_rank - 2]});
  Expr product = BatchMatmul(left, right);
  if (a_rank == 3) return product;
  return Reshape(product, WithTail(a_shape, 1, {b_shape[b_rank - 1]}));
}

// The same for leading axes that must be broadcast first.
Expr Broadcast(const TorchCall& call, const Expr& a, const Expr& b, Ints a_shape, Ints b_shape) {
  size_t rank = std::max(a_shape.size(), b_shape.size());
  for (Ints* shape : {&a_shape, &b_shape}) shape->insert(shape->begin(), rank - shape->size(), 1);
  for (size_t i = 0; i + 2 < rank; ++i) {
    Require(call, a_shape[i] == b_shape[i] || a_shape[i] == 1 || b_shape[i] == 1,
            MSG(kTorchArgumentShapesMisfit,
                "the shapes of its arguments cannot be broadcast: an axis has lengths {first} "
                "and {second}",
                a_shape[i], b_shape[i]));
    a_shape[i] = b_shape[i] = std::max(a_shape[i], b_shape[i]);
  }
  return Batched(BroadcastTo(a, a_shape), BroadcastTo(b, b_shape), a_shape, b_shape);
}

// torch.matmul; the cases depend on the ranks.
Expr MatmulOf(const TorchCall& call, Expr a, const Expr& b) {
  Ints a_shape = TorchShape(a);
  Ints b_shape = TorchShape(b);
  size_t a_rank = a_shape.size();
  size_t b_rank = b_shape.size();
  Require(call, a_rank > 0 && b_rank > 0,
          MSG(kTorchArgumentRankTooLow,
              "the rank of its argument must be at least {least}, not {actual}", 1,
              std::min(a_rank, b_rank)));
  if (a_rank > 2 && b_rank > 2) {
    if (Ints(a_shape.begin(), a_shape.end() - 2) == Ints(b_shape.begin(), b_shape.end() - 2)) {
      return Batched(a, b, a_shape, b_shape);
    }
    return Broadcast(call, a, b, a_shape, b_shape);
  }
  if (a_rank == 1 && b_rank != 2) {
    // A row, and its axis is dropped again.
    Expr row = ExpandDims(a, 0);
    if (b_rank == 1) return Squeeze(Dense(row, ExpandDims(b, 0)));
    return Squeeze(MatmulOf(call, row, b), Ints{-2});
  }
  if (a_rank > 2) {
    a = Reshape(a, Ints{-1, a_shape[a_rank - 1]});
  } else if (a_rank == 1) {
    return Squeeze(Matmul(ExpandDims(a, 0), b), Ints{0});
  }
  Expr right;
  if (b_rank > 2) {
    right = Reshape(Transpose(b, LastTwoSwapped(b_rank)), Ints{-1, b_shape[b_rank - 2]});
  } else if (b_rank == 2) {
    right = Transpose(b, Ints{1, 0});
  } else {
    right = ExpandDims(b, 0);
  }
  Expr product = Dense(a, right);
  if (b_rank == 1) product = Squeeze(product, Ints{-1});
  int64_t columns = b_shape[b_rank - 1];
  if (a_rank > 2) {
    // A vector leaves only the leading axes.
    return Reshape(product, WithTail(a_shape, 1, b_rank == 1 ? Ints{} : Ints{columns}));
  }
  if (b_rank > 2) {
    int64_t rows = a_shape[a_rank - 2];
    product = Transpose(Reshape(product, Ints{rows, -1, columns}), Ints{1, 0, 2});
    return Reshape(product, WithTail(b_shape, 2, {rows, columns}));
  }
  return product;
}

PyValue Linear(TorchCall& call) {
  const Expr& data = call.tensor(0);
  const Expr& weight = call.tensor(1);
  Expr product;
  if (RankOf(data) == 2 && RankOf(weight) == 2) {
    product = Dense(data, weight);
  } else if (RankOf(weight) == 1) {
    product = MatmulOf(call, data, weight);
  } else {
    product = MatmulOf(call, data, Transpose(weight, Ints{1, 0}));
  }
  if (!call.get(2).is_expr()) return product;
  const Expr& bias = call.tensor(2);
  if (RankOf(bias) == 1) return BiasAdd(product, bias, -1);
  std::vector<PyValue> operands = {product, bias};
  std::vector<Expr> promoted = PromoteTorch(operands, call);
  return Add(promoted[0], promoted[1]);
}

// beta times argument 0 plus alpha times `product`. A beta of 0 ignores the argument, even NaN.
Expr AddProduct(const TorchCall& call, const Expr& product, bool keep_ones = false) {
  DataType dtype = DtypeOf(product);
  PyValue beta = TorchNumber(call, "beta"), alpha = TorchNumber(call, "alpha");
  auto times = [&](const PyValue& factor, const Expr& data) {
    if (factor.real() == 1 && !keep_ones) return data;
    return Mul(TorchConst(factor, dtype), data);
  };
  Expr scaled = times(alpha, product);
  const Expr& data = call.tensor(0);
  if (beta.real() != 0)
    return keep_ones ? Add(times(beta, data), scaled) : Add(scaled, times(beta, data));
  return scaled;
}

PyValue AddMm(TorchCall& call) {
  Expr right = Transpose(call.tensor(2), Ints{1, 0});
  return AddProduct(call, Dense(call.tensor(1), right, TorchShape(right)[0]));
}

PyValue BatchedAddMm(TorchCall& call) {
  Expr product = BatchMatmul(call.tensor(1), call.tensor(2), DataType::Void(), false, false);
  return AddProduct(call, product, true);
}

// The sum of the batch's products.
PyValue AddBmm(TorchCall& call) {
  Expr product = BatchMatmul(call.tensor(1), call.tensor(2), DataType::Void(), false, false);
  return AddProduct(call, Reduce("sum", product, Ints{0}));
}

PyValue AddMv(TorchCall& call) {
  return AddProduct(call, MatmulOf(call, call.tensor(1), call.tensor(2)));
}

PyValue AddOuter(TorchCall& call) {
  Expr column = ExpandDims(call.tensor(1), 1), row = ExpandDims(call.tensor(2), 0);
  return AddProduct(call, Mul(column, row));
}

}  // namespace

void AddMatmulConverters(TorchConverterTable* table) {
  for (const char* name : {"aten::matmul", "aten::bmm", "aten::mm"}) {
    table->Add(name, [](TorchCall& call) -> PyValue {
      return MatmulOf(call, call.tensor(0), call.tensor(1));
    });
  }
  table->Add("aten::linear", Linear);
  table->Add("aten::addmm", AddMm);
  table->Add("aten::baddbmm", BatchedAddMm);
  table->Add("aten::addbmm", AddBmm);
  table->Add("aten::addmv", AddMv);
  table->Add("aten::addr", AddOuter);
  table->Add("aten::dot", [](TorchCall& call) -> PyValue {
    return Reduce("sum", Mul(call.tensor(0), call.tensor(1)), std::nullopt);
  });
  table->Add("aten::mv", [](TorchCall& call) -> PyValue {
    return Squeeze(Dense(call.tensor(0), ExpandDims(call.tensor(1), 0)));
  });
}

}  // namespace passcope::frontend
