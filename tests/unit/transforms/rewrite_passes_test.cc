// Passes that replace operators: their rewrites, programs that they do not change, and equal
// values.
#include <catch2/catch.hpp>

#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "pass/registry.h"
#include "unit/deep.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

constexpr const char* kX = "%x: Tensor[(2, 3), float32]";

std::string Program(const std::string& params, const std::string& body) {
  return "def @main(" + params + ") { " + body + " }";
}
// The body of the function after the pass. The values and a second run must not change.
std::string Body(const Pass& pass, const std::string& params, const std::string& body) {
  IRModule before = Read(Program(params, body)), after = RunPass(pass, before);
  CheckSameResults(before, after);
  CHECK(Write(RunPass(pass, after)) == Write(after));
  std::string text = Write(after);
  size_t begin = text.find("{\n") + 2;
  return text.substr(begin, text.rfind("\n}") - begin);
}
bool Unchanged(const Pass& pass, const std::string& params, const std::string& body) {
  IRModule module = Read(Program(params, body));
  return RunPass(pass, module)->Find("main") == module->Find("main");
}

}  // namespace

TEST_CASE("Legalize keeps apart what takes from data of unknown size", "[legalize]") {
  Pass pass = CreatePass("Legalize");
  auto body = [&](const char* data) {
    return Write(RunPass(pass, Read(Program(std::string("%x: ") + data + ", %i: Tensor[(3), int64]",
                                            "take(nn.relu(%x), %i, axis=0, mode=\"wrap\")"))));
  };
  CHECK(body("Tensor[(?, 4), float32]")
            .find("%0 = nn.relu(%x);\n"
                  "%1 = annotation.stop_fusion(%0);\n"
                  "take(%1, %i, axis=0, mode=\"wrap\")") != std::string::npos);
  CHECK(body("Tensor[(2, 4), float32]").find("stop_fusion") == std::string::npos);
}

TEST_CASE("SimplifyExpr: operators that take a shape from another tensor", "[simplify_expr]") {
  Pass pass = CreatePass("SimplifyExpr");
  CHECK(Body(pass, kX, "zeros_like(%x)") == "zeros(shape=[2, 3], dtype=\"float32\")");
  CHECK(Body(pass, kX, "full_like(%x, 2f)") == "full(2f, shape=[2, 3], dtype=\"float32\")");
  CHECK(Body(pass, std::string(kX) + ", %y: Tensor[(6), float32]", "reshape_like(%y, %x)") ==
        "reshape(%y, newshape=[2, 3])");
  CHECK(Body(pass, std::string(kX) + ", %y: Tensor[(3), int32]", "cast_like(%y, %x)") ==
        "cast(%y, dtype=\"float32\")");
  CHECK(Unchanged(pass, "%x: Tensor[(?, 3), float32]", "zeros_like(%x)"));
}

TEST_CASE("SimplifyExpr: reshapes of tensors without elements", "[simplify_expr]") {
  Pass pass = CreatePass("SimplifyExpr");
  const std::string empty = "%x: Tensor[(0, 1, 2), float32]";
  const std::string to = "reshape(%x, newshape=[1, 2, 0], allowzero=True)";
  CHECK(Body(pass, empty + ", %y: Tensor[(1, 2, 0), float32]", "reshape_like(%x, %y)") == to);
  CHECK(Body(pass, empty,
             "reshape(reshape(%x, newshape=[0, 2]), newshape=[1, 2, 0], "
             "allowzero=True)") == to);
}

TEST_CASE("Legalize leaves erf in float64", "[legalize]") {
  PassContextScope scope(PassContext::Create({.config = {{"passcope.target", "llvm"}}}));
  auto text = [](const char* type) {
    IRModule module = Read(Program(std::string("%x: ") + type, "erf(%x)"));
    return Write(CreatePass("Legalize")(module));
  };
  CHECK(text("float64").find("cast") == std::string::npos);
  CHECK(text("float16").find("cast(%x, dtype=\"float32\")") != std::string::npos);
}

