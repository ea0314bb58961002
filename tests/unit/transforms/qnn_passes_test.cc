// General passes on quantized programs, and their treatment of spans and options.
#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/convert_layout.h"
#include "transforms/fold_constant.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

TEST_CASE("ConvertLayout passes over operators that do not exist", "[convert_layout]") {
  IRModule module = Read("def @main(%x: Tensor[(2, 3), float32]) { nn.relu(%x) }");
  AttrDict layouts = {{"nn.no_such_operator", AttrArray{"NHWC", "default"}}};
  Pass pass = CreatePass("ConvertLayout", {{"desired_layouts", AttrValue(layouts)}});
  CHECK(Write(RunPass(pass, module)) == Write(module));
}

TEST_CASE("ConvertLayout converts quantized convolutions", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), int8], %w: Tensor[(8, 4, 3, 3), int8]) {"
      "  %0 = qnn.conv2d(%x, %w, 1, 2, 0.5f, 0.25f, padding=[1, 1, 1, 1], channels=8,"
      "                  kernel_size=[3, 3], out_dtype=\"int32\");"
      "  %1 = qnn.requantize(%0, 0.125f, 0, 2f, -1, axis=1, out_dtype=\"int8\");"
      "  qnn.add(%1, %1, 1f, 0, 1f, 0, 2f, 3) }");
  IRModule after = RunPass(transform::ConvertLayout({{{"qnn.conv2d", {"NHWC", "HWIO"}}}}), module);
  CheckSameResults(module, after);
  std::string text = Write(after);
  CHECK(text.find("data_layout=\"NHWC\", kernel_layout=\"HWIO\"") != std::string::npos);
  CHECK(text.find("axis=3, out_dtype=\"int8\"") != std::string::npos);
}

TEST_CASE("FoldConstant folds quantized operators on request", "[fold_constant]") {
  IRModule module = Read(
      "def @main(%x: int8) { %0 = qnn.quantize(3f, 0.5f, 0, out_dtype=\"int8\"); add(%x, %0) }");
  CHECK(RunPass(CreatePass("FoldConstant"), module) == module);
  IRModule folded = RunPass(CreatePass("FoldConstant", {{"fold_qnn", true}}), module);
  CHECK(Write(folded).find("qnn.quantize") == std::string::npos);
  Value args[] = {Value(ScalarIntNDArray(1, DataType::Int(8)))};
  CHECK(Evaluate(folded, "main", args).tensor()->ToInt(0) == 7);
}

TEST_CASE("what ForwardFoldScaleAxis moves a scale across is new and has no span",
          "[fold_scale_axis]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(4, 4, 3, 3), float32]) {"
      "  %0 = add(%x, %x);"
      "  %1 = multiply(%0, 2f);"
      "  %2 = nn.relu(%1);"
      "  nn.conv2d(%2, %w, padding=[1, 1], channels=4, kernel_size=[3, 3]) }");
  IRModule after = RunPass(CreatePass("ForwardFoldScaleAxis"), module);
  CheckSameResults(module, after);
  int seen = 0;
  PostOrderVisit(after->Find("main")->body(), [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    if (call && IsCallTo(call, "nn.relu") && ++seen) CHECK_FALSE(call->span());
    if (call && IsCallTo(call, "add") && ++seen) CHECK(call->span());
  });
  CHECK(seen == 2);
}

TEST_CASE("a pooling without a size of its result keeps that of the data", "[infer_type]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6), float32])"
      " { nn.adaptive_avg_pool1d(%x, output_size=None) }");
  CHECK(Write(module).find("output_size=None") != std::string::npos);
  CHECK(TypeText(module->Find("main")->body()->checked_type()) == "Tensor[(1, 4, 6), float32]");
}

}  // namespace
}  // namespace passcope
