#include "executor/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "executor/memory_plan.h"
#include "generator/module_generator.h"
#include "models/models.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "support/random.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"
#include "unit/executor/plans.h"
#include "unit/runtime/kernel_fixture.h"

namespace passcope {
namespace {

// A module that calls the other one's @main as one fused function, independently of FuseOps.
IRModule AsOneFunction(const IRModule& module) {
  const auto* main = As<FunctionNode>(module->Lookup("main"));
  Expr inner = WithFunctionAttrs(main, WithAttr(main->attrs, "Primitive", int64_t{1}));
  std::vector<Expr> params;
  for (const Expr& param : main->params()) {
    params.push_back(Var("p", As<VarNode>(param)->type_annotation));
  }
  return InferTypes(ModuleFromExpr(Function(params, Call(inner, params))));
}

TEST_CASE("a plan computes what the evaluator computes", "[executor]") {
  for (const char* text : {
           "def @main(%x: Tensor[(3, 4), float32]) { nn.relu(%x) }",
           "def @main(%x: Tensor[(3, 4), float32], %y: Tensor[(4), float32]) {"
           "  add(multiply(%x, %y), exp(%x)) }",
           "def @main(%x: Tensor[(2, 3, 5), float32]) { reshape(transpose(%x, axes=[2, 0, 1]),"
           "  newshape=[5, 6]) }",
           "def @main(%x: Tensor[(2, 3), int32]) { let %a = add(%x, 1); let %b = multiply(%a, %a);"
           "  (%b, %x, subtract(%b, %a)) }",
           "def @main(%x: (Tensor[(2), float32], Tensor[(3), float32])) {"
           "  concatenate(%x, axis=0) }",
           "def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32],"
           "  %b: Tensor[(4), float32]) {"
           "  nn.relu(nn.bias_add(nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=4,"
           "  kernel_size=[3, 3]), %b)) }",
           "def @main(%x: Tensor[(2, 6), float32], %w: Tensor[(5, 6), float32]) {"
           "  nn.softmax(nn.dense(%x, %w, units=5)) }",
           "def @main(%x: Tensor[(1, 3, 6, 6), uint8], %w: Tensor[(4, 3, 3, 3), int8],"
           "  %b: Tensor[(4, 1, 1), int32]) {"
           "  cast(clip(add(qnn.conv2d(%x, %w, 7, 1, 0.5f, 0.25f, padding=[1, 1, 1, 1],"
           "  channels=4, kernel_size=[3, 3], out_dtype=\"int32\"), %b), a_min=-128f,"
           "  a_max=127f), dtype=\"int8\") }",
           "def @main(%x: Tensor[(3, 20), int8], %w: Tensor[(5, 20), int8]) {"
           "  nn.relu(qnn.dense(%x, %w, -3, 2, 0.5f, 0.25f, units=5, out_dtype=\"int32\")) }",
           // Zero points that fit 16 bits after subtraction, and some that do not.
           "def @main(%x: Tensor[(3, 20), int8], %w: Tensor[(5, 20), uint8]) {"
           "  add(qnn.dense(%x, %w, 32640, -32512, 0.5f, 0.25f, units=5, out_dtype=\"int32\"),"
           "  qnn.dense(%x, %w, 32641, 3, 0.5f, 0.25f, units=5, out_dtype=\"int32\")) }",
           "def @main(%x: Tensor[(3, 20), uint8], %w: Tensor[(5, 20), uint8]) {"
           "  add(qnn.dense(%x, %w, 3, -32513, 0.5f, 0.25f, units=5, out_dtype=\"int32\"),"
           "  qnn.dense(%x, %w, 2147483647, 3, 0.5f, 0.25f, units=5, out_dtype=\"int32\")) }",
           "def @main(%x: Tensor[(1, 6, 6, 2), int8], %w: Tensor[(3, 3, 2, 3), int8]) {"
           "  nn.conv2d(%x, %w, padding=[0, 1, 1, 0], channels=3, kernel_size=[3, 3],"
           "  data_layout=\"NHWC\", kernel_layout=\"HWIO\", out_dtype=\"int32\") }",
           "def @main(%x: Tensor[(3), float64]) { sin(%x) }",
           "def @main(%x: Tensor[(3, 70), float64], %y: Tensor[(70), float32]) {"
           "  clip(multiply(add(cast(%y, dtype=\"float64\"), %x), exp(%x)), a_min=-1.1f,"
           "  a_max=1.3f) }",
           "def @main(%x: Tensor[(5, 3), int64], %y: Tensor[(5, 1), int32]) {"
           "  where(less(%x, cast(%y, dtype=\"int64\")), multiply(%x, %x), negative(%x)) }",
           "def @main(%x: Tensor[(1, 2, 5, 5), float32], %w: Tensor[(3, 2, 3, 3), float32],"
           "  %r: Tensor[(1, 3, 3, 3), float64]) {"
           "  add(cast(nn.conv2d(%x, %w, padding=[0, 0, 0, 0], channels=3, kernel_size=[3, 3]),"
           "  dtype=\"float64\"), %r) }",
           "def @main(%x: Tensor[(2, 2), float32]) { %x }",
           // More axes than a program of elements has.
           "def @main(%x: Tensor[(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), float32]) {"
           "  nn.relu(transpose(%x, axes=[1, 0, 3, 2, 5, 4, 7, 6, 9, 8])) }",
           "def @main(%x: Tensor[(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), float32]) {"
           "  %0 = transpose(%x, axes=[1, 0, 3, 2, 5, 4, 7, 6, 9, 8]);"
           "  exp(concatenate((%0, %0), axis=3)) }",
           // Elements of a size that cannot be moved.
           "def @main(%x: Tensor[(2, 3), float32]) {"
           "  transpose(nn.softmax(cast(%x, dtype=\"float32x4\")), axes=[1, 0]) }",
       }) {
    INFO(text);
    IRModule module = Parsed(text);
    CheckSame(module, 1, 1e-5);
    CheckSame(Apply(module, {"FuseOps"}), 2, 1e-5);
    CheckSame(Apply(module, {"ToANormalForm"}), 3, 1e-5);
  }
}

TEST_CASE("what is in a fused function is one kernel", "[executor]") {
  struct Case {
    const char* text;
    size_t steps;
  };
  const Case cases[] = {
      // A chain; a convolution, its bias, a residual and an activation.
      {"def @main(%x: Tensor[(8, 9), float32], %y: Tensor[(9), float32]) {"
       "  tanh(add(multiply(%x, %y), %x)) }",
       1},
      {"def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32],"
       "  %b: Tensor[(4, 1, 1), float32], %r: Tensor[(1, 4, 6, 6), float32]) {"
       "  nn.relu(add(add(nn.conv2d(%x, %w, padding=[0, 0, 0, 0], channels=4,"
       "  kernel_size=[3, 3]), %b), %r)) }",
       1},
      {"def @main(%x: Tensor[(2, 6), float32], %w: Tensor[(5, 6), float32],"
       "  %b: Tensor[(5), float32]) { sigmoid(add(nn.dense(%x, %w, units=5), %b)) }",
       1},
      // Moving elements needs no extra step if the next operator reads them.
      {"def @main(%x: Tensor[(4, 6), float32], %y: Tensor[(6, 4), float32]) {"
       "  add(transpose(%x, axes=None), %y) }",
       1},
      {"def @main(%x: Tensor[(4, 6), float32]) {"
       "  nn.relu(strided_slice(%x, begin=[1, 4], end=[4, 0], strides=[1, -2], axes=None)) }",
       1},
      // Shorter lists leave the other axes unchanged.
      {"def @main(%x: Tensor[(6, 9), float32]) {"
       "  nn.relu(strided_slice(%x, begin=[0, 1], end=[6, 5], strides=[2], axes=None)) }",
       1},
      {"def @main(%x: Tensor[(4, 5, 6), float32]) {"
       "  nn.relu(strided_slice(%x, begin=[1, 0, 2], end=[4, 3, 6], strides=[1, 2], axes=None)) }",
       1},
      {"def @main(%x: Tensor[(6, 9), float32]) {"
       "  nn.relu(strided_slice(%x, begin=[1], end=[4], strides=[1, -2], axes=None)) }",
       1},
      {"def @main(%x: Tensor[(2, 8, 3, 3), float32]) {"
       "  exp(layout_transform(%x, src_layout=\"NCHW\", dst_layout=\"NCHW4c\")) }",
       1},
      // The reduction computes its input while reading it; operators after it run in place.
      {"def @main(%x: Tensor[(3, 50, 70), float32]) {"
       "  sqrt(add(sum(multiply(%x, %x), axis=[1, 2]), 1f)) }",
       0},
      {"def @main(%x: Tensor[(300, 70), float32], %y: Tensor[(70, 300), float32]) {"
       "  max(add(%x, transpose(%y, axes=None)), axis=[1], keepdims=True) }",
       0},
      {"def @main(%x: Tensor[(3, 5), float32]) { mean(exp(%x)) }", 0},
      // In every element type that kernels support.
      {"def @main(%x: Tensor[(40, 31), float64], %y: Tensor[(31), float64]) {"
       "  tanh(add(divide(erf(%x), sigmoid(%y)), nn.leaky_relu(%x, alpha=0.1f))) }",
       1},
      {"def @main(%x: Tensor[(40, 31), int64], %y: Tensor[(31), int64]) {"
       "  cast(maximum(subtract(abs(%x), %y), clip(%x, a_min=-3f, a_max=4f)), dtype=\"int8\") }",
       1},
      {"def @main(%x: Tensor[(8, 9), float32], %y: Tensor[(9), int64]) {"
       "  cast(multiply(cast(%x, dtype=\"float64\"), cast(%y, dtype=\"float64\")),"
       "  dtype=\"int64\") }",
       1},
      // A cast to a narrower type does not use the kernel's own result.
      {"def @main(%x: Tensor[(2, 6), float32], %w: Tensor[(5, 6), float32]) {"
       "  cast(clip(round(nn.dense(%x, %w, units=5)), a_min=-100f, a_max=100f),"
       "  dtype=\"int8\") }",
       1},
  };
  for (const Case& each : cases) {
    INFO(each.text);
    IRModule module = Apply(Parsed(each.text), {"FuseOps"});
    CheckSame(module, 7, 1e-5);
    PlanOptions step_by_step;
    step_by_step.step_by_step = true;
    CheckSame(module, 8, 1e-5, step_by_step);
    GraphExecutor executor(module);
    if (each.steps == 0) {
      // FuseOps splits it into several functions.
      module = AsOneFunction(Parsed(each.text));
      CheckSame(module, 9, 1e-5);
      REQUIRE(MakePlan(module)->steps.size() == 1);
      continue;
    }
    REQUIRE(executor.plan().nodes.size() == 1);
    REQUIRE(executor.plan().steps.size() == each.steps);
  }
}

TEST_CASE("a function that fits no pattern runs step by step", "[executor]") {
  for (const char* text : {
           // The untransposed value is needed, too.
           "def @main(%x: Tensor[(6, 6), float32]) { add(nn.dense(%x, %x, units=6),"
           "  transpose(nn.dense(%x, %x, units=6), axes=None)) }",
           // Shapes whose factors do not match.
           "def @main(%x: Tensor[(6, 4), float32]) {"
           "  nn.relu(reshape(transpose(exp(%x), axes=None), newshape=[8, 3])) }",
           "def @main(%x: Tensor[(4, 3), float32]) { max(transpose(exp(%x), axes=None), axis=[0]) "
           "}",
           "def @main(%x: Tensor[(2, 3), bfloat16]) { multiply(exp(%x), %x) }",
       }) {
    INFO(text);
    CheckSame(Apply(Parsed(text), {"FuseOps"}), 9, 1e-5);
    CheckSame(AsOneFunction(Parsed(text)), 10, 1e-5);
  }
}

TEST_CASE("a result has the type that it was cast to", "[executor]") {
  const std::initializer_list<const char*> types = {"bool",  "int8",    "uint8",   "int32",
                                                    "int64", "float16", "float32", "float64"};
  for (const char* from : types) {
    for (const char* to : types) {
      std::string text = std::string("def @main(%x: Tensor[(2, 3), ") + from +
                         "]) { cast(%x, dtype=\"" + to + "\") }";
      INFO(text);
      CheckSame(Parsed(text), 5, 0);
    }
  }
}

TEST_CASE("halves are rounded after each operation, fused or not", "[executor]") {
  // Operations with equal float16 results, whatever type they are computed in.
  IRModule module = Parsed(
      "def @main(%x: Tensor[(7, 90), float16], %y: Tensor[(90), float16]) {"
      "  let %a = multiply(add(%x, %y), subtract(%x, %y)); let %b = nn.relu(divide(%a, %y));"
      "  where(greater(%a, %y), minimum(%b, nn.leaky_relu(%x, alpha=0.3f)),"
      "  clip(power(%a, 2f16), a_min=-0.7f, a_max=0.7f)) }");
  CheckSame(module, 6, 0);
  IRModule fused = AsOneFunction(module);
  CheckSame(fused, 6, 0);
  REQUIRE(MakePlan(fused)->steps.size() == 1);
}

TEST_CASE("a dynamic operator is refused by plan what it is refused by the evaluator",
          "[executor]") {
  // The type gives the shape, but does not tell whether the axes are valid.
  for (uint64_t seed = 0; seed < 8; ++seed) {
    CheckSame(Parsed("def @main(%x: Tensor[(1, 1), float32], %axes: Tensor[(2), int64]) {"
                     "  dyn.squeeze(%x, %axes) }"),
              seed, 0);
  }
}

TEST_CASE("what is computed last of a tensor takes its place", "[executor]") {
  IRModule module = Parsed(
      "def @main(%x: Tensor[(64, 64), float32]) {"
      "  let %a = exp(%x); let %b = nn.relu(%a); let %c = tanh(%b); negative(%c) }");
  GraphExecutor executor(module);
  REQUIRE(executor.plan().steps.size() == 4);
  REQUIRE(executor.plan().arena_bytes == 64 * 64 * 4);
  REQUIRE(executor.plan().unshared_bytes == 4 * 64 * 64 * 4);
  CheckSame(module, 3, 1e-5);
  // Not while the buffer is needed.
  CheckSame(Parsed("def @main(%x: Tensor[(64, 64), float32]) { let %a = exp(%x);"
                   "  let %b = nn.relu(%a); add(transpose(%b, axes=None), multiply(%a, %b)) }"),
            4, 1e-5);
}

TEST_CASE("random modules give the same by plan, fused or not", "[executor]") {
  GeneratorOptions options;
  options.functions = 1;
  options.control_flow = false;
  ModuleGenerator generator(11, options);
  int planned = 0;
  for (int i = 0; i < 300; ++i) {
    IRModule module = generator.Next();
    INFO("module " << i << "\n" << PrintModule(module));
    try {
      CheckSame(module, static_cast<uint64_t>(i), 1e-4);
      CheckSame(Apply(module, {"FuseOps"}), static_cast<uint64_t>(i), 1e-4);
      ++planned;
    } catch (const DiagnosticError& error) {
      // The generator also calls operators without kernels, operators with unknown shapes, and
      // operators whose type relation accepts calls that the kernel computes differently.
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        INFO(error.what());
        REQUIRE((diagnostic.kind == DiagKind::kUnsupported ||
                 diagnostic.message.text().find(", but its type is ") != std::string::npos));
      }
    }
  }
  REQUIRE(planned > 30);
}

TEST_CASE("a deep program is planned and run without recursion", "[executor]") {
  OnSmallStack([] {
    int levels = DeepLevels();
    Expr x = Var("x", TensorType(Shape{4}, DataType::Float(32)));
    Expr chain = x, lets = x;
    std::vector<std::pair<Expr, Expr>> bindings;
    for (int i = 0; i < levels; ++i) {
      chain = CallOp("negative", {chain});
      Expr var = Var("v", nullptr);
      bindings.emplace_back(var, CallOp("negative", {lets}));
      lets = var;
    }
    for (auto binding = bindings.rbegin(); binding != bindings.rend(); ++binding) {
      lets = Let(binding->first, binding->second, lets);
    }
    bindings.clear();
    for (const Expr& body : {chain, lets}) {
      GraphExecutor executor(InferTypes(ModuleFromExpr(Function(std::vector<Expr>{x}, body))));
      REQUIRE(executor.plan().steps.size() == static_cast<size_t>(levels));
      REQUIRE(executor.plan().arena_bytes == MemoryPlan::kAlignment);
      executor.SetInput(0, Reals({4}, {1, 2, 3, 4}));
      executor.Run();
      REQUIRE(NDArrayEqual(executor.GetOutput(0), Reals({4}, {1, 2, 3, 4})));
    }
  });
}

TEST_CASE("ResNet-18 as it is built and optimised gives the same", "[executor]") {
  Workload workload =
      CreateModel("resnet", {{"num_layers", int64_t{18}},
                             {"image_shape", AttrArray{int64_t{3}, int64_t{32}, int64_t{32}}},
                             {"num_classes", int64_t{10}}});
  IRModule built = InferTypes(WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params)));
  IRModule optimised = Apply(
      built, {"SimplifyInference", "FoldConstant", "FoldScaleAxis", "FoldConstant", "FuseOps"});
  GraphExecutor a(built), b(optimised);
  SplitMix64 random(5);
  NDArray data =
      RandomInput(random, a.plan().tensors[static_cast<size_t>(a.plan().inputs[0].tensor)]);
  a.SetInput(0, data);
  b.SetInput(0, data);
  a.Run();
  b.Run();
  REQUIRE(Difference(a.GetOutput(0), b.GetOutput(0), 1e-4).empty());
  REQUIRE(b.plan().steps.size() < a.plan().steps.size());
  Value value = Evaluate(built, "main", std::vector<Value>{data});
  REQUIRE(Difference(a.GetOutput(0), value.tensor(), 1e-4).empty());
}

