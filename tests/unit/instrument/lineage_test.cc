// Lineage: what passes did with expressions, kind by kind, and for each operator of a network.
#include "instrument/lineage.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "api/pipeline_spec.h"
#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "instrument/lineage_questions.h"
#include "instrument/trace.h"
#include "ir/visitor.h"
#include "models/models.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/optimize.h"
#include "unit/json.h"

namespace passcope {
namespace {

using TracePtr = std::shared_ptr<TraceInstrument>;

TracePtr NewTrace() { return std::make_shared<TraceInstrument>(TraceOptions{.lineage = true}); }

IRModule Program(std::string text) {
  if (!text.starts_with("def ")) {
    text =
        "def @main(%x: Tensor[(1, 3, 8, 8), float32], %y: Tensor[(1, 3, 8, 8), float32], "
        "%w: Tensor[(4, 3, 3, 3), float32], %s: Tensor[(3), float32], %h: Tensor[(2, 8), float32], "
        "%u: Tensor[(4, 8), float32], %v: Tensor[(4, 8), float32]) { " +
        text + " }";
  }
  return CreatePass("InferType")(ParseModule("#[version = \"0.0.5\"]\n" + text, "test"));
}

// The changes of all expressions by a pass, except unchanged variables and constants.
std::string Told(const TraceInstrument& trace, int entry) {
  LineageGraph& graph = trace.lineage();
  const ProgramOfTrace before{entry, false}, after{entry, true};
  std::string told;
  for (const LineageLink& link : graph.Align(before, after)) {
    auto name = [&](ProgramOfTrace program, uint32_t place) {
      return place == LineageLink::kNone ? std::string("-")
                                         : NameInRemark(graph.Find(program)->nodes[place]);
    };
    std::string from = name(before, link.from), to = name(after, link.to);
    const bool leaf =
        link.from == LineageLink::kNone || graph.Find(before)->nodes[link.from]->children().empty();
    if (leaf && link.kind == LineageKind::kUnchanged) continue;
    told += std::string(LiteralOf(link.kind)) + ": " + from + " > " + to + "\n";
  }
  return told;
}

std::string Told(const std::string& pipeline, const std::string& program, AttrDict config = {}) {
  TracePtr trace = NewTrace();
  IRModule module = Program(program);
  PassContextScope scope(
      PassContext::Create({.opt_level = 4, .instruments = {trace}, .config = std::move(config)}));
  const std::vector<PassSpec> specs = ParsePipeline(pipeline);
  int last = 0;
  for (const PassSpec& spec : specs) {
    last = static_cast<int>(trace->entries().size());
    module = PassFromSpec(spec)(module);
  }
  return Told(*trace, last);
}

}  // namespace

TEST_CASE("lineage of each kind", "[lineage]") {
  struct Case {
    const char* pipeline;
    const char* program;
    const char* told;
  };
  const Case cases[] = {
      {"FoldConstant", "add(%x, multiply(2f, add(1f, 3f)))",
       "folded: multiply > constant\n"
       "folded: constant > constant\n"
       "folded: add > constant\n"
       "folded: constant > constant\n"
       "folded: constant > constant\n"
       "unchanged: add > add\n"
       "unchanged: fn > fn\n"},
      {"FuseOps", "tanh(nn.relu(%x))",
       "made: %x > %p0\n"
       "unchanged: nn.relu > nn.relu\n"
       "unchanged: tanh > tanh\n"
       "merged: tanh > fn\n"
       "merged: nn.relu > fn\n"
       "merged: tanh > fn\n"
       "merged: nn.relu > fn\n"
       "unchanged: fn > fn\n"},
      {"EliminateCommonSubexpr", "add(nn.relu(%x), nn.relu(%x))",
       "unchanged: nn.relu > nn.relu\n"
       "merged: nn.relu > nn.relu\n"
       "unchanged: add > add\n"
       "unchanged: fn > fn\n"},
      {"SimplifyInference", "%0 = nn.batch_norm(%x, %s, %s, %s, %s); nn.dropout(%0.0).0",
       "folded: nn.batch_norm > constant\n"
       "folded: nn.batch_norm > constant\n"
       "split: nn.batch_norm > add\n"
       "split: nn.batch_norm > sqrt\n"
       "split: nn.batch_norm > divide\n"
       "split: nn.batch_norm > multiply\n"
       "split: nn.batch_norm > expand_dims\n"
       "split: nn.batch_norm > multiply\n"
       "split: nn.batch_norm > negative\n"
       "split: nn.batch_norm > multiply\n"
       "split: nn.batch_norm > add\n"
       "split: nn.batch_norm > expand_dims\n"
       "merged: nn.batch_norm > add\n"
       "merged: .0 > add\n"
       "merged: nn.dropout > add\n"
       "merged: .0 > add\n"
       "unchanged: fn > fn\n"},
      {"ConvertLayout(desired_layouts={\"nn.conv2d\": [\"NHWC\", \"default\"]})",
       "nn.relu(nn.conv2d(%x, %w, kernel_size=[3, 3], channels=4))",
       "made: nn.conv2d > layout_transform\n"
       "made: nn.conv2d > layout_transform\n"
       "changed: nn.conv2d > nn.conv2d\n"
       "changed: nn.relu > nn.relu\n"
       "made: nn.relu > layout_transform\n"
       "unchanged: fn > fn\n"},
      {"ToMixedPrecision", "nn.relu(nn.conv2d(%x, %w, kernel_size=[3, 3], channels=4))",
       "made: nn.conv2d > cast\n"
       "made: nn.conv2d > cast\n"
       "changed: nn.conv2d > nn.conv2d\n"
       "changed: nn.relu > nn.relu\n"
       "changed: fn > fn\n"},
      {"DeadCodeElimination", "let %a = nn.relu(%x); let %b = tanh(%y); %b",
       "unchanged: tanh > tanh\n"
       "unchanged: let > let\n"
       "removed: let > let\n"
       "unchanged: fn > fn\n"
       "removed: %a > -\n"
       "removed: nn.relu > -\n"},
      {"Inline",
       "def @main(%x: Tensor[(4), float32]) { @f(tanh(%x)) }\n"
       "def @f(%x1: Tensor[(4), float32], Inline=1) -> Tensor[(4), float32] { nn.relu(%x1) }",

       "unchanged: tanh > tanh\n"
       "removed: %x1 > tanh\n"
       "unchanged: nn.relu > nn.relu\n"
       "removed: @f > nn.relu\n"
       "unchanged: fn > fn\n"
       "removed: @f > -\n"
       "removed: fn > -\n"},
      {"ToANormalForm", "tanh(nn.relu(%x))",
       "made: nn.relu > %x_0\n"
       "unchanged: nn.relu > nn.relu\n"
       "made: tanh > %x_1\n"
       "unchanged: tanh > tanh\n"
       "made: tanh > let\n"
       "made: nn.relu > let\n"
       "unchanged: fn > fn\n"},
      {"ToGraphNormalForm", "let %a = nn.relu(%x); tanh(%a)",
       "unchanged: nn.relu > nn.relu\n"
       "removed: %a > nn.relu\n"
       "unchanged: tanh > tanh\n"
       "removed: let > tanh\n"
       "unchanged: fn > fn\n"},
      {"SimplifyExpr", "reshape(reshape(%x, newshape=[3, 64]), newshape=[192])",
       "changed: reshape > reshape\n"
       "merged: reshape > reshape\n"
       "unchanged: fn > fn\n"},
      {"CombineParallelDense(min_num_branches=2, to_batch=False)",
       "(nn.dense(%h, %u, units=4), nn.dense(%h, %v, units=4))",
       "made: nn.dense > tuple\n"
       "made: nn.dense > concatenate\n"
       "changed: nn.dense > nn.dense\n"
       "merged: nn.dense > nn.dense\n"
       "made: nn.dense > strided_slice\n"
       "merged: nn.dense > strided_slice\n"
       "merged: nn.dense > strided_slice\n"
       "unchanged: tuple > tuple\n"
       "unchanged: fn > fn\n"},
      {"LambdaLift", "let %f = fn (%z: Tensor[(4), float32]) { nn.relu(%z) }; %f",
       "made: fn > @lifted_name10551100685967660150\n"
       "unchanged: let > let\n"
       "unchanged: fn > fn\n"
       "unchanged: nn.relu > nn.relu\n"
       "unchanged: fn > fn\n"},
  };
  for (const Case& tested : cases) {
    INFO(tested.pipeline << " on " << tested.program);
    CHECK(Told(tested.pipeline, tested.program) == tested.told);
  }
}

TEST_CASE("each operator of a network is explained through relay.optimize", "[lineage]") {
  for (bool bound : {false, true}) {
    Workload workload = CreateModel("resnet18");
    IRModule module = workload.module;
    if (bound) {
      module =
          WithFunction(module, "main", BindParamsByName(module->Lookup("main"), workload.params));
    }
    TracePtr trace = NewTrace();
    IRModule result;
    {
      PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {trace}}));
      result = Sequential(OptimizePasses())(module);
    }
    LineageGraph& graph = trace->lineage();
    const ProgramOfTrace first{0, false}, last{0, true};
    REQUIRE(graph.Find(last));
    size_t calls = 0;
    for (const ExprNode* node : graph.Find(last)->nodes) {
      if (!As<CallNode>(node)) continue;
      ++calls;
      LineageGraph::Relatives ancestors = graph.Ancestors(&last, node);
      std::vector<uint32_t> origins = graph.In(ancestors, first);
      bool of_source = std::any_of(origins.begin(), origins.end(), [&](uint32_t i) {
        return As<CallNode>(graph.Find(first)->nodes[i]);
      });
      if (of_source) continue;
      std::vector<LineageStep> steps = LineageSteps(*trace, ancestors, ancestors);
      INFO(PrintSummary(Expr(node)));
      CHECK(!steps.empty());
    }
    CHECK(calls > 20);
    // No operator is lost: it is in the result, or a pass reports what happened to it.
    for (const ExprNode* node : graph.Find(first)->nodes) {
      if (!As<CallNode>(node)) continue;
      LineageGraph::Relatives descendants = graph.Descendants(&first, node);
      if (!graph.In(descendants, last).empty()) continue;
      INFO(PrintSummary(Expr(node)));
      CHECK(!LineageSteps(*trace, descendants, descendants).empty());
    }
  }
}

