// Lines of programs that are about the same expressions, for differences.
#include "instrument/lineage_lines.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "compare/comparison.h"
#include "models/models.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/optimize.h"
#include "unit/json.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

using TracePtr = std::shared_ptr<TraceInstrument>;

TracePtr NewTrace() { return std::make_shared<TraceInstrument>(TraceOptions{.lineage = true}); }

std::vector<std::string> LinesOfText(const IRModule& module) {
  std::vector<std::string> lines;
  std::istringstream text(PrintModule(module, PrintOptions::WithoutMetaData()));
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  }
  return lines;
}

// "nn.relu > nn.relu", by the first words after "%n = ".
std::vector<std::string> Told(const RelatedLines& related, const IRModule& before,
                              const IRModule& after) {
  const std::vector<std::string> a = LinesOfText(before), b = LinesOfText(after);
  auto name = [](const std::string& line) {
    const size_t value = line.starts_with("%") ? line.find(" = ") : std::string::npos;
    const size_t begin = value == std::string::npos ? 0 : value + 3;
    return line.substr(begin, line.find_first_of("( ", begin) - begin);
  };
  std::vector<std::string> told;
  for (const auto& [x, y] : related.lines) {
    told.push_back(name(a.at(x)) + " > " + name(b.at(y)));
  }
  return told;
}

IRModule Run(const TracePtr& trace, const IRModule& module, std::vector<Pass> passes) {
  PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {trace}}));
  IRModule result = module;
  for (const Pass& pass : passes) result = pass(result);
  return result;
}

const char* const kProgram = R"(
def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, kernel_size=[3, 3], channels=4);
  %1 = nn.dropout(%0);
  %2 = %1.0;
  %3 = nn.relu(%2);
  tanh(%3)
})";

std::vector<Pass> Nhwc() {
  return {CreatePass(
      "ConvertLayout",
      {{"desired_layouts",
        AttrDict{{"nn.conv2d", AttrArray{std::string("NHWC"), std::string("default")}}}}})};
}

}  // namespace

TEST_CASE("lines of two programs of a trace are related, whichever is the later", "[lineage]") {
  const IRModule before = Read(kProgram);
  TracePtr trace = NewTrace();
  const IRModule after =
      Run(trace, before, {CreatePass("SimplifyInference"), CreatePass("FastMath")});
  const ProgramOfTrace first{0, false};
  const ProgramOfTrace last{static_cast<int64_t>(trace->entries().size()) - 1, true};
  REQUIRE(trace->entries().back().after == after);
  const RelatedLines related = LinesBetween(*trace, first, last);
  const std::vector<std::string> told = Told(related, before, after);
  for (const char* expected :
       {"def > def", "nn.conv2d > nn.conv2d", "nn.relu > nn.relu", "tanh > fast_tanh"}) {
    INFO(expected);
    CHECK(std::count(told.begin(), told.end(), expected) == 1);
  }
  const RelatedLines back = LinesBetween(*trace, last, first);
  REQUIRE(back.lines.size() == related.lines.size());
  for (size_t i = 0; i < back.lines.size(); ++i) {
    CHECK(back.lines[i].second == related.lines[i].first);
  }
  // A program is related to itself line by line, except for lines without expressions.
  for (const auto& [x, y] : LinesBetween(*trace, last, last).lines) CHECK(x == y);
  CHECK_THROWS_AS(LinesBetween(*trace, {99, false}, last), DiagnosticError);
  CHECK_THROWS_AS(LinesBetween(TraceInstrument(), first, last), DiagnosticError);
}

TEST_CASE("a trace tells what each pass changed", "[lineage]") {
  TracePtr trace = NewTrace();
  Run(trace, Read(kProgram),
      {Sequential({CreatePass("SimplifyInference"), CreatePass("FastMath")})});
  const std::string told = trace->Ask("renderDiff", {}).text;
  const size_t simplify =
      told.find("--- before SimplifyInference\n+++ after SimplifyInference\n@@ ");
  const size_t fast = told.find("\n--- before FastMath\n+++ after FastMath\n@@ ");
  REQUIRE(simplify == 0);
  REQUIRE(fast != std::string::npos);
  CHECK(told.find("sequential") == std::string::npos);
  const std::string first = told.substr(0, fast), second = told.substr(fast);
  CHECK(first.find("\n-  %1 = nn.dropout(%0") != std::string::npos);
  // It is renumbered and has another argument, because dropout and its result are gone.
  CHECK(first.find("\n-  tanh(") == std::string::npos);
  CHECK(second.find("\n-  tanh(%1)") != std::string::npos);
  CHECK(second.find("\n+  fast_tanh(%1)") != std::string::npos);
  CHECK(second.find("\n-  %1") == std::string::npos);
  TracePtr idle = NewTrace();
  Run(idle, Read(kProgram), {CreatePass("FoldConstant")});
  CHECK(idle->Ask("renderDiff", {}).text == "no pass changed the program\n");
  CHECK_THROWS_AS(TraceInstrument().Ask("renderDiff", {}), DiagnosticError);
}