TEST_CASE("optimising ResNet-18 saves three tenths of its memory", "[executor]") {
  Workload workload = CreateModel("resnet", {{"num_layers", int64_t{18}}});
  IRModule built = InferTypes(WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params)));
  IRModule optimised = Apply(
      built, {"SimplifyInference", "FoldConstant", "FoldScaleAxis", "FoldConstant", "FuseOps"});
  std::unique_ptr<Plan> before = MakePlan(built), after = MakePlan(optimised);
  auto part = [](int64_t of, int64_t whole) {
    return static_cast<double>(of) / static_cast<double>(whole);
  };
  REQUIRE(part(after->activation_bytes, before->activation_bytes) <= 0.7);
  // Including the workspaces of kernels.
  REQUIRE(part(after->arena_bytes, before->arena_bytes) <= 0.7);
}

TEST_CASE("constants that are packed are given up, unless something else reads them",
          "[executor]") {
  SplitMix64 random(7);
  auto weight = [&] { return RandomArray(random, {4, 3, 3, 3}, DataType::Float(32)); };
  IRModule module = Parsed(
      "def @main(%x: Tensor[(1, 3, 8, 8), float32], %packed: Tensor[(4, 3, 3, 3), float32],"
      " %shared: Tensor[(4, 3, 3, 3), float32]) {"
      "  (add(nn.conv2d(%x, %packed, padding=[0, 0]), nn.conv2d(%x, %shared, padding=[0, 0])),"
      "   negative(%shared)) }");
  module = InferTypes(WithFunction(
      module, "main",
      BindParamsByName(module->Lookup("main"), {{"packed", weight()}, {"shared", weight()}})));
  GraphExecutor executor(module);
  int64_t bytes = executor.plan().ConstantBytes();
  NDArray input = RandomArray(random, {1, 3, 8, 8}, DataType::Float(32));
  executor.SetInput(0, input);
  executor.Run();
  NDArray first = executor.GetOutput(0);
  std::vector<bool> held;
  for (const PlanBuffer& buffer : executor.plan().buffers) {
    if (buffer.kind == PlanBuffer::Kind::kConstant) held.push_back(buffer.constant != nullptr);
  }
  REQUIRE(std::count(held.begin(), held.end(), true) == 1);
  REQUIRE(std::count(held.begin(), held.end(), false) == 1);
  // The plan's information is the same as before, and it runs again.
  REQUIRE(executor.plan().ConstantBytes() == bytes);
  executor.Run();
  REQUIRE(NDArrayEqual(executor.GetOutput(0), first));
}

