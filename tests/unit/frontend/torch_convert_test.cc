// Converters of TorchScript: arithmetic, activations, reductions, shapes, slices, creation,
// convolutions, normalization, products, indices, resizing, losses. One file of
// tests/golden/frontend/pytorch has the programs of a family, without types, as TVM prints them.
#include <catch2/catch.hpp>
#include <cmath>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"

namespace passcope::frontend {
namespace {

const DataType kFloat = DataType::Float(32);
const DataType kInt64 = DataType::Int(64);
const DataType kBool = DataType::Bool();

// Programs of models with the inputs "x", "y" and "z".
class Family {
 public:
  explicit Family(std::string name) : name_(std::move(name)) {}
  void Check() const { CheckTorchGolden(name_, text_); }

  Family& Of(std::vector<Ints> shapes, DataType dtype = kFloat) {
    model_ = TorchModel();
    const char* names[] = {"x", "y", "z"};
    for (size_t i = 0; i < shapes.size(); ++i) {
      model_.inputs.push_back(TorchInputShape(names[i], shapes[i], dtype));
    }
    return *this;
  }
  Family& Type(size_t input, DataType dtype) {
    model_.inputs[input].dtype = dtype;
    return *this;
  }
  // A weight of zeros, as a name of the code.
  Family& Weight(const std::string& name, const Ints& shape) {
    size_t count = 1;
    for (int64_t dim : shape) count *= static_cast<size_t>(dim);
    std::string value = model_.builder.Floats(shape, std::vector<float>(count));
    model_.members.push_back({name, "Tensor", value});
    return *this;
  }
  // Adds an expression, or statements with a return.
  Family& Add(const std::string& code) {
    CAPTURE(code);
    TorchModel model = model_;
    model.body = "";
    for (const TorchBuilder::Member& member : model.members) {
      model.body += member.name + " = self." + member.name + "\n";
    }
    model.body += code.find("return") == std::string::npos ? "return " + code : code;
    IRModule module = model.Import().module;
    PrintOptions print = PrintOptions::Str();
    std::string text = PrintModule(module, print);
    text_ +=
        "// " + code.substr(0, code.find('\n')) + "\n" + text.substr(text.find("def @")) + "\n";
    InferTypes(module);
    return *this;
  }

