// Passes that change data types and shapes: ToMixedPrecision, DynamicToStatic, and Legalize and
// AlterOpLayout with custom rules.
#include <catch2/catch.hpp>

#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/op_rules.h"
#include "transforms/optimize.h"
#include "transforms/pattern_utils.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Main(const std::string& params, const std::string& body) {
  return Read("def @main(" + params + ") { " + body + " }");
}
std::string BodyOf(const IRModule& module) {
  std::string text = Write(module);
  size_t begin = text.find("{\n") + 2;
  return text.substr(begin, text.rfind("\n}") - begin);
}
const char* const kDense = "%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]";

}  // namespace

TEST_CASE("ToMixedPrecision casts down and up again", "[mixed_precision]") {
  Pass pass = CreatePass("ToMixedPrecision");
  IRModule module = Main(kDense, "nn.softmax(nn.relu(nn.dense(%x, %w, units=4)))");
  CHECK(BodyOf(RunPass(pass, module)) ==
        "%0 = cast(%x, dtype=\"float16\");\n%1 = cast(%w, dtype=\"float16\");\n"
        "%2 = nn.dense(%0, %1, units=4, out_dtype=\"float16\");\n%3 = nn.relu(%2);\n"
        "%4 = cast(%3, dtype=\"float32\");\nnn.softmax(%4)");
  // One cast serves two users. Casting back gives the original.
  IRModule shared = Main(kDense,
                         "%0 = nn.dense(%x, %w, units=4); %1 = nn.dense(%x, %w, units=4); "
                         "(exp(%0), exp(%0), %1)");
  CHECK(CountOps(RunPass(pass, shared))["cast"] == 3);
  // No operator needs the smaller type.
  IRModule plain = Main(kDense, "exp(%x)");
  CHECK(BodyOf(RunPass(pass, plain)) == "exp(%x)");
}

TEST_CASE("ToMixedPrecision takes an if for one of the type that it had", "[mixed_precision]") {
  Pass pass = CreatePass("ToMixedPrecision");
  std::string params = "%c: bool, %v: Tensor[(5, 4), float32], " + std::string(kDense);
  std::string chosen =
      "%0 = nn.dense(%x, %w, units=4); %1 = if (%c) { %0 } else { nn.relu(%0) };"
      " %2 = (nn.relu(%1), %0);";
  // The `if`, its ReLU and the field have float16, with casts to it.
  IRModule product = RunPass(pass, Main(params, chosen + "nn.dense(%2.0, %v, units=5)"));
  CHECK(CountOps(product)["cast"] == 4);
  // An operator that stays in float32 takes it without a cast.
  IRModule softmax = RunPass(pass, Main(params, chosen + "nn.softmax(%2.0)"));
  CHECK(CountOps(softmax)["cast"] == 2);
  // The function has declared its parameter type, so the result of the `if` is cast.
  IRModule call = RunPass(pass, Main(params, chosen + "%3 = fn (%a: Tensor[(2, 4), float32]) "
                                                      "{ exp(%a) }; %3(%1)"));
  CHECK(CountOps(call)["cast"] == 3);
}

TEST_CASE("ToMixedPrecision keeps the arguments of quantized operators", "[mixed_precision]") {
  Pass pass = CreatePass("ToMixedPrecision");
  IRModule alone = Main("%x: Tensor[(2, 3), float32], %s: float32, %z: int32",
                        "qnn.dequantize(qnn.quantize(%x, %s, %z, out_dtype=\"int8\"), %s, %z)");
  CHECK(CountOps(RunPass(pass, alone))["cast"] == 0);
  IRModule behind =
      Main(kDense, "qnn.quantize(nn.dense(%x, %w, units=4), 0.5f, 3, out_dtype=\"int8\")");
  CHECK(BodyOf(RunPass(pass, behind)).find("cast(%2, dtype=\"float32\")") != std::string::npos);
}

