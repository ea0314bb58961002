// Operators of onnxruntime (com.microsoft) and of PyTorch's exporter (org.pytorch.aten).
#include <cmath>
#include <string>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"

namespace passcope::frontend::onnx {
namespace {

void NeedVector(const Node& node, size_t i) {
  if (RankOf(node.In(i)) == 1) return;
  node.Fail(DiagKind::kBadRank,
            MSG(kOnnxInputNotVector, "input {index} of {operator} must be a vector, not {type}", i,
                node.op, TypeText(node.In(i)->checked_type())));
}

Expr GeluOf(const Expr& x) {
  DataType dtype = DtypeOf(x);
  Expr half = Mul(Const(0.5, dtype), x);
  Expr erf = Op("erf", {Div(x, Const(std::sqrt(2.0), dtype))});
  return Mul(half, Add(Const(1, dtype), erf));
}

Results BiasGelu(Node& node) {
  NeedVector(node, 1);
  return GeluOf(Add(node.In(0), node.In(1)));
}

Expr FastGeluOf(const Expr& x) {
  DataType dtype = DtypeOf(x);
  double root = std::sqrt(2 / M_PI);
  Expr half = Mul(Const(0.5, dtype), x);
  Expr first = Mul(Const(root, dtype), x);
  Expr third = Mul(Const(0.044715 * root, dtype), Op("power", {x, Const(3, dtype)}));
  return Mul(half, Add(Const(1, dtype), Op("tanh", {Add(first, third)})));
}

Results FastGelu(Node& node) {
  Expr x = node.In(0);
  if (node.Maybe(1)) {
    NeedVector(node, 1);
    x = Add(x, node.In(1));
  }
  return FastGeluOf(x);
}

// ONNX's own operator of version 20 can approximate.
Results Gelu(Node& node) {
  std::string_view approximate = node.Text("approximate", "none");
  if (approximate != "none" && approximate != "tanh")
    node.FailAttribute("approximate", approximate);
  return approximate == "none" ? GeluOf(node.In(0)) : FastGeluOf(node.In(0));
}

// Normalises over the last axis.
Expr LayerNorm(const Expr& x, double epsilon, const Expr& gamma, const Expr& beta) {
  Expr mean = Reduce("mean", x, Ints{-1}, true);
  Expr variance = Variance(x, Ints{-1}, true, mean);
  Expr deviation = Op("sqrt", {Add(variance, Const(epsilon, DtypeOf(x)))});
  Expr output = Mul(Div(Sub(x, mean), deviation), gamma);
  return beta ? Add(output, beta) : output;
}

Results EmbedLayerNormalization(Node& node) {
  const Expr& ids = node.In(0);
  Expr segments = node.Maybe(1);
  Ints shape = StaticShapeOf(ids);
  if (shape.size() != 2) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxInputNotMatrix, "input {index} of {operator} must be a matrix, not {type}",
                  0, node.op, TypeText(ids->checked_type())));
  }
  Expr positions = node.Maybe(8);
  if (!positions) {
    NDArray numbers = MakeNDArray(shape, kInt32);
    for (size_t i = 0; i < numbers->size(); ++i) {
      StoreInt(numbers, i, static_cast<int64_t>(i) % shape[1]);
    }
    positions = ConstArray(numbers);
  }
  Expr sum = Add(Take(node.In(2), ids, 0), Take(node.In(3), positions, 0));
  if (segments) sum = Add(sum, Take(node.In(4), segments, 0));
  Expr norm = LayerNorm(sum, node.Real("epsilon", 1e-12), node.In(5), node.In(6));
  Expr mask = node.Maybe(7) ? Reduce("sum", node.In(7), Ints{1})
                            : ConstInts(Ints(static_cast<size_t>(shape[0]), 0), kInt32);
  if (node.num_outputs() > 2) return Results::Of({norm, mask, sum});
  return Results::Of({norm, mask});
}