TEST_CASE("no line of a network is lost by the way", "[lineage]") {
  Workload workload = CreateModel("resnet18");
  const IRModule bound = WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params));
  TracePtr trace = NewTrace();
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {trace}}));
    Sequential(OptimizePasses())(bound);
  }
  // Each convolution and each dense layer is related to itself in every program.
  for (const PassLog::Entry& entry : trace->entries()) {
    if (!entry.ran() || !entry.changed) continue;
    const RelatedLines related = LinesBetween(*trace, {entry.index, false}, {entry.index, true});
    size_t heavy = 0;
    for (const std::string& told : Told(related, entry.before, entry.after)) {
      heavy += told.starts_with("nn.conv2d > ") || told.starts_with("nn.dense > ");
      INFO(entry.info.name << ": " << told);
      if (told.starts_with("nn.conv2d > ")) CHECK(told == "nn.conv2d > nn.conv2d");
    }
    INFO(entry.info.name);
    CHECK(heavy == 22);
    // Each line occurs once.
    std::vector<uint32_t> seen;
    for (const auto& [x, y] : related.lines) seen.push_back(y);
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
  }
}

TEST_CASE("results of two runs are related by the program that both began with", "[lineage]") {
  const IRModule program = Read(kProgram);
  auto run = [&program](RunLineage* lineage, const std::vector<Pass>& passes) {
    PassContextScope scope(
        PassContext::Create({.opt_level = 4, .instruments = {lineage->watcher()}}));
    IRModule module = program;
    for (const Pass& pass : passes) module = pass(module);
    return module;
  };
  RunLineage one(program), other(program);
  const IRModule plain = run(&one, {CreatePass("SimplifyInference")});
  std::vector<Pass> passes = Nhwc();
  passes.push_back(CreatePass("SimplifyInference"));
  passes.push_back(CreatePass("FastMath"));
  const IRModule converted = run(&other, passes);
  const std::vector<std::string> told =
      Told(Relate(one.Of(plain), other.Of(converted)), plain, converted);
  // tanh became two operators: another operator, and a layout transform.
  CHECK(told ==
        std::vector<std::string>{"def > def", "nn.conv2d > nn.conv2d", "nn.relu > nn.relu"});

  // If several lines became several, they are related in the order of the texts.
  const RelatedLines several =
      Relate({{{1, 7}, {2, 7}, {3, 8}}, {{0, 5}}}, {{{4, 8}, {5, 7}, {6, 7}, {7, 7}}, {{9, 5}}});
  CHECK(several.lines == IndexPairs{{1, 5}, {2, 6}, {3, 4}});
  CHECK(several.constants == IndexPairs{{0, 9}});
}

TEST_CASE("a comparison of pipelines tells their results apart by lineage", "[lineage]") {
  const IRModule program = Read(kProgram);
  auto variant = [&program](std::string name, std::vector<Pass> passes, bool copy = false) {
    CompareVariant made;
    made.name = std::move(name);
    made.program = copy ? Read(kProgram) : program;
    made.pipeline = [passes = std::move(passes)](const IRModule& module,
                                                 const std::vector<InstrumentPtr>& watchers) {
      PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = watchers}));
      IRModule result = module;
      for (const Pass& pass : passes) result = pass(result);
      return result;
    };
    return made;
  };
  Comparison comparison({variant("plain", {}), variant("fast", {CreatePass("FastMath")}),
                         variant("another", {CreatePass("FastMath")}, true)},
                        {.repeat = 1});
  while (comparison.Advance()) {
  }
  const std::string diff = comparison.Diff(0, 1);
  CHECK(diff.find("\n-  tanh(%3)") != std::string::npos);
  CHECK(diff.find("\n+  fast_tanh(%3)") != std::string::npos);
  CHECK(std::count(diff.begin(), diff.end(), '\n') == 7);
  // Programs that only look the same have no known relations; their texts are compared.
  CHECK(comparison.origins(1).program == 0);
  CHECK(comparison.origins(2).program == 2);
  CHECK(comparison.Diff(0, 2) == diff);
  const Json origins = ParseJson(JsonText(comparison.origins(1)), "origins");
  CHECK(origins["program"] == 0);
  CHECK(origins["of"]["lines"].size() == 6);
}

}  // namespace passcope
