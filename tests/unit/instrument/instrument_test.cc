// The built-in instruments.
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <regex>

#include "diagnostics/diagnostic.h"
#include "instrument/decisions.h"
#include "instrument/instruments.h"
#include "instrument/op_diff.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "ir/visitor.h"
#include "models/models.h"
#include "models/tutorials.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "support/clock.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

Pass Failing() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) -> IRModule {
        CreatePass("InferType")(module);
        throw std::runtime_error("broken");
      },
      {0, "Failing", {}, false});
}

TEST_CASE("timing renders as TVM does, and is empty after the context", "[timing]") {
  auto timing = std::make_shared<PassTimingInstrument>();
  PassContextScope scope(PassContext::Create({.instruments = {timing}}));
  IRModule module = CreatePass("InferType")(tutorials::UsePassInfra());
  CreatePass("FoldConstant")(module);
  std::string text = timing->Render();
  std::regex line(R"((\t*\w+): \d+us \[\d+us\] \(\d+\.\d\d%; \d+\.\d\d%\)\n)");
  std::string names = std::regex_replace(text, line, "$1\n");
  CHECK(names == "InferType\nFoldConstant\n\tInferType\n");
  scope.Leave();
  CHECK(timing->Render().empty());
  CHECK(timing->profiles().size() == 2);
}

TEST_CASE("timing survives a pass that throws", "[timing]") {
  auto timing = std::make_shared<PassTimingInstrument>();
  PassContextScope scope(PassContext::Create({.instruments = {timing}}));
  CHECK_THROWS_AS(Failing()(tutorials::UsePassInfra()), std::runtime_error);
  REQUIRE(timing->profiles().size() == 1);
  CHECK(timing->profiles()[0].failed);
  CHECK(timing->profiles()[0].children.size() == 1);
  CreatePass("InferType")(tutorials::UsePassInfra());
  REQUIRE(timing->profiles().size() == 2);
  CHECK_FALSE(timing->profiles()[1].failed);
  CHECK(timing->profiles()[1].children.empty());
}

TEST_CASE("shares add up and a profile of no time does not divide by zero", "[timing]") {
  std::vector<PassProfile> roots(2);
  roots[0].name = "A";
  roots[0].duration = 30;
  roots[1].name = "B";
  roots[1].duration = 10;
  roots[1].children.resize(1);
  roots[1].children[0].name = "C";
  roots[1].children[0].duration = 4;
  CHECK(RenderProfiles(roots) ==
        "A: 30us [30us] (75.00%; 75.00%)\n"
        "B: 10us [6us] (25.00%; 25.00%)\n"
        "\tC: 4us [4us] (10.00%; 40.00%)\n");
  CHECK(RenderProfiles({PassProfile{"Z", 0, 0, false, {}}}) == "Z: 0us [0us] (0.00%; 0.00%)\n");
  CHECK(RenderProfiles({}).empty());
}

TEST_CASE("op differences leave out what did not change", "[op_diff]") {
  CHECK(OpDifference({{"add", 2}, {"nn.relu", 1}}, {{"add", 2}, {"multiply", 3}}) ==
        OpCounts{{"multiply", 3}, {"nn.relu", -1}});
}

TEST_CASE("the op differ records passes that change something, with their depth", "[op_diff]") {
  auto differ = std::make_shared<OpDiffInstrument>();
  PassContextScope scope(PassContext::Create({.instruments = {differ}}));
  Sequential({CreatePass("InferType"), CreatePass("FoldConstant")})(tutorials::UsePassInfra());
  REQUIRE(differ->entries().size() == 2);
  CHECK(differ->entries()[0].depth == 1);
  CHECK(differ->entries()[0].pass == "FoldConstant");
  CHECK(differ->entries()[0].diff == OpCounts{{"add", -1}, {"multiply", -1}});
  CHECK(differ->entries()[1].depth == 0);
  CHECK(differ->Render() ==
        "[1, 'FoldConstant', {'add': -1, 'multiply': -1}]\n"
        "[0, 'sequential', {'add': -1, 'multiply': -1}]\n");
}

