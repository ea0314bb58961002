#include "checking/reduce.h"

#include <catch2/catch.hpp>

#include "checking/edits.h"
#include "diagnostics/diagnostic.h"
#include "pass/registry.h"
#include "support/random.h"
#include "unit/checking/pipeline_of.h"
#include "unit/checking/planted.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

using Outcome = ReduceResult::Outcome;

// About `calls` calls on tensors with 3 rows, including `guilty`.
IRModule LargeProgram(int calls, const std::string& guilty) {
  SplitMix64 random(7);
  std::string text =
      "def @helper(%h: Tensor[(3, 4), float32]) { tanh(add(%h, %h)) }\n"
      "def @main(%x: Tensor[(3, 4), float32], %y: Tensor[(3, 4), float32]) {\n";
  const char* kUnary[] = {"tanh", "nn.relu", "sigmoid", "exp", "@helper"};
  const char* kBinary[] = {"add", "maximum"};
  std::vector<std::string> values = {"%x", "%y"};
  for (int i = 0; i < calls; ++i) {
    auto near = [&] {
      size_t back = 1 + random.Below(std::min<size_t>(values.size(), 8));
      return values[values.size() - back];
    };
    std::string name = "%" + std::to_string(i), value;
    if (i == calls / 2) {
      value = "tanh(" + near() + ");\n  let %g = " + guilty + "(%x, " + near() + ")";
      text += "  let %v" + std::to_string(i) + " = " + value + ";\n";
      values.push_back("%g");
      continue;
    }
    value = random.Below(2)
                ? std::string(kUnary[random.Below(5)]) + "(" + near() + ")"
                : std::string(kBinary[random.Below(2)]) + "(" + near() + ", " + near() + ")";
    text += "  let %v" + std::to_string(i) + " = tanh(" + value + ");\n";
    values.push_back("%v" + std::to_string(i));
  }
  text += "  (" + values.back() + ", add(%g, %y), %v3)\n}\n";
  return Read(text);
}

TEST_CASE("Of 500 calls with a guilty one a few are left", "[checking]") {
  IRModule program = LargeProgram(250, "subtract");
  CHECK(CountCalls(program) > 480);
  ProgramTest test({});
  int64_t told = 0;
  ReduceOptions options;
  options.max_seconds = 0;
  options.progress = [&told](const ReduceProgress& progress) { told = progress.candidates; };
  ReduceResult result =
      Reduce(program,
             ReduciblePipelineOf({CreatePass("FoldConstant"), planted::Nothing(0),
                                  planted::SwapSubtract(), CreatePass("FuseOps")}),
             &test, options);
  CHECK(result.outcome == Outcome::kReduced);
  CAPTURE(Write(result.module), result.sentence.text());
  CHECK(result.calls_after <= 5);
  CHECK(result.kept == std::vector<bool>{false, false, true, false});
  CHECK(Write(result.module).find("subtract") != std::string::npos);
  CHECK(told == result.candidates);
  CHECK(result.candidates < 2000);
}

TEST_CASE("Each planted defect is made small", "[checking]") {
  IRModule program = Read(R"(
def @helper(%a: Tensor[(3, 8), float32]) { negative(%a) }
def @main(%x: Tensor[(3, 8), float32], %y: Tensor[(3, 8), float32], %c: bool) {
  %0 = subtract(%x, %y);
  let %l = multiply(%0, 2f);
  %2 = cast(multiply(%l, 8f), dtype="int32");
  %3 = cast(%2, dtype="float32");
  %4 = @helper(%3);
  %5 = if (%c) { add(%4, exp(%x)) } else { tanh(%4) };
  %6 = split(%5, indices_or_sections=2, axis=1);
  (nn.softmax(%6.0), nn.leaky_relu(%6.1, alpha=0.25f), transpose(%5, axes=[1, 0]))
})");
  const std::pair<Pass (*)(), const char*> kDefects[] = {{planted::SwapSubtract, "subtract"},
                                                         {planted::ChangeConstant, "multiply"},
                                                         {planted::DropCast, "cast"},
                                                         {planted::BreakForThreeRows, "negative"}};
  for (const auto& [defect, op] : kDefects) {
    CAPTURE(op);
    ProgramTest test({});
    ReduceOptions options;
    options.max_seconds = 0;
    ReduceResult result =
        Reduce(program, ReduciblePipelineOf({planted::Nothing(1), defect(), planted::Nothing(2)}),
               &test, options);
    REQUIRE(result.outcome == Outcome::kReduced);
    std::string text = Write(result.module);
    CAPTURE(text);
    CHECK(result.calls_after <= 5);
    CHECK(text.find(op) != std::string::npos);
    CHECK(text.find("if ") == std::string::npos);
    CHECK(text.find("let ") == std::string::npos);
    CHECK(result.kept == std::vector<bool>{false, true, false});
    // The shape stays if the defect depends on it; all other parts become small.
    CHECK((text.find("(3, 1)") != std::string::npos) == (std::string(op) == "negative"));
    CHECK(WithoutUnused(result.module) == result.module);
  }
}

TEST_CASE("A reduction for an error, one with limits, and one for nothing", "[checking]") {
  IRModule program = LargeProgram(30, "maximum");
  Pass throwing = planted::OnCalls(
      "Throwing", [](const CallNode* call, std::span<const Expr> children) -> Expr {
        bool of_input = IsCallTo(call, "maximum") && As<VarNode>(children[1]);
        if (of_input && As<VarNode>(children[1])->name().view() == "x") {
          throw DiagnosticError(DiagKind::kUnsupported, Say("no {operator} here", "maximum"));
        }
        return nullptr;
      });
  ProgramTest throws(ParseTest("throws"));
  ReduceResult result =
      Reduce(program, ReduciblePipelineOf({CreatePass("FoldConstant"), throwing}), &throws);
  CHECK(result.outcome == Outcome::kReduced);
  CHECK(result.calls_after == 1);
  CHECK(result.kept == std::vector<bool>{false, true});

  ReduceOptions few;
  few.max_candidates = 5;
  result =
      Reduce(program, ReduciblePipelineOf({CreatePass("FoldConstant"), throwing}), &throws, few);
  CHECK(result.outcome == Outcome::kStopped);
  CHECK(result.candidates == 5);

  ProgramTest values({});
  result = Reduce(program, ReduciblePipelineOf({planted::Nothing(0)}), &values);
  CHECK(result.outcome == Outcome::kNotFailing);
  CHECK(result.candidates == 1);
}

}  // namespace
}  // namespace passcope
