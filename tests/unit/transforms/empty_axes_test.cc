// Passes keep calls whose data or weights have no elements. What follows from a shape, such as the
// size of a kernel, may be 0, which attributes cannot be.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "api/pipeline_spec.h"
#include "pass/registry.h"
#include "transforms/optimize.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

void CheckAfter(const std::string& passes, const IRModule& before) {
  INFO(passes);
  std::vector<Pass> made;
  for (const PassSpec& pass : ParsePipeline(passes)) made.push_back(PassFromSpec(pass));
  CheckSameResults(before, RunPass(Sequential(made), before));
}

void CheckOptimized(const IRModule& before) {
  for (int level = 0; level <= 4; ++level) {
    INFO("opt level " << level);
    PassContextScope scope(PassContext::Create({.opt_level = level}));
    CheckSameResults(before, Optimize(before));
  }
}

TEST_CASE("layouts of convolutions without elements", "[transforms]") {
  // Empty: the kernel, the input channels, the output channels, the images.
  for (const char* types :
       {"%x: Tensor[(1, 4, 5, 5), float32], %w: Tensor[(8, 4, 3, 0), float32]",
        "%x: Tensor[(1, 4, 5, 5), float32], %w: Tensor[(8, 4, 0, 0), float32]",
        "%x: Tensor[(1, 0, 5, 5), float32], %w: Tensor[(8, 0, 3, 3), float32]",
        "%x: Tensor[(1, 4, 5, 5), float32], %w: Tensor[(0, 4, 3, 3), float32]",
        "%x: Tensor[(0, 4, 5, 5), float32], %w: Tensor[(8, 4, 3, 3), float32]",
        "%x: Tensor[(1, 4, 0, 5), float32], %w: Tensor[(8, 4, 1, 1), float32]"}) {
    INFO(types);
    const std::string head = "def @main(" + std::string(types) + ") { ";
    for (const char* body : {"nn.relu(nn.conv2d(%x, %w, padding=[1, 1]))",
                             "(nn.conv2d(%x, %w), nn.relu(nn.conv2d(%x, add(%w, %w))))"}) {
      INFO(body);
      IRModule before = Read(head + body + " }");
      CheckOptimized(before);
      CheckAfter("CombineParallelConv2D(min_num_branches=2)", before);
      for (const char* layouts :
           {"NHWC\", \"HWIO", "NCHW4c\", \"OIHW4i4o", "NCHW1c\", \"OIHW1i1o"}) {
        CheckAfter(
            R"(ConvertLayout(desired_layouts={"nn.conv2d": [")" + std::string(layouts) + "\"]})",
            before);
      }
    }
  }
}

TEST_CASE("products without elements", "[transforms]") {
  for (const char* types : {"%x: Tensor[(2, 3), float32], %w: Tensor[(0, 3), float32]",
                            "%x: Tensor[(2, 0), float32], %w: Tensor[(4, 0), float32]",
                            "%x: Tensor[(0, 3), float32], %w: Tensor[(4, 3), float32]"}) {
    INFO(types);
    IRModule before =
        Read("def @main(" + std::string(types) +
             ") { (nn.dense(%x, %w, units=None), nn.dense(%x, negative(%w), units=None)) }");
    CheckOptimized(before);
    CheckAfter("CombineParallelDense(min_num_branches=2)", before);
    CheckAfter("CombineParallelDense(min_num_branches=2, to_batch=false)", before);
  }
  IRModule batches = Read(
      "def @main(%x: Tensor[(2, 3, 4), float32], %y: Tensor[(2, 0, 4), float32]) { "
      "(nn.batch_matmul(%x, %y, transpose_b=True), nn.batch_matmul(%x, negative(%y), "
      "transpose_b=True)) }");
  CheckAfter("CombineParallelBatchMatmul(min_num_branches=2)", batches);
  CheckOptimized(batches);
}