TEST_CASE("SimplifyExpr: arithmetic", "[simplify_expr]") {
  Pass pass = CreatePass("SimplifyExpr");
  CHECK(Body(pass, kX, "add(%x, %x)") == "multiply(%x, 2f)");
  CHECK(Body(pass, kX, "add(0f, multiply(%x, 1f))") == "%x");
  CHECK(Body(pass, kX, "subtract(divide(%x, ones_like(%x)), 0f)") == "%x");
  CHECK(Unchanged(pass, kX, "subtract(0f, %x)"));
  // The result and the remaining operand have different shapes.
  CHECK(Unchanged(pass, "%x: Tensor[(3), float32]",
                  "add(%x, zeros(shape=[2, 3], dtype=\"float32\"))"));
  CHECK(Body(pass, kX, "divide(%x, sqrt(%x))") == "%0 = rsqrt(%x);\nmultiply(%x, %0)");
  CHECK(Body(pass, kX, "multiply(multiply(%x, 2f), 3f)") == "multiply(%x, 6f)");
  CHECK(Body(pass, kX, "multiply(3f, add(2f, %x))") == "%0 = multiply(%x, 3f);\nadd(%0, 6f)");
  // The inner sum has another use.
  CHECK(Unchanged(pass, kX, "%0 = add(%x, 2f); (multiply(%0, 3f), exp(%0))"));
}

TEST_CASE("SimplifyExpr: the order of dequantized numbers", "[simplify_expr]") {
  Pass pass = CreatePass("SimplifyExpr");
  const std::string data = "%x: Tensor[(2, 3), int8]", scales = data + ", %s: Tensor[(3), float32]";
  CHECK(Body(pass, data, "argmax(qnn.dequantize(%x, 2f, 1), axis=[1])") == "argmax(%x, axis=[1])");
  // The order turns around, depends on the scale, or changes the type.
  CHECK(Unchanged(pass, data, "argmax(qnn.dequantize(%x, -2f, 1), axis=[1])"));
  CHECK(Unchanged(pass, scales, "argmax(qnn.dequantize(%x, %s, 1, axis=1), axis=[1])"));
  CHECK(Unchanged(pass, data, "argsort(qnn.dequantize(%x, 2f, 1), axis=1)"));
}

TEST_CASE("SimplifyExpr: shapes, axes and casts", "[simplify_expr]") {
  Pass pass = CreatePass("SimplifyExpr");
  CHECK(Body(pass, kX, "reshape(reshape(%x, newshape=[6]), newshape=[3, -1])") ==
        "reshape(%x, newshape=[3, 2])");
  CHECK(Body(pass, kX, "transpose(transpose(%x, axes=None), axes=None)") == "%x");
  CHECK(Body(pass, "%x: Tensor[(1, 2, 3), float32]",
             "transpose(transpose(%x, axes=[0, 2, 1]), axes=[1, 0, 2])") ==
        "transpose(%x, axes=[2, 0, 1])");
  CHECK(Body(pass, "%x: Tensor[(1, 2, 2, 4), float32]",
             "layout_transform(transpose(%x, axes=[0, 3, 1, 2]), src_layout=\"NCHW\", "
             "dst_layout=\"NCHW4c\")") ==
        "layout_transform(%x, src_layout=\"NHWC\", dst_layout=\"NCHW4c\")");
  CHECK(Body(pass, kX, "cast(%x, dtype=\"float32\")") == "%x");
  CHECK(Body(pass, "%x: Tensor[(3), int8]", "cast(cast(%x, dtype=\"int16\"), dtype=\"int32\")") ==
        "cast(%x, dtype=\"int32\")");
  CHECK(Unchanged(pass, kX, "cast(cast(%x, dtype=\"int8\"), dtype=\"float32\")"));
  CHECK(Body(pass, "%x: Tensor[(3), int32]",
             "cast(cast(clip(%x, a_min=0f, a_max=255f), dtype=\"uint8\"), dtype=\"int32\")") ==
        "clip(%x, a_min=0f, a_max=255f)");
}