Results SkipLayerNormalization(Node& node) {
  Expr x = Add(node.In(0), node.In(1));
  if (node.Maybe(4)) x = Add(x, node.In(4));
  Expr output = LayerNorm(x, node.Real("epsilon", 1e-12), node.In(2), node.Maybe(3));
  // onnxruntime does not compute mean and deviation either.
  Expr placeholder = Const(0);
  return Results::Of({output, placeholder, placeholder});
}

Expr ReverseReshape(const Expr& data, const Ints& shape) {
  return Op("contrib_reverse_reshape", {data}, {{"newshape", shape}});
}

// Self-attention of transformers, with a mask of (batch, sequence).
Results Attention(Node& node) {
  int64_t heads = node.Int("num_heads");
  const Expr& x = node.In(0);
  const Expr& weight = node.In(1);
  const Expr& bias = node.In(2);
  Ints shape = StaticShapeOf(x);
  Ints bias_shape = StaticShapeOf(bias);
  auto unsupported = [&](Message message) {
    node.Fail(DiagKind::kUnsupported, std::move(message));
  };
  if (node.Has("qkv_hidden_sizes")) {
    unsupported(MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                    "qkv_hidden_sizes"));
  }
  if (node.Int("unidirectional", 0) != 0) {
    unsupported(MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                    "unidirectional"));
  }
  if (node.Maybe(4))
    unsupported(MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                    "past"));
  if (node.Maybe(5))
    unsupported(MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                    "extra_add"));
  if (shape.size() != 3 || bias_shape.size() != 1 || heads < 1 ||
      bias_shape[0] % (3 * heads) != 0) {
    unsupported(MSG(kOnnxAttentionParametersMisfit,
                    "{operator} with {heads} heads needs a 3D input and a bias length divisible by "
                    "3 * {heads}, not {input} and {bias}",
                    node.op, heads, TypeText(x->checked_type()), TypeText(bias->checked_type())));
  }
  int64_t batch = shape[0], length = shape[1];
  int64_t hidden = bias_shape[0] / 3;
  int64_t head_size = hidden / heads;
  const Expr& mask = node.In(3);
  if (StaticShapeOf(mask) != Ints{batch, length}) {
    unsupported(MSG(
        kOnnxAttentionMaskForm,
        "the mask index of {operator} must have the shape ({batch}, {length}), but it is {type}",
        node.op, batch, length, TypeText(mask->checked_type())));
  }
  std::vector<Expr> weights = FieldsOf(SplitParts(weight, 3, 1));
  std::vector<Expr> biases = FieldsOf(SplitParts(bias, 3, 0));
  Expr rows = ReverseReshape(x, {-1, 0});
  Expr qkv[3];
  for (size_t i = 0; i < 3; ++i) {
    Expr all = Add(Matmul(rows, weights[i]), biases[i]);
    all = Transpose(Reshape(all, Ints{batch, length, heads, head_size}), Ints{0, 2, 1, 3});
    qkv[i] = ReverseReshape(all, {-1, 0, 0});
  }
  Ints present_shape = {batch, heads, length, head_size};
  Expr present = Stack({Reshape(qkv[1], present_shape), Reshape(qkv[2], present_shape)}, 0);
  Expr scores = BatchMatmul(qkv[0], qkv[1], DataType::Void(), false, true);
  DataType dtype = DtypeOf(scores);
  scores = Div(scores, Const(std::sqrt(static_cast<double>(head_size)), dtype));
  scores = Reshape(scores, Ints{batch, heads, length, length});
  Expr hide = ExpandDims(Cast(mask, dtype), 1, 2);
  hide = Mul(Sub(Const(1, dtype), hide), Const(-10000, dtype));
  scores = Reshape(Add(scores, hide), Ints{batch * heads, length, length});
  Expr output = BatchMatmul(Softmax(scores, -1), qkv[2], DataType::Void(), false, false);
  output = Transpose(ReverseReshape(output, {-1, heads, 0, 0}), Ints{0, 2, 1, 3});
  return Results::Of({Reshape(output, Ints{0, 0, hidden}), present});
}

