// The log of hooks: called hooks, exceptions, and hooks that were not called after one.
#include "instrument/hook_log.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "ir/module.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

class Plain : public PassInstrument {
 public:
  explicit Plain(std::string name, HookLog::Hook bad = HookLog::Hook::kRunAfterFailed)
      : name_(std::move(name)), bad_(bad) {}
  const std::string& name() const override { return name_; }
  void EnterPassContext() override { Maybe(HookLog::Hook::kEnterPassContext); }
  void ExitPassContext() override { Maybe(HookLog::Hook::kExitPassContext); }
  bool ShouldRun(const IRModule&, const PassInfo&) override { return run; }
  void RunBeforePass(const IRModule&, const PassInfo&) override {
    Maybe(HookLog::Hook::kRunBeforePass);
  }
  void RunAfterPass(const IRModule&, const PassInfo&) override {
    Maybe(HookLog::Hook::kRunAfterPass);
  }
  bool run = true;

 private:
  void Maybe(HookLog::Hook hook) {
    if (hook == bad_) throw std::runtime_error("bad " + name_);
  }
  std::string name_;
  HookLog::Hook bad_;
};

IRModule Program() {
  return ParseModule(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 4), float32]) { nn.relu(%x) }", "test");
}

}  // namespace

TEST_CASE("a hook log has every call in its order", "[hook_log]") {
  HookLog log;
  PassContextOptions options;
  options.instruments = {log.Watch(std::make_shared<Plain>("A")),
                         log.Watch(std::make_shared<Plain>("B"))};
  PassContextScope scope(PassContext::Create(std::move(options)));
  CreatePass("InferType")(Program());
  scope.Leave();
  CHECK(log.Render() ==
        "A: enterPassCtx\nB: enterPassCtx\nA: shouldRun(InferType)\nB: shouldRun(InferType)\n"
        "A: runBeforePass(InferType)\nB: runBeforePass(InferType)\nA: runAfterPass(InferType)\n"
        "B: runAfterPass(InferType)\nA: exitPassCtx\nB: exitPassCtx\n");
  CHECK(log.instruments() == std::vector<std::string>{"A", "B"});
  log.Clear();
  CHECK(log.entries().empty());
  CHECK(log.instruments().size() == 2);
}

TEST_CASE("a hook log marks what threw and what vetoed", "[hook_log]") {
  HookLog log;
  auto veto = std::make_shared<Plain>("Veto");
  veto->run = false;
  PassContextOptions options;
  options.instruments = {
      log.Watch(std::make_shared<Plain>("A")), log.Watch(veto),
      log.Watch(std::make_shared<Plain>("Exit", HookLog::Hook::kExitPassContext))};
  PassContextScope scope(PassContext::Create(std::move(options)));
  CreatePass("InferType")(Program());
  CHECK_THROWS_WITH(scope.Leave(), "bad Exit");
  const auto& entries = log.entries();
  REQUIRE(entries.size() == 9);
  CHECK(entries[4].outcome == HookLog::Outcome::kVetoed);
  CHECK(entries[5].outcome == HookLog::Outcome::kReturned);
  CHECK(entries[8].outcome == HookLog::Outcome::kThrew);
  CHECK(entries[8].error == "bad Exit");
  CHECK_THAT(log.Render(), Catch::Contains("Veto: shouldRun(InferType) vetoed\n") &&
                               Catch::Contains("Exit: exitPassCtx threw: bad Exit\n"));
}

TEST_CASE("a hook log tells who hears of a failed pass", "[hook_log]") {
  HookLog log;
  PassContextOptions options;
  options.instruments = {
      log.Watch(std::make_shared<Plain>("A")),
      log.Watch(std::make_shared<Plain>("Before", HookLog::Hook::kRunBeforePass)),
      log.Watch(std::make_shared<Plain>("C"))};
  PassContextScope scope(PassContext::Create(std::move(options)));
  CHECK_THROWS_WITH(CreatePass("InferType")(Program()), "bad Before");
  scope.Leave();
  CHECK_THAT(log.Render(), Catch::Contains("Before: runBeforePass(InferType) threw: bad Before\n"
                                           "A: runAfterFailed(InferType)\nA: exitPassCtx\n"));
}

TEST_CASE("a hook log keeps a bounded number of calls", "[hook_log]") {
  HookLog log;
  InstrumentPtr watched = log.Watch(std::make_shared<Plain>("A"));
  for (size_t i = 0; i < HookLog::kMaxEntries + 3; ++i) watched->EnterPassContext();
  CHECK(log.entries().size() == HookLog::kMaxEntries);
  CHECK(log.dropped() == 3);
}

}  // namespace passcope
