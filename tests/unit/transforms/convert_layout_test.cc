// ConvertLayout: places of transforms, operators that follow, and equal results.
#include "transforms/convert_layout.h"

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "transforms/infer_layout.h"
#include "unit/deep.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

const StringLists kNHWC = {{"nn.conv2d", {"NHWC", "HWIO"}}};

IRModule Convert(const IRModule& module, StringLists layouts = kNHWC) {
  IRModule after = RunPass(transform::ConvertLayout({std::move(layouts)}), module);
  CheckSameResults(module, after);
  return after;
}

size_t Count(const std::string& text, const std::string& word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// A convolution of %x (1, 4, 6, 6) to (1, 8, 6, 6), then `body` over %0.
IRModule AfterConv(const std::string& body, const std::string& more_params = "") {
  return Read("def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(8, 4, 3, 3), float32]" +
              more_params +
              ") { %0 = nn.conv2d(%x, %w, padding=[1, 1], channels=8, "
              "kernel_size=[3, 3]); " +
              body + " }");
}

// The number of transforms in addition to those of %x, %w and the result.
size_t ExtraTransforms(const IRModule& after) {
  size_t count = Count(Write(after), "layout_transform(");
  REQUIRE(count >= 3);
  return count - 3;
}

}  // namespace

TEST_CASE("calls are left alone by their numbers", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(4, 4, 3, 3), float32]) "
      "{ %0 = nn.conv2d(%x, %w, padding=[1, 1]); nn.conv2d(%0, %w, padding=[1, 1]) }");
  IRModule after = RunPass(transform::ConvertLayout({kNHWC, {0}}), module);
  CheckSameResults(module, after);
  CHECK(Count(Write(after), "data_layout=\"NHWC\"") == 1);
  CHECK(Count(Write(RunPass(transform::ConvertLayout({kNHWC, {0, 1}}), module)), "NHWC") == 0);
}

TEST_CASE("a convolution is transformed to and fro", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(8, 4, 3, 3), float32]) "
      "{ %0 = nn.conv2d(%x, %w, padding=[1, 1]); nn.relu(%0) }");
  CHECK(Write(Convert(module)) ==
        "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(8, 4, 3, 3), float32]) -> "
        "Tensor[(1, 8, 6, 6), float32] {\n"
        "%0 = layout_transform(%x, src_layout=\"NCHW\", dst_layout=\"NHWC\");\n"
        "%1 = layout_transform(%w, src_layout=\"OIHW\", dst_layout=\"HWIO\");\n"
        "%2 = nn.conv2d(%0, %1, padding=[1, 1, 1, 1], data_layout=\"NHWC\", "
        "kernel_layout=\"HWIO\");\n"
        "%3 = nn.relu(%2);\n"
        "layout_transform(%3, src_layout=\"NHWC\", dst_layout=\"NCHW\")\n"
        "}\n");
}

TEST_CASE("one value is transformed once to each layout", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(4, 4, 1, 1), float32]) {\n"
      "%0 = nn.conv2d(%x, %w); %1 = nn.conv2d(%x, %w, strides=[1, 1], groups=1); "
      "%2 = nn.batch_flatten(%0); %3 = nn.batch_flatten(%0); (%1, %2, %3) }");
  std::string text = Write(Convert(module));
  CHECK(Count(text, "layout_transform(%x") == 1);
  CHECK(Count(text, "layout_transform(%w") == 1);
  CHECK(Count(text, "dst_layout=\"NCHW\"") == 2);
}