TEST_CASE("FoldExplicitPadding folds into convolutions and pools", "[fold_padding]") {
  Pass pass = CreatePass("FoldExplicitPadding");
  std::string data = "%x: Tensor[(1, 2, 4, 4), float32]";
  std::string pad = "%0 = nn.pad(%x, 0f, pad_width=[[0, 0], [0, 0], [1, 2], [1, 0]]); ";
  CHECK(Body(pass, data + ", %w: Tensor[(2, 2, 3, 3), float32]",
             pad + "nn.conv2d(%0, %w, padding=[1, 0, 0, 0], channels=2, kernel_size=[3, 3])") ==
        "nn.conv2d(%x, %w, padding=[2, 1, 2, 0], channels=2, kernel_size=[3, 3])");
  CHECK(Body(pass, data, pad + "nn.avg_pool2d(%0, pool_size=[2, 2], padding=[0, 0, 0, 0])")
            .find("count_include_pad=True") != std::string::npos);
  // A maximum that includes zeros is different.
  CHECK(Unchanged(pass, data, pad + "nn.max_pool2d(%0, pool_size=[2, 2], padding=[0, 0, 0, 0])"));
  CHECK(Unchanged(pass, data + ", %w: Tensor[(2, 3, 3, 3), float32]",
                  "%0 = nn.pad(%x, 0f, pad_width=[[0, 0], [0, 1], [1, 1], [1, 1]]); "
                  "nn.conv2d(%0, %w, padding=[0, 0, 0, 0], channels=2, kernel_size=[3, 3])"));
}

TEST_CASE("CombineParallelConv2D makes one convolution", "[combine]") {
  std::string params =
      "%x: Tensor[(1, 2, 4, 4), float32], %a: Tensor[(2, 2, 3, 3), float32], "
      "%b: Tensor[(4, 2, 3, 3), float32], %s: Tensor[(2, 1, 1), float32], "
      "%t: Tensor[(4, 1, 1), float32]";
  std::string attrs = ", padding=[1, 1, 1, 1], kernel_size=[3, 3])";
  std::string body = "%0 = nn.conv2d(%x, %a, channels=2" + attrs +
                     "; %1 = nn.conv2d(%x, %b, channels=4" + attrs +
                     "; (nn.relu(add(%0, %s)), nn.relu(add(%1, %t)))";
  Pass pass = CreatePass("CombineParallelConv2D", {{"min_num_branches", 2}});
  PassContextScope scope(PassContext::Create({.opt_level = 4}));
  IRModule before = Read(Program(params, body)), after = pass(before);
  CheckSameResults(before, after);
  CHECK(Write(after).find("concatenate(%0)") != std::string::npos);
  CHECK(CountOps(after)["nn.conv2d"] == 1);
  CHECK(CountOps(after)["nn.relu"] == 1);
  CHECK(CountOps(after)["strided_slice"] == 2);
  // Too few branches.
  CHECK(CreatePass("CombineParallelConv2D", {{"min_num_branches", 3}})(before)->Find("main") ==
        before->Find("main"));
}

TEST_CASE("CombineParallelDense and CombineParallelBatchMatmul", "[combine]") {
  std::string params =
      "%x: Tensor[(2, 3), float32], %a: Tensor[(4, 3), float32], %b: Tensor[(4, 3), float32], "
      "%c: Tensor[(5, 3), float32], %s: Tensor[(4), float32], %t: Tensor[(4), float32]";
  std::string body =
      "%0 = nn.dense(%x, %a, units=4); %1 = nn.dense(%x, %b, units=4); "
      "%2 = nn.dense(%x, %c, units=5); (add(%0, %s), add(%1, %t), %2)";
  IRModule before = Read(Program(params, body));
  IRModule batch = CreatePass("CombineParallelDense", {{"min_num_branches", 2}})(before);
  CheckSameResults(before, batch);
  CHECK(CountOps(batch)["nn.batch_matmul"] == 1);
  CHECK(CountOps(batch)["nn.dense"] == 1);
  IRModule dense = CreatePass("CombineParallelDense", {{"to_batch", false}})(before);
  CheckSameResults(before, dense);
  CHECK(CountOps(dense)["nn.dense"] == 1);
  IRModule matmuls = Read(Program(
      "%x: Tensor[(2, 3, 4), float32], %a: Tensor[(2, 5, 4), float32], "
      "%b: Tensor[(2, 6, 4), float32]",
      "(nn.batch_matmul(%x, %a, transpose_b=True), nn.batch_matmul(%x, %b, transpose_b=True))"));
  IRModule one = CreatePass("CombineParallelBatchMatmul", {{"min_num_branches", 2}})(matmuls);
  CheckSameResults(matmuls, one);
  CHECK(CountOps(one)["nn.batch_matmul"] == 1);
}