TEST_CASE("what a plan cannot run is named", "[executor]") {
  auto reason = [](const char* text) -> std::string {
    try {
      MakePlan(Parsed(text));
    } catch (const DiagnosticError& error) {
      REQUIRE(error.diagnostics()[0].kind == DiagKind::kUnsupported);
      return error.diagnostics()[0].message.text();
    }
    return "";
  };
  REQUIRE(reason("def @main(%c: bool, %x: Tensor[(2), float32]) {"
                 "  if (%c) { %x } else { negative(%x) } }") ==
          "the graph executor does not support if: it runs a fixed list of steps");
  REQUIRE(reason("def @main(%x: Tensor[(?), float32]) { negative(%x) }")
              .find("tensors of unknown shape") != std::string::npos);
  // No elements, but the shape is unknown.
  REQUIRE(reason("def @main(%x: float32) { argwhere(%x) }").find("tensors of unknown shape") !=
          std::string::npos);
  REQUIRE(reason("def @main(%x: Tensor[(2), float32]) { ref_read(ref(%x)) }").find("references") !=
          std::string::npos);
  REQUIRE(reason("def @f(%x: int32) -> int32 { %x } def @main(%x: int32) { @f(%x) }")
              .find("calls of other functions") != std::string::npos);
}

TEST_CASE("what its type promises and its data cannot be is refused, in a fused function too",
          "[executor]") {
  // TVM's type relation accepts any axes.
  const char* program =
      "def @main(%x: Tensor[(2, 3), float32], %y: Tensor[(2), int64]) {"
      "  let %z = not_equal(%x, negative(%x)); dyn.squeeze(%z, %y, axis=[0, 1]) }";
  for (const char* pass : {"InferType", "FuseOps"}) {
    GraphExecutor executor(Apply(Parsed(program), {pass}));
    executor.SetInput(0, MakeNDArray({2, 3}, DataType::Float(32)));
    executor.SetInput(1, MakeNDArray({2}, DataType::Int(64)));
    REQUIRE_THROWS_AS(executor.Run(), DiagnosticError);
  }
}