TEST_CASE("ToMixedPrecision: lets, outputs and mistakes", "[mixed_precision]") {
  Pass pass = CreatePass("ToMixedPrecision");
  IRModule module = Main(kDense, "let %a = nn.dense(%x, %w, units=4); nn.relu(%a)");
  CHECK(Write(RunPass(pass, module)).find("let %a: Tensor[(2, 4), float16]") != std::string::npos);
  {
    PassContextScope scope(PassContext::Create(
        {.config = {{"relay.ToMixedPrecision.keep_orig_output_dtype", AttrValue(true)}}}));
    IRModule kept = pass(Main(kDense, "nn.dense(%x, %w, units=4)"));
    CHECK(BodyOf(kept).find("cast(%2, dtype=\"float32\")") != std::string::npos);
  }
  IRModule unlisted = Main(kDense, "cos(%x)");
  CHECK(BodyOf(RunPass(pass, unlisted)) == "%0 = cast(%x, dtype=\"float16\");\ncos(%0)");
  CHECK_THROWS_AS(CreatePass("ToMixedPrecision", {{"missing_op_mode", 0}})(unlisted),
                  DiagnosticError);
  CHECK_THROWS_AS(CreatePass("ToMixedPrecision", {{"mixed_precision_type", "int8"}}),
                  DiagnosticError);
  CHECK_THROWS_AS(CreatePass("ToMixedPrecision", {{"missing_op_mode", 3}}), DiagnosticError);
}

TEST_CASE("DynamicToStatic replaces calls that have no type before", "[dynamic_to_static]") {
  // The length of the shape is known only when the slice is folded.
  const std::string text =
      "#[version = \"0.0.5\"]\n"
      "def @g(%y: Tensor[(3), float32]) { nn.relu(%y) }\n"
      "def @main(%x: Tensor[(3, 2), float32], %v: float32) {"
      "  let %u = nn.relu(%v);"
      "  %0 = reshape(0i64, newshape=[1]); %1 = reshape(1i64, newshape=[1]);"
      "  %2 = dyn.strided_slice(shape_of(%x, dtype=\"int64\"), %0, %1, %1, begin=None, end=None,"
      "                         strides=None, axes=None);"
      "  %3 = dyn.full(%u, %2, shape=None, dtype=\"float32\");"
      "  @g(%3) }";
  const IRModule module = ParseModule(text, "test");
  CHECK_THROWS_AS(InferTypes(module), DiagnosticError);
  const std::string after = Write(CreatePass("DynamicToStatic")(module));
  CAPTURE(after);
  CHECK_THAT(after, Catch::Contains("full(%u, shape=[3], dtype=\"float32\")"));
  // Mistakes are still told.
  CHECK_THROWS_AS(CreatePass("DynamicToStatic")(ParseModule(
                      "#[version = \"0.0.5\"]\ndef @main(%x: int32) { nn.relu(%x, %x) }", "test")),
                  DiagnosticError);
}

TEST_CASE("DynamicToStatic uses the shapes that are known", "[dynamic_to_static]") {
  Pass pass = CreatePass("DynamicToStatic");
  IRModule module = Main("%x: Tensor[(6), float32], %y: Tensor[(2, 3), float32]",
                         "dyn.reshape(%x, shape_of(%y, dtype=\"int64\"), newshape=[])");
  IRModule after = RunPass(pass, module);
  CHECK(BodyOf(after) == "reshape(%x, newshape=[2, 3])");
  CheckSameResults(module, after);
  // A shape that is known only after another operator was replaced.
  IRModule chain = Main("%x: Tensor[(6), float32], %y: Tensor[(2, 3), float32], %z: float32",
                        "let %a = dyn.reshape(%x, shape_of(%y, dtype=\"int64\"), newshape=[]); "
                        "dyn.broadcast_to(%z, shape_of(%a, dtype=\"int64\"), shape=None)");
  CHECK(BodyOf(RunPass(pass, chain)).find("broadcast_to(%z, shape=[2, 3]") != std::string::npos);
  IRModule unknown =
      Main("%x: Tensor[(6), float32], %s: Tensor[(2), int64]", "dyn.reshape(%x, %s, newshape=[])");
  CHECK(RunPass(pass, unknown)->Find("main") == unknown->Find("main"));
}

