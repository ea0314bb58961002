// Importing TorchScript: descriptions of files, operators that cannot be converted, inputs, names
// of weights.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"

namespace passcope::frontend {
namespace {

std::string ErrorOf(TorchModel model) {
  try {
    model.Import();
  } catch (const DiagnosticError& error) {
    return error.what();
  }
  return "";
}

TorchModel ModelOf(const std::string& body) {
  TorchModel model;
  model.inputs = {TorchInputShape("x", {2, 3})};
  model.body = body;
  return model;
}

TEST_CASE("TorchScript: what a file holds", "[frontend]") {
  TorchBuilder builder;
  builder.Model({{"w", "Tensor", builder.Floats({4, 3}, std::vector<float>(12))},
                 {"unused", "Tensor", builder.Floats({7}, std::vector<float>(7))}},
                "  def forward(self, x: Tensor, y: Tensor) -> Tensor:\n"
                "    z = torch.matmul(x, torch.t(self.w))\n"
                "    return torch.digamma(torch.add(torch.relu_(z), torch.matmul(y, z)))\n");
  ModelDescription described = DescribeTorchScript(builder.File());
  CHECK(described.format == ModelFormat::kTorchScript);
  REQUIRE(described.inputs.size() == 2);
  CHECK(described.inputs[1].name == "y");
  CHECK(!described.inputs[1].shape);
  CHECK(described.weights == 1);
  CHECK(described.weight_bytes == 48);
  REQUIRE(described.operators.size() == 5);
  CHECK(described.operators[1].name == "aten::digamma");
  CHECK(!described.operators[1].supported);
  CHECK(described.operators[2].name == "aten::matmul");
  CHECK(described.operators[2].count == 2);
  CHECK(described.operators[3].name == "aten::relu_");
  CHECK(described.operators[3].supported);
}

TEST_CASE("TorchScript: all operators that cannot be converted are named at once", "[frontend]") {
  CHECK_THAT(ErrorOf(ModelOf("y = torch.digamma(x)\nreturn torch.cdist(torch.relu(y), y)")),
             Catch::Contains("not implemented: aten::cdist, aten::digamma"));
  // Unused operators are not converted.
  CHECK(ErrorOf(ModelOf("y = torch.digamma(x)\nreturn x")).empty());
}

TEST_CASE("TorchScript: an operator that does not fit its arguments is named", "[frontend]") {
  std::string error = ErrorOf(ModelOf("y = torch.transpose(x, 0, 5)\nreturn y"));
  CHECK_THAT(
      error,
      Catch::Contains(
          "aten::transpose cannot be converted: its argument of 2 dimensions has no axis 5"));
  CHECK_THAT(error, Catch::Contains("in aten::transpose, whose result is y in the model's"));
}

TEST_CASE("TorchScript: a call that has no type is named", "[frontend]") {
  std::string error = ErrorOf(ModelOf("y = torch.add(x, torch.zeros([4, 5]))\nreturn y"));
  CHECK_THAT(error, Catch::Contains("add: ") && Catch::Contains("in aten::add, whose result is y"));
  CHECK_THAT(ErrorOf(ModelOf("return torch.stack(torch.unbind(x, 7))")),
             Catch::Contains("in aten::unbind"));
}

TEST_CASE("TorchScript: inputs", "[frontend]") {
  TorchModel model = ModelOf("return torch.neg(x)");
  model.inputs.push_back(TorchInputShape("y", {1}));
  model.body = "return torch.add(x, y)";
  CHECK(ErrorOf(model).empty());
  auto import = [&](const std::vector<InputShape>& inputs) {
    TorchBuilder file = model.builder;
    file.Model(
        {}, "  def forward(self, x: Tensor, y: Tensor) -> Tensor:\n    return torch.add(x, y)\n");
    PytorchOptions options;
    options.inputs = inputs;
    options.default_dtype = DataType::Float(64);
    return FromPytorch(file.File(), options);
  };
  auto shaped = [](const char* name, const std::vector<ModelDim>& shape) {
    return InputShape{name, shape, std::nullopt};
  };
  CHECK_THROWS_WITH(import({shaped("a", {{2, ""}})}),
                    Catch::Contains("the model has 2 inputs, and 1 are given") &&
                        Catch::Contains("its inputs: x, y"));
  CHECK_THROWS_WITH(import({shaped("a", {{2, ""}}), shaped("a", {{2, ""}})}),
                    Catch::Contains("two inputs have the name 'a'"));
  CHECK_THROWS_WITH(import({shaped("a", {{2, ""}}), shaped("b", {{std::nullopt, "n"}})}),
                    Catch::Contains("the shape of the input 'b' needs a number"));
  IRModule module = import({shaped("a", {{2, ""}}), shaped("b", {})}).module;
  CHECK_THAT(PrintModule(module, PrintOptions::Str()),
             Catch::Contains("def @main(%a: Tensor[(2), float64], %b: float64)"));
}

// The shapes of the items of a tuple or a list.
InputShape Composed(const std::string& name, std::vector<InputShape> items) {
  return {name, {}, std::nullopt, std::move(items)};
}

TEST_CASE("TorchScript: inputs that are tuples or lists", "[frontend]") {
  // Methods of submodules, too. As in TVM, values between functions stay tuples.
  auto import = [](const std::string& forward, const std::vector<InputShape>& inputs) {
    TorchBuilder file;
    file.Model({}, "  def forward(self: __torch__.Model,\n    x: Tensor,\n    " + forward +
                       "  def both(self: __torch__.Model,\n    a: Tensor,\n"
                       "    p: Tuple[Tensor, Tensor]) -> Tuple[Tensor, Tensor]:\n"
                       "    b, c, = p\n    return (torch.add(a, b), torch.mul(a, c))\n");
    PytorchOptions options;
    options.inputs = inputs;
    IRModule module = InferTypes(FromPytorch(file.File(), options).module);
    PrintOptions print = PrintOptions::Str();
    print.show_spans = false;
    std::string text = PrintModule(module, print);
    return text.substr(text.find("def @"));
  };
  InputShape x = TorchInputShape("x", {2}), y = TorchInputShape("", {2});
  const std::string tuple =
      "s: Tuple[Tensor, Tuple[Tensor, Tensor]]) -> Tuple[Tensor, Tensor]:\n"
      "    h, p, = s\n    q, r, = (self).both(h, p, )\n    return (torch.sub(x, q), r)\n";
  CheckTorchGolden("inputs_tuple", import(tuple, {x, Composed("s", {y, Composed("", {y, y})})}));
  const std::string list =
      "s: List[Tensor]) -> Tensor:\n"
      "    return torch.add(torch.add(x, s[0]), torch.add(s[1], len(s)))\n";
  CheckTorchGolden("inputs_list", import(list, {x, Composed("s", {y, y})}));

  auto refused = [&](const std::string& forward, const InputShape& s, const std::string& says) {
    CHECK_THROWS_WITH(import(forward, {x, s}), Catch::Contains(says));
  };
  InputShape named = y;
  named.name = "s";
  refused(tuple, named, "the input 's' is a tuple and takes 2 shapes");
  refused(tuple, Composed("s", {y}), "the input 's' is a tuple and takes 2 shapes");
  refused(tuple, Composed("s", {Composed("", {y}), Composed("", {y, y})}),
          "the input 's' takes one shape, not several");
  refused(list, named, "the input 's' is a list: give the shape of each element");
  refused(list, Composed("s", {y, TorchInputShape("", {3})}),
          "all elements of the input 's' must have the same type");
  refused("s: Dict[str, Tensor]) -> Tensor:\n    return torch.add(x, s[\"a\"])\n", named,
          "the model's input 's' must be a tensor, or a tuple or a list of tensors");
  refused("s: List[Dict[str, Tensor]]) -> Tensor:\n    return torch.add(x, s[0][\"a\"])\n",
          Composed("s", {y}),
          "the model's input 's' must be a tensor, or a tuple or a list of tensors");
  refused("s: int) -> Tensor:\n    return torch.add(x, s)\n", named,
          "the model's input 's' must be a tensor, or a tuple or a list of tensors");
}

TEST_CASE("TorchScript: what is looked up in an embedding are integers", "[frontend]") {
  TorchModel model = ModelOf("return torch.embedding(self.w, x)");
  model.members = {{"w", "Tensor", model.builder.Floats({4, 2}, std::vector<float>(8))}};
  model.inputs[0].dtype = std::nullopt;
  CHECK_THAT(model.Text(), Catch::Contains("%x: Tensor[(2, 3), int64]"));
  model.inputs[0].dtype = DataType::Int(32);
  CHECK_THAT(model.Text(), Catch::Contains("%x: Tensor[(2, 3), int32]"));
}

TEST_CASE("TorchScript: names of weights", "[frontend]") {
  TorchModel model = ModelOf("return torch.add(torch.mul(x, self.a.b_c), self.a_b.c)");
  std::string one = model.builder.Floats({3}, {1, 2, 3});
  std::string two = model.builder.Floats({3}, {4, 5, 6});
  auto module = [](const std::string& name, const std::string& value) {
    return pickled::Object("__torch__.Part", pickled::Dict({{name, value}}));
  };
  model.members = {{"a", "__torch__.Part", module("b_c", one)},
                   {"a_b", "__torch__.Part", module("c", two)}};
  ImportedModel imported = model.Import();
  REQUIRE(imported.params.size() == 2);
  CHECK(imported.params[0].name == "a.b_c");
  CHECK(imported.params[1].name == "a_b.c");
  CHECK(imported.params[1].value->ToDouble(0) == 4);
  // Without dots, the two names are equal.
  model.options.use_parser_friendly_name = true;
  CHECK_THAT(ErrorOf(model), Catch::Contains("two weights have the name 'a_b_c'"));
}

TEST_CASE("TorchScript: progress ends with all, and what it throws ends the import", "[frontend]") {
  TorchModel model = ModelOf("return torch.neg(x)");
  std::vector<double> told;
  model.options.progress = [&](double done) { told.push_back(done); };
  model.Import();
  REQUIRE(!told.empty());
  CHECK(told.back() == 1);
  model.options.progress = [](double) { throw std::runtime_error("stop"); };
  CHECK_THROWS_AS(model.Import(), std::runtime_error);
}

}  // namespace
}  // namespace passcope::frontend
