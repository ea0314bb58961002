// Archives that torch.jit.script writes: functions that the code binds to names, checks of
// arguments, and branches about shapes.
#include <catch2/catch.hpp>
#include <cmath>

#include "unit/frontend/torch_values.h"

namespace passcope::frontend {
namespace {

constexpr const char* kFunctional = R"(def dropout(input: Tensor,
    p: float=0.5,
    training: bool=True,
    inplace: bool=False) -> Tensor:
  _0 = "dropout probability has to be between 0 and 1, but got {}"
  if torch.lt(p, 0.):
    _1 = True
  else:
    _1 = torch.gt(p, 1.)
  if _1:
    ops.prim.RaiseException(torch.format(_0, p), "builtins.ValueError")
  else:
    pass
  if inplace:
    _2 = torch.dropout_(input, p, training)
  else:
    _2 = torch.dropout(input, p, training)
  return _2
def layer_norm(input: Tensor,
    normalized_shape: List[int],
    weight: Optional[Tensor]=None,
    bias: Optional[Tensor]=None,
    eps: float=1.0000000000000001e-05) -> Tensor:
  _3 = torch.layer_norm(input, normalized_shape, weight, bias, eps)
  return _3
def batch_norm(input: Tensor,
    running_mean: Optional[Tensor],
    running_var: Optional[Tensor],
    weight: Optional[Tensor]=None,
    bias: Optional[Tensor]=None,
    training: bool=False,
    momentum: float=0.10000000000000001,
    eps: float=1.0000000000000001e-05) -> Tensor:
  _4 = __torch__.torch.nn.functional._verify_batch_size
  if training:
    _5 = _4(torch.size(input), )
  else:
    pass
  _6 = torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)
  return _6
def _verify_batch_size(size: List[int]) -> NoneType:
  ops.prim.RaiseException("not for inference")
  return None
def softmax(input: Tensor,
    dim: Optional[int]=None,
    _stacklevel: int=3,
    dtype: Optional[int]=None) -> Tensor:
  _7 = __torch__.torch.nn.functional._get_softmax_dim
  if torch.__is__(dim, None):
    dim1 = _7("softmax", torch.dim(input), _stacklevel, )
    dim0 = dim1
  else:
    dim2 = unchecked_cast(int, dim)
    dim0 = dim2
  if torch.__is__(dtype, None):
    ret = torch.softmax(input, dim0)
  else:
    dtype0 = unchecked_cast(int, dtype)
    ret = torch.softmax(input, dim0, dtype0)
  return ret
def _get_softmax_dim(name: str,
    ndim: int,
    stacklevel: int) -> int:
  _8 = "Implicit dimension choice for {} has been deprecated."
  torch.warn(torch.format(_8, name), stacklevel)
  if torch.eq(ndim, 0):
    _9 = True
  else:
    _9 = torch.eq(ndim, 1)
  if _9:
    _10 = True
  else:
    _10 = torch.eq(ndim, 3)
  if _10:
    ret = 0
  else:
    ret = 1
  return ret
)";

constexpr const char* kCheckRank = R"(  def check_rank(self: __torch__.Model,
    input: Tensor) -> NoneType:
    if torch.ne(torch.dim(input), 3):
      ops.prim.RaiseException("expected 3D input", "builtins.ValueError")
    else:
      pass
    return None
)";

using Values = std::vector<double>;

Values RunScripted(const std::vector<NDArray>& inputs, const std::string& body,
                   const std::string& classes = kCheckRank) {
  TorchModel model = TorchModelOf(inputs, body);
  model.builder.Source("__torch__/torch/nn/functional.py", kFunctional);
  model.classes = classes;
  return ValuesOf(model.Run(inputs).tensor());
}

TEST_CASE("TorchScript: code binds functions to names", "[frontend]") {
  NDArray x = FloatsOf({1, 2}, {0, 4}), cube = FloatsOf({1, 2, 2}, {0, 4, 0, 8});
  CHECK(RunScripted({x},
                    "_0 = __torch__.torch.nn.functional.dropout\n"
                    "input0 = _0(x, 0.10000000000000001, False, False, )\n"
                    "return input0") == Values{0, 4});
  CHECK(RunScripted({x},
                    "_0 = __torch__.torch.nn.functional.layer_norm\n"
                    "return _0(x, [2], None, None, 0., )") == Values{-1, 1});
  CHECK(RunScripted({x},
                    "_0 = __torch__.torch.nn.functional.layer_norm\n"
                    "_1 = _0\n"
                    "return _1(x, [2], eps=12., )") == Values{-.5, .5});
  CHECK(RunScripted({cube, FloatsOf({2}, {0, 4}), FloatsOf({2}, {1, 4})},
                    "_0 = __torch__.torch.nn.functional.batch_norm\n"
                    "_1 = (self).check_rank(x, )\n"
                    "return _0(x, y, z, None, None, False, 0.1, 0., )") == Values{0, 4, -2, 2});
  CHECK(RunScripted({x},
                    "_0 = __torch__.torch.nn.functional.softmax\n"
                    "return _0(torch.zeros_like(x), 1, 3, None, )") == Values{.5, .5});
  // Without a dimension, the function chooses it by the rank: 1 for two, 0 for three.
  CHECK(RunScripted({x},
                    "_0 = __torch__.torch.nn.functional.softmax\n"
                    "return _0(torch.zeros_like(x), None, 3, None, )") == Values{.5, .5});
  CHECK(RunScripted({cube},
                    "_0 = __torch__.torch.nn.functional.softmax\n"
                    "return _0(x, None, 3, None, )") == Values{1, 1, 1, 1});
  // Functions of PyTorch, too, and as arguments and results of branches.
  CHECK(RunScripted({x}, "f = torch.neg\nreturn f(x)") == Values{-0.0, -4});
  CHECK(RunScripted(
            {x}, "if torch.gt(1, 2):\n  f = torch.neg\nelse:\n  f = torch.square\nreturn f(x)") ==
        Values{0, 16});
  CHECK(RunScripted({x}, "f = __torch__.Pair\np = f(x, torch.neg(x))\nreturn p[1]",
                    "class Pair(NamedTuple):\n  a : Tensor\n  b : Tensor\n") == Values{-0.0, -4});
}

