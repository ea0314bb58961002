#include "gate/findings.h"

#include <catch2/catch.hpp>

namespace passcope::gate {
namespace {

PassFacts Ran(std::string name, int64_t depth, int64_t operators, Counts difference = {}) {
  const bool changed = !difference.empty();
  return {std::move(name), depth, "", changed, operators, std::move(difference)};
}
PassFacts Skipped(std::string name, int64_t depth, std::string reason) {
  return {std::move(name), depth, std::move(reason), false, 0, {}};
}

Facts Of(std::vector<PassFacts> passes, int64_t operators) {
  Facts facts;
  facts.operators_before = 60;
  facts.passes = std::move(passes);
  facts.operators = {{"add", operators}};
  return facts;
}

// InferType, FoldConstant with a nested InferType, FuseOps.
Facts Baseline() {
  return Of({Ran("InferType", 0, 60), Ran("FoldConstant", 0, 18, {{"add", -42}}),
             Ran("InferType", 1, 18), Ran("FuseOps", 0, 18)},
            18);
}

std::vector<std::string> Messages(const Facts& baseline, const Facts& now) {
  std::vector<std::string> messages;
  for (const Finding& finding : CompareFacts(baseline, now, {})) {
    messages.push_back(std::string(NameOf(finding.severity)) + " " + finding.kind + ": " +
                       finding.message);
    CHECK_NOTHROW(TitleOf(finding));
  }
  return messages;
}
using List = std::vector<std::string>;

}  // namespace

TEST_CASE("equal facts have no findings", "[gate]") {
  CHECK(Messages(Baseline(), Baseline()).empty());
}

TEST_CASE("a pass that no longer runs is told with its consequence", "[gate]") {
  CHECK(Messages(Baseline(), Of({Ran("InferType", 0, 60), Ran("FuseOps", 0, 60)}, 60)) ==
        List{"error pass-removed: FoldConstant no longer runs: 42 more operators after FuseOps",
             "error operators: the result has 42 more operators: 60, not 18 (add +42)"});
  // As the last pass, and disabled.
  Facts last = Of({Ran("InferType", 0, 60), Ran("FoldConstant", 0, 59, {{"add", -1}})}, 59);
  CHECK(Messages(last, Of({Ran("InferType", 0, 60), Skipped("FoldConstant", 0, "disabled")}, 60))
            .front() ==
        "error pass-removed: FoldConstant no longer runs (disabled): 1 more operator at the end");
  // Of no effect.
  CHECK(Messages(Of({Ran("InferType", 0, 60)}, 60), Of({}, 60)) ==
        List{"error pass-removed: InferType no longer runs: it did not change the program"});
}

TEST_CASE("one of several runs of a pass is named by its number", "[gate]") {
  auto twice = [](bool second) {
    std::vector<PassFacts> passes = {Ran("FoldConstant", 0, 50, {{"add", -10}}),
                                     Ran("FuseOps", 0, 50)};
    if (second) passes.push_back(Ran("FoldConstant", 0, 40, {{"add", -10}}));
    return Of(std::move(passes), second ? 40 : 50);
  };
  CHECK(Messages(twice(true), twice(false)).front() ==
        "error pass-removed: FoldConstant (run 2 of 2) no longer runs: 10 more operators at the "
        "end");
}

TEST_CASE("added, moved and skipped passes are told", "[gate]") {
  CHECK(Messages(Of({Ran("InferType", 0, 60), Ran("FuseOps", 0, 60)}, 60), Baseline()) ==
        List{"error pass-added: FoldConstant now runs: 42 fewer operators after FuseOps",
             "error operators: the result has 42 fewer operators: 18, not 60 (add -42)"});
  CHECK(Messages(Of({Ran("A", 0, 60), Ran("B", 0, 60), Ran("C", 0, 60)}, 60),
                 Of({Ran("B", 0, 60), Ran("C", 0, 60), Ran("A", 0, 60)}, 60)) ==
        List{"error pass-moved: A runs after C, not first of all: as many operators after it"});
  CHECK(Messages(Of({Skipped("A", 0, "disabled"), Skipped("B", 0, "disabled")}, 60),
                 Of({Skipped("A", 0, "opt level 3 > 2"), Ran("B", 0, 60)}, 60)) ==
        List{"warning pass-effect: A does not run for another reason: opt level 3 > 2, not "
             "disabled",
             "error pass-added: B now runs: it does not change the program"});
  CHECK(Messages(Of({Skipped("A", 0, "disabled")}, 60), Of({Skipped("B", 0, "disabled")}, 60)) ==
        List{"warning pass-removed: A, which did not run, is no longer in the pipeline",
             "warning pass-added: B is now in the pipeline, but does not run (disabled)"});
}

TEST_CASE("passes in a new Sequential have moved", "[gate]") {
  const std::vector<std::string> messages =
      Messages(Of({Ran("A", 0, 60), Ran("B", 0, 60)}, 60),
               Of({Ran("sequential", 0, 60), Ran("A", 1, 60), Ran("B", 1, 60)}, 60));
  CHECK(
      messages ==
      List{"error pass-moved: A runs first inside of sequential, not first of all: as many "
           "operators after it",
           "error pass-moved: B runs after A inside of sequential, not after A: as many operators "
           "after it",
           "error pass-added: sequential now runs: it does not change the program"});
}

TEST_CASE("a pass with another effect is told, but not the passes around it", "[gate]") {
  auto inside = [](int64_t folded) {
    const int64_t rest = 60 - folded;
    return Of({Ran("sequential", 0, rest, {{"add", -folded}}),
               Ran("FoldConstant", 1, rest, {{"add", -folded}}), Ran("InferType", 2, rest),
               Ran("FuseOps", 1, rest)},
              rest);
  };
  CHECK(Messages(inside(42), inside(40)).front() ==
        "error pass-operators: FoldConstant has another effect: 2 more operators after it (add "
        "+2)");
  CHECK(Messages(inside(42), inside(40)).size() == 2);
  Facts still = Baseline();
  still.passes[1] = Ran("FoldConstant", 0, 60);
  still.passes.erase(still.passes.begin() + 2);
  still.operators = {{"add", 60}};
  CHECK(Messages(Baseline(), still).front() ==
        "error pass-effect: FoldConstant no longer changes the program: 42 more operators after it "
        "(add +42)");
  // A change without another number of operators.
  Facts changed = Baseline();
  changed.passes[3].changed = true;
  CHECK(Messages(Baseline(), changed) ==
        List{"error pass-effect: FuseOps now changes the program, with the same operators after "
             "it"});
}

TEST_CASE("numbers are exact in both directions", "[gate]") {
  Facts before = Baseline(), after = Baseline();
  before.figures = {{"flop", 10}, {"kernels", 1}, {"weightBytes", 4}};
  after.figures = {{"flop", 9}, {"kernels", 3}};
  before.missed = {{"FuseOps.OpaqueOperator", 1}};
  after.missed = {{"FuseOps.OpaqueOperator", 3}};
  after.operators_before = 61;
  after.not_planned = "there is a loop";
  CHECK(Messages(before, after) ==
        List{"error program-changed: the program has 1 more operator before the first pass: 61, "
             "not 60",
             "error missed: 2 more missed remarks of the kind FuseOps.OpaqueOperator: 3, not 1",
             "error figure: the result has 1 fewer operation in a run: 9, not 10",
             "error figure: the result has 2 more kernels in a run: 3, not 1",
             "error executor: the graph executor can no longer run the result: there is a loop"});
  const std::vector<Finding> findings = CompareFacts(before, after, {});
  CHECK(findings[2].better == true);
  CHECK(findings[3].better == false);
  CHECK(findings[3].before == 1.0);
  CHECK(findings[3].unit == "kernels");
  CHECK(CountOf(findings, Severity::kError) == 5);
}

TEST_CASE("times fail beyond the limit only", "[gate]") {
  Facts before = Baseline(), after = Baseline();
  before.times = Times{"native", {10, 0.01}, {{"FoldConstant", {9, 0.01}}, {"FuseOps", {0.01, 0}}}};
  after.times = before.times;
  after.times->all.ratio = 14.9;
  after.times->passes["FuseOps"].ratio = 1;  // Too short before to count.
  CHECK(Messages(before, after).empty());
  after.times->all.ratio = 21;
  after.times->passes["FoldConstant"].ratio = 20;
  CHECK(Messages(before, after) ==
        List{"error slower: all passes together are 2.1 times as slow as in the baseline: 21 times "
             "the reference loop, not 10; the limit is 15.1",
             "error slower: FoldConstant is 2.2 times as slow as in the baseline: 20 times the "
             "reference loop, not 9; the limit is 13.6"});
  // Noise widens the limit, up to twice the time.
  before.times->all.noise = 5;
  CHECK(Messages(before, after).size() == 2);
  after.times->all.ratio = 19;
  CHECK(Messages(before, after).size() == 1);
  std::swap(before, after);
  CHECK(Messages(before, after) ==
        List{"note faster: FoldConstant is 2.2 times as fast as in the baseline: 9 times the "
             "reference loop, not 20"});
  after.times->build = "wasm";
  CHECK_THAT(Messages(before, after).front(), Catch::StartsWith("note times-not-compared"));
}

TEST_CASE("sentences count", "[gate]") {
  CHECK(Counted(1, "error", "errors") == "1 error");
  CHECK(MoreOrFewer(0, "operator", "operators") == "as many operators");
  CHECK(MoreOrFewer(-1, "operator", "operators") == "1 fewer operator");
}

}  // namespace passcope::gate
