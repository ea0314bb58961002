// Random numbers. Without a seed in the model, each import uses the same one, so that equal files
// give equal programs.
#include <cstring>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "support/toward_zero.h"

namespace passcope::frontend::onnx {
namespace {

// The initial state for a seed, as TVM's threefry_key makes it.
Expr KeyOf(int64_t seed) {
  NDArray key = MakeNDArray({10}, DataType::UInt(64));
  auto* words = key->mutable_as<uint64_t>();
  std::memset(words, 0, key->nbytes());
  words[0] = static_cast<uint64_t>(seed);
  words[8] = uint64_t{1} << 63;
  return ConstArray(std::move(key));
}

int64_t SeedOf(const Node& node) { return node.Has("seed") ? TowardZero(node.Real("seed")) : 0; }

DataType RealAttribute(const Node& node, DataType fallback) {
  DataType dtype = fallback;
  if (node.Has("dtype")) {
    std::optional<DataType> given = ToDataType(node.Int("dtype"));
    dtype = given ? *given : DataType::Void();
  }
  return dtype;
}

// Generates float32 or float64, and casts to other types.
Expr Random(const char* op, int64_t seed, const Ints& shape, double a, double b, DataType dtype) {
  DataType made = dtype == DataType::Float(64) ? dtype : DataType::Float(32);
  Expr both = Op(op, {KeyOf(seed), Const(a, made), Const(b, made)},
                 {{"out_shape", shape}, {"out_dtype", made}});
  Expr numbers = Field(both, 1);
  return dtype == made ? numbers : Cast(numbers, dtype);
}

Results Uniform(const Node& node, const Ints& shape, DataType dtype) {
  return Random("random.uniform", SeedOf(node), shape, node.Real("low", 0), node.Real("high", 1),
                dtype);
}

Results Normal(const Node& node, const Ints& shape, DataType dtype) {
  return Random("random.normal", SeedOf(node), shape, node.Real("mean", 0), node.Real("scale", 1),
                dtype);
}

Results RandomUniform(Node& node) {
  return Uniform(node, node.GetInts("shape"), RealAttribute(node, DataType::Float(32)));
}
Results RandomUniformLike(Node& node) {
  return Uniform(node, StaticShapeOf(node.In(0)), RealAttribute(node, DtypeOf(node.In(0))));
}
Results RandomNormal(Node& node) {
  return Normal(node, node.GetInts("shape"), RealAttribute(node, DataType::Float(32)));
}
Results RandomNormalLike(Node& node) {
  return Normal(node, StaticShapeOf(node.In(0)), RealAttribute(node, DtypeOf(node.In(0))));
}

Results Multinomial(Node& node) {
  // ONNX has logarithms of probabilities, and Relay has probabilities.
  Expr odds = Op("nn.softmax", {node.In(0)}, {{"axis", -1}});
  Expr both = Op("random.multinomial", {KeyOf(SeedOf(node)), odds},
                 {{"num_samples", node.Int("sample_size", 1)}});
  DataType dtype = DataType::Int(32);
  if (node.Has("dtype")) {
    if (std::optional<DataType> given = ToDataType(node.Int("dtype"))) dtype = *given;
  }
  return Cast(Field(both, 1), dtype);
}

// 1 with the probability that the element of the input gives.
Results Bernoulli(Node& node) {
  const Expr& x = node.In(0);
  DataType made = DtypeOf(x) == DataType::Float(64) ? DtypeOf(x) : DataType::Float(32);
  Expr numbers = UniformOf(SeedOf(node), StaticShapeOf(x), made);
  Expr odds = DtypeOf(x) == made ? x : Cast(x, made);
  return Cast(Less(numbers, odds), RealAttribute(node, DtypeOf(x)));
}

}  // namespace

Expr UniformOf(int64_t seed, const Ints& shape, DataType dtype) {
  return Random("random.uniform", seed, shape, 0, 1, dtype);
}

void AddRandomConverters(ConverterTable& table) {
  table.Add("RandomUniform", {{1, RandomUniform}});
  table.Add("RandomUniformLike", {{1, RandomUniformLike}});
  table.Add("RandomNormal", {{1, RandomNormal}});
  table.Add("RandomNormalLike", {{1, RandomNormalLike}});
  table.Add("Multinomial", {{7, Multinomial}});
  table.Add("Bernoulli", {{15, Bernoulli}});
}

}  // namespace passcope::frontend::onnx
