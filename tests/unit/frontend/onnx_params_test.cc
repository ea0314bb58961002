// Weights that stay parameters (freeze_params = false). The program computes from their values, as
// in TVM.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "onnx_values.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "transforms/bind_params.h"
#include "unit/refused.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
const DataType kI64 = DataType::Int(64);

NDArray Long(std::vector<int64_t> values) {
  auto size = static_cast<int64_t>(values.size());
  return passcope::Ints({size}, std::move(values), kI64);
}

OnnxOptions Unfrozen() {
  OnnxOptions options;
  options.freeze_params = false;
  return options;
}

// The program with the values of its parameters, and with the shapes that follow.
std::string Bound(const OnnxModel& model) {
  ImportedModel imported = FromOnnx(model.File(), Unfrozen());
  ParamMap values;
  for (const Param& param : imported.params) values.emplace_back(param.name, param.value);
  Expr bound = BindParamsByName(Expr(imported.module->Find("main")), values);
  IRModule module = InferTypes(ModuleFromExpr(bound));
  module = CreatePass("DynamicToStatic")(module, PassContext::Create());
  std::string text = PrintModule(InferTypes(module), PrintOptions::WithoutMetaData());
  return text.substr(text.find('\n') + 1);
}

TEST_CASE("axes and sizes that are parameters make shapes dynamic until they are bound",
          "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {1, 3})
      .Initializer("axes", Long({0}))
      .Initializer("size", Long({2, 3}))
      .Initializer("pads", Long({0, 1, 0, 0}))
      .Node("Squeeze", {"x", "axes"}, {"a"})
      .Node("Expand", {"a", "size"}, {"b"})
      .Node("Pad", {"b", "pads"}, {"y"})
      .Output("y");
  CHECK(Operators(model) == "squeeze broadcast_to nn.pad");
  CHECK(Operators(model, Unfrozen()) ==
        "less shape_of shape_of add where dyn.squeeze shape_of concatenate equal where "
        "dyn.broadcast_to reshape transpose dyn.nn.pad");
  CHECK(ImportText(model, Unfrozen()).find("-> Tensor[(?, ?), float32]") != std::string::npos);
  CHECK(Bound(model).find("-> Tensor[(2, 4), float32]") != std::string::npos);
}

TEST_CASE("a branch takes parameters from around it for variables", "[frontend][onnx]") {
  OnnxGraph yes, no;
  yes.Node("Reshape", {"x", "outer"}, {"a"}).Output("a");
  no.Initializer("own", Long({3, 2})).Node("Reshape", {"x", "own"}, {"b"}).Output("b");
  OnnxModel model(13);
  model.Input("c", DataType::Bool(), {})
      .Input("x", kF32, {2, 3})
      .Initializer("outer", Long({3, 2}))
      .Node("If", {"c"}, {"y"}, {{"then_branch", yes}, {"else_branch", no}})
      .Output("y");
  CHECK(Operators(model) == "reshape reshape");
  CHECK(Operators(model, Unfrozen()) == "dyn.reshape reshape");
}

TEST_CASE("what Relay's operators have as attributes alone is taken from parameters",
          "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {2, 3})
      .Initializer("axes", Long({1}))
      .Initializer("parts", Long({1, 1}))
      .Node("ReduceSum", {"x", "axes"}, {"s"})
      .Node("Split", {"s", "parts"}, {"y", "z"})
      .Output("y")
      .Output("z");
  CHECK(Operators(model, Unfrozen()) == "sum split");
  CHECK(FromOnnx(model.File(), Unfrozen()).params.empty());
}

TEST_CASE("a refusal tells that weights are not known", "[frontend][onnx]") {
  // The length of a concatenation with a dynamic shape is unknown.
  OnnxModel model(13);
  model.Input("x", kF32, {2, 3, 4})
      .Input("n", kI64, {})
      .Initializer("axes", Long({0}))
      .Initializer("rest", Long({-1}))
      .Node("Unsqueeze", {"n", "axes"}, {"n1"})
      .Node("Concat", {"n1", "rest"}, {"shape"}, {{"axis", 0}})
      .Node("Reshape", {"x", "shape"}, {"y"})
      .Output("y");
  CHECK_NOTHROW(FromOnnx(model.File()));
  try {
    FromOnnx(model.File(), Unfrozen());
    FAIL("not refused");
  } catch (const DiagnosticError& error) {
    const std::vector<Message>& notes = error.diagnostics()[0].notes;
    REQUIRE_FALSE(notes.empty());
    CHECK(notes.back().text().find("freeze_params") != std::string::npos);
  }
}

TEST_CASE("a weight that is an input, too, takes no shape", "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("w", kI64, {2})
      .Input("x", kI64, {2})
      .Initializer("w", Long({1, 2}))
      .Node("Add", {"x", "w"}, {"y"})
      .Output("y");
  for (bool freeze : {true, false}) {
    OnnxOptions options;
    options.freeze_params = freeze;
    ModelDim two;
    two.value = 2;
    options.shapes.push_back({.name = "w", .shape = {two}});
    CheckRefused([&] { FromOnnx(model.File(), options); }, DiagKind::kUnknownParam,
                 "the model has no input `w`");
  }
}

TEST_CASE("images are resized by what only the run tells", "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {1, 1, 1, 4}).Input("scales", kF32, {4});
  model.Node("Resize", {"x", "", "scales"}, {"y"}, {{"mode", "linear"}}).Output("y");
  NDArray x = passcope::Reals({1, 1, 1, 4}, {1, 2, 3, 4}, kF32);
  auto run = [&](double scale) {
    NDArray scales = passcope::Reals({4}, {1, 1, 1, scale}, kF32);
    return RunOnnx(model, {Value(x), Value(scales)}).tensor();
  };
  CheckReals(run(0.5), {1.5, 3.5});
  // The scale determines the coordinates, not the quotient 2 / 4.
  CheckReals(run(0.6), {1 + 1.0 / 3, 3});
  for (double scale : {-0.6, 1e20, std::nan("")}) {
    CHECK_THROWS_AS(run(scale), DiagnosticError);
  }
}

}  // namespace
}  // namespace passcope::frontend::testing
