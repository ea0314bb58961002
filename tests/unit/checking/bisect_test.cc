#include "checking/bisect.h"

#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "instrument/verify_values.h"
#include "pass/registry.h"
#include "unit/checking/pipeline_of.h"
#include "unit/checking/planted.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

using Outcome = BisectResult::Outcome;

// A program with something for each of the planted defects, in two functions.
IRModule Program() {
  return Read(R"(
def @helper(%a: Tensor[(3, 4), float32]) { negative(%a) }
def @main(%x: Tensor[(3, 4), float32], %y: Tensor[(3, 4), float32]) {
  %0 = subtract(%x, %y);
  %1 = multiply(%0, 2f);
  %2 = cast(multiply(%1, 8f), dtype="int32");
  %3 = cast(%2, dtype="float32");
  %4 = @helper(%3);
  add(%4, exp(%x))
})");
}

struct Defect {
  const char* name;
  Pass (*pass)();
  const char* function;
};
constexpr Defect kDefects[] = {
    {"SwapSubtract", planted::SwapSubtract, "main"},
    {"ChangeConstant", planted::ChangeConstant, "main"},
    {"DropCast", planted::DropCast, "main"},
    {"BreakForThreeRows", planted::BreakForThreeRows, "helper"},
};

// 50 passes over two functions, with the defective one at `place`.
std::vector<Pass> Among(const Pass& guilty, size_t place) {
  std::vector<Pass> passes;
  for (int i = 0; i < 50; ++i) passes.push_back(planted::Nothing(i));
  passes[place] = guilty;
  return passes;
}

TEST_CASE("VerifyValues names the pass with a defect", "[checking]") {
  for (const Defect& defect : kDefects) {
    CAPTURE(defect.name);
    auto verify = std::make_shared<VerifyValuesInstrument>(VerifyValuesOptions());
    std::vector<Pass> passes = {CreatePass("FoldConstant"), defect.pass(), CreatePass("FuseOps")};
    PipelineOf({Sequential(passes)})(Program(), {verify});
    std::optional<VerifyValuesInstrument::Entry> first = verify->FirstDifference();
    REQUIRE(first);
    CHECK(first->pass == defect.name);
    CHECK(first->depth == 1);
    CHECK(first->check.comparison->differing > 0);
    CHECK(verify->Render().find(std::string("first difference: ") + defect.name) !=
          std::string::npos);
    // The Sequential around it differs, too, but nothing else.
    for (const VerifyValuesInstrument::Entry& entry : verify->entries()) {
      CHECK((entry.check.outcome == ValueCheck::Outcome::kDiffers) ==
            (entry.pass == defect.name || entry.pass == "sequential"));
    }
    VerifyValuesOptions stop;
    stop.stop = true;
    auto stopping = std::make_shared<VerifyValuesInstrument>(stop);
    CHECK_THROWS_AS(PipelineOf(passes)(Program(), {stopping}), DiagnosticError);
  }
}

TEST_CASE("A bisection finds the defect among 100 executions", "[checking]") {
  for (const Defect& defect : kDefects) {
    for (size_t place : {0, 31, 49}) {
      CAPTURE(defect.name, place);
      ProgramTest test({});
      BisectResult result = Bisect(Program(), PipelineOf(Among(defect.pass(), place)), &test);
      REQUIRE(result.outcome == Outcome::kFound);
      CHECK(result.executions == 100);
      // Seven halvings, both ends, and both sides again.
      CHECK(result.runs <= 11);
      CHECK(result.execution->pass == defect.name);
      CHECK(result.execution->function == defect.function);
      CHECK(result.limit == result.execution->number);
      CHECK(result.explanation);
      CHECK_FALSE(result.diff.empty());
      // The limit reproduces it.
      auto again = std::make_shared<OptBisectInstrument>(
          OptBisectOptions{result.limit}, [](const std::string&, const std::string&) {});
      IRModule module = PipelineOf(Among(defect.pass(), place))(Program(), {again});
      CHECK(StructuralEqual(module, result.after));
    }
  }
}

TEST_CASE("A bisection goes into passes that run passes", "[checking]") {
  // Its own execution changes nothing. Of the executions inside, the second is the failing one.
  Pass outer = CreateModulePass(
      [](const IRModule& module, PassContext&) {
        return planted::SwapSubtract()(planted::Nothing(1)(module));
      },
      {0, "Outer", {}, false});
  ProgramTest test({});
  BisectResult result =
      Bisect(Program(), PipelineOf({planted::Nothing(0), outer, planted::Nothing(2)}), &test);
  REQUIRE(result.outcome == Outcome::kFound);
  CHECK(result.execution->pass == "SwapSubtract");
  CHECK(result.execution->depth == 1);
  CHECK(result.sentence.text().starts_with(
      "the failing pass is SwapSubtract on @main, execution 7 of 9: output 0 at [0, 0] is "));
  // A pass that fails if inner passes are left out is not bisected inside.
  Pass strict = CreateModulePass(
      [](const IRModule& module, PassContext&) {
        IRModule swapped = planted::SwapSubtract()(module);
        if (swapped == module) throw DiagnosticError(DiagKind::kUnsupported, Say("a failure"));
        return swapped;
      },
      {0, "Strict", {}, false});
  result = Bisect(Program(), PipelineOf({planted::Nothing(0), strict}), &test);
  REQUIRE(result.outcome == Outcome::kFound);
  CHECK(result.execution->pass == "Strict");
}