// --- org.pytorch.aten

Results AtenIndexPut(Node& node) {
  size_t count = node.num_inputs();
  if (count < 4) node.TakesInputs(4, 4);
  Expr values = node.In(count - 2);
  bool accumulate = FirstInt(node.NeedValueOf(count - 1)) != 0;
  std::vector<Expr> indices;
  for (size_t i = 1; i + 2 < count; ++i) indices.push_back(node.In(i));
  if (RankOf(values) != 1) {
    // One index per element, with the last axis fastest.
    Ints sizes;
    for (Expr& index : indices) {
      index = Reshape(index, Ints{-1});
      sizes.push_back(StaticShapeOf(index)[0]);
      CheckMeasure(node, "indices", {sizes.back()});
    }
    int64_t before = 1;
    for (size_t i = 0; i < indices.size(); ++i) {
      int64_t behind = 1;
      for (size_t k = i + 1; k < sizes.size(); ++k) {
        behind *= sizes[k];
        CheckMeasure(node, "indices", {behind});
      }
      indices[i] = FoldConstant(
          Op("repeat", {Tile(indices[i], Ints{before})}, {{"repeats", behind}, {"axis", 0}}));
      before *= sizes[i];
      CheckMeasure(node, "indices", {before});
    }
    values = Reshape(values, Ints{-1});
  }
  return Op("scatter_nd", {node.In(0), Stack(indices, 0), values},
            {{"mode", accumulate ? "add" : "update"}});
}

Results AtenEmbeddingBag(Node& node) {
  constexpr const char* kReductions[] = {"sum", "mean", "max"};
  int64_t mode = node.Int("mode", 1);
  if (mode < 0 || mode > 2) node.FailAttribute("mode", std::to_string(mode));
  Expr bags = Take(ShapeTensor(node.In(2)), ConstInt(0, kInt64));
  Expr shape = FoldConstant(Stack({bags, ConstInt(-1, kInt64)}, 0));
  Expr indices = Cast(Reshape(node.In(1), shape), kInt64);
  Expr output = Reduce(kReductions[mode], Take(node.In(0), indices, 0), Ints{1});
  Expr unused = Const(0);
  return Results::Of({output, unused, unused, unused});
}

// PyTorch exports an operator that ONNX does not have as ATen, with its name as an attribute.
Results Aten(Node& node) {
  std::string_view op = node.Text("operator");
  node.AllInputs();  // Not all of PyTorch's arguments matter.
  if (op == "size") {
    return Take(ShapeOfCall(node.In(0), kInt64), ConstInt(-1, kInt64), 0, "wrap");
  }
  if (op == "arange") return Arange(node.In(0), node.In(1), node.In(2), kInt64);
  if (op == "index_put") return AtenIndexPut(node);
  if (op == "reshape") return Reshape(node.In(0), node.In(1));
  if (op == "embedding_bag") return AtenEmbeddingBag(node);
  node.Fail(DiagKind::kUnsupported,
            MSG(kOnnxOperatorUnsupported, "Operator {operator} is not supported.", op));
}

}  // namespace

void AddContribConverters(ConverterTable& table) {
  constexpr std::string_view kMicrosoft = "com.microsoft";
  table.Add(kMicrosoft, "Gelu", {{1, Gelu}});
  table.Add(kMicrosoft, "FastGelu", {{1, FastGelu}});
  table.Add(kMicrosoft, "BiasGelu", {{1, BiasGelu}});
  table.Add(kMicrosoft, "EmbedLayerNormalization", {{1, EmbedLayerNormalization}});
  table.Add(kMicrosoft, "SkipLayerNormalization", {{1, SkipLayerNormalization}});
  table.Add(kMicrosoft, "Attention", {{1, Attention}});
  table.Add("org.pytorch.aten", "ATen", {{1, Aten}});
}

}  // namespace passcope::frontend::onnx
