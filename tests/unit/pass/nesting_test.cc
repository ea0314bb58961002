// Hooks that run their own passes end in a diagnostic and leave no state behind.
#include "pass/nesting.h"

#include <catch2/catch.hpp>
#include <functional>

#include "diagnostics/diagnostic.h"
#include "models/models.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "transforms/optimize.h"

namespace passcope {
namespace {

struct Calling : PassInstrument {
  const std::string& name() const override { return text; }
  void EnterPassContext() override {
    if (enter) enter();
  }
  void RunBeforePass(const IRModule&, const PassInfo&) override {
    if (before) before();
  }
  const std::string text = "calling";
  std::function<void()> enter, before;
};

template <class F>
DiagKind KindOf(F&& f) {
  try {
    f();
  } catch (const DiagnosticError& error) {
    return error.diagnostics().front().kind;
  }
  FAIL("no diagnostic");
  return DiagKind::kUsage;
}

TEST_CASE("A hook that overrides the instruments of its own context ends in a diagnostic",
          "[nesting]") {
  auto instrument = std::make_shared<Calling>();
  PassContextPtr context = PassContext::Create({.instruments = {instrument, instrument}});
  int depth = 0, deepest = 0;
  instrument->enter = [&] {
    deepest = std::max(deepest, ++depth);
    try {
      context->OverrideInstruments({instrument, instrument});
    } catch (...) {
      --depth;
      throw;
    }
    --depth;
  };
  CHECK(KindOf([&] { context->Enter(); }) == DiagKind::kNestingTooDeep);
  CHECK(deepest == NestingScope::kMaxCallbacks);
  // The counters are reset: the same depth as before.
  deepest = 0;
  PassContextPtr again = PassContext::Create({.instruments = {instrument}});
  CHECK(KindOf([&] { again->Enter(); }) == DiagKind::kNestingTooDeep);
  CHECK(deepest == NestingScope::kMaxCallbacks);
  CHECK(ContextStack::Current().entered().empty());
  instrument->enter = nullptr;
}

TEST_CASE("relay.optimize from a hook of relay.optimize ends in a diagnostic", "[nesting]") {
  IRModule module = CreateModel("resnet20-cifar").module;
  int depth = 0;
  std::function<void()> optimize = [&] {
    auto instrument = std::make_shared<Calling>();
    bool first = true;
    instrument->before = [&, first]() mutable {
      if (std::exchange(first, false)) optimize();
    };
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {instrument}}));
    ++depth;
    Optimize(module, {});
    scope.Leave();
  };
  CHECK(KindOf(optimize) == DiagKind::kNestingTooDeep);
  CHECK(depth > 10);
  CHECK(ContextStack::Current().entered().empty());
  // Any depth below the limit works, and all runs end.
  int left = 20, ended = 0;
  std::function<void()> some = [&] {
    if (left-- == 0) return;
    auto instrument = std::make_shared<Calling>();
    bool first = true;
    instrument->before = [&, first]() mutable {
      if (std::exchange(first, false)) some();
    };
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {instrument}}));
    Optimize(module, {});
    scope.Leave();
    ++ended;
  };
  some();
  CHECK(ended == 20);
}

TEST_CASE("Passes that call passes end in a diagnostic", "[nesting]") {
  IRModule module = CreateModel("resnet20-cifar").module;
  Pass self;
  int depth = 0;
  PassInfo info;
  info.name = "self";
  self = CreateModulePass(
      [&](const IRModule& given, PassContext&) {
        ++depth;
        return self(given);
      },
      info);
  CHECK(KindOf([&] { self(module); }) == DiagKind::kNestingTooDeep);
  CHECK(depth == NestingScope::kMaxPasses);
  CHECK(CreatePass("InferType")(module));
}

}  // namespace
}  // namespace passcope
