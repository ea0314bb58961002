// The built-in instruments.
#include <catch2/catch.hpp>
#include <regex>

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
  CHECK_FALSE(trace->entries()[0].changed());
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

}  // namespace
}  // namespace passcope
