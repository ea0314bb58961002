// Products of matrices.
#include "frontend/onnx/matmul.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "ir/structural.h"

namespace passcope::frontend::onnx {

namespace {

bool IsEmpty(const Ints& shape) { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

}  // namespace

Expr FlattenTo(const Expr& x, const Expr& shape, int64_t rank) {
  int64_t dims = StaticShapeOf(shape)[0];
  if (dims == rank) return x;
  if (!IsDynamic(x) && IsEmpty(StaticShapeOf(x))) {
    // In a new shape, -1 does not divide by 0, and 0 means the old size.
    Ints sizes = StaticShapeOf(x);
    uint64_t rows = 1;
    while (static_cast<int64_t>(sizes.size()) >= rank) {
      rows *= static_cast<uint64_t>(sizes.front());
      sizes.erase(sizes.begin());
    }
    sizes.insert(sizes.begin(), static_cast<int64_t>(rows));
    return Reshape(x, sizes, true);
  }
  Expr newshape = Concatenate(
      {ConstInts(Ints{-1}, DtypeOf(shape)), StridedSlice(shape, Ints{dims - rank + 1}, Ints{dims})},
      0);
  return Reshape(x, FoldConstant(newshape));
}

Expr BatchedProduct(const Expr& a, const Expr& b, const ProductOf& dense, const ProductOf& batch) {
  Expr a_shape = ShapeTensor(a);
  Expr b_shape = ShapeTensor(b);
  int64_t a_rank = RankOf(a);
  int64_t b_rank = RankOf(b);
  auto lengthen = [](const Expr& shape, int64_t by) {
    if (by <= 0) return shape;
    return Concatenate({ConstInts(Ints(static_cast<size_t>(by), 1), DtypeOf(shape)), shape}, 0);
  };
  Expr long_a = lengthen(a_shape, b_rank - a_rank);
  Expr long_b = lengthen(b_shape, a_rank - b_rank);
  std::vector<Expr> leading;
  bool empty = MayBeEmpty(a) || MayBeEmpty(b);
  for (int64_t i = 0; i < std::max(a_rank, b_rank) - 2; ++i) {
    Expr of_a = StridedSlice(long_a, Ints{i}, Ints{i + 1});
    Expr of_b = StridedSlice(long_b, Ints{i}, Ints{i + 1});
    // A size of 1 stretches to 0, too, so the greater size is wrong where 0 may occur.
    leading.push_back(empty ? Where(Op("equal", {of_a, ConstInt(1, kInt64)}), of_b, of_a)
                            : Op("maximum", {of_b, of_a}));
  }
  Expr batch_shape = Concatenate(leading, 0);

  Expr product;
  if (b_rank == 2 && !IsDynamic(b)) {
    product = dense(FlattenTo(a, a_shape, 2), b);
  } else {
    auto broadcast = [&](const Expr& operand, const Expr& shape, int64_t rank) {
      Expr wanted = FoldConstant(
          Concatenate({batch_shape, StridedSlice(shape, Ints{rank - 2}, Ints{rank})}, 0));
      Expr wide = StructuralEqual(shape, wanted) ? operand : BroadcastTo(operand, wanted);
      return FlattenTo(wide, ShapeTensor(wide), 3);
    };
    Expr wide_a = broadcast(a, a_shape, a_rank);
    product = batch(wide_a, broadcast(b, b_shape, b_rank));
  }
  Expr shape = Concatenate({batch_shape, StridedSlice(a_shape, Ints{a_rank - 2}, Ints{a_rank - 1}),
                            StridedSlice(b_shape, Ints{b_rank - 1}, Ints{b_rank})},
                           0);
  return Reshape(product, FoldConstant(shape), empty);
}

Expr MatmulOf(const Expr& a, const Expr& b, DataType out_dtype, bool nt) {
  int64_t a_rank = RankOf(a);
  int64_t b_rank = RankOf(b);
  if (a_rank > 2 || b_rank > 2) {
    // A vector times a batch of matrices, which TVM does not do.
    if (a_rank == 1) return Squeeze(MatmulOf(ExpandDims(a, 0), b, out_dtype, nt), Ints{-2});
    if (b_rank == 1) return Squeeze(MatmulOf(a, ExpandDims(b, 1), out_dtype, nt), Ints{-1});
    return BatchedProduct(
        a, b,
        [&](const Expr& x, const Expr& y) {
          return Dense(x, Transpose(y), std::nullopt, out_dtype);
        },
        [&](const Expr& x, const Expr& y) {
          return nt ? BatchMatmul(x, Transpose(y, Ints{0, 2, 1}), out_dtype)
                    : BatchMatmul(x, y, out_dtype, false, false);
        });
  }
  if (a_rank == 1 || b_rank == 1) {
    Ints axes;
    Expr left = a;
    Expr right = b;
    if (a_rank == 1) {
      left = ExpandDims(a, 0);
      axes.push_back(0);
    }
    if (b_rank == 1) {
      right = ExpandDims(b, 1);
      axes.push_back(-1);
    }
    return Squeeze(Matmul(left, right, out_dtype == DtypeOf(a) ? DataType::Void() : out_dtype),
                   axes);
  }
  return Dense(a, Transpose(b, Ints{1, 0}), std::nullopt, out_dtype);
}

namespace {

bool UsesNt(const Node& node) { return node.graph.import().options.use_nt_batch_matmul; }

Results MatMul(Node& node) {
  node.TakesInputs(2, 2);
  return MatmulOf(node.In(0), node.In(1), DtypeOf(node.In(0)), UsesNt(node));
}

Results MatMulInteger16(Node& node) {
  node.TakesInputs(2, 2);
  DataType a = DtypeOf(node.In(0));
  DataType b = DtypeOf(node.In(1));
  if (a.bits != 16 || b.bits != 16 || a.is_float() || b.is_float()) {
    node.Fail(DiagKind::kBadDtype,
              MSG(kOnnxIntegerWidthUnsupported,
                  "{operator} takes int16 and uint16, not {a} and {b}", node.op, a.str(), b.str()));
  }
  bool both = a.is_uint() && b.is_uint();
  return MatmulOf(node.In(0), node.In(1), both ? DataType::UInt(32) : DataType::Int(32),
                  UsesNt(node));
}

// alpha * A * B + beta * C, with A and B transposed or not.
Results Gemm(Node& node) {
  node.TakesInputs(2, 3);
  Expr a = node.In(0);
  Expr b = node.In(1);
  Expr c = node.Maybe(2);
  DataType dtype = DtypeOf(a);
  int64_t rank = RankOf(a);
  double alpha = node.Real("alpha", 1);
  double beta = node.Real("beta", 1);
  bool transpose_b = node.Int("transB", 0) != 0;
  if (RankOf(b) != 2) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxInputNotMatrix, "input {index} of {operator} must be a matrix, not {type}",
                  1, node.op, TypeText(b->checked_type())));
  }
  Dim channels = ShapeOf(b)[transpose_b ? 0 : 1];
  if (node.Int("transA", 0) != 0) a = Transpose(a, Ints{1, 0});
  if (!transpose_b) b = Transpose(b, Ints{1, 0});
  if (rank != 2) a = Op("nn.batch_flatten", {a});
  if (alpha != 1) a = Mul(a, Const(alpha, dtype));
  Expr out =
      Dense(a, b, channels.is_const() ? std::optional<int64_t>(channels.value()) : std::nullopt);
  if (!c) return out;
  return Add(out, beta == 1 ? c : Mul(Const(beta, dtype), c));
}

