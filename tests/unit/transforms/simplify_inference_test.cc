// SimplifyInference: the replacement of each operator, and equal results.

#include "op/op.h"
#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Simplify(const IRModule& module) {
  IRModule after = RunPass(CreatePass("SimplifyInference"), module);
  CheckSameResults(module, after);
  return after;
}

const char* const kStatistics =
    "%g: Tensor[(3), float32], %b: Tensor[(3), float32], %m: Tensor[(3), float32], "
    "%v: Tensor[(3), float32]";

}  // namespace

TEST_CASE("batch_norm becomes a scale and a shift", "[simplify_inference]") {
  IRModule module =
      Read("def @main(%x: Tensor[(1, 3, 2, 2), float32], " + std::string(kStatistics) +
           ") { %0 = nn.batch_norm(%x, %g, %b, %m, %v); %0.0 }");
  CHECK(Write(Simplify(module)) ==
        "def @main(%x: Tensor[(1, 3, 2, 2), float32], %g: Tensor[(3), float32], "
        "%b: Tensor[(3), float32], %m: Tensor[(3), float32], %v: Tensor[(3), float32]) -> "
        "Tensor[(1, 3, 2, 2), float32] {\n"
        "%0 = add(%v, 1e-05f);\n"
        "%1 = sqrt(%0);\n"
        "%2 = divide(1f, %1);\n"
        "%3 = multiply(%2, %g);\n"
        "%4 = expand_dims(%3, axis=1, num_newaxis=2);\n"
        "%5 = negative(%m);\n"
        "%6 = multiply(%5, %3);\n"
        "%7 = add(%6, %b);\n"
        "%8 = multiply(%x, %4);\n"
        "%9 = expand_dims(%7, axis=1, num_newaxis=2);\n"
        "add(%8, %9)\n"
        "}\n");
}

TEST_CASE("batch_norm along the last axis, without scale and centre", "[simplify_inference]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 2, 3), float32], " + std::string(kStatistics) +
      ") { %0 = nn.batch_norm(%x, %g, %b, %m, %v, axis=-1, center=False, scale=False); %0.0 }");
  std::string text = Write(Simplify(module));
  CHECK(text.find("expand_dims") == std::string::npos);
  CHECK(text.find("multiply(%2, %g)") == std::string::npos);
}

TEST_CASE("a batch_norm of which other results are used stays", "[simplify_inference]") {
  IRModule module = Read("def @main(%x: Tensor[(1, 3, 2), float32], " + std::string(kStatistics) +
                         ") { %0 = nn.batch_norm(%x, %g, %b, %m, %v); (%0.1, %0.2) }");
  IRModule after = RunPass(CreatePass("SimplifyInference"), module);
  CHECK(after->Find("main") == module->Find("main"));
}

TEST_CASE("dropout goes away", "[simplify_inference]") {
  IRModule module =
      Read("def @main(%x: Tensor[(2), float32]) { %0 = nn.dropout(%x, rate=0.3f); nn.relu(%0.0) }");
  CHECK(Write(Simplify(module)) ==
        "def @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] {\nnn.relu(%x)\n}\n");
}

TEST_CASE("normalisations become arithmetic", "[simplify_inference]") {
  std::string params = "%g: Tensor[(4), float32], %b: Tensor[(4), float32]";
  SECTION("layer_norm") {
    IRModule module = Read("def @main(%x: Tensor[(2, 3, 4), float32], " + params +
                           ") { nn.layer_norm(%x, %g, %b) }");
    CHECK(Write(Simplify(module)).find("mean(%x, axis=[-1]") != std::string::npos);
  }
  SECTION("instance_norm") {
    IRModule module = Read("def @main(%x: Tensor[(2, 4, 3, 3), float32], " + params +
                           ") { nn.instance_norm(%x, %g, %b) }");
    CHECK(Write(Simplify(module)).find("mean(%x, axis=[2, 3]") != std::string::npos);
  }
  SECTION("group_norm") {
    IRModule module = Read("def @main(%x: Tensor[(2, 4, 3, 3), float32], " + params +
                           ") { nn.group_norm(%x, %g, %b, num_groups=2) }");
    std::string text = Write(Simplify(module));
    CHECK(text.find("reshape(%x, newshape=[2, 2, 2, 3, 3])") != std::string::npos);
    CHECK(text.find("axis=[2, 3, 4]") != std::string::npos);
    CHECK(text.find("newshape=[2, 4, 3, 3]") != std::string::npos);
    module = Read("def @main(%x: Tensor[(2, 3, 3, 4), float32], " + params +
                  ") { nn.group_norm(%x, %g, %b, num_groups=2, axis=3) }");
    text = Write(Simplify(module));
    CHECK(text.find("reshape(%x, newshape=[2, 3, 3, 2, 2])") != std::string::npos);
    CHECK(text.find("axis=[1, 2, 4]") != std::string::npos);
  }
  SECTION("l2_normalize") {
    IRModule module = Read(
        "def @main(%x: Tensor[(2, 3), float32]) { nn.l2_normalize(%x, eps=0.001f, axis=[1]) }");
    CHECK(Write(Simplify(module)) ==
          "def @main(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] {\n"
          "%0 = multiply(%x, %x);\n"
          "%1 = sum(%0, axis=[1], keepdims=True);\n"
          "%2 = maximum(%1, 0.001f);\n"
          "%3 = sqrt(%2);\n"
          "divide(%x, %3)\n"
          "}\n");
  }
}

TEST_CASE("SimplifyInference types what it is given", "[simplify_inference]") {
  IRModule module = ParseModule(
      "#[version = \"0.0.5\"]\n"
      "def @main(%x: Tensor[(1, 4, 2), float32], %g: Tensor[(4), float32]) "
      "{ @norm(%x, %g) }\n"
      "def @norm(%x: Tensor[(1, 4, 2), float32], %g: Tensor[(4), float32]) "
      "{ nn.instance_norm(%x, %g, %g) }\n",
      "test");
  IRModule after = CreatePass("SimplifyInference")(module);
  CHECK(Write(after).find("instance_norm") == std::string::npos);
}

}  // namespace passcope