TEST_CASE("results in blocks that are vectors are refused", "[executor]") {
  const char* program =
      "def @main(%x: Tensor[(1, 2, 3, 4, 2), float32], %w: Tensor[(2, 2, 1, 2, 2, 2), float32]) {"
      "  nn.contrib_conv2d_NCHWc(%x, %w, strides=[1, 1], padding=[2, 2], dilation=[1, 1], groups=1,"
      "    channels=4, kernel_size=[1, 2], data_layout=\"NCHW2c\", kernel_layout=\"OIHW2i2o\","
      "    out_layout=\"NCHW2c\", out_dtype=\"float32x4\") }";
  auto run = [&] {
    GraphExecutor executor(Apply(Parsed(program), {"FuseOps"}));
    executor.SetInput(0, MakeNDArray({1, 2, 3, 4, 2}, DataType::Float(32)));
    executor.SetInput(1, MakeNDArray({2, 2, 1, 2, 2, 2}, DataType::Float(32)));
    executor.Run();
  };
  CHECK_THROWS_WITH(run(), Catch::Contains("does not support the data type float32x4"));
}

TEST_CASE("inputs that are missing or do not fit are named", "[executor]") {
  GraphExecutor executor(
      Parsed("def @main(%data: Tensor[(2, 3), float32], %bias: Tensor[(3), float32]) {"
             "  add(%data, %bias) }"));
  auto message = [&](auto f) -> std::string {
    try {
      f();
    } catch (const DiagnosticError& error) {
      return error.diagnostics()[0].message.text();
    }
    return "";
  };
  REQUIRE(message([&] { executor.Run(); }) == "these inputs have no value: data, bias");
  REQUIRE(message([&] { executor.InputIndex("dat"); }) == "unknown input 'dat'");
  REQUIRE(message([&] {
            executor.SetInput(0, MakeNDArray({3, 2}, DataType::Float(32)));
          }) ==
          "the input 'data' is a Tensor[(2, 3), float32], but a Tensor[(3, 2), float32] was given");
  REQUIRE(message([&] { executor.SetInput(2, MakeNDArray({3}, DataType::Float(32))); }) ==
          "no input has the index 2; the program has 2");
  REQUIRE(message([&] { executor.GetOutput(0); }) ==
          "there is no output yet; run the program first");
  SplitMix64 random(1);
  executor.SetInput(0, RandomArray(random, {2, 3}));
  REQUIRE(message([&] { executor.Run(); }) == "these inputs have no value: bias");
  executor.SetInput(1, RandomArray(random, {3}));
  executor.Run();
  REQUIRE(message([&] { executor.GetOutput(1); }) ==
          "no output has the index 1; the program has 1");
}