TEST_CASE("the trace keeps nesting, times and snapshots", "[trace]") {
  auto trace = std::make_shared<TraceInstrument>();
  IRModule module = tutorials::UsePassInfra();
  PassContextScope scope(PassContext::Create({.instruments = {trace}}));
  IRModule result = Sequential({CreatePass("InferType"), CreatePass("FoldConstant")})(module);
  const auto& entries = trace->entries();
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].info.name == "sequential");
  CHECK(entries[0].parent == -1);
  CHECK(entries[1].info.name == "InferType");
  CHECK(entries[1].parent == 0);
  CHECK(entries[3].parent == 2);
  CHECK(entries[3].depth == 2);
  CHECK(entries[0].before == module);
  CHECK(entries[0].after == result);
  CHECK(entries[1].after == entries[2].before);
  double inside = entries[1].duration + entries[2].duration;
  CHECK(entries[0].own == Approx(entries[0].duration - inside).margin(1e-6));
  for (const auto& entry : entries) CHECK(entry.status == TraceInstrument::Status::kOk);
  // Typing a typed module returns it unchanged.
  trace->Clear();
  CreatePass("InferType")(result);
  CHECK_FALSE(trace->entries()[0].changed);
}

TEST_CASE("the trace shows failures and vetoes", "[trace]") {
  class NoFolding : public PassInstrument {
   public:
    const std::string& name() const override { return name_; }
    bool ShouldRun(const IRModule&, const PassInfo& info) override {
      return info.name != "FoldConstant";
    }

   private:
    std::string name_ = "NoFolding";
  };
  auto trace = std::make_shared<TraceInstrument>();
  PassContextScope scope(
      PassContext::Create({.instruments = {trace, std::make_shared<NoFolding>()}}));
  CreatePass("FoldConstant")(tutorials::UsePassInfra());
  CHECK_THROWS(Failing()(tutorials::UsePassInfra()));
  REQUIRE(trace->entries().size() == 3);
  CHECK(trace->entries()[0].status == TraceInstrument::Status::kVetoed);
  CHECK(trace->entries()[1].status == TraceInstrument::Status::kFailed);
  CHECK(trace->entries()[1].error == "broken");
  CHECK(trace->entries()[2].status == TraceInstrument::Status::kOk);
  CHECK(trace->entries()[2].parent == 1);
}

Pass Named(std::string name, int level, std::vector<std::string> required = {}) {
  return CreateModulePass([](const IRModule& module, PassContext&) { return module; },
                          {level, std::move(name), std::move(required), false});
}

class VetoOf : public PassInstrument {
 public:
  explicit VetoOf(std::string pass) : pass_(std::move(pass)) {}
  const std::string& name() const override {
    static const std::string kName = "VetoOf";
    return kName;
  }
  bool ShouldRun(const IRModule&, const PassInfo& info) override { return info.name != pass_; }

 private:
  std::string pass_;
};

TEST_CASE("the log of decisions says of every pass whether it ran and why not", "[decisions]") {
  auto log = std::make_shared<PassDecisions>();
  auto trace = std::make_shared<TraceInstrument>();
  PassContextScope scope(PassContext::Create(
      {.disabled_pass = {"Off"}, .instruments = {log, trace, std::make_shared<VetoOf>("Vetoed")}}));
  Pass inner =
      Sequential({Named("Vetoed", 0), CreatePass("FoldConstant")}, {0, "inner", {}, false});
  Sequential({Named("Off", 0), Named("High", 3, {"InferType"}), Named("Needs", 1, {"InferType"}),
              inner})(tutorials::UsePassInfra());
  CHECK(log->Render() ==
        "sequential        ran, changed\n"
        "  Off             not run: disabled\n"
        "  High            not run: opt level 3 > 2\n"
        "  InferType       not run: High, which requires it, did not run\n"
        "  InferType       ran, changed (required by Needs)\n"
        "  Needs           ran, unchanged\n"
        "  inner           ran, changed\n"
        "    Vetoed        not run: vetoed by VetoOf\n"
        "    FoldConstant  ran, changed\n"
        "      InferType   ran, changed\n");
  for (const auto& entry : log->entries()) CHECK_FALSE(entry.before);
  // A trace has the same entries, except those inside of a disabled pass.
  CHECK(trace->entries().size() == log->entries().size() - 1);
  CHECK(trace->entries()[1].status == TraceInstrument::Status::kSkipped);
  CHECK(trace->entries()[1].decision.Text() == "disabled");
  CHECK(trace->entries()[3].decision.Text() == "required by Needs");
}

