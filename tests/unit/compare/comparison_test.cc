#include "compare/comparison.h"

#include <catch2/catch.hpp>

#include "compare/pass_times.h"
#include "diagnostics/diagnostic.h"
#include "models/models.h"
#include "pass/registry.h"
#include "unit/checking/pipeline_of.h"
#include "unit/checking/planted.h"
#include "unit/json.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

using Outcome = ValueCheck::Outcome;

CompareVariant Variant(std::string name, const IRModule& program, std::vector<Pass> passes) {
  CompareVariant variant;
  variant.name = std::move(name);
  variant.program = program;
  variant.values = ValuesOf(passes);
  variant.pipeline = PipelineOf(std::move(passes), 4);
  return variant;
}

IRModule Program(int rows = 3) {
  return Read("def @main(%x: Tensor[(" + std::to_string(rows) + R"(, 4), float32]) {
  %0 = multiply(add(1f, 2f), %x);
  subtract(exp(%0), tanh(%x))
})");
}

Pass Throws() {
  auto run = [](const IRModule&, PassContext&) -> IRModule {
    throw DiagnosticError(DiagKind::kInvalidPass, Say("{error}", "no such luck"));
  };
  return CreateModulePass(run, {0, "Throws", {}, false});
}

void Finish(Comparison* comparison) {
  int64_t done = 0;
  while (comparison->Advance()) {
    CompareProgress progress = comparison->progress();
    CHECK(progress.done == ++done);
    CHECK(progress.done < progress.total);
  }
  CompareProgress progress = comparison->progress();
  CHECK(progress.done == progress.total);
  CHECK_FALSE(comparison->Advance());
}

}  // namespace

TEST_CASE("variants are compared by what they make of a program", "[compare]") {
  IRModule program = Program();
  Comparison comparison(
      {Variant("plain", program, {CreatePass("InferType")}),
       Variant("fused", program,
               {CreatePass("InferType"), CreatePass("FoldConstant"), CreatePass("FuseOps")})},
      {.repeat = 3, .run = true});
  Finish(&comparison);
  const VariantFigures& plain = comparison.figures()[0];
  const VariantFigures& fused = comparison.figures()[1];
  CHECK_FALSE(plain.failure);
  CHECK(plain.durations.size() == 3);
  CHECK(plain.passes.size() == 1);
  CHECK(plain.passes[0].runs == 1);
  CHECK(fused.passes[0].name == "InferType");
  CHECK(fused.passes[0].runs > 1);  // Passes inside of others count.
  CHECK(plain.ops == std::map<std::string, int64_t>{
                         {"add", 1}, {"exp", 1}, {"multiply", 1}, {"subtract", 1}, {"tanh", 1}});
  CHECK(fused.ops.count("add") == 0);
  CHECK(plain.remarks->passed == 0);
  CHECK(fused.remarks->passed == 2);
  CHECK(fused.remarks->kinds[0].pass == "FoldConstant");
  CHECK(fused.remarks->kinds[0].name == "Folded");
  CHECK(plain.size->functions == 1);
  CHECK(plain.size->weight_bytes == 8);
  CHECK(fused.size->weight_bytes == 4);
  CHECK(plain.effects->kernels > fused.effects->kernels);
  CHECK(fused.run->repeat == 3);
  CHECK(fused.run->median >= fused.run->min);
  CHECK_FALSE(plain.against);
  // Programs that differ only in types are equal.
  CHECK(plain.values->outcome == Outcome::kUnchanged);
  CHECK(fused.against == "plain");
  CHECK(fused.values->outcome == Outcome::kSame);
  CHECK_FALSE(plain.same_result);
  CHECK(fused.same_result == false);
  CHECK(comparison.Diff(0, 0).empty());
  CHECK(comparison.Diff(0, 1).find("-  %0 = add(1f") != std::string::npos);
}

TEST_CASE("one variant's failure is no other's", "[compare]") {
  IRModule program = Program();
  Comparison comparison(
      {Variant("fails", program, {Throws()}), Variant("works", program, {CreatePass("InferType")})},
      {.repeat = 1, .run = true});
  Finish(&comparison);
  const VariantFigures& fails = comparison.figures()[0];
  CHECK(fails.failure->text() == "no such luck");
  CHECK_FALSE(fails.duration);
  CHECK_FALSE(fails.size);
  CHECK_FALSE(comparison.result(0));
  CHECK(comparison.Diff(0, 1).empty());
  const VariantFigures& works = comparison.figures()[1];
  CHECK_FALSE(works.failure);
  CHECK(works.run);
  // There is no other variant to compare it with.
  CHECK_FALSE(works.against);
  CHECK_FALSE(works.same_result);
  std::string table = ComparisonTable(comparison.figures());
  CHECK(table.find("fails: no such luck") != std::string::npos);
}

