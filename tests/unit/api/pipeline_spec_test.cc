// Pipelines as text.
#include "api/pipeline_spec.h"

#include <catch2/catch.hpp>

#include "api/json.h"
#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

std::string Message(const char* text) {
  try {
    ParsePipeline(text);
    return "no exception";
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kUsage);
    return error.what();
  }
}

TEST_CASE("A pipeline is a list of names", "[api]") {
  CHECK(ParsePipeline("").empty());
  CHECK(ParsePipeline("  ").empty());
  auto passes = ParsePipeline(" InferType , FoldScaleAxis ");
  REQUIRE(passes.size() == 2);
  CHECK(passes[0].name == "InferType");
  CHECK(passes[1].name == "FoldScaleAxis");
  CHECK(passes[1].options.empty());
  CHECK_FALSE(passes[1].sequential);
}

TEST_CASE("Options are JSON; commas and braces inside belong to them", "[api]") {
  auto passes = ParsePipeline(
      R"(A,ConvertLayout{"desired_layouts":{"nn.conv2d":["NHWC","HWIO"]},"s":"},{\""},B{})");
  REQUIRE(passes.size() == 3);
  CHECK(passes[1].name == "ConvertLayout");
  REQUIRE(passes[1].options.size() == 2);
  CHECK(passes[1].options[0].first == "desired_layouts");
  CHECK(ValueText(passes[1].options[0].second) == R"({"nn.conv2d":["NHWC","HWIO"]})");
  CHECK(*passes[1].options[1].second.get<std::string>() == "},{\"");
  CHECK(passes[2].name == "B");
}

TEST_CASE("Sequential holds a pipeline", "[api]") {
  auto passes = ParsePipeline(R"(A,Sequential{B{"x":1},Sequential{},C},D)");
  REQUIRE(passes.size() == 3);
  CHECK(passes[1].sequential);
  REQUIRE(passes[1].passes.size() == 3);
  CHECK(passes[1].passes[0].options.size() == 1);
  CHECK(passes[1].passes[1].sequential);
  CHECK(passes[1].passes[1].passes.empty());
  CHECK(passes[2].name == "D");
}

TEST_CASE("Mistakes in a pipeline are shown where they are", "[api]") {
  CHECK(Message("A,,B") ==
        "error[usage]: the pipeline cannot be read: the name of a pass was expected here\n"
        "  note: at column 3\n    A,,B\n      ^");
  CHECK(Message("A B").find("a comma or the end was expected here") != std::string::npos);
  CHECK(Message("A,").find("at column 3") != std::string::npos);
  CHECK(Message("A{\"x\"").find("never closed") != std::string::npos);
  CHECK(Message("A{\"x").find("end inside a string") != std::string::npos);
  CHECK(Message("Sequential").find("needs its passes in braces") != std::string::npos);
  CHECK(Message("Sequential{A").find("closing brace of Sequential") != std::string::npos);
  CHECK(Message("A{1}").find("what follows A is not valid JSON") != std::string::npos);
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "Sequential{";
  CHECK(Message(deep.c_str()).find("nested too deeply") != std::string::npos);
}

TEST_CASE("Names and options of a pipeline are looked up in the table of passes", "[api]") {
  Pass pass =
      PassFromSpec(ParsePipeline("Sequential{InferType,FoldConstant{\"fold_qnn\":false}}")[0]);
  CHECK(pass.info().name == "sequential");
  REQUIRE(pass.info().name == "sequential");
  const auto* sequence = static_cast<const SequentialNode*>(pass.operator->());
  REQUIRE(sequence);
  REQUIRE(sequence->passes().size() == 2);
  CHECK(sequence->passes()[1].info().name == "FoldConstant");
  CHECK_THROWS_AS(PassesFromSpec(ParsePipeline("InferTipe")), DiagnosticError);
  CHECK_THROWS_AS(PassesFromSpec(ParsePipeline("InferType{\"x\":1}")), DiagnosticError);
  CHECK_NOTHROW(CheckPassName("sequential"));
  CHECK_NOTHROW(CheckPassName("ConvertLayout"));
  CHECK_THROWS_AS(CheckPassName("ConvertLayouts"), DiagnosticError);
}

}  // namespace
}  // namespace passcope