TEST_CASE("the log of decisions survives a pass that throws", "[decisions]") {
  auto log = std::make_shared<PassDecisions>();
  {
    PassContextScope scope(PassContext::Create({.instruments = {log}}));
    CHECK_THROWS(
        Sequential({Named("First", 0), Failing(), Named("Last", 0)})(tutorials::UsePassInfra()));
  }
  CHECK(log->Render() ==
        "sequential     failed: broken\n"
        "  First        ran, unchanged\n"
        "  Failing      failed: broken\n"
        "    InferType  ran, changed\n"
        "  Last         not run: not reached: Failing failed\n");
}

TEST_CASE("times are summed by name, the largest own time first", "[timing]") {
  std::vector<PassProfile> roots(2);
  roots[0] = {"A", 0, 100, false, {{"B", 0, 60}, {"B", 0, 10}}, 5};
  roots[1] = {"A", 0, 20, false, {}, 1};
  std::vector<PassTotal> totals = SumProfiles(roots);
  REQUIRE(totals.size() == 2);
  CHECK(totals[0].name == "B");
  CHECK(totals[0].runs == 2);
  CHECK(totals[0].own == 70);
  CHECK(totals[1].own == 50);
  CHECK(totals[1].hooks == 6);
  CHECK(RenderTotals(roots, 1) ==
        "       own    share  runs  pass\n"
        "      70us   58.33%     2  B\n"
        "instruments: 6us (5.00%)\n");
}

TEST_CASE("what the hooks of instruments take is measured", "[timing]") {
  class Slow : public PassInstrument {
   public:
    const std::string& name() const override {
      static const std::string kName = "Slow";
      return kName;
    }
    void RunBeforePass(const IRModule&, const PassInfo&) override { Wait(); }
    void RunAfterPass(const IRModule&, const PassInfo&) override { Wait(); }
    static void Wait() {
      for (double start = NowMicroseconds(); NowMicroseconds() < start + 2000;) {
      }
    }
  };
  for (bool timing_first : {true, false}) {
    auto timing = std::make_shared<PassTimingInstrument>();
    std::vector<InstrumentPtr> list = {timing, std::make_shared<Slow>()};
    if (!timing_first) std::swap(list[0], list[1]);
    PassContextScope scope(PassContext::Create({.instruments = list}));
    Sequential({Named("Inner", 0)})(tutorials::UsePassInfra());
    REQUIRE(timing->profiles().size() == 1);
    const PassProfile& outer = timing->profiles()[0];
    // Each pass is charged with one of its two waits, and the outer pass with one of the inner
    // pass's.
    CHECK(outer.hooks >= 4000);
    CHECK(outer.hooks <= outer.self() + 1);
    CHECK(outer.children[0].hooks >= 2000);
    CHECK(outer.children[0].hooks <= outer.children[0].self() + 1);
  }
}

TEST_CASE("timing repeats passes out of sight of instruments and of the passes around them",
          "[timing]") {
  int inner_runs = 0;
  auto wait = [](double us) {
    for (double start = NowMicroseconds(); NowMicroseconds() < start + us;) {
    }
  };
  Pass inner = CreateModulePass(
      [&](const IRModule& module, PassContext&) -> IRModule {
        ++inner_runs;
        wait(1000);
        return module;
      },
      {0, "Inner", {}, false});
  auto timing = std::make_shared<PassTimingInstrument>(TimingOptions{{0, 5}});
  auto trace = std::make_shared<TraceInstrument>();
  PassContextScope scope(PassContext::Create({.instruments = {trace, timing}}));
  Sequential({inner, inner})(tutorials::UsePassInfra());
  CHECK(inner_runs == 7);
  CHECK(trace->entries().size() == 3);
  CHECK(PassContext::Current()->instruments().size() == 2);
  REQUIRE(timing->profiles().size() == 1);
  const PassProfile& outer = timing->profiles()[0];
  CHECK_FALSE(outer.repeated);
  REQUIRE(outer.children.size() == 2);
  REQUIRE(outer.children[0].repeated);
  CHECK(*outer.children[0].repeated >= 1000);
  CHECK_FALSE(outer.children[1].repeated);
  // The five repetitions count neither for the pass nor for the pass around it.
  CHECK(outer.apart >= 5000);
  CHECK(outer.self() >= 0);
  CHECK(outer.duration >= outer.children[0].duration + outer.children[1].duration);
  CHECK(outer.duration + outer.apart <= NowMicroseconds() - outer.start);
}