TEST_CASE("TorchScript: functions that are no callees are refused", "[frontend][diagnostics]") {
  NDArray x = FloatsOf({2}, {0, 4});
  auto refused = [&](const std::string& body, DiagKind kind, const std::string& says) {
    CheckRefused([&] { RunScripted({x}, body); }, kind, says);
  };
  refused("f = __torch__.missing\nreturn f(x)", DiagKind::kBadModelFile, "__torch__.missing");
  refused("f = torch.neg\nreturn torch.add(x, f)", DiagKind::kUnsupported, "function");
  refused("f = math.neg\nreturn f(x)", DiagKind::kBadModelFile, "math");
}

TEST_CASE("TorchScript: lists of lengths are those of Python", "[frontend][diagnostics]") {
  NDArray x = TorchCounting({2, 3});
  CheckTorchRows({
      {{x}, "s = torch.size(x)\nreturn torch.reshape(x, [s[1], s[0]])", {0, 1, 2, 3, 4, 5}, {3, 2}},
      {{x}, "s = torch.size(x)\nreturn torch.reshape(x, [s[-1], -1])", {0, 1, 2, 3, 4, 5}, {3, 2}},
      {{x}, "s = torch.size(x)\nreturn torch.sum(x, torch.sub(torch.len(s), 1))", {3, 12}, {2}},
      {{x},
       "s = torch.size(x)\nreturn torch.reshape(x, torch.add(s[1:], s[:1]))",
       {0, 1, 2, 3, 4, 5},
       {3, 2}},
      {{x},
       "s = torch.size(x)\nreturn torch.reshape(x, torch.add(s[::2], torch.size(x)[1:]))",
       {0, 1, 2, 3, 4, 5},
       {2, 3}},
      {{x}, "return torch.add(x, torch.len(x))", {2, 3, 4, 5, 6, 7}},
  });
  CheckTorchNamed({x}, "s = torch.size(x)\nreturn torch.add(x, s[2])", "no index 2");
  CheckTorchNamed({x}, "y = x if torch.__is__(x, torch.relu(x)) else torch.neg(x)\nreturn y",
                  "None");
}

TEST_CASE("TorchScript: branches about shapes are taken at once", "[frontend]") {
  TorchModel model = TorchModelOf({FloatsOf({2, 3}, std::vector<float>(6, 1))},
                                  "if torch.eq(torch.size(x, 1), 3):\n  y = torch.neg(x)\n"
                                  "  z = 1\nelse:\n  y = torch.relu(x)\n  z = 2\n"
                                  "return torch.mul(y, z)");
  std::string text = model.Text();
  CHECK(text.find("if") == std::string::npos);
  CHECK(text.find("relu") == std::string::npos);
  CHECK(text.find("negative(%x)") != std::string::npos);
}

TEST_CASE("TorchScript: asserts of nothing and unreachable raises are no crash", "[frontend]") {
  CheckTorchRows({
      {{FloatsOf({1}, {2})}, "assert ()\nreturn x", {2}},
      {{FloatsOf({1}, {2})},
       "if torch.__isnot__(x, None):\n  y = x\nelse:\n  ops.prim.RaiseException(\"x\")\n  y = "
       "uninitialized(Tensor)\n"
       "return torch.neg(y)",
       {-2}},
      {{FloatsOf({1}, {2})},
       "if torch.eq(torch.dim(x), 1):\n  y = x\nelse:\n  ops.prim.RaiseException(\"x\")\n  y = "
       "uninitialized(Tensor)\n"
       "return torch.neg(y)",
       {-2}},
      {{FloatsOf({3}, {2, 3, 4})}, "return x[1:]", {3, 4}},
      {{FloatsOf({3}, {2, 3, 4})}, "return x[::2]", {2, 4}},
  });
}