TEST_CASE("SimplifyFCTranspose takes transposed weights as parameters", "[fc_transpose]") {
  IRModule module = Main("%x: Tensor[(1, 3), float32], %w: Tensor[(3, 4), float32]",
                         "nn.dense(%x, transpose(%w, axes=[1, 0]), units=None)");
  CHECK(
      Write(CreatePass("SimplifyFCTranspose", {{"target_weight_name", AttrArray{"w"}}})(module)) ==
      "def @main(%x: Tensor[(1, 3), float32], %w.T: Tensor[(4, 3), float32]) -> "
      "Tensor[(1, 4), float32] {\nnn.dense(%x, %w.T, units=None)\n}\n");
  CHECK_THROWS_AS(
      CreatePass("SimplifyFCTranspose", {{"target_weight_name", AttrArray{"v"}}})(module),
      DiagnosticError);
}

TEST_CASE("Legalize asks the rules", "[op_rules]") {
  transform::OpRule rule = [](const CallNode* call, std::span<const Expr> args) -> Expr {
    CHECK(As<TensorTypeNode>(call->checked_type()));
    return IsCallTo(args[0], "sqrt") ? MakeMultiply(args[0], args[0]) : Expr();
  };
  Pass pass = transform::Legalize({"FTVMLegalize"}, {{"exp", rule}});
  CHECK(BodyOf(RunPass(pass, Main("%x: Tensor[(3), float32]", "exp(exp(sqrt(%x)))"))) ==
        "%0 = sqrt(%x);\n%1 = multiply(%0, %0);\nexp(%1)");
}

TEST_CASE("Legalize makes a convolution of a weight's gradient", "[op_rules]") {
  IRModule module =
      Main("%g: Tensor[(2, 4, 6, 6), float32], %d: Tensor[(2, 3, 6, 6), float32]",
           "nn.conv2d_backward_weight(%g, %d, padding=[1, 1, 1, 1], kernel_size=[3, 3], "
           "kernel_layout=\"NCHW\", out_layout=\"OIHW\")");
  IRModule after = RunPass(CreatePass("Legalize"), module);
  CHECK(CountOps(after)["nn.conv2d"] == 1);
  CHECK(CountOps(after)["nn.conv2d_backward_weight"] == 0);
  CHECK(As<FunctionNode>(after->Lookup("main"))->body()->checked_type() ==
        As<FunctionNode>(module->Lookup("main"))->body()->checked_type());
}

TEST_CASE("Legalize keeps the groups of a weight's gradient", "[op_rules]") {
  auto gradient = [](const std::string& grad, const std::string& data, const char* attrs) {
    return Main("%g: Tensor[(" + grad + "), float32], %d: Tensor[(" + data + "), float32]",
                std::string("nn.conv2d_backward_weight(%g, %d, ") + attrs +
                    ", kernel_layout=\"NCHW\", out_layout=\"OIHW\")");
  };
  IRModule module = gradient("1, 4, 1, 1", "1, 4, 1, 1", "groups=2, kernel_size=[1, 1]");
  IRModule after = RunPass(CreatePass("Legalize"), module);
  CHECK(CountOps(after)["nn.conv2d_backward_weight"] == 0);
  NDArray ones = MakeNDArray({1, 4, 1, 1}, DataType::Float(32));
  NDArray channels = MakeNDArray({1, 4, 1, 1}, DataType::Float(32));
  for (size_t i = 0; i < 4; ++i) {
    StoreDouble(ones, i, 1);
    StoreDouble(channels, i, static_cast<double>(i));
  }
  std::vector<Value> args = {Value(ones), Value(channels)};
  NDArray result = Evaluate(after, "main", args).tensor();
  // Each of the two outputs of a group reads the two channels of its group.
  std::vector<double> read;
  for (size_t i = 0; i < result->size(); ++i) read.push_back(result->ToDouble(i));
  CHECK(read == std::vector<double>{0, 1, 0, 1, 2, 3, 2, 3});

  IRModule odd = gradient("3, 4, 2, 4", "3, 6, 4, 5",
                          "groups=2, strides=[2, 1], padding=[1, 0, 0, 1], kernel_size=[2, 3]");
  CheckSameResults(odd, RunPass(CreatePass("Legalize"), odd));
}

