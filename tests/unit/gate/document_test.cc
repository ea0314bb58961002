#include "gate/document.h"

#include <catch2/catch.hpp>

#include "gate/measure.h"
#include "pass/registry.h"
#include "unit/checking/pipeline_of.h"
#include "unit/transforms/on_text.h"

namespace passcope::gate {
namespace {

Document Example() {
  Facts facts;
  facts.operators_before = 3;
  facts.passes = {{"FoldConstant", 0, "", true, 2, {{"add", -1}}},
                  {"InferType", 1, "", false, 2, {}},
                  {"FuseOps", 0, "disabled", false, 0, {}}};
  facts.operators = {{"add", 1}, {"multiply", 1}};
  facts.missed = {{"FoldConstant.NotConstant", 2}};
  facts.figures = {{"kernels", 1}, {"weightBytes", 8}};
  facts.times = Times{"native", {1.5, 0.02}, {{"FoldConstant", {1, 0}}}};
  Document document;
  document.version = "1.2.3";
  document.pipelines["deploy"] = {"FoldConstant, FuseOps", {{"opt_level", 3}}};
  document.programs["a \"b\".relay"] = {{"--dtype=float16"}, {{"deploy", facts}}};
  return document;
}

// The text with one of its parts replaced.
std::string Replaced(std::string_view part, std::string_view by) {
  std::string text = DocumentText(Example());
  const size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE("a baseline is read as it was written", "[gate]") {
  const std::string text = DocumentText(Example());
  const Document read = ReadDocument(text, "b.json");
  CHECK(DocumentText(read) == text);
  CHECK(read.version == "1.2.3");
  CHECK(read.pipelines.at("deploy").passes == "FoldConstant, FuseOps");
  const ProgramEntry& entry = read.programs.at("a \"b\".relay");
  CHECK(entry.options == std::vector<std::string>{"--dtype=float16"});
  const Facts& facts = entry.pipelines.at("deploy");
  REQUIRE(facts.passes.size() == 3);
  CHECK(facts.passes[0].difference == Counts{{"add", -1}});
  CHECK(facts.passes[1].depth == 1);
  CHECK(facts.passes[2].skipped == "disabled");
  CHECK(facts.times->all.ratio == 1.5);
  CHECK(facts.times->passes.at("FoldConstant").ratio == 1);
}

TEST_CASE("a baseline has one fact on each line", "[gate]") {
  const std::string text = DocumentText(Example());
  CHECK_THAT(text, Catch::Contains(
                       "\n            { \"name\": \"FuseOps\", \"skipped\": \"disabled\" }\n"));
  CHECK_THAT(text, Catch::Contains("\n            \"kernels\": 1,\n"));
  CHECK_THAT(text,
             Catch::Contains("\n            \"all\": { \"ratio\": 1.5, \"noise\": 0.02 },\n"));
  CHECK(text.back() == '\n');
}

TEST_CASE("a baseline that is none is refused with the place", "[gate]") {
  auto problem = [](const std::string& text) -> std::string {
    try {
      ReadDocument(text, "b.json");
    } catch (const BaselineError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK_THAT(problem("{"), Catch::Contains("cannot parse b.json as JSON"));
  CHECK(problem("[]") == "in the baseline, 'b.json' must be an object");
  CHECK_THAT(problem("{}"), Catch::Contains("'b.json' is not a baseline"));
  CHECK_THAT(problem(Replaced("\"check\": 1", "\"check\": 2")),
             Catch::Contains("'b.json' has the format 2, but this version of Passcope"));
  CHECK(problem(Replaced("\"kernels\": 1", "\"kernels\": \"x\"")) ==
        "in the baseline, 'b.json.programs.a \"b\".relay.pipelines.deploy.figures.kernels' must be "
        "an integer");
  CHECK_THAT(problem(Replaced("\"changed\": true,", "")),
             Catch::EndsWith(".passes[0].changed' must be true or false"));
  CHECK_THAT(problem(Replaced("\"ratio\": 1.5", "\"ratio\": \"1\"")),
             Catch::EndsWith(".times.all.ratio' must be a number"));
  CHECK_THAT(problem(Replaced("\"--dtype=float16\"", "1")),
             Catch::EndsWith(".options' must be a list of strings"));
  CHECK_THAT(problem(Replaced("\"1.2.3\"", "1")), Catch::EndsWith("passcope' must be a string"));
}

TEST_CASE("figures of later versions are left out", "[gate]") {
  const Document read =
      ReadDocument(Replaced("\"kernels\": 1", "\"kernels\": 1,\"later\": 2"), "b.json");
  CHECK(read.programs.begin()->second.pipelines.at("deploy").figures.size() == 2);
}

TEST_CASE("the facts of a pipeline are measured", "[gate]") {
  Subject subject;
  subject.program = Read(R"(def @main(%x: Tensor[(1, 4), float32]) {
  add(multiply(%x, add(1f, 2f)), 0.5f)
})");
  subject.pipeline =
      PipelineOf({CreatePass("InferType"), CreatePass("FoldConstant"), CreatePass("FuseOps")}, 4);
  const Facts facts = Measure(subject);
  CHECK(facts.operators_before == 3);
  REQUIRE(facts.passes.size() >= 3);
  CHECK(facts.passes[0].name == "InferType");
  CHECK(facts.passes[1].name == "FoldConstant");
  CHECK(facts.passes[1].changed);
  CHECK(facts.passes[1].operators == 2);
  CHECK(facts.passes[1].difference == Counts{{"add", -1}});
  CHECK(facts.operators == Counts{{"add", 1}, {"multiply", 1}});
  CHECK(facts.figures.at("flop") == 8);
  CHECK(facts.figures.at("kernels") == 1);
  // One input and one result of four reals.
  CHECK(facts.figures.at("transferBytes") == 32);
  CHECK(facts.figures.at("weightBytes") == 8);
  CHECK(facts.not_planned.empty());
  CHECK(FigureNamed("flop").unit == std::string("operations"));
  CHECK_THROWS_AS(FigureNamed("none"), std::out_of_range);
}

}  // namespace passcope::gate