TEST_CASE("factors along an axis follow it, cut into blocks where it is", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), int8], %w: Tensor[(8, 4, 3, 3), int8], "
      "%m: Tensor[(8), int32], %s: Tensor[(8), int32]) {"
      "  %0 = nn.conv2d(%x, %w, padding=[1, 1], out_dtype=\"int32\");"
      "  fixed_point_multiply_per_axis(%0, %m, %s, %s, is_lshift_required=True, "
      "is_rshift_required=False, axes=[1]) }");
  std::string text = Write(RunPass(transform::ConvertLayout({kNHWC}), module));
  CHECK(text.find("axes=[3])") != std::string::npos);
  CHECK(Count(text, "layout_transform(") == 3);
  text = Write(RunPass(transform::ConvertLayout({{{"nn.conv2d", {"NCHW4c", "OIHW4o"}}}}), module));
  CHECK(text.find("axes=[1, 4])") != std::string::npos);
  CHECK(Count(text, "layout_transform(%m, src_layout=\"C\", dst_layout=\"C4c\")") == 1);
}

TEST_CASE("factors along several axes follow all of them", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), int8], %w: Tensor[(8, 4, 1, 1), int8], "
      "%m: Tensor[(6, 8), int32], %s: Tensor[(6, 8), int32]) {"
      "  %0 = nn.conv2d(%x, %w, out_dtype=\"int32\");"
      "  fixed_point_multiply_per_axis(%0, %m, %s, %s, is_lshift_required=True, "
      "is_rshift_required=True, axes=[-2, 1]) }");
  for (const char* layout : {"NHWC", "NCHW4c"}) {
    bool blocks = std::string_view(layout) == "NCHW4c";
    IRModule after = RunPass(
        transform::ConvertLayout({{{"nn.conv2d", {layout, blocks ? "OIHW4o" : "HWIO"}}}}), module);
    std::string text = Write(after);
    CHECK(text.find(blocks ? "axes=[1, 2, 4])" : "axes=[1, 3])") != std::string::npos);
    CHECK(Count(text, "layout_transform(%m, src_layout=\"HC\"") == (blocks ? 1 : 0));
    CheckSameResults(module, after);
  }
}

TEST_CASE("operators that do not care follow", "[convert_layout]") {
  const char* const bodies[] = {
      "nn.relu(%0)",
      "nn.leaky_relu(%0, alpha=0.1f)",
      "cast(%0, dtype=\"float64\")",
      "clip(%0, a_min=0f, a_max=1f)",
      "nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2])",
      "nn.avg_pool2d(%0, pool_size=[2, 2], strides=[2, 2])",
      "nn.global_avg_pool2d(%0)",
      "nn.adaptive_avg_pool2d(%0, output_size=[2, 2])",
      "nn.pad(%0, 0f, pad_width=[[0, 0], [0, 0], [1, 2], [3, 4]])",
      "nn.upsampling(%0, scale_h=2f, scale_w=2f)",
      "add(%0, 2f)",
      "%1 = nn.relu(%0); maximum(%1, %0)",
      "%1 = nn.relu(%0); %2 = (%0, %1); concatenate(%2, axis=1)",
      "mean(%0, axis=[2, 3], keepdims=True)",
      "sum(%0, axis=[1], keepdims=True, exclude=True)",
      "transpose(%0, axes=[0, 2, 3, 1])",
      "strided_slice(%0, begin=[0, 2, 0, 0], end=[1, 6, 5, 6], strides=[1, 1, 2, 1], axes=None)",
      "strided_slice(%0, begin=[2], end=[6], strides=[1], axes=[1])",
      "strided_slice(%0, begin=[0], end=[1], strides=[1, -1, 2], axes=None)",
      "%1 = nn.global_avg_pool2d(%0); squeeze(%1, axis=[2, 3])",
      "%1 = split(%0, indices_or_sections=2, axis=1); add(%1.0, %1.1)",
      "%1 = nn.dropout(%0); %1.0",
  };
  for (const char* body : bodies) {
    INFO(body);
    IRModule module = AfterConv(body);
    IRModule after = RunPass(transform::ConvertLayout({kNHWC}), module);
    // One transform back at the end, or none if the operator restores the layout.
    CHECK(Count(Write(after), "layout_transform(") <= 3);
    CheckSameResults(module, after);
  }
}

