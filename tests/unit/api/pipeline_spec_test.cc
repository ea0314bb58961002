// Pipelines as text.
#include "api/pipeline_spec.h"

#include <catch2/catch.hpp>

#include "api/json.h"
#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

using Expected = PipelineExpected;

std::string Message(std::string_view text) {
  try {
    ParsePipeline(text);
    return "no exception";
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kUsage);
    return error.what();
  }
}

// The options of the only pass, as JSON.
std::string Options(std::string_view text) {
  auto passes = ParsePipeline(text);
  REQUIRE(passes.size() == 1);
  return ValueText(passes[0].options);
}

std::string Stages(std::string_view text) { return JsonText(ReadPipeline(text, false)); }

TEST_CASE("A pipeline is a list of names", "[api][pipeline]") {
  CHECK(ParsePipeline("").empty());
  CHECK(ParsePipeline("  ").empty());
  auto passes = ParsePipeline(" InferType , FoldScaleAxis ");
  REQUIRE(passes.size() == 2);
  CHECK(passes[0].name == "InferType");
  CHECK(passes[1].name == "FoldScaleAxis");
  CHECK(passes[1].options.empty());
  CHECK_FALSE(passes[1].sequential);
  // Extra commas, and all white space that pages contain.
  CHECK(ParsePipeline(",A,,\u00A0B\u2003,\t\r\n\v\fC,").size() == 3);
}