TEST_CASE("Legalize transposes convolutions in NCHW", "[op_rules]") {
  IRModule module =
      Main("%x: Tensor[(1, 3, 3, 2), float32], %w: Tensor[(4, 2, 3, 3), float32]",
           "nn.conv2d_transpose(%x, %w, channels=4, kernel_size=[3, 3], data_layout=\"NHWC\", "
           "kernel_layout=\"OIHW\")");
  IRModule after = RunPass(CreatePass("Legalize"), module);
  CHECK(CountOps(after)["transpose"] == 3);
  CHECK(BodyOf(after).find("kernel_layout=\"IOHW\"") != std::string::npos);
  CheckSameResults(module, after);

  for (const char* layout : {"DHWIO", "DHWOI", "IODHW", "OIDHW"}) {
    std::string shape = layout[0] == 'D' ? "(3, 3, 3, 2, 2)" : "(2, 2, 3, 3, 3)";
    module = Main("%x: Tensor[(1, 3, 3, 3, 2), float32], %w: Tensor[" + shape + ", float32]",
                  "nn.conv3d_transpose(%x, %w, channels=2, kernel_size=[3, 3, 3], "
                  "data_layout=\"NDHWC\", kernel_layout=\"" +
                      std::string(layout) + "\")");
    after = RunPass(CreatePass("Legalize"), module);
    CHECK(CountOps(after)["transpose"] == (layout == std::string("OIDHW") ? 2 : 3));
    CheckSameResults(module, after);
  }
}

TEST_CASE("AlterOpLayout puts transforms around what a rule changes", "[op_rules]") {
  transform::OpRule rule = [](const CallNode* call, std::span<const Expr> args) {
    return Call(call->op(), args,
                WithAttrs(call->attrs, {{"data_layout", "NHWC"}, {"kernel_layout", "HWIO"}}));
  };
  IRModule module =
      Main("%x: Tensor[(1, 2, 4, 4), float32], %w: Tensor[(3, 2, 3, 3), float32]",
           "nn.relu(nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=3, kernel_size=[3, 3]))");
  CHECK(RunPass(CreatePass("AlterOpLayout"), module)->Find("main") == module->Find("main"));
  IRModule after = RunPass(transform::AlterOpLayout({{"nn.conv2d", rule}}), module);
  CheckSameResults(module, after);
  CHECK(BodyOf(after).find("%2 = nn.conv2d(%0, %1, padding=[1, 1, 1, 1], channels=3, "
                           "kernel_size=[3, 3], data_layout=\"NHWC\", kernel_layout=\"HWIO\");\n"
                           "%3 = nn.relu(%2);\nlayout_transform(%3") != std::string::npos);
}

TEST_CASE("Optimize: what runs hangs on the opt level", "[optimize]") {
  IRModule module = Main("%x: Tensor[(2, 3), float32]",
                         "%2 = nn.dropout(add(%x, 1f)); %0 = exp(%2.0); %1 = exp(%2.0); "
                         "add(%0, %1)");
  auto optimized = [&](int level) {
    PassContextScope scope(PassContext::Create({.opt_level = level}));
    return Optimize(module);
  };
  IRModule plain = optimized(0), full = optimized(4);
  CheckSameResults(module, plain);
  CHECK(CountOps(plain)["nn.dropout"] == 0);
  CHECK(CountOps(plain)["exp"] == 2);
  CHECK(CountOps(full)["fast_exp"] == 1);
  CHECK(Write(full).find("hash=\"") != std::string::npos);
  // Parameters are bound by name.
  ParamMap params = {{"x", ScalarNDArray(1, DataType::Float(32))}};
  IRModule scalar = Main("%x: float32, %y: float32", "add(%x, %y)");
  CHECK(As<FunctionNode>(Optimize(scalar, params)->Lookup("main"))->params().size() == 1);
}