TEST_CASE("operators that cannot follow get the old layout", "[convert_layout]") {
  const char* const bodies[] = {
      "nn.batch_flatten(%0)",          "nn.softmax(%0, axis=1)",
      "reshape(%0, newshape=[8, -1])", "sum(%0)",
      "expand_dims(%0, axis=0)",
  };
  for (const char* body : bodies) {
    INFO(body);
    IRModule module = AfterConv(body);
    IRModule after = RunPass(transform::ConvertLayout({kNHWC}), module);
    std::string text = Write(after);
    CHECK(Count(text, "layout_transform(") == 3);
    CHECK(Count(text, "dst_layout=\"NCHW\"") == 1);
    CheckSameResults(module, after);
  }
}

TEST_CASE("smaller operands of a broadcast are expanded and transformed", "[convert_layout]") {
  SECTION("a bias") {
    IRModule module = AfterConv("nn.bias_add(%0, %b)", ", %b: Tensor[(8), float32]");
    IRModule after = Convert(module);
    std::string text = Write(after);
    CHECK(text.find("expand_dims(%b, axis=1, num_newaxis=2)") != std::string::npos);
    CHECK(text.find("axis=0)") != std::string::npos);
    CHECK(ExtraTransforms(after) == 1);
  }
  SECTION("a scalar stays") {
    IRModule after = Convert(AfterConv("multiply(%0, %b)", ", %b: Tensor[(1), float32]"));
    CHECK(Write(after).find("multiply(%3, %b)") == std::string::npos);
    CHECK(ExtraTransforms(after) == 0);
  }
  SECTION("in blocks") {
    // Only the text, because this form of convolution is for code generators.
    IRModule after = RunPass(transform::ConvertLayout({{{"nn.conv2d", {"NCHW4c", "OIHW4i4o"}}}}),
                             AfterConv("add(%0, %b)", ", %b: Tensor[(8, 1, 1), float32]"));
    std::string text = Write(after);
    CHECK(text.find("nn.contrib_conv2d_NCHWc(") != std::string::npos);
    CHECK(text.find("src_layout=\"NCHW\", dst_layout=\"NCHW4c\"") != std::string::npos);
    CHECK(text.find("src_layout=\"NCHW4c\", dst_layout=\"NCHW\"") != std::string::npos);
  }
}

TEST_CASE("batch_norm's axis moves; its statistics stay", "[convert_layout]") {
  IRModule after = Convert(
      AfterConv("%1 = nn.batch_norm(%0, %g, %g, %g, %g); %1.0", ", %g: Tensor[(8), float32]"));
  CHECK(Write(after).find("axis=3") != std::string::npos);
  CHECK(ExtraTransforms(after) == 0);
}

TEST_CASE("default kernel layouts", "[convert_layout]") {
  IRModule depthwise = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(4, 1, 3, 3), float32]) "
      "{ nn.conv2d(%x, %w, groups=4, channels=4, kernel_size=[3, 3], padding=[0, 0, 0, 0]) }");
  CHECK(Write(Convert(depthwise, {{"nn.conv2d", {"NHWC", "default"}}}))
            .find("kernel_layout=\"HWOI\"") != std::string::npos);
  IRModule plain = AfterConv("nn.relu(%0)");
  CHECK(
      Write(Convert(plain, {{"nn.conv2d", {"NHWC", "default"}}})).find("kernel_layout=\"HWIO\"") !=
      std::string::npos);
  // Nothing to do.
  CHECK(Count(Write(Convert(plain, {{"nn.conv2d", {"NCHW", "default"}}})), "layout_transform") ==
        0);
}

TEST_CASE("pooling is converted on request", "[convert_layout]") {
  IRModule module =
      Read("def @main(%x: Tensor[(1, 4, 6, 6), float32]) { nn.max_pool2d(%x, pool_size=[2, 2]) }");
  std::string text = Write(Convert(module, {{"nn.max_pool2d", {"NHWC"}}}));
  CHECK(text.find("layout=\"NHWC\", out_layout=\"NHWC\"") != std::string::npos);
  CHECK(Count(text, "layout_transform(") == 2);
}