TEST_CASE("Options are JSON; commas and braces inside belong to them", "[api][pipeline]") {
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

TEST_CASE("Options can be written as in Python, in MLIR and in JSON", "[api][pipeline]") {
  const char* same = R"({"level":1,"layouts":{"nn.conv2d":["NHWC","HWIO"]}})";
  CHECK(Options(R"(A(level=1, layouts={'nn.conv2d': ("NHWC", HWIO)}))") == same);
  CHECK(Options(R"(A{level=1, layouts={nn.conv2d=[NHWC, HWIO]}})") == same);
  CHECK(Options(R"(A{"level":1,"layouts":{"nn.conv2d":["NHWC","HWIO"]}})") == same);
  CHECK(Options(R"(A ( level : 1 , "layouts" = { nn.conv2d : [ NHWC , 'HWIO' , ] , } , ))") ==
        same);
  CHECK(Options("A()") == "{}");
}

TEST_CASE("Values of options are of every sort", "[api][pipeline]") {
  CHECK(Options(R"(A(a=-1.5e1, b="x\"y", c='(', d=[], e={}, f=None, g=(1, 2), h=word))") ==
        R"({"a":-15.0,"b":"x\"y","c":"(","d":[],"e":{},"f":null,"g":[1,2],"h":"word"})");
  CHECK(Options("A(a=true,b=True,c=false,d=False,e=null,f=trueish)") ==
        R"({"a":true,"b":true,"c":false,"d":false,"e":null,"f":"trueish"})");
  // Integers stay integers.
  auto passes = ParsePipeline("A(a=0, b=-12, c=9007199254740993, d=1.0, e=2E-1)");
  CHECK(*passes[0].options[1].second.get<int64_t>() == -12);
  CHECK(*passes[0].options[2].second.get<int64_t>() == 9007199254740993);
  CHECK(passes[0].options[3].second.get<double>());
  CHECK(*passes[0].options[4].second.get<double>() == 0.2);
  // JSON's escapes; a backslash before any other character has no effect; line breaks are accepted.
  auto text = [](std::string_view option) {
    return *ParsePipeline(option)[0].options[0].second.get<std::string>();
  };
  CHECK(text(R"(A(a="\u00e9\ud83d\ude00\n\/\(\'"))") == "\u00e9\U0001F600\n/('");
  CHECK(text(R"(A(a='"\\'))") == "\"\\");
  CHECK(text("A(a='x\ny')") == "x\ny");
  // The last value counts.
  CHECK(Options("A(a=1, b=2, a=3)") == R"({"a":3,"b":2})");
}

TEST_CASE("Sequential holds a pipeline", "[api][pipeline]") {
  for (const char* text : {R"(A,Sequential{B{"x":1},Sequential{},C},D)",
                           "A, Sequential(B(x=1), Sequential(), C,), D"}) {
    auto passes = ParsePipeline(text);
    REQUIRE(passes.size() == 3);
    CHECK(passes[1].sequential);
    REQUIRE(passes[1].passes.size() == 3);
    CHECK(passes[1].passes[0].options.size() == 1);
    CHECK(passes[1].passes[1].sequential);
    CHECK(passes[1].passes[1].passes.empty());
    CHECK(passes[2].name == "D");
  }
}

TEST_CASE("Semicolons and bind begin another context", "[api][pipeline]") {
  CHECK(Stages("InferType, FuseOps(fuse_opt_level=1); bind; "
               "ConvertLayout{\"desired_layouts\": {}}, code.Mine,;;") ==
        R"({"stages":[)"
        R"({"kind":"passes","passes":[{"name":"InferType"},)"
        R"({"name":"FuseOps","options":{"fuse_opt_level":1}}]},)"
        R"({"kind":"bind","passes":[]},)"
        R"({"kind":"passes","passes":[{"name":"ConvertLayout","options":{"desired_layouts":{}}},)"
        R"({"code":"Mine"}]}]})");
  CHECK(Stages("A, bind(), Sequential{B}") ==
        R"({"stages":[{"kind":"passes","passes":[{"name":"A"}]},{"kind":"bind","passes":[]},)"
        R"({"kind":"passes","passes":[{"sequential":[{"name":"B"}]}]}]})");
  CHECK(Stages(" ; ") == R"({"stages":[]})");
  // A list has no contexts.
  CHECK(ParsePipeline("A, bind")[1].name == "bind");
  CHECK_THROWS_AS(ParsePipeline("A; B"), PipelineError);
  CHECK_THROWS_AS(ParseStages("Sequential{A; B}"), PipelineError);
}

TEST_CASE("Mistakes in a pipeline are shown where they are", "[api][pipeline]") {
  CHECK(Message("A, +B") ==
        "error[usage]: the pipeline cannot be read: the name of a pass was expected here\n"
        "  note: at column 4\n    A, +B\n       ^");
  CHECK(Message("A B").find("a comma or the end was expected here") != std::string::npos);
  CHECK(Message("A{\"x\"").find("an option as name=value") != std::string::npos);
  CHECK(Message("A{\"x\": 1").find("the { of column 2 is never closed") != std::string::npos);
  CHECK(Message("A{\"x").find("this quote is never closed") != std::string::npos);
  CHECK(Message("Sequential").find("needs its passes in braces") != std::string::npos);
  CHECK(Message("Sequential{A").find("the { of column 11 is never closed") != std::string::npos);
  CHECK(Message("Sequential{A B}").find("a comma or } was expected") != std::string::npos);
  CHECK(Message("A{1}").find("an option as name=value was expected here") != std::string::npos);
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "Sequential{";
  CHECK(Message(deep).find("Sequential is nested more than") != std::string::npos);
}

TEST_CASE("Mistakes in a pipeline are data, too", "[api][pipeline]") {
  struct Case {
    std::string text;
    Expected expected;
    int64_t at;
    std::string found;
  };
  const Case cases[] = {
      {"A B", Expected::kSeparator, 2, "B"},
      {"A(", Expected::kClosing, 2, ""},
      {"A(b)", Expected::kOption, 3, ")"},
      {"A(b", Expected::kOption, 3, ""},
      {"A(=1)", Expected::kOption, 2, "=1)"},
      {"A(b=)", Expected::kValue, 4, ")"},
      {"A(b=-)", Expected::kValue, 4, "-)"},
      {"A(b='x", Expected::kClosing, 4, "'x"},
      {"A(b='\\ud800')", Expected::kValue, 4, "'\\ud800')"},
      {"A(b=[1 2])", Expected::kClosing, 7, "2])"},
      {"A(b=01)", Expected::kClosing, 5, "1)"},
      {"A(b=1}", Expected::kClosing, 5, "}"},
      {"(A)", Expected::kName, 0, "(A)"},
      {"A; 1", Expected::kName, 3, "1"},
      {"A}", Expected::kSeparator, 1, "}"},
      {"Sequential; A", Expected::kPasses, 10, "; A"},
      // Counted in JavaScript's units. The found text is cut between characters.
      {"A(b='\U0001F600') é\U0001F600234567890123456789012", Expected::kSeparator, 10,
       "é\U0001F600234567890123456789"},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    PipelineReading reading = ReadPipeline(one.text, false);
    CHECK_FALSE(reading.stages);
    REQUIRE(reading.mistake);
    CHECK(reading.mistake->expected == one.expected);
    CHECK(reading.mistake->at == one.at);
    CHECK(reading.mistake->found == one.found);
  }
  std::string deep = "A(b=" + std::string(100000, '[');
  CHECK(ReadPipeline(deep, true).mistake->expected == Expected::kShallower);
  CHECK(JsonText(ReadPipeline("A(", true)) ==
        R"({"mistake":{"expected":"closing","at":2,"found":""}})");
}

TEST_CASE("Names and options of a pipeline are looked up in the table of passes",
          "[api][pipeline]") {
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
  CHECK_THROWS_WITH(PassesFromSpec(ParsePipeline("code.Mine")),
                    Catch::Contains("the pass 'Mine' is written in JavaScript"));
  CHECK_NOTHROW(CheckPassName("sequential"));
  CHECK_NOTHROW(CheckPassName("ConvertLayout"));
  CHECK_THROWS_AS(CheckPassName("ConvertLayouts"), DiagnosticError);
}

}  // namespace
}  // namespace passcope