// Caffe2's fully connected layer.
Results FullyConnected(Node& node) {
  node.TakesInputs(2, 3);
  Expr out = Dense(node.In(0), node.In(1));
  return node.Maybe(2) ? BiasAdd(out, node.In(2)) : out;
}

// A row of coefficients and an intercept for each target.
Results LinearRegressor(Node& node) {
  node.TakesInputs(1, 1);
  Expr data = node.In(0);
  std::string_view transform = node.Text("post_transform", "NONE");
  if (transform != "NONE") {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                  "post_transform"));
  }
  std::vector<double> coefficients = node.Reals("coefficients");
  int64_t targets = node.Int("targets", 1);
  auto count = static_cast<int64_t>(coefficients.size());
  if (targets < 1 || targets > count || count % targets != 0) {
    node.FailAttribute("targets", std::to_string(targets));
  }
  int64_t features = count / targets;
  if (DtypeOf(data) != DataType::Float(32)) data = Cast(data, DataType::Float(32));
  Expr weight = Reshape(ConstReals(coefficients), Ints{targets, features});
  if (RankOf(data) == 0) node.CheckRank(0, 2);
  // Features beyond the coefficients are ignored.
  const Dim& given = ShapeOf(data).back();
  if (given.is_const() && given.value() > features) {
    data = Field(SplitAt(data, Ints{features}, -1), 0);
  }
  Expr out = Dense(data, weight);
  if (!node.Has("intercepts")) return out;
  Expr intercepts = ConstReals(node.Reals("intercepts"));
  return targets == 1 ? BiasAdd(out, intercepts, -1) : Add(out, intercepts);
}

}  // namespace

void AddMatmulConverters(ConverterTable& table) {
  table.Add("MatMul", {{1, MatMul}});
  table.Add("com.microsoft", "MatMulInteger16", {{10, MatMulInteger16}});
  table.Add("Gemm", {{1, Gemm}});
  table.Add("FC", {{1, FullyConnected}});
  table.Add("ai.onnx.ml", "LinearRegressor", {{1, LinearRegressor}});
}

}  // namespace passcope::frontend::onnx