TEST_CASE("FirstOrderGradient returns gradients too", "[gradient]") {
  // The gradient of sum(f(x)) with respect to x, against finite differences.
  for (const char* body :
       {"exp(%x)",
        "log(%x)",
        "sqrt(%x)",
        "sigmoid(%x)",
        "tanh(%x)",
        "nn.relu(%x)",
        "sin(%x)",
        "cos(%x)",
        "tan(%x)",
        "sinh(%x)",
        "cosh(%x)",
        "atan(%x)",
        "abs(%x)",
        "negative(%x)",
        "divide(2f, %x)",
        "divide(%x, add(%x, 1f))",
        "multiply(%x, subtract(%x, 3f))",
        "nn.softmax(multiply(%x, %x), axis=1)",
        "nn.log_softmax(%x, axis=1)",
        "transpose(%x, axes=[1, 0])",
        "reshape(multiply(%x, %x), newshape=[6])",
        "mean(multiply(%x, %x), axis=[1])",
        "sum(exp(%x), axis=[0], keepdims=True)",
        "nn.dense(%x, multiply(%x, %x), units=2)",
        "nn.bias_add(%x, sum(%x, axis=[0]), axis=1)",
        "%0 = (%x, exp(%x)); multiply(%0.0, %0.1)",
        "%0 = fn (%a: Tensor[(2, 3), float32], %b: Tensor[(2, 3), float32]) { multiply(%a, %b) }; "
        "multiply(%0(%x, exp(%x)), %0(log(%x), %x))",
        "acos(multiply(%x, 0.5f))",
        "acosh(add(%x, 1f))",
        "asin(multiply(%x, 0.5f))",
        "asinh(%x)",
        "atanh(multiply(%x, 0.5f))",
        "erf(%x)",
        "log2(%x)",
        "log10(%x)",
        "exp(clip(%x, a_min=0.5f, a_max=0.9f))",
        "exp(max(%x, axis=[1]))",
        "exp(max(%x, axis=[0], keepdims=True))",
        "exp(max(%x))",
        "variance(%x, mean(%x, axis=[1], keepdims=True), axis=[1])",
        "variance(%x, mean(%x, axis=[0], keepdims=True), axis=[0], keepdims=True, unbiased=True)",
        "exp(expand_dims(%x, axis=1, num_newaxis=2))",
        "%0 = (%x, exp(%x)); exp(stack(%0, axis=1))",
        "%0 = (%x, exp(%x)); exp(stack(%0, axis=-1))",
        "exp(strided_slice(%x, begin=[0, 2], end=[2, 0], strides=[1, -1], axes=None))",
        "exp(strided_slice(%x, begin=[0, 1], end=[-1, 2], strides=[1, 1], slice_mode=\"size\", "
        "axes=None))",
        "exp(take(%x, cast(2f, dtype=\"int32\"), axis=1))",
        "exp(take(%x, cast(strided_slice(reshape(%x, newshape=[6]), begin=[0], end=[4], "
        "strides=[1], axes=None), dtype=\"int32\"), axis=1))",
        "exp(take(%x, cast(reshape(%x, newshape=[6]), dtype=\"int32\")))",
        "exp(gather_nd(%x, cast(%x, dtype=\"int32\")))",
        "exp(nn.matmul(%x, exp(%x), units=None, transpose_b=True))",
        "exp(nn.matmul(%x, transpose(%x, axes=[1, 0]), units=None))",
        "exp(nn.matmul(%x, exp(%x), units=None, transpose_a=True))",
        "exp(nn.matmul(%x, transpose(%x, axes=[1, 0]), units=None, transpose_a=True, "
        "transpose_b=True))",
        "exp(nn.max_pool2d(reshape(%x, newshape=[1, 1, 2, 3]), pool_size=[2, 2]))",
        "exp(nn.avg_pool2d(reshape(%x, newshape=[1, 1, 2, 3]), pool_size=[2, 2], "
        "padding=[1, 1, 1, 1], count_include_pad=True))",
        "exp(nn.global_avg_pool2d(reshape(%x, newshape=[1, 2, 3, 1]), layout=\"NHWC\"))",
        "%0 = (%x, exp(%x), sin(%x), %x); nn.conv2d(reshape(stack(%0, axis=0), newshape=[1, 4, 2, "
        "3]), multiply(0.1f, reshape(arange(0f, 64f, 1f, start=None, stop=None, step=None, "
        "dtype=\"float32\"), newshape=[8, 2, 2, 2])), padding=[0, 1, 0, 0], groups=2, channels=8, "
        "kernel_size=[2, 2])",
        "%0 = (%x, exp(%x), sin(%x), %x); nn.conv2d(reshape(arange(0f, 36f, 1f, start=None, "
        "stop=None, step=None, dtype=\"float32\"), newshape=[1, 4, 3, 3]), multiply(0.1f, "
        "reshape(stack(%0, axis=0), newshape=[4, 2, 1, 3])), groups=2, channels=4, "
        "kernel_size=[1, 3])",
        "nn.cross_entropy(%x, exp(%x))",
        "nn.cross_entropy_with_logits(%x, exp(%x))",
        "exp(one_hot(cast(%x, dtype=\"int32\"), sum(%x), mean(%x), depth=2, axis=-1))",
        "nn.batch_matmul(expand_dims(%x, axis=0), expand_dims(%x, axis=0), transpose_b=True)"}) {
    INFO(body);
    IRModule module = Main("%x: Tensor[(2, 3), float32]", body);
    IRModule both = InferTypes(CreatePass("FirstOrderGradient")(module));
    auto evaluate = [](const IRModule& program, const NDArray& x) {
      return Evaluate(program, "main", std::vector<Value>{Value(x)});
    };
    NDArray x = MakeNDArray({2, 3}, DataType::Float(32));
    for (size_t i = 0; i < 6; ++i) StoreDouble(x, i, 0.3 + 0.17 * static_cast<double>(i));
    auto sum = [&](const NDArray& at) {
      NDArray result = evaluate(module, at).tensor();
      double total = 0;
      for (size_t i = 0; i < result->size(); ++i) total += result->ToDouble(i);
      return total;
    };
    NDArray grad = evaluate(both, x).fields()[1].fields()[0].tensor();
    for (size_t i = 0; i < 6; ++i) {
      constexpr double kStep = 1e-2;
      NDArray up = MakeNDArray({2, 3}, DataType::Float(32)), down = up;
      down = MakeNDArray({2, 3}, DataType::Float(32));
      for (size_t k = 0; k < 6; ++k) {
        StoreDouble(up, k, x->ToDouble(k) + (k == i ? kStep : 0));
        StoreDouble(down, k, x->ToDouble(k) - (k == i ? kStep : 0));
      }
      double slope = (sum(up) - sum(down)) / (2 * kStep);
      CHECK(grad->ToDouble(i) == Approx(slope).epsilon(2e-2).margin(2e-2));
    }
  }
}