using Written = std::vector<std::string>;

PrintSink WriteTo(Written* written) {
  return [written](const std::string& file, const std::string& text) {
    written->push_back(file + ": " + text.substr(0, text.find('\n')));
  };
}

// Runs InferType and FoldConstant, which runs InferType inside, on the tutorial's program; then
// InferType again, which changes nothing.
void RunThree(InstrumentPtr instrument) {
  PassContextScope scope(PassContext::Create({.instruments = {std::move(instrument)}}));
  IRModule module = CreatePass("InferType")(tutorials::UsePassInfra());
  CreatePass("InferType")(CreatePass("FoldConstant")(module));
  scope.Leave();
}

TEST_CASE("PrintBeforeAll and PrintAfterAll print each pass, some, or what changed", "[print]") {
  Written written;
  RunThree(CreateInstrument("PrintBeforeAll", {}, WriteTo(&written)));
  CHECK(written == Written{": Before Running Pass: InferType",
                           ": Before Running Pass: FoldConstant",
                           ": Before Running Pass: InferType", ": Before Running Pass: InferType"});
  written.clear();
  RunThree(CreateInstrument("PrintAfterAll", {}, WriteTo(&written)));
  CHECK(written == Written{": After Running Pass: InferType", ": After Running Pass: InferType",
                           ": After Running Pass: FoldConstant",
                           ": After Running Pass: InferType"});
  written.clear();
  RunThree(CreateInstrument("PrintAfterAll", {{"changed_only", true}}, WriteTo(&written)));
  CHECK(written == Written{": After Running Pass: InferType", ": After Running Pass: InferType",
                           ": After Running Pass: FoldConstant"});
  written.clear();
  RunThree(CreateInstrument("PrintAfterAll", {{"passes", AttrArray{"FoldConstant"}}},
                            WriteTo(&written)));
  CHECK(written == Written{": After Running Pass: FoldConstant"});
  written.clear();
  RunThree(CreateInstrument("PrintBeforeAll", {{"changed_only", true}}, WriteTo(&written)));
  CHECK(written.size() == 4);
}

TEST_CASE("what is printed is the module's text, and a sink's exception comes out", "[print]") {
  std::string all;
  IRModule module = tutorials::UsePassInfra();
  auto print = CreateInstrument("PrintBeforeAll", {{"show_meta_data", true}},
                                [&](const std::string&, const std::string& text) { all = text; });
  PassContextScope scope(PassContext::Create({.instruments = {print}}));
  CreatePass("InferType")(module);
  CHECK(all == "Before Running Pass: InferType\n" + PrintModule(module, {true}));
  PassContext::Current()->OverrideInstruments({CreateInstrument(
      "PrintBeforeAll", {}, [](const std::string&, const std::string&) { throw 42; })});
  CHECK_THROWS_AS(CreatePass("InferType")(module), int);
}

TEST_CASE("DumpIR numbers its files, in memory or in a directory", "[print]") {
  auto names = [](const DumpInstrument& dump) {
    Written list;
    for (const auto& file : dump.files()) list.push_back(file.name);
    return list;
  };
  auto dump = std::make_shared<DumpInstrument>(PrintFilter{{}, false, true});
  RunThree(dump);
  CHECK(names(*dump) == Written{"000_InferType.relay", "001_InferType.relay",
                                "002_FoldConstant.relay", "003_InferType.relay"});
  CHECK(
      StructuralEqual(ParseModule(dump->Text(dump->files()[1]), "dump"), dump->files()[1].module));
  // A skipped dump keeps its number.
  dump = std::make_shared<DumpInstrument>(PrintFilter{{"FoldConstant"}, false, false});
  RunThree(dump);
  CHECK(names(*dump) == Written{"002_FoldConstant.relay"});
  dump = std::make_shared<DumpInstrument>(PrintFilter{});
  PassContextScope scope(PassContext::Create({.instruments = {dump}}));
  Named("../up and away", 0)(tutorials::UsePassInfra());
  CHECK(names(*dump) == Written{"000_.._up_and_away.relay"});

#ifndef __EMSCRIPTEN__
  std::filesystem::path directory = std::filesystem::temp_directory_path() / "passcope_dump_test";
  std::filesystem::remove_all(directory);
  RunThree(CreateInstrument("DumpIR", {{"directory", (directory / "sub").string()}}));
  CHECK(std::filesystem::file_size(directory / "sub" / "003_InferType.relay") > 100);
  CHECK_THROWS_AS(
      CreateInstrument("DumpIR",
                       {{"directory", (directory / "sub" / "003_InferType.relay" / "x").string()}}),
      DiagnosticError);
  std::filesystem::remove_all(directory);
#endif
}