TEST_CASE("quantized products without elements", "[transforms]") {
  const std::string scales = ", 3, 2, 0.5f, 0.25f";
  const std::string conv = "qnn.conv2d(%x, %w" + scales + ", padding=[1, 1], out_dtype=\"int32\"";
  struct Row {
    std::string types, call;
  };
  for (const Row& row : std::vector<Row>{
           {"%x: Tensor[(1, 4, 5, 5), int8], %w: Tensor[(8, 4, 3, 0), int8]",
            conv + ", channels=8, kernel_size=None)"},
           {"%x: Tensor[(1, 0, 5, 5), int8], %w: Tensor[(8, 0, 3, 3), int8]",
            conv + ", channels=8, kernel_size=[3, 3])"},
           {"%x: Tensor[(0, 4, 5, 5), int8], %w: Tensor[(8, 4, 3, 3), int8]",
            conv + ", channels=8, kernel_size=[3, 3])"},
           {"%x: Tensor[(1, 4, 0, 5), int8], %w: Tensor[(8, 4, 1, 1), int8]",
            conv + ", channels=8, kernel_size=[1, 1])"},
           {"%x: Tensor[(2, 3), int8], %w: Tensor[(0, 3), int8]",
            "qnn.dense(%x, %w" + scales + ", units=None, out_dtype=\"int32\")"},
           {"%x: Tensor[(2, 0), int8], %w: Tensor[(4, 0), int8]",
            "qnn.dense(%x, %w" + scales + ", units=4, out_dtype=\"int32\")"},
           {"%x: Tensor[(2, 3, 4), int8], %w: Tensor[(2, 0, 4), int8]",
            "qnn.batch_matmul(%x, %w" + scales + ", transpose_b=True, out_dtype=\"int32\")"},
           {"%x: Tensor[(2, 3, 0), int8], %w: Tensor[(2, 5, 0), int8]",
            "qnn.batch_matmul(%x, %w" + scales + ", transpose_b=True, out_dtype=\"int32\")"},
       }) {
    INFO(row.types << " " << row.call);
    IRModule before = Read("def @main(" + row.types + ") { " + row.call + " }");
    CheckAfter("QnnLegalize", before);
    CheckAfter("QnnCanonicalizeOps", before);
    CheckOptimized(before);
  }
}

// Each result is a sum of nothing, or there is none, so nothing depends on the arguments.
TEST_CASE("gradients of calls without elements", "[transforms]") {
  const std::string conv = "nn.conv2d(%x, %w, padding=[1, 1])";
  struct Row {
    std::string params, call;
  };
  for (const Row& row : std::vector<Row>{
           {"%x: Tensor[(1, 4, 5, 5), float32], %w: Tensor[(8, 4, 3, 0), float32]", conv},
           {"%x: Tensor[(1, 0, 5, 5), float32], %w: Tensor[(8, 0, 3, 3), float32]", conv},
           {"%x: Tensor[(0, 4, 5, 5), float32], %w: Tensor[(8, 4, 3, 3), float32]", conv},
           {"%x: Tensor[(2, 0), float32], %w: Tensor[(4, 0), float32]",
            "nn.dense(%x, %w, units=None)"},
           {"%x: Tensor[(2, 3), float32], %w: Tensor[(0, 3), float32]",
            "nn.dense(%x, %w, units=None)"},
           {"%x: Tensor[(1, 2, 0, 3), float32]", "nn.global_avg_pool2d(%x)"},
       }) {
    INFO(row.params << " " << row.call);
    IRModule before = Read("def @main(" + row.params + ") { " + row.call + " }");
    IRModule after = RunPass(CreatePass("FirstOrderGradient"), before);
    std::vector<Value> args;
    for (const Expr& param : before->Find("main")->params()) {
      const auto* type = As<TensorTypeNode>(param->checked_type());
      std::vector<int64_t> shape;
      for (Dim dim : type->shape) shape.push_back(dim.value());
      args.emplace_back(MakeNDArray(shape, type->dtype));
    }
    const Value result = Evaluate(after, "main", args);
    for (size_t i = 0; i < args.size(); ++i) {
      NDArray gradient = result.fields()[1].fields()[i].tensor();
      CHECK(gradient->shape == args[i].tensor()->shape);
      for (size_t k = 0; k < gradient->size(); ++k) CHECK(gradient->ToDouble(k) == 0);
    }
  }
}

}  // namespace
}  // namespace passcope