// The type of the input "x" whose type is not given.
std::string TypeOfInput(const Ints& shape, const std::string& body,
                        const std::vector<TorchBuilder::Member>& members = {},
                        const TorchBuilder& builder = {}) {
  TorchModel model;
  model.builder = builder;
  model.members = members;
  model.inputs = {TorchInputShape("x", shape)};
  model.inputs[0].dtype.reset();
  model.body = body;
  CAPTURE(body);
  ImportedModel imported = model.Import();
  return TypeText(As<VarNode>(imported.module->Find("main")->params()[0])->type_annotation);
}

TEST_CASE("TorchScript: the code tells the types of inputs", "[frontend]") {
  TorchBuilder builder;
  std::vector<TorchBuilder::Member> weight = {
      {"w", "Tensor", builder.Floats({4, 3}, std::vector<float>(12, 1))}};
  auto of = [&](const std::string& body) { return TypeOfInput({2, 2}, body, weight, builder); };
  const std::string indices = "Tensor[(2, 2), int64]", mask = "Tensor[(2, 2), bool]";
  CHECK(of("return torch.embedding(self.w, x)") == indices);
  CHECK(of("return torch.gather(self.w, 1, x)") == indices);
  CHECK(of("return torch.index_select(self.w, 0, torch.flatten(x))") == indices);
  CHECK(of("return torch.embedding(self.w, torch.unsqueeze(torch.add(x, 1), 0))") == indices);
  CHECK(of("a, b, = torch.chunk(x, 2)\nreturn torch.embedding(self.w, b)") == indices);
  CHECK(of("return torch.scatter(self.w, 1, x, 2)") == indices);
  CHECK(of("_0 = annotate(List[Optional[Tensor]], [x])\nreturn torch.index(self.w, _0)") ==
        indices);
  CHECK(of("return torch.one_hot(x, 3)") == indices);
  CHECK(of("return torch.embedding(self.w, torch.cat([x, x]))") == indices);
  CHECK(of("return x & 1") == indices);
  CHECK(of("return torch.masked_fill(torch.zeros([2, 2]), x, 1)") == mask);
  CHECK(of("return torch.where(x, 1., 2.)") == mask);
  CHECK(of("return torch.relu(x)") == "Tensor[(2, 2), float32]");
  CHECK(of("return torch.embedding(self.w, torch.to(x, 4))") == "Tensor[(2, 2), float32]");
}

TEST_CASE("TorchScript: parts of inputs have shapes and types of their own", "[frontend]") {
  TorchBuilder file;
  std::string weight = file.Floats({4, 3}, std::vector<float>(12, 1));
  file.Model({{"w", "Tensor", weight}},
             "  def forward(self: __torch__.Model,\n"
             "    x: Tuple[Tensor, Tuple[Tensor, Tensor]]) -> Tensor:\n"
             "    a, b, = x\n    c, d, = b\n"
             "    return torch.add(torch.mul(torch.embedding(self.w, c), a), d)\n");
  PytorchOptions options;
  InputShape input, nested;
  auto shaped = [](const Ints& shape) {
    InputShape item = TorchInputShape("", shape);
    item.dtype.reset();
    return item;
  };
  nested.items = {shaped({2}), shaped({2, 1})};
  input.name = "x";
  input.items = {shaped({2, 3}), nested};
  options.inputs = {input};
  ImportedModel model = FromPytorch(file.File(), options);
  CHECK(TypeText(As<VarNode>(model.module->Find("main")->params()[0])->type_annotation) ==
        "(Tensor[(2, 3), float32], (Tensor[(2), int64], Tensor[(2, 1), float32]))");
}

TEST_CASE("TorchScript: the caller's converters come first", "[frontend][diagnostics]") {
  NDArray x = FloatsOf({2}, {1, -2});
  TorchModel model = TorchModelOf({x},
                                  "a, b, = torch.nothing(x, 2, [0.5, None], \"t\", True)\n"
                                  "return torch.sub(torch.relu_(a), b)");
  std::string told;
  auto convert = [&](const std::string& arguments, const std::vector<Expr>& exprs) -> Expr {
    told = arguments;
    return MakeTuple({exprs[0], Op("abs", {exprs[0]})});
  };
  model.options.custom_converters["aten::nothing"] = convert;
  model.options.custom_converters["aten::relu"] =
      [](const std::string&, const std::vector<Expr>& exprs) { return Op("negative", {exprs[0]}); };
  CHECK(ValuesOf(model.Run({x}).tensor()) == Values{-2, 0});
  CHECK(
      told.find(
          R"([["expr",0],["int",2],["list",[["real",0.5],["none"]]],["text","t"],["bool",true]])") !=
      std::string::npos);
  CHECK(told.find(R"("types":["float32","int32")") != std::string::npos);
  model.options.custom_converters["aten::nothing"] =
      [](const std::string&, const std::vector<Expr>&) { return Expr(); };
  CheckRefused([&] { model.Import(); }, DiagKind::kUnsupported, "returned nothing");
}

}  // namespace
}  // namespace passcope::frontend