TEST_CASE("statistics are what passes count", "[statistics]") {
  auto statistics = std::make_shared<StatisticsInstrument>();
  auto module = [](const std::string& body) {
    return ParseModule(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2, 3), float32], %w: "
        "Tensor[(2, 3, 4, 4), float32], %k: Tensor[(3, 3, 1, 1), float32]) { " +
            body + " }",
        "text");
  };
  PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {statistics}}));
  Sequential({CreatePass("FoldConstant"), CreatePass("EliminateCommonSubexpr"),
              CreatePass("FuseOps")})(tutorials::UsePassInfra());
  CreatePass("SimplifyExpr")(InferTypes(module("add(%x, %x)")));
  CreatePass("DeadCodeElimination")(module("let %a = add(%x, 1f); %x"));
  CreatePass("SimplifyInference")(InferTypes(module("nn.dropout(%x).0")));
  AttrDict layouts = {{"nn.conv2d", AttrArray{"NHWC", "default"}}};
  Sequential({CreatePass("ConvertLayout", {{"desired_layouts", layouts}})})(
      module("nn.conv2d(%w, %k, padding=[0, 0, 0, 0])"));
  CreatePass("CanonicalizeCast")(
      InferTypes(module("let %a = cast(%x, dtype=\"float64\"); %0 = cast(%x, dtype=\"float64\"); "
                        "add(multiply(%0, %a), %0)")));
  CreatePass("FoldExplicitPadding")(InferTypes(
      module("%0 = nn.pad(%w, 0f, pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]); nn.conv2d(%0, %k, "
             "padding=[0, 0, 0, 0])")));
  CHECK(statistics->Render() ==
        "       2  FoldConstant: calls folded\n"
        "       1  EliminateCommonSubexpr: expressions merged\n"
        "       1  FuseOps: functions made\n"
        "       4  FuseOps: calls fused\n"
        "       1  SimplifyExpr: x + x\n"
        "       1  DeadCodeElimination: lets removed\n"
        "       1  SimplifyInference: operators replaced\n"
        "       3  ConvertLayout: layout transforms inserted\n"
        "       1  CanonicalizeCast: casts added\n"
        "       1  FoldExplicitPadding: paddings folded\n");
  PassContext::Current()->Count("by hand", 2);
  PassContext::Current()->Count("by hand", 3);
  CHECK(statistics->entries().back().pass.empty());
  CHECK(statistics->entries().back().value == 5);
}