namespace {

// A trace of two passes over a program with two lines, after a bind, which is not a pass.
struct Traced {
  TracePtr trace = NewTrace();
  IRModule before, after;
  std::string text_before, text_after;

  Traced() {
    before = Program("%0 = nn.relu(%x); add(tanh(%0), 1f)");
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {trace}}));
    after = Sequential({CreatePass("ToANormalForm"), CreatePass("FuseOps")})(before);
    text_before = PrintModule(before, PrintOptions::WithoutMetaData());
    text_after = PrintModule(after, PrintOptions::WithoutMetaData());
  }
};

}  // namespace

TEST_CASE("lineage is asked for in terms of texts", "[lineage]") {
  Traced traced;
  const TraceInstrument& trace = *traced.trace;
  const std::string& before = traced.text_before;
  const std::string& after = traced.text_after;
  auto ask = [&](const char* question, AttrDict arguments) {
    return ParseJson(trace.Ask(question, arguments).text, question);
  };
  auto at = [](const std::string& text, const char* words) {
    return static_cast<int64_t>(text.find(words));
  };

  for (const Json& row : ask("alignment", {{"index", int64_t{0}}})) {
    if (row[0] != "unchanged" || row[1] == -1 || row[3] == -1) continue;
    std::string left = before.substr(row[1], row[2].get<size_t>() - row[1].get<size_t>());
    std::string right = after.substr(row[3], row[4].get<size_t>() - row[3].get<size_t>());
    INFO(left << " > " << right);
    // The operator or the variable is the same in both places.
    if (left.find('(') != std::string::npos && !left.starts_with("fn") &&
        !left.starts_with("def")) {
      CHECK(right.find(left.substr(0, left.find('('))) != std::string::npos);
    }
  }

  Json lineage = ask("lineage", {{"index", int64_t{0}}, {"offset", at(before, "tanh")}});
  CHECK(lineage["text"].get<std::string>().starts_with("tanh("));
  CHECK(lineage["place"]["line"] == 4);
  CHECK(lineage["origins"].size() == 1);
  std::vector<std::string> steps;
  for (const Json& step : lineage["steps"]) {
    steps.push_back(trace.entries()[step["entry"].get<size_t>()].info.name);
  }
  CHECK(steps == std::vector<std::string>{"ToANormalForm", "FuseOps"});

  // A blank selects its line, and a mention selects the definition.
  Json line = ask("lineage", {{"index", int64_t{0}}, {"offset", at(before, "  %0 =")}});
  CHECK(line["text"].get<std::string>().starts_with("nn.relu("));
  Json mention = ask("lineage", {{"index", int64_t{0}}, {"offset", at(before, "%0)")}});
  CHECK(mention["text"] == line["text"]);
  CHECK(ask("lineage", {{"index", int64_t{0}}, {"offset", int64_t{1000000}}}).is_null());

  Json relatives = ask("relatives", {{"index", int64_t{0}},
                                     {"offset", at(before, "nn.relu")},
                                     {"other", int64_t{0}},
                                     {"other_after", true}});
  bool found = false;
  for (const Json& range : relatives) {
    size_t begin = range["begin"], end = range["end"];
    found = found || after.substr(begin, end - begin).starts_with("nn.relu(");
  }
  CHECK(found);
  CHECK(trace.Ask("renderLineage", {{"of", "nn.relu"}}).text.find("FuseOps") != std::string::npos);
  CHECK_THROWS_AS(trace.Ask("renderLineage", {{"of", "nn.rely"}}), DiagnosticError);
  CHECK_THROWS_AS(ask("lineage", {{"index", int64_t{99}}}), DiagnosticError);
  CHECK_THROWS_AS(TraceInstrument().Ask("lineage", {{"index", int64_t{0}}}), DiagnosticError);
}

