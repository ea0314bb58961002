// The built-in instruments.
#include <catch2/catch.hpp>
#include <regex>

#include "instrument/clock.h"
#include "instrument/op_diff.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "models/tutorials.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "transforms/infer_type.h"

namespace passcope {
namespace {

Pass Failing() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) -> IRModule {
        transform::InferType()(module);
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
  // Typing a typed module returns it as it is.
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
        "  InferType       not run: dependency of High\n"
        "  InferType       ran, changed (dependency of Needs)\n"
        "  Needs           ran, unchanged\n"
        "  inner           ran, changed\n"
        "    Vetoed        not run: vetoed by VetoOf\n"
        "    FoldConstant  ran, changed\n"
        "      InferType   ran, changed\n");
  for (const auto& entry : log->entries()) CHECK_FALSE(entry.before);
  // A trace has the same without what would have run for a pass that is left out.
  CHECK(trace->entries().size() == log->entries().size() - 1);
  CHECK(trace->entries()[1].status == TraceInstrument::Status::kSkipped);
  CHECK(trace->entries()[1].reason == "disabled");
  CHECK(trace->entries()[3].reason == "dependency of Needs");
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
    // Each pass is charged with one of its two waits, and the outer one with one of the inner's.
    CHECK(outer.hooks >= 4000);
    CHECK(outer.hooks <= outer.self());
    CHECK(outer.children[0].hooks >= 2000);
    CHECK(outer.children[0].hooks <= outer.children[0].self());
  }
}

}  // namespace
}  // namespace passcope