TEST_CASE("Other tests of a bisection", "[checking]") {
  Pipeline fuse = PipelineOf({CreatePass("FoldConstant"), CreatePass("FuseOps"),
                              CreatePass("DefuseOps"), CreatePass("ToANormalForm")});
  auto bisect = [&](const char* text) {
    ProgramTest test(ParseTest(text));
    return Bisect(Program(), fuse, &test);
  };
  BisectResult text = bisect("text=let %");
  REQUIRE(text.outcome == Outcome::kFound);
  CHECK(text.execution->pass == "ToANormalForm");
  CHECK(bisect("op=nn.dense").outcome == Outcome::kAlwaysGood);
  CHECK(bisect("no-op=nn.dense").outcome == Outcome::kAlwaysBad);
  CHECK(bisect("no-text=nn.dense").explanation->text() == "the text does not contain 'nn.dense'");
  CHECK(bisect("throws").outcome == Outcome::kAlwaysGood);
  CHECK(bisect("values").outcome == Outcome::kAlwaysGood);
  CHECK(bisect("well-formed").outcome == Outcome::kAlwaysGood);
  CHECK_THROWS_AS(ParseTest("value"), DiagnosticError);
  CHECK_THROWS_AS(ParseTest("op=nn.danse"), DiagnosticError);
  CHECK_THROWS_AS(ParseTest("text"), DiagnosticError);
  CHECK_THROWS_AS(ParseTest("values=1"), DiagnosticError);

  Pass throwing = planted::OnCalls("Throwing", [](const CallNode* call, std::span<const Expr>) {
    if (IsCallTo(call, "exp")) throw DiagnosticError(DiagKind::kUnsupported, Say("a failure"));
    return Expr();
  });
  ProgramTest throws(ParseTest("throws"));
  BisectResult result = Bisect(Program(), PipelineOf(Among(throwing, 20)), &throws);
  REQUIRE(result.outcome == Outcome::kFound);
  CHECK(result.execution->pass == "Throwing");
  CHECK(result.explanation->text() == "a failure");
  CHECK(result.diff.empty());
  ProgramTest values({});
  CHECK(Bisect(Program(), PipelineOf({throwing}), &values).sentence.text() ==
        "the test does not cover this pipeline: a failure");
  IRModule uncovered = Read(R"(
def @main(%f: fn (Tensor[(2), float32]) -> Tensor[(2), float32], %x: Tensor[(2), float32]) {
  subtract(%f(%x), %x)
})");
  CHECK(Bisect(uncovered, PipelineOf({planted::SwapSubtract()}), &values).sentence.text() ==
        "the test does not cover this pipeline");

  TestSpec spec;
  spec.kind = TestSpec::Kind::kPredicate;
  spec.predicate = [](const IRModule& module) { return module->functions.size() == 1; };
  ProgramTest predicate(spec);
  result = Bisect(Program(),
                  PipelineOf({CreatePass("Inline"), CreatePass("FoldConstant"),
                              CreatePass("RemoveUnusedFunctions")}),
                  &predicate);
  // @helper is not inlined, so it is used.
  CHECK(result.outcome == Outcome::kAlwaysGood);
}

TEST_CASE("Passes that are not deterministic are told of", "[checking]") {
  int calls = 0;
  Pass moody = CreateModulePass(
      [&calls](const IRModule& module, PassContext&) {
        return ++calls == 1 ? planted::SwapSubtract()(module) : module;
      },
      {0, "Moody", {}, false});
  ProgramTest test({});
  BisectResult result = Bisect(Program(), PipelineOf({moody}), &test);
  CHECK(result.outcome == Outcome::kNotRepeatable);
}

TEST_CASE("OptBisect numbers executions and writes them", "[checking]") {
  std::vector<std::string> lines;
  auto numbers = CreateInstrument(
      "OptBisect", {{"limit", 2}},
      [&lines](const std::string&, const std::string& text) { lines.push_back(text); });
  PipelineOf({Sequential({CreatePass("FoldConstant"), CreatePass("FuseOps")})})(Program(),
                                                                                {numbers});
  CHECK(lines ==
        std::vector<std::string>{"BISECT: running pass (1) FoldConstant on function (helper)",
                                 "BISECT: running pass (2) FoldConstant on function (main)",
                                 "BISECT: NOT running pass (3) FuseOps on function (helper)",
                                 "BISECT: NOT running pass (4) FuseOps on function (main)"});
  JsonWriter json;
  numbers->WriteData(json);
  CHECK(json.Take().find("{\"number\":3,\"pass\":\"FuseOps\",\"function\":\"helper\",\"ran\":false,"
                         "\"depth\":0}") != std::string::npos);
  numbers->Clear();
  PipelineOf({CreatePass("FoldConstant")})(Program(), {numbers});
  CHECK(lines.back() == "BISECT: running pass (2) FoldConstant on function (main)");
}

}  // namespace
}  // namespace passcope