TEST_CASE("ancestors and descendants are expressions of the other programs", "[lineage]") {
  Traced traced;
  const ExprNode* relu = nullptr;
  PostOrderVisit(traced.before->Lookup("main"), [&](const ExprNode* node) {
    if (IsCallTo(node, "nn.relu")) relu = node;
  });
  std::vector<Relative> descendants = RelativesOf(*traced.trace, Expr(relu), false);
  REQUIRE(!descendants.empty());
  CHECK(std::any_of(descendants.begin(), descendants.end(), [](const Relative& relative) {
    return IsCallTo(relative.node, "nn.relu") && !relative.passes.empty();
  }));
  CHECK(RelativesOf(*traced.trace, Expr(relu), true).empty());
  for (const Relative& relative : descendants) {
    std::vector<Relative> back = RelativesOf(*traced.trace, relative.node, true);
    CHECK(std::any_of(back.begin(), back.end(),
                      [&](const Relative& ancestor) { return ancestor.node == relu; }));
  }
}

TEST_CASE("a pass that is under way made what the one inside of it was given", "[lineage]") {
  TracePtr trace = NewTrace();
  IRModule module = Program("tanh(nn.relu(%x))");
  PassContextScope scope(PassContext::Create({.instruments = {trace}}));
  CreatePass("FuseOps")(module);
  const ExprNode* tanh = As<FunctionNode>(module->Lookup("main"))->body().get();
  for (const Relative& relative : RelativesOf(*trace, Expr(tanh), false)) {
    CHECK(relative.passes == std::vector<int>{0});
  }
}