TEST_CASE("values cross ifs, lets, tuples and functions in their old layout", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %w: Tensor[(4, 4, 1, 1), float32]) {\n"
      "  let %a = nn.conv2d(%x, %w);\n"
      "  %0 = (%a, nn.conv2d(%a, %w));\n"
      "  let %f = fn (%y: Tensor[(1, 4, 6, 6), float32]) { nn.relu(nn.conv2d(%y, %w)) };\n"
      "  let %b = if (True) { nn.conv2d(%0.1, %w) } else { %0.0 };\n"
      "  (%f(%b), %0.1)\n"
      "}");
  Convert(module);
}

TEST_CASE("what cannot be converted is a diagnostic", "[convert_layout]") {
  IRModule module = AfterConv("nn.relu(%0)");
  auto kind = [&](StringLists layouts) {
    try {
      RunPass(transform::ConvertLayout({std::move(layouts)}), module);
    } catch (const DiagnosticError& error) {
      return error.diagnostics()[0].kind;
    }
    return DiagKind::kSyntax;
  };
  CHECK(kind({{"nn.conv2d", {"NHWC"}}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"nn.conv2d", {"default", "HWIO"}}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"nn.conv2d", {"NCWH", "default"}}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"nn.conv2d", {"NDHWC", "HWIO"}}}) == DiagKind::kBadLayout);
}

TEST_CASE("a program that has nothing to convert keeps its nodes", "[convert_layout]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(4, 3), float32], %w: Tensor[(2, 3), float32]) "
      "{ nn.relu(nn.dense(%x, %w, units=2)) }");
  CHECK(RunPass(transform::ConvertLayout({kNHWC}), module) == module);
}

TEST_CASE("a deep chain is converted without recursion", "[convert_layout][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", TensorType(std::vector<int64_t>{1, 4, 2, 2}, DataType::Float(32)));
    Expr w = Var("w", TensorType(std::vector<int64_t>{4, 4, 1, 1}, DataType::Float(32)));
    Expr body = CallOp("tanh", {x});
    Attrs conv(As<OpNode>(GetOp("nn.conv2d"))->decl->schema().create());
    conv = WithField(conv, "padding", AttrValue::Ints({0, 0, 0, 0}));
    body = CallOp("nn.conv2d", {body, w}, conv);
    for (int i = 0; i < DeepLevels(); ++i) body = CallOp("nn.relu", {body});
    std::vector<Expr> params = {x, w};
    IRModule after = RunPass(transform::ConvertLayout({kNHWC}),
                             InferTypes(ModuleFromExpr(Function(params, body))));
    size_t transforms = 0;
    PostOrderVisit(after->Lookup("main"),
                   [&](const ExprNode* node) { transforms += IsCallTo(node, "layout_transform"); });
    CHECK(transforms == 3);
  });
}

TEST_CASE("layouts change alike where tensors broadcast", "[convert_layout]") {
  auto like = [](const char* old, const char* ref_old, const char* ref_new) {
    return TransformLike(Layout::Of(old), Layout::Of(ref_old), Layout::Of(ref_new)).name();
  };
  CHECK(like("W", "NC", "NC1c") == "NW1w");
  CHECK(like("NW", "NC", "NC1c") == "NW1w");
  CHECK(like("CHW", "NCHW", "NHWC") == "NHWC");
  CHECK(like("", "NCHW", "NHWC") == "");
  CHECK(like("NCHW", "NHWC", "NCHW") == "NWCH");
  CHECK(like("W", "NCHW4c", "NCHW4c") == "__undef__");
  CHECK(AdjustBlocksToShape(Layout::Of("NCHW16c"), Layout::Of("NHWC"), Shape{1, 2, 2, 1}).name() ==
        "NCHW1c");
}

}  // namespace passcope