TEST_CASE("FastMath, DivToMul, SplitArgs and CanonicalizeCast", "[small_passes]") {
  IRModule math = Read(Program(kX, "nn.softmax(tanh(exp(%x)), axis=1)"));
  CHECK(Write(CreatePass("FastMath")(math)).find("nn.fast_softmax(%1, axis=1)") !=
        std::string::npos);
  CHECK(CountOps(CreatePass("FastMath")(math))["fast_tanh"] == 1);

  CHECK(Body(CreatePass("DivToMul"), kX, "divide(%x, 4f)") == "multiply(%x, 0.25f)");
  CHECK(Unchanged(CreatePass("DivToMul"), kX, "divide(%x, 0f)"));
  CHECK(Unchanged(CreatePass("DivToMul"), "%x: Tensor[(3), int32]", "divide(%x, 4)"));

  std::string many = "concatenate((%x, %x, %x, %x, %x))";
  IRModule split =
      RunPass(CreatePass("SplitArgs", {{"max_function_args", 4}}), Read(Program(kX, many)));
  CHECK(CountOps(split)["concatenate"] == 3);
  CHECK(CountOps(split)["annotation.stop_fusion"] == 2);
  CHECK(Unchanged(CreatePass("SplitArgs", {{"max_function_args", -1}}), kX, many));
  CHECK(Unchanged(CreatePass("SplitArgs", {{"max_function_args", 10}}), kX, many));

  std::string shared = "%0 = cast(%x, dtype=\"float32\"); (exp(%0), sqrt(%0))";
  CHECK(Body(CreatePass("CanonicalizeCast"), "%x: Tensor[(3), int8]", shared) ==
        "%0 = cast(%x, dtype=\"float32\");\n%1 = cast(%x, dtype=\"float32\");\n%2 = exp(%0);\n"
        "%3 = sqrt(%1);\n(%2, %3)");
  CHECK(Unchanged(CreatePass("CanonicalizeCast"), "%x: Tensor[(3), float64]", shared));
}

TEST_CASE("FlattenAtrousConv makes a dilated convolution", "[small_passes]") {
  std::string params = "%x: Tensor[(1, 5, 5, 4), float32], %w: Tensor[(3, 3, 4, 1), float32]";
  CHECK(
      Body(CreatePass("FlattenAtrousConv"), params,
           "%0 = nn.space_to_batch_nd(%x, block_shape=[2, 2], paddings=[[2, 3], [2, 3]]); "
           "%1 = nn.conv2d(%0, %w, padding=[0, 0, 0, 0], groups=4, channels=4, kernel_size=[3, 3], "
           "data_layout=\"NHWC\", kernel_layout=\"HWOI\"); "
           "nn.batch_to_space_nd(%1, block_shape=[2, 2], crops=[[0, 1], [0, 1]])") ==
      "nn.conv2d(%x, %w, padding=[2, 2, 2, 2], dilation=[2, 2], groups=4, channels=4, "
      "kernel_size=[3, 3], data_layout=\"NHWC\", kernel_layout=\"HWOI\")");
}

TEST_CASE("Inline puts marked functions where they are called", "[functions]") {
  IRModule module = Read(
      "def @main(%x: float32) -> float32 { add(@f(%x), @g(%x)) } "
      "def @f(%a: float32, Inline=1) -> float32 { exp(@h(%a)) } "
      "def @g(%a: float32) -> float32 { @f(%a) } "
      "def @h(%a: float32, Inline=1) -> float32 { sqrt(%a) }");
  IRModule after = InferTypes(CreatePass("Inline")(module));
  CheckSameResults(module, after);
  CHECK(after->functions.size() == 2);
  CHECK(Write(after) ==
        "def @g(%a: float32) -> float32 {\n%0 = sqrt(%a);\nexp(%0)\n}\n\n"
        "def @main(%x: float32) -> float32 {\n%1 = sqrt(%x);\n%2 = exp(%1);\n%3 = @g(%x);\n"
        "add(%2, %3)\n}\n");
  // Functions that call each other do not change.
  IRModule cycle = Read(
      "def @main(%x: float32) -> float32 { @f(%x) } "
      "def @f(%a: float32, Inline=1) -> float32 { @g(%a) } "
      "def @g(%a: float32, Inline=1) -> float32 { @f(%a) }");
  CHECK(CreatePass("Inline")(cycle)->functions.size() >= 2);
  CHECK_NOTHROW(InferTypes(CreatePass("Inline")(cycle)));
}