TEST_CASE("what passes of users make is explained by where it stands", "[lineage]") {
  // It makes a new node of everything, without lineage.
  Pass copy = CreateModulePass(
      [](const IRModule& module, PassContext&) {
        LineageSilence silence;
        Expr main = RewritePostOrder(
            module->Lookup("main"), [](const ExprNode* node, std::span<const Expr> children) {
              const auto* call = As<CallNode>(node);
              if (!call) return WithChildren(node, children);
              Expr result = Call(children[0], children.subspan(1), call->attrs);
              return IsCallTo(node, "tanh") ? Call(children[0], {result}) : result;
            });
        return WithFunction(module, "main", main);
      },
      PassInfo{.name = "Copy"});
  TracePtr trace = NewTrace();
  IRModule module = Program("add(tanh(nn.relu(%x)), %y)");
  PassContextScope scope(PassContext::Create({.instruments = {trace}}));
  copy(module);
  LineageGraph& graph = trace->lineage();
  const ProgramOfTrace last{0, true};
  for (const ExprNode* node : graph.Find(last)->nodes) {
    if (!As<CallNode>(node) || IsCallTo(node, "tanh")) continue;
    INFO(PrintSummary(Expr(node)));
    std::vector<uint32_t> origins = graph.In(graph.Ancestors(&last, node), {0, false});
    REQUIRE(origins.size() == 1);
    const ExprNode* origin = graph.Find({0, false})->nodes[origins[0]];
    CHECK(NameInRemark(origin) == NameInRemark(node));
  }
}