 private:
  std::string name_;
  std::string text_;
  TorchModel model_;
};

TEST_CASE("TorchScript: arithmetic", "[frontend]") {
  Family family("arithmetic");
  family.Of({{2, 3}, {2, 3}});
  for (const char* op : {"add", "sub", "mul", "div", "true_divide", "floor_divide", "pow", "fmod",
                         "remainder", "maximum", "minimum", "max", "min"}) {
    family.Add("torch." + std::string(op) + "(x, y)");
  }
  for (const char* op : {"lt", "gt", "le", "ge", "ne", "eq"}) {
    family.Add("torch." + std::string(op) + "(x, 2)");
  }
  family.Add("torch.sub(x, y, alpha=2)")
      .Add("torch.rsub(x, 1)")
      .Add("torch.rsub(x, y, alpha=2)")
      .Add("torch.add(x, 2.5)")
      .Add("torch.mul(x, True)")
      .Add("torch.add_(x, y)")
      .Add("torch.addcdiv(x, y, y, value=0.5)")
      .Add("torch.addcmul(x, y, y)")
      .Add("torch.lerp(x, y, 0.25)")
      .Add("torch.lerp(x, y, y)");
  // Types are promoted as in PyTorch.
  family.Of({{2, 3}, {2, 3}}, kInt64)
      .Add("torch.div(x, 2)")
      .Add("torch.div(x, y)")
      .Add("torch.add(x, 2)")
      .Add("torch.mul(x, 0.5)")
      .Add("torch.__iand__(x, y)")
      .Add("torch.__ior__(x, y)")
      .Add("torch.__ixor__(x, y)")
      .Add("torch.__lshift__(x, 2)")
      .Add("torch.__rshift__(x, 2)")
      .Add("torch.bitwise_not(x)")
      .Add("torch.bitwise_xor(x, y)");
  family.Of({{2, 3}, {2, 3}}, DataType::Int(32))
      .Type(1, DataType::Float(16))
      .Add("torch.add(x, y)");
  family.Of({{2, 3}, {2, 3}}, kBool)
      .Add("torch.add(x, 1)")
      .Add("torch.logical_and(x, y)")
      .Add("torch.__and__(x, y)")
      .Add("torch.logical_xor(x, y)")
      .Add("torch.logical_not(x)")
      .Add("torch.bitwise_not(x)")
      .Add("torch.bitwise_xor(x, y)");
  family.Check();
}

TEST_CASE("TorchScript: functions of elements", "[frontend]") {
  Family family("unary");
  family.Of({{2, 3}});
  for (const char* op :
       {"abs",   "neg",   "cos",   "cosh",   "sin",        "sinh",   "tan",   "tanh",
        "acos",  "asin",  "atan",  "log",    "log2",       "log10",  "exp",   "erf",
        "trunc", "sign",  "sqrt",  "rsqrt",  "ceil",       "floor",  "round", "isfinite",
        "isinf", "isnan", "log1p", "square", "reciprocal", "detach", "clone", "contiguous"}) {
    family.Add("torch." + std::string(op) + "(x)");
  }
  family.Add("torch.clamp(x, 0, 1)")
      .Add("torch.clamp(x, None, 1.5)")
      .Add("torch.clamp_min(x, 0.5)")
      .Add("torch.clamp_max(x, 0.5)")
      .Add("torch.to(x, 5)")
      .Add("torch.to(x, 6)")
      .Add("torch.to(x, torch.device(\"cpu\"), 7)")
      .Add("torch.to(x, dtype=3, layout=0, device=torch.device(\"cpu\"))");
  family.Of({{2}, {2}}, kInt64).Type(1, kFloat).Add("torch.type_as(x, y)").Add("torch.clamp(x, 1)");
  family.Check();
}

TEST_CASE("TorchScript: activations", "[frontend]") {
  Family family("activations");
  family.Of({{2, 4, 6}}).Weight("w", {4});
  for (const char* op : {"relu", "relu_", "relu6", "selu", "silu", "gelu", "hardsigmoid",
                         "hardswish", "log_sigmoid", "sigmoid"}) {
    family.Add("torch." + std::string(op) + "(x)");
  }
  family.Add("torch.prelu(x, w)")
      .Add("torch.leaky_relu(x)")
      .Add("torch.elu(x, 0.5)")
      .Add("torch.celu(x, 2)")
      .Add("torch.glu(x, 1)")
      .Add("torch.softplus(x)")
      .Add("torch.hardtanh_(x, 0., 6.)")
      .Add("torch.threshold(x, 0, 0)")
      .Add("torch.softmax(x, 1)")
      .Add("torch.log_softmax(x, -1)")
      .Add("torch.dropout(x, 0.5, False)")
      .Add("torch.feature_dropout(x, 0.5, False)");
  family.Check();
}

TEST_CASE("TorchScript: reductions", "[frontend]") {
  Family family("reductions");
  family.Of({{2, 3, 4}})
      .Add("torch.sum(x)")
      .Add("torch.sum(x, [1])")
      .Add("torch.sum(x, [-1, 0], True)")
      .Add("torch.prod(x, 1)")
      .Add("torch.argmax(x, 1)")
      .Add("torch.argmin(x)")
      .Add("torch.mean(x)")
      .Add("torch.mean(x, [2, 1], True)")
      .Add("torch.norm(x, 2, [1], False)")
      .Add("torch.norm(x, float(\"inf\"), [1], True)")
      .Add("torch.frobenius_norm(x, [1], True)")
      .Add("torch.std(x, [1], False, True)")
      .Add("torch.var(x, True)")
      .Add("_0, _1 = torch.var_mean(x, [1], True, False)\nreturn torch.add(_0, _1)")
      .Add("torch.logsumexp(x, [1])")
      .Add("torch.all(x)")
      .Add("torch.any(x, 1, True)")
      .Add("torch.max(x)")
      .Add("_0, _1 = torch.max(x, 1, True)\nreturn _0")
      .Add("_0, _1 = torch.min(x, 1)\nreturn _0")
      .Add("torch.amax(x, [1], True)")
      .Add("torch.amin(x)");
  family.Check();
}

TEST_CASE("TorchScript: shapes", "[frontend]") {
  Family family("shapes");
  family.Of({{2, 3, 4}, {3, 4}})
      .Add("torch.unsqueeze(x, 1)")
      .Add("torch.squeeze(torch.unsqueeze(x, 1))")
      .Add("torch.squeeze(torch.unsqueeze(x, 1), 1)")
      .Add("torch.cat([x, x], -1)")
      .Add("torch.stack([x, x], 1)")
      .Add("torch.transpose(x, -2, -1)")
      .Add("torch.t(y)")
      .Add("torch.permute(x, [2, 0, 1])")
      .Add("torch.numpy_T(y)")
      .Add("torch.flatten(x, 1)")
      .Add("torch.flatten(x)")
      .Add("torch.view(x, [2, -1])")
      .Add("torch.reshape(x, [6, 4])")
      .Add("torch.reshape_as(y, torch.view(y, [4, 3]))")
      .Add(
          "_0 = int(ops.prim.NumToTensor(torch.size(x, 0)))\n"
          "_1 = torch.floor_divide(ops.prim.NumToTensor(torch.size(x, -1)), 2)\n"
          "return torch.view(x, [_0, 3, 2, int(_1)])")
      .Add("torch.reshape(x, [torch.mul(2, 3), -1])")
      .Add("torch.view(x, torch.size(x))")
      .Add("torch.numel(x)")
      .Add("torch._shape_as_tensor(x)")
      .Add("torch.expand(torch.unsqueeze(y, 1), [3, 5, -1])")
      .Add("torch.expand(y, [2, -1, -1])")
      .Add("torch.expand_as(y, x)")
      .Add("_0, _1, = torch.broadcast_tensors([x, y])\nreturn torch.add(_0, _1)")
      .Add("torch.repeat(x, [1, 2, 1])")
      .Add("torch.repeat_interleave(x, 2, 1)")
      .Add("torch.repeat_interleave(x, 2)")
      .Add("torch.pad(x, [1, 2])")
      .Add("torch.pad(x, [1, 1], \"reflect\")")
      .Add("torch.pad(x, [1, 1], \"replicate\")")
      .Add("torch.pad(x, [0, 0])")
      .Add("torch.constant_pad_nd(x, [1, 2, 3, 4], 0.5)")
      .Add("torch.reflection_pad1d(x, [1, 1])")
      .Add("torch.replication_pad1d(x, [1, 1])");
  family.Check();
}

TEST_CASE("TorchScript: slices", "[frontend]") {
  Family family("slices");
  family.Of({{6, 7}})
      .Add("torch.slice(x, 0, 0, 9223372036854775807)")
      .Add("torch.slice(x, 1, 2, 9223372036854775807)")
      .Add("torch.slice(x, -1, 0, -1, 2)")
      .Add("torch.slice(x, 0, 1, torch.sub(torch.size(x, 0), 2))")
      .Add("torch.narrow(x, 1, 2, 3)")
      .Add("_0, _1, = torch.split(x, 3)\nreturn torch.add(_0, _1)")
      .Add("_0, _1, = torch.split_with_sizes(x, [2, 5], 1)\nreturn (_0, _1)")
      .Add("_0, = torch.split_with_sizes(x, [6])\nreturn _0")
      .Add("_0, _1, _2, = torch.chunk(x, 3, 0)\nreturn torch.add(_0, _2)")
      .Add("_0, _1, _2, = torch.chunk(x, 3, 1)\nreturn torch.cat([_0, _1, _2], 1)")
      .Add("torch.select(x, 1, -1)")
      .Add("_0, _1, _2, _3, _4, _5, = torch.unbind(x)\nreturn torch.add(_0, _5)");
  family.Of({{6, 7}, {3}}, kInt64)
      .Type(0, kFloat)
      .Add("torch.index_select(x, 1, y)")
      .Add("torch.take(x, y)");
  family.Check();
}

TEST_CASE("TorchScript: creation", "[frontend]") {
  Family family("creation");
  family.Of({{2, 3}})
      .Add("torch.add(x, torch.zeros([2, 3]))")
      .Add(
          "torch.add(x, torch.ones([2, 3], dtype=7, layout=None, device=torch.device(\"cpu\"), "
          "pin_memory=False))")
      .Add("torch.add(x, torch.full([torch.size(x, 0), 1], 0.5))")
      .Add("torch.zeros_like(x)")
      .Add("torch.ones_like(x, dtype=4)")
      .Add("torch.full_like(x, 2)")
      .Add("torch.new_ones(x, [4])")
      .Add("torch.new_full(x, [4], 3)")
      .Add("torch.new_empty(x, [2])")
      .Add("torch.empty_like(x)")
      .Add("torch.add(x, torch.empty([2, 3], dtype=6, layout=0, device=None, pin_memory=None))")
      .Add("torch.zero_(x)")
      .Add("torch.fill_(x, 2)")
      .Add("torch.mul(x, torch.arange(3))")
      .Add("torch.mul(x, torch.arange(1, 4., 1))")
      .Add("torch.mul(x, torch.arange(0, torch.size(x, 1), dtype=6))")
      .Add("torch.mul(x, torch.scalar_tensor(2., dtype=6))");
  family.Check();
}

TEST_CASE("TorchScript: convolutions and pooling", "[frontend]") {
  Family family("convolutions");
  auto conv = [](const std::string& ones, const std::string& zeros, bool transposed, int groups) {
    return "torch._convolution(x, w, None, " + ones + ", " + zeros + ", " + ones + ", " +
           (transposed ? "True" : "False") + ", " + zeros + ", " + std::to_string(groups) +
           ", False, False, True, True)";
  };
  family.Of({{1, 4, 8}}).Weight("w", {6, 4, 3}).Add(conv("[1]", "[1]", false, 1));
  family.Of({{1, 4, 8}}).Weight("w", {4, 2, 3}).Add(conv("[1]", "[0]", false, 2));
  family.Of({{1, 4, 8}}).Weight("w", {4, 6, 3}).Add(conv("[1]", "[0]", true, 1));
  family.Of({{1, 4, 8, 8}})
      .Weight("w", {8, 1, 3, 3})
      .Weight("b", {8})
      .Add(
          "torch._convolution(x, w, b, [2, 2], [1, 1], [1, 1], False, [0, 0], 4, False, False, "
          "True, True)");
  family.Of({{1, 4, 8, 8}})
      .Weight("w", {4, 3, 2, 2})
      .Add(
          "torch._convolution(x, w, None, [2, 2], [0, 0], [1, 1], True, [1, 1], 1, False, False, "
          "True)");
  family.Of({{1, 2, 4, 4, 4}})
      .Weight("w", {3, 2, 1, 3, 3})
      .Add(conv("[1, 1, 1]", "[0, 1, 1]", false, 1));
  family.Of({{1, 2, 4, 4, 4}})
      .Weight("w", {2, 3, 1, 3, 3})
      .Add(conv("[1, 1, 1]", "[0, 1, 1]", true, 1));
  family.Of({{1, 2, 8}})
      .Add("torch.max_pool1d(x, [2])")
      .Add("torch.avg_pool1d(x, [2], [2], [1], True, False)")
      .Add("torch.adaptive_avg_pool1d(x, [4])")
      .Add("_0, _1 = torch.adaptive_max_pool1d(x, [4])\nreturn _0");
  family.Of({{1, 2, 8, 8}})
      .Add("torch.max_pool2d(x, [3, 3], [2, 2], [1, 1], [1, 1], True)")
      .Add("_0, _1 = torch.max_pool2d_with_indices(x, [2, 2])\nreturn _0")
      .Add("torch.avg_pool2d(x, [2, 2])")
      .Add("torch.avg_pool2d(x, 2, [1, 1], 1)")
      .Add("torch.adaptive_avg_pool2d(x, [1, 1])")
      .Add("_0, _1 = torch.adaptive_max_pool2d(x, [2, 2])\nreturn _0");
  family.Of({{1, 2, 4, 4, 4}})
      .Add("torch.max_pool3d(x, [2, 2, 2])")
      .Add("torch.avg_pool3d(x, [2, 2, 2])")
      .Add("torch.adaptive_avg_pool3d(x, [2, 2, 2])")
      .Add("_0, _1 = torch.adaptive_max_pool3d(x, [1, 1, 1])\nreturn _0");
  family.Of({{2, 4, 4, 4}}).Add("torch.max_pool3d(x, [2, 2, 2])");
  family.Check();
}

TEST_CASE("TorchScript: normalisation", "[frontend]") {
  Family family("normalisation");
  family.Of({{1, 4, 5, 5}})
      .Weight("w", {4})
      .Weight("b", {4})
      .Weight("m", {4})
      .Weight("v", {4})
      .Add("torch.batch_norm(x, w, b, m, v, False, 0.1, 0.001, True)")
      .Add("torch.batch_norm(x, None, None, m, v, False, 0.1, 1.0000000000000001e-05, True)")
      .Add("torch.instance_norm(x, w, b, None, None, True, 0.1, 1.0000000000000001e-05, True)")
      .Add("torch.instance_norm(x, None, None, None, None, True, 0.1, 0.5, True)")
      .Add("torch.group_norm(x, 2, w, b)");
  family.Of({{2, 5, 4}})
      .Weight("w", {4})
      .Weight("b", {4})
      .Add("torch.layer_norm(x, [4], w, b, 1.0000000000000001e-06)");
  family.Check();
}

TEST_CASE("TorchScript: products of matrices", "[frontend]") {
  Family family("products");
  for (const auto& [a, b] : std::vector<std::pair<Ints, Ints>>{{{2, 3}, {3, 4}},
                                                               {{3}, {3, 4}},
                                                               {{2, 3}, {3}},
                                                               {{5, 2, 3}, {3, 4}},
                                                               {{5, 2, 3}, {3}},
                                                               {{2, 3}, {5, 3, 4}},
                                                               {{5, 2, 3}, {5, 3, 4}},
                                                               {{2, 5, 2, 3}, {2, 5, 3, 4}}}) {
    family.Of({a, b}).Add("torch.matmul(x, y)");
  }
  family.Of({{2, 3}, {3, 4}}).Add("torch.mm(x, y)");
  family.Of({{5, 2, 3}, {5, 3, 4}}).Add("torch.bmm(x, y)");
  family.Of({{2, 4}, {2, 3}, {3, 4}})
      .Add("torch.addmm(x, y, z)")
      .Add("torch.addmm(x, y, z, beta=0.5, alpha=2)");
  family.Of({{5, 2, 4}, {5, 2, 3}, {5, 3, 4}}).Add("torch.baddbmm(x, y, z, beta=0.5, alpha=2.)");
  family.Of({{3}, {3}}).Add("torch.dot(x, y)");
  family.Of({{2, 3}, {3}}).Add("torch.mv(x, y)");
  family.Of({{2, 3}})
      .Weight("w", {4, 3})
      .Weight("b", {4})
      .Add("torch.linear(x, w, b)")
      .Add("torch.linear(x, w)");
  family.Of({{5, 2, 3}}).Weight("w", {4, 3}).Weight("b", {4}).Add("torch.linear(x, w, b)");
  family.Check();
}

TEST_CASE("TorchScript: indices and masks", "[frontend]") {
  Family family("indices");
  family.Of({{4, 3}, {2}, {2}}, kInt64)
      .Type(0, kFloat)
      .Add("torch.embedding(x, y, -1, False, False)")
      .Add("torch.index(x, annotate(List[Optional[Tensor]], [y, z]))")
      .Add("torch.index(x, [y])");
  family.Of({{4, 3}, {4, 3}}, kInt64).Type(0, kFloat).Add("torch.gather(x, 1, y)");
  family.Of({{4, 3}, {4, 3}, {4, 3}})
      .Type(1, kBool)
      .Add("torch.where(y, x, z)")
      .Add("torch.where(y, x, 0.5)")
      .Add("torch.masked_fill(x, y, -1)")
      .Add("torch.masked_fill_(x, y, 0.5)");
  family.Check();
}

TEST_CASE("TorchScript: resizing", "[frontend]") {
  Family family("resizing");
  family.Of({{1, 2, 4, 4}})
      .Add("torch.upsample_nearest2d(x, [8, 8], 2., 2.)")
      .Add("torch.upsample_nearest2d(x, None, [2., 2.])")
      .Add("torch.upsample_bilinear2d(x, [8, 8], True)")
      .Add("torch.upsample_bilinear2d(x, None, False, [1.5, 1.5])")
      .Add("torch.upsample_bicubic2d(x, [8, 8], False)");
  family.Of({{1, 2, 4, 4, 4}})
      .Add("torch.upsample_nearest3d(x, [8, 8, 8])")
      .Add("torch.upsample_trilinear3d(x, [8, 8, 8], False)");
  family.Check();
}

TEST_CASE("TorchScript: losses", "[frontend]") {
  Family family("losses");
  family.Of({{2, 3}, {2}}, kInt64)
      .Type(0, kFloat)
      .Add("torch.nll_loss(x, y)")
      .Add("torch.nll_loss_nd(x, y, None, 2, 1)")
      .Add("torch.cross_entropy_loss(x, y)");
  family.Of({{2, 3}, {2, 3}})
      .Add("torch.cross_entropy_loss(x, y)")
      .Add("torch.l1_loss(x, y)")
      .Add("torch.l1_loss(x, y, 0)")
      .Add("torch.mse_loss(x, y, 2)");
  family.Check();
}

}  // namespace
}  // namespace passcope::frontend