std::string ErrorOf(const std::function<void()>& run) {
  try {
    run();
  } catch (const DiagnosticError& error) {
    return error.what();
  }
  return "no error";
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("WellFormed names the pass that breaks a rule", "[checks]") {
  IRModule module = InferTypes(tutorials::UsePassInfra());
  auto returning = [](std::string name, Expr main) {
    return CreateModulePass(
        [main = std::move(main)](const IRModule& input, PassContext&) {
          return WithFunction(input, "main", main);
        },
        {0, std::move(name), {}, false});
  };
  Type type = TensorType(Shape{2}, DataType::Float(32));
  Expr x = Var("x", type), y = Var("y", TensorType(Shape{3}, DataType::Float(32)));
  Expr xy[] = {x, y}, xx[] = {x, x}, just_x[] = {x};
  PassContextScope scope(PassContext::Create({.instruments = {CreateInstrument("WellFormed")}}));
  std::string said = ErrorOf([&] {
    Sequential({Named("Fine", 0), returning("Unbinds", Function(just_x, y))})(module);
  });
  CHECK(Has(said, "the variable %y is not bound in its function"));
  CHECK(Has(said, "the module is not well-formed: the pass Unbinds made it"));
  said = ErrorOf([&] { returning("Twice", Function(xx, x))(module); });
  CHECK(Has(said, "bound more than once"));
  said = ErrorOf([&] { returning("IllTyped", Function(xy, Call(GetOp("add"), {x, y})))(module); });
  CHECK(Has(said, "error[shape-mismatch]"));
  CHECK(Has(said, "the pass IllTyped made it"));
  // The InferType inside a function pass gets the pass's result and is not to blame.
  Pass function_pass = CreateFunctionPass(
      [&](const Expr&, const IRModule&, PassContext&) { return Function(just_x, y); },
      {0, "Outer", {}, false});
  CHECK(Has(ErrorOf([&] { function_pass(module); }), "the pass Outer made it"));
  said = ErrorOf([&] { Named("First", 0)(ModuleFromExpr(Function(just_x, y))); });
  CHECK(Has(said, "it was given to the pass First"));
  // A wrong type.
  Expr marked = WithType(As<FunctionNode>(Function(just_x, Call(GetOp("nn.relu"), {x}))), nullptr);
  Expr call = WithType(As<FunctionNode>(marked)->body().get(), ScalarType(DataType::Int(8)));
  said = ErrorOf([&] { returning("Marks", Function(just_x, call))(module); });
  CHECK(Has(said,
            "the recorded type 'int8' of an expression differs from its inferred type 'Tensor[(2), "
            "float32]'"));
}

TEST_CASE("the engine's passes make well-formed modules of models", "[checks]") {
  IRModule module = CreateModel("resnet20-cifar", {}).module;
  PassContextScope scope(PassContext::Create(
      {.opt_level = 4,
       .instruments = {CreateInstrument("ImmutableModule"), CreateInstrument("WellFormed")}}));
  AttrDict layouts = {{"nn.conv2d", AttrArray{"NHWC", "default"}}};
  Sequential({CreatePass("SimplifyInference"), CreatePass("FoldScaleAxis"),
              CreatePass("ConvertLayout", {{"desired_layouts", layouts}}),
              CreatePass("EliminateCommonSubexpr"), CreatePass("FuseOps"), CreatePass("DefuseOps"),
              CreatePass("ToANormalForm"), CreatePass("ToGraphNormalForm"),
              CreatePass("ToBasicBlockNormalForm"), CreatePass("AnnotateSpans")})(module);
}

TEST_CASE("ImmutableModule finds a pass that changes its module", "[checks]") {
  Pass bad = CreateModulePass(
      [](const IRModule& module, PassContext&) {
        PostOrderVisit(module->Lookup("main"), [](const ExprNode* node) {
          const auto* constant = As<ConstantNode>(node);
          if (constant) constant->data->mutable_data()[0] ^= std::byte{1};
        });
        return module;
      },
      {0, "Vandal", {}, false});
  IRModule module = ModuleFromExpr(ConstantScalar(1, DataType::Float(32)));
  PassContextScope scope(
      PassContext::Create({.instruments = {CreateInstrument("ImmutableModule")}}));
  Named("Fine", 0)(module);
  CHECK(Has(ErrorOf([&] {
              Sequential({Named("Fine", 0), bad})(module);
            }),
            "the pass Vandal changed the module that it was given"));
}

TEST_CASE("the table of instruments is in order, and each row makes what it says", "[table]") {
  const char* last = "";
  for (const InstrumentRow& row : InstrumentTable()) {
    INFO(row.name);
    CHECK(std::string(last) < row.name);
    last = row.name;
    CHECK(std::string(row.summary).size() > 20);
    CHECK(CreateInstrument(row.name)->name() == row.name);
    for (const AttrField& option : row.options) CHECK(std::string(option.doc).size() > 10);
  }
  CHECK(Has(ErrorOf([] { CreateInstrument("DumpIr"); }), "did you mean DumpIR?"));
  CHECK(Has(ErrorOf([] {
              CreateInstrument("DumpIR", {{"dir", "x"}});
            }),
            "its options are: directory, passes, changed_only, show_meta_data"));
  CHECK(Has(ErrorOf([] {
              CreateInstrument("DumpIR", {{"passes", "all"}});
            }),
            "takes a list of strings"));
}

}  // namespace
}  // namespace passcope