TEST_CASE("lineage changes nothing, and nothing is kept for nobody", "[lineage]") {
  Workload workload = CreateModel("resnet20-cifar");
  auto run = [&](std::vector<InstrumentPtr> instruments) {
    PassContextScope scope(
        PassContext::Create({.opt_level = 3, .instruments = std::move(instruments)}));
    return PrintModule(Sequential(OptimizePasses())(workload.module));
  };
  TracePtr trace = NewTrace();
  CHECK(run({}) == run({trace}));
  CHECK_FALSE(LineageWanted());
  trace->Clear();
  CHECK(run({trace}) == run({std::make_shared<TraceInstrument>()}));
  CHECK(trace->lineage().Programs().size() > 2);
}

namespace {

// True if a pass added the expression with a function, such as one of a prelude.
bool IsBroughtAlong(const LineageGraph::Program& program, const ExprNode* expr) {
  bool in_main = false;
  PostOrderVisit(program.module->Lookup("main"),
                 [&](const ExprNode* node) { in_main = in_main || node == expr; });
  return !in_main;
}

}  // namespace

TEST_CASE("no pass makes operators of nothing", "[lineage]") {
  const char* programs[] = {
      "%0 = nn.batch_norm(%x, %s, %s, %s, %s); nn.dropout(nn.relu(%0.0)).0",
      "let %a = nn.relu(%x); let %b = tanh(%a); if (True) { add(%a, %b) } else { %b }",
      "let %f = fn (%z: Tensor[(1, 3, 8, 8), float32]) { tanh(nn.relu(%z)) }; add(%f(%x), %f(%y))",
      "nn.relu(nn.conv2d(%x, %w, kernel_size=[3, 3], channels=4, padding=[1, 1, 1, 1]))",
      "(nn.dense(%h, %u, units=4), nn.dense(%h, %v, units=4), nn.dense(%h, %u, units=4))",
  };
  for (const char* text : programs) {
    const IRModule module = Program(text);
    for (const PassRow& row : PassTable()) {
      INFO(row.name << " on " << text);
      TracePtr trace = NewTrace();
      PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {trace}}));
      if (row.name == std::string_view("PrintIR")) continue;  // It prints.
      try {
        CreatePass(row.name)(module);
      } catch (const DiagnosticError&) {
        continue;  // It needs options, or another form of program.
      }
      LineageGraph& graph = trace->lineage();
      const ProgramOfTrace before{0, false}, after{0, true};
      for (const LineageLink& link : graph.Align(before, after)) {
        if (link.from != LineageLink::kNone) continue;
        const ExprNode* node = graph.Find(after)->nodes[link.to];
        INFO(PrintSummary(Expr(node)));
        CHECK((!As<CallNode>(node) || IsBroughtAlong(*graph.Find(after), node)));
      }
    }
  }
}