TEST_CASE("LambdaLift makes global functions of local ones", "[functions]") {
  IRModule plain = Read(
      "def @main(%x: float32) -> float32 { %0 = fn (%a: float32) -> float32 { exp(%a) }; "
      "add(%0(%x), %0(1f)) }");
  IRModule after = CreatePass("LambdaLift")(plain);
  CHECK(after->functions.size() == 2);
  CHECK(Write(after).find("fn (") == std::string::npos);
  CheckSameResults(plain, after);

  IRModule closure = Read(
      "def @main(%x: float32) -> float32 { let %f = fn (%a: float32) -> float32 { add(%a, %x) }; "
      "%f(%x) }");
  after = CreatePass("LambdaLift")(closure);
  CHECK(Write(after).find("Closure=1") != std::string::npos);
  CheckSameResults(closure, after);

  IRModule loop = Read(
      "def @main(%n: int32) -> int32 { let %f: fn (int32) -> int32 = fn (%i: int32) -> int32 { "
      "if (less(%i, 1)) { %i } else { %f(subtract(%i, 1)) } }; %f(%n) }");
  after = CreatePass("LambdaLift")(loop);
  CHECK(after->functions.size() == 2);
  CheckSameResults(loop, after);
}

TEST_CASE("EtaExpand wraps functions that are values", "[functions]") {
  IRModule module = Read(
      "def @main(%x: float32) -> float32 { let %f = @g; %f(%x) } "
      "def @g(%a: float32) -> float32 { exp(%a) }");
  IRModule after = InferTypes(CreatePass(
      "EtaExpand", {{"expand_constructor", false}, {"expand_global_var", true}})(module));
  CHECK(Write(after).find("fn (%eta_expand_param: float32)") != std::string::npos);
  CheckSameResults(module, after);
  CHECK_THROWS_AS(CreatePass("EtaExpand",
                             {{"expand_constructor", false}, {"expand_global_var", false}})(module),
                  DiagnosticError);
}

TEST_CASE("EtaExpand wraps constructors that are values", "[functions][adt]") {
  IRModule module = Read(
      "type Box[A] { Put(A), } "
      "def @main(%x: float32) -> Box[float32] { let %f = Put; %f(%x) }");
  IRModule after = InferTypes(CreatePass(
      "EtaExpand", {{"expand_constructor", true}, {"expand_global_var", false}})(module));
  CHECK(Write(after).find("Put(%eta_expand_param)") != std::string::npos);
  // A call of it stays.
  IRModule called =
      Read("type Box[A] { Put(A), } def @main(%x: float32) -> Box[float32] { Put(%x) }");
  CHECK(
      CreatePass("EtaExpand", {{"expand_constructor", true}, {"expand_global_var", false}})(called)
          ->Find("main") == called->Find("main"));
}

TEST_CASE("Rewriting passes walk deep programs", "[deep]") {
  OnSmallStack([] {
    Expr x = Var("x", TensorType(Shape{3}, DataType::Float(32))), sum = x;
    for (int i = 0; i < DeepLevels(); ++i) {
      sum = CallOp(i % 3 == 0 ? "exp" : i % 3 == 1 ? "nn.relu" : "sqrt", {sum});
    }
    IRModule module = InferTypes(ModuleFromExpr(Function(std::span<const Expr>(&x, 1), sum)));
    for (const char* name : {"SimplifyExpr", "FoldExplicitPadding", "CanonicalizeCast", "FastMath",
                             "CombineParallelConv2D", "CombineParallelDense", "FlattenAtrousConv",
                             "Inline", "LambdaLift"}) {
      INFO(name);
      CHECK(CreatePass(name)(module)->functions.size() == 1);
    }
  });
}

}  // namespace passcope