TEST_CASE("effects are known without running", "[executor]") {
  IRModule module = Parsed(
      "def @main(%x: Tensor[(4, 6), float32], %w: Tensor[(5, 6), float32]) {"
      "  nn.relu(nn.dense(%x, %w, units=5)) }");
  ModuleEffects effects = EffectsOf(module);
  REQUIRE(effects.executor == ExecutorKind::kGraph);
  REQUIRE(effects.flop == 2 * 4 * 5 * 6 + 4 * 5);
  REQUIRE(*effects.input_bytes == (4 * 6 + 5 * 6) * 4);
  REQUIRE(effects.weight_bytes == 0);
  REQUIRE(*effects.kernels == 2);
  ModuleEffects vm = EffectsOf(Parsed(
      "def @main(%c: bool, %x: Tensor[(2), float32]) { if (%c) { %x } else { negative(%x) } }"));
  REQUIRE(vm.executor == ExecutorKind::kVm);
  REQUIRE(vm.reason);
  REQUIRE_FALSE(vm.peak_bytes);
  REQUIRE(vm.flop == 2);
}

TEST_CASE("a report has a row per call", "[executor]") {
  GraphExecutor executor(
      Parsed("def @main(%x: Tensor[(4, 6), float32]) {"
             "  let %a = exp(%x); let %b = exp(%a); reshape(tanh(%b), newshape=[24]) }"));
  SplitMix64 random(1);
  executor.SetInput(0, RandomArray(random, {4, 6}));
  ProfileReport report = executor.Profile({3});
  REQUIRE(report.calls.size() == 3);
  REQUIRE(report.calls[0].name == "exp");
  REQUIRE(report.calls[0].argument_shapes == "float32[4, 6], float32[4, 6]");
  REQUIRE(report.calls[0].flop == 24);
  REQUIRE(report.calls[0].bytes == 2 * 24 * 4);
  REQUIRE(report.calls[0].algorithm == "scalar program");
  double sum = 0;
  for (const CallProfile& call : report.calls) sum += call.duration;
  REQUIRE(sum <= report.total * (1 + 1e-9));
  // Fixed times for the texts.
  for (CallProfile& call : report.calls) {
    call.duration = 1250.5;
    call.percent = 25;
    call.gflops = 0.5;
    call.hash = "0";
  }
  report.total = 5000;
  std::string table = ReportTable(report);
  INFO(table);
  REQUIRE(table.find("Name        Duration (us)  Percent  Device  Count") == 0);
  REQUIRE(table.find("\nexp              2,501.00    50.00    cpu0      2  ") != std::string::npos);
  REQUIRE(table.find("\nSum              3,751.50    75.00") != std::string::npos);
  REQUIRE(table.find("\nTotal            5,000.00") != std::string::npos);
  REQUIRE(table.find("\nConfiguration\n-------------\nExecutor: Graph\nNumber of threads: 1\n") !=
          std::string::npos);
  REQUIRE(ReportCsv(report).find("Algorithm,Argument Shapes,Bytes,Count,Device,Duration (us),FLOP,"
                                 "GFLOP/s,Hash,Name,Percent\n\"scalar program\"") == 0);
  INFO(ReportJson(report));
  REQUIRE(ReportJson(report).find("\"Duration (us)\":{\"microseconds\":1250.5") !=
          std::string::npos);
}

TEST_CASE("a benchmark's figures are those of its results", "[executor]") {
  BenchmarkResult result = MakeBenchmarkResult({0.004, 0.001, 0.003, 0.002});
  REQUIRE(result.mean == Approx(0.0025));
  REQUIRE(result.median == Approx(0.0025));
  REQUIRE(result.min == 0.001);
  REQUIRE(result.max == 0.004);
  REQUIRE(result.std == Approx(std::sqrt(1.25e-6)));
  REQUIRE(RenderBenchmark(result) ==
          "Execution time summary:\n"
          " mean (ms)   median (ms)    max (ms)     min (ms)     std (ms)  \n"
          "   2.5000       2.5000       4.0000       1.0000       1.1180   \n"
          "               ");
  GraphExecutor executor(Parsed("def @main(%x: Tensor[(4), float32]) { exp(%x) }"));
  SplitMix64 random(1);
  executor.SetInput(0, RandomArray(random, {4}));
  BenchmarkOptions options;
  options.repeat = 3;
  options.number = 2;
  REQUIRE(executor.Benchmark(options).results.size() == 3);
}

}  // namespace
}  // namespace passcope