TEST_CASE("FirstOrderGradient says what it does not do", "[gradient]") {
  Pass pass = CreatePass("FirstOrderGradient");
  CHECK_THROWS_AS(pass(Main("%x: Tensor[(2), float32]", "argmax(%x, axis=[0])")), DiagnosticError);
  CHECK_THROWS_AS(pass(Main("%x: float32", "let %a = exp(%x); %a")), DiagnosticError);
  CHECK_THROWS_AS(pass(Main("%f: fn (float32) -> float32, %x: float32", "%f(%x)")),
                  DiagnosticError);
  CHECK_THROWS_AS(pass(Main("%x: float32", "%0 = fn (%a: float32) { exp(%a) }; (%0, %x)")),
                  DiagnosticError);
  CHECK_THROWS_AS(pass(Read("def @f(%a: float32) -> float32 { exp(%a) } "
                            "def @main(%x: float32) -> float32 { @f(%x) }")),
                  DiagnosticError);
}

TEST_CASE("Normal forms and dead code go into the clauses of a match", "[normal_form][adt]") {
  std::string types = "type List[A] { Cons(A, List[A]), Nil, } ";
  IRModule module = Read(types +
                         "def @main(%l: List[float32], %y: float32) -> float32 { "
                         "%0 = exp(%y); match (%l) { Cons(%h, _) => { add(%h, %0) }, "
                         "Nil => { multiply(%0, %0) }, } }");
  IRModule normal = CreatePass("ToANormalForm")(module);
  std::string text = Write(normal);
  // Each clause has its own lets; values that both need are in front.
  CHECK(text.find("let %x_0 = exp(%y)") < text.find("match"));
  CHECK(text.find("add(%h") > text.find("match"));
  CHECK(text.find("multiply(%x_0, %x_0)") > text.find("match"));
  CHECK_NOTHROW(InferTypes(normal));
  CHECK_NOTHROW(RunPass(CreatePass("DeadCodeElimination", {{"inline_once", true}}), normal));
  CHECK_NOTHROW(RunPass(CreatePass("ToBasicBlockNormalForm"), module));
  CHECK_NOTHROW(RunPass(CreatePass("FuseOps", {{"fuse_opt_level", 2}}), module));
  CHECK_NOTHROW(RunPass(CreatePass("AnnotateSpans"), module));
}

}  // namespace passcope