TEST_CASE("a variant that computes something else is told", "[compare]") {
  IRModule program = Program();
  Comparison comparison(
      {Variant("right", program, {CreatePass("InferType")}),
       Variant("wrong", program, {CreatePass("InferType"), planted::SwapSubtract()})},
      {.repeat = 1, .run = true});
  Finish(&comparison);
  CHECK(comparison.figures()[1].values->outcome == Outcome::kDiffers);
  CHECK(ComparisonTable(comparison.figures()).find("differs from right") != std::string::npos);
}

TEST_CASE("programs of other shapes are checked against themselves", "[compare]") {
  Comparison comparison({Variant("3", Program(3), {CreatePass("FoldConstant")}),
                         Variant("6", Program(6), {CreatePass("FoldConstant")})},
                        {.repeat = 1, .run = true});
  Finish(&comparison);
  for (const VariantFigures& variant : comparison.figures()) {
    CHECK_FALSE(variant.against);
    CHECK(variant.values->outcome == Outcome::kSame);
  }
  CHECK(comparison.figures()[1].effects->flop == 2 * comparison.figures()[0].effects->flop);
}

TEST_CASE("parameters may be constants in one variant and not in the other", "[compare]") {
  Workload mlp = CreateModel("mlp");
  auto variant = [&](const char* name, bool bind) {
    CompareVariant made = Variant(name, mlp.module, {});
    made.params = mlp.params;
    made.pipeline = [bind, params = mlp.params](const IRModule& program,
                                                const std::vector<InstrumentPtr>&) {
      if (!bind) return program;
      return WithFunction(program, "main", BindParamsByName(program->Lookup("main"), params));
    };
    return made;
  };
  Comparison comparison({variant("bound", true), variant("free", false)},
                        {.repeat = 1, .run = true});
  Finish(&comparison);
  const auto& figures = comparison.figures();
  CHECK(figures[0].size->weight_bytes == figures[1].size->weight_bytes);
  CHECK(figures[1].run);
  CHECK(figures[1].values->outcome == Outcome::kUnchanged);
}

TEST_CASE("what cannot be compared is refused", "[compare]") {
  IRModule program = Program();
  CHECK_THROWS_AS(Comparison({}, {}), DiagnosticError);
  CHECK_THROWS_AS(Comparison({Variant("a", program, {}), Variant("a", program, {})}, {}),
                  DiagnosticError);
  CHECK_THROWS_AS(Comparison({Variant("a", program, {})}, {.repeat = 0}), DiagnosticError);
}

TEST_CASE("a table leaves out what all variants have in common", "[compare]") {
  std::vector<VariantFigures> figures(2);
  figures[0].name = "eins";
  figures[1].name = "zweí";
  for (VariantFigures& variant : figures) {
    variant.duration = 1500;
    variant.passes = {{"InferType", 1, 1500}};
    variant.ops = {{"add", 2}, {"exp", 1}};
    variant.size = CompareSize{2048, 10, 7, 1, 0};
  }
  figures[1].duration = 750;
  figures[1].passes[0].own = 750;
  figures[1].ops["exp"] = 3;
  CHECK(ComparisonTable(figures) == R"(             eins      zweí
passes       1.50 ms   750 us (-50%)
  InferType  1.50 ms   750 us (-50%)
operators    3         5 (+67%)
  exp        1         3 (+200%)
lines        10        10
nodes        7         7
functions    1         1
text         2.00 KiB  2.00 KiB
weights      0 B       0 B
)");
  CHECK(ComparisonTable(figures, true).find("  add ") != std::string::npos);
  Json json = Json::parse(JsonText(figures));
  CHECK(json[1]["ops"]["exp"] == 3);
  CHECK_FALSE(json[0].contains("run"));
}

TEST_CASE("times of passes are their own, without the hooks", "[compare]") {
  PassTimes times;
  PassInfo outer{0, "Outer", {}, false}, inner{0, "Inner", {}, false};
  IRModule module = Program();
  for (int i = 0; i < 2; ++i) {
    times.RunBeforePass(module, outer);
    times.RunBeforePass(module, inner);
    times.RunAfterPass(module, inner);
    times.RunAfterFailed(module, outer, "");
  }
  times.HooksRun(true);
  times.HooksRun(false);
  REQUIRE(times.passes().size() == 2);
  CHECK(times.passes()[0].name == "Outer");
  CHECK(times.passes()[0].runs == 2);
  CHECK(times.passes()[1].runs == 2);
  CHECK(times.passes()[1].own >= 0);
}

}  // namespace passcope