TEST_CASE("a pass that fails ends its notes", "[lineage]") {
  TracePtr trace = NewTrace();
  IRModule module = Program("nn.relu(%x)");
  PassContextScope scope(PassContext::Create({.instruments = {trace}}));
  Pass failing = CreateModulePass(
      [](const IRModule&, PassContext&) -> IRModule { throw std::runtime_error("no"); },
      PassInfo{.name = "Failing"});
  CHECK_THROWS(failing(module));
  CHECK_FALSE(LineageWanted());
  CreatePass("FuseOps")(module);
  CHECK(Told(*trace, 1).find("made: nn.relu > fn") != std::string::npos);
}

TEST_CASE("lineage is asked for by places of the text that was read, and by operators",
          "[lineage]") {
  const std::string text =
      "#[version = \"0.0.5\"]\n"
      "def @main(%x: Tensor[(2, 3), float32]) {\n"
      "  // Written otherwise than it is printed.\n"
      "  add(tanh(nn.relu(%x)),\n"
      "      multiply(2f, 3f))\n"
      "}\n";
  TracePtr trace = NewTrace();
  {
    PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {trace}}));
    Sequential({CreatePass("InferType"), CreatePass("FoldConstant"), CreatePass("FastMath")})(
        ParseModule(text, "test"));
  }
  auto ask = [&](const char* question, AttrDict arguments) {
    return ParseJson(trace->Ask(question, arguments).text, question);
  };
  auto entry = [&](std::string_view name) {
    for (const PassLog::Entry& each : trace->entries()) {
      if (each.info.name == name) return static_cast<int64_t>(each.index);
    }
    return int64_t{-1};
  };
  auto at = [&](const char* words, int64_t line) {
    return AttrDict{{"index", int64_t{0}},
                    {"offset", static_cast<int64_t>(text.find(words))},
                    {"source_line", line}};
  };
  CHECK(ask("lineage", at("nn.relu", 4))["text"].get<std::string>().starts_with("nn.relu("));
  CHECK(ask("lineage", at("tanh", 4))["text"].get<std::string>().starts_with("tanh("));
  // A blank selects the largest expression that ends in its line.
  CHECK(ask("lineage", at("      multiply", 5))["text"].get<std::string>().starts_with("multiply"));
  CHECK(ask("lineage", at("def", 2))["text"].get<std::string>() != "");
  CHECK(ask("lineage", at("// Written", 3)).is_null());
  CHECK(ask("lineage", at("}", 99)).is_null());

  // Relatives have places in that text, too.
  const int64_t fast = entry("FastMath");
  const std::string result = PrintModule(trace->entries()[static_cast<size_t>(fast)].after,
                                         PrintOptions::WithoutMetaData());
  Json back = ask("relatives", {{"index", fast},
                                {"after", true},
                                {"offset", static_cast<int64_t>(result.find("fast_tanh"))},
                                {"other", int64_t{0}},
                                {"other_source", true}});
  std::vector<std::string> found;
  for (const Json& range : back) {
    const size_t begin = range["begin"], end = range["end"];
    found.push_back(text.substr(begin, end - begin));
    CHECK(range["line"] == 4);
  }
  CHECK(std::find(found.begin(), found.end(), "tanh(nn.relu(%x))") != found.end());

  // By the operators of a pass: those that it removed, and those that it made.
  Json gone = ask("lineage", {{"index", fast}, {"op", "tanh"}});
  CHECK(gone["count"] == 1);
  CHECK(gone["text"].get<std::string>().starts_with("tanh("));
  Json made = ask("lineage", {{"index", fast}, {"after", true}, {"op", "fast_tanh"}});
  REQUIRE(made["origins"].size() == 1);
  CHECK(made["origins"][0]["text"].get<std::string>().starts_with("tanh("));
  CHECK(made["origins"][0]["line"] == 4);
  Json folded = ask("lineage", {{"index", entry("FoldConstant")}, {"op", "multiply"}});
  CHECK(folded["count"] == 1);
  // An operator that a pass keeps is selected as a whole.
  CHECK(ask("lineage", {{"index", fast}, {"op", "nn.relu"}})["count"] == 1);
  CHECK(ask("lineage", {{"index", fast}, {"op", "nn.dense"}}).is_null());
}

}  // namespace passcope
