// Random sequences of entering, leaving, overriding, running and throwing. The stack of contexts
// stays balanced and equal to a model of it.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "models/tutorials.h"
#include "pass/pass.h"
#include "support/random.h"

namespace passcope {
namespace {

using Log = std::vector<std::string>;

constexpr const char* kHooks[] = {"enter", "exit", "should", "before", "after"};
enum HookIndex : int { kEnter, kExit, kShould, kBefore, kAfter, kNone };

struct Thrown {};

// Logs its hooks and throws in one of them.
struct Fickle : PassInstrument {
  Fickle(int id, int bad, Log* log) : id(id), bad(bad), log(*log), text(std::to_string(id)) {}
  const std::string& name() const override { return text; }
  void Hook(int hook) const {
    log.push_back(text + kHooks[hook]);
    if (hook == bad) throw Thrown();
  }
  void EnterPassContext() override { Hook(kEnter); }
  void ExitPassContext() override { Hook(kExit); }
  bool ShouldRun(const IRModule&, const PassInfo&) override { return Hook(kShould), true; }
  void RunBeforePass(const IRModule&, const PassInfo&) override { Hook(kBefore); }
  void RunAfterPass(const IRModule&, const PassInfo&) override { Hook(kAfter); }
  const int id, bad;
  Log& log;
  const std::string text;
};

// A second, simple version of the rules. Every action returns whether it threw.
struct Model {
  struct Instrument {
    int id, bad;
  };
  using List = std::vector<Instrument>;

  bool Hook(const Instrument& instrument, int hook) {
    log.push_back(std::to_string(instrument.id) + kHooks[hook]);
    return instrument.bad == hook;
  }
  bool EnterAll(List& list) {
    for (size_t i = 0; i < list.size(); ++i) {
      if (!Hook(list[i], kEnter)) continue;
      List entered(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i));
      list.clear();
      for (const Instrument& instrument : entered) {
        if (Hook(instrument, kExit)) break;
      }
      return true;
    }
    return false;
  }
  bool ExitAll(List& list) {
    for (const Instrument& instrument : list) {
      if (!Hook(instrument, kExit)) continue;
      list.clear();
      return true;
    }
    return false;
  }
  bool Enter(size_t context) {
    if (EnterAll(lists[context])) return true;
    stack.push_back(context);
    return false;
  }
  bool Exit(size_t context) {
    if (stack.empty() || stack.back() != context) return true;
    stack.pop_back();
    return ExitAll(lists[context]);
  }
  bool Override(size_t context, List list) {
    if (ExitAll(lists[context])) return true;
    lists[context] = std::move(list);
    return EnterAll(lists[context]);
  }
  bool Run(bool pass_throws) {
    const List list = stack.empty() ? List() : lists[stack.back()];
    for (int hook : {kShould, kBefore}) {
      for (const Instrument& instrument : list) {
        if (Hook(instrument, hook)) return true;
      }
    }
    log.push_back("pass");
    if (pass_throws) return true;
    for (const Instrument& instrument : list) {
      if (Hook(instrument, kAfter)) return true;
    }
    return false;
  }

  std::vector<size_t> stack;
  std::vector<List> lists;
  Log log;
};

template <class F>
bool Throws(F&& f) {
  try {
    f();
    return false;
  } catch (const Thrown&) {
    return true;
  } catch (const DiagnosticError&) {
    return true;
  }
}

TEST_CASE("random sequences keep the stack of contexts equal to a model", "[pass][random]") {
  constexpr size_t kContexts = 4;
  SplitMix64 random(20110815);
  auto below = [&random](uint64_t n) { return random.Below(n); };
  IRModule module = tutorials::UsePassInfra();
  for (int sequence = 0; sequence < 10000; ++sequence) {
    ContextStack stack;
    ContextStack::Scope scope(stack);
    Model model;
    Log log;
    int next_id = 0;
    auto make_list = [&] {
      Model::List list;
      for (uint64_t n = below(4); n > 0; --n) {
        // Most instruments do not throw, or else few sequences get far.
        list.push_back({next_id++, below(3) == 0 ? static_cast<int>(below(5)) : kNone});
      }
      return list;
    };
    auto real_list = [&](const Model::List& list) {
      std::vector<InstrumentPtr> made;
      for (const auto& [id, bad] : list) made.push_back(std::make_shared<Fickle>(id, bad, &log));
      return made;
    };
    std::vector<PassContextPtr> contexts;
    for (size_t i = 0; i < kContexts; ++i) {
      model.lists.push_back(make_list());
      contexts.push_back(PassContext::Create({.instruments = real_list(model.lists.back())}));
    }
    bool same = true;
    for (uint64_t step = 4 + below(16); step > 0 && same; --step) {
      size_t context = below(kContexts);
      bool expected = false, threw = false;
      switch (below(6)) {
        case 0:
        case 1:
          expected = model.Enter(context);
          threw = Throws([&] { contexts[context]->Enter(); });
          break;
        case 2:
          // Usually the right context.
          if (!model.stack.empty() && below(4) != 0) context = model.stack.back();
          expected = model.Exit(context);
          threw = Throws([&] { contexts[context]->Exit(); });
          break;
        case 3: {
          Model::List list = make_list();
          std::vector<InstrumentPtr> made = real_list(list);
          expected = model.Override(context, std::move(list));
          threw = Throws([&] { contexts[context]->OverrideInstruments(made); });
          break;
        }
        default: {
          bool pass_throws = below(3) == 0;
          Pass pass = CreateModulePass(
              [&](const IRModule& given, PassContext&) {
                log.push_back("pass");
                if (pass_throws) throw Thrown();
                return given;
              },
              {0, "Pass", {}, false});
          expected = model.Run(pass_throws);
          threw = Throws([&] { pass(module); });
        }
      }
      same = threw == expected && log == model.log && stack.entered().size() == model.stack.size();
      for (size_t i = 0; same && i < model.stack.size(); ++i) {
        same = stack.entered()[i] == contexts[model.stack[i]];
      }
      for (size_t i = 0; same && i < kContexts; ++i) {
        same = contexts[i]->instruments().size() == model.lists[i].size();
        for (size_t k = 0; same && k < model.lists[i].size(); ++k) {
          const PassInstrument& real = *contexts[i]->instruments()[k];
          same = static_cast<const Fickle&>(real).id == model.lists[i][k].id;
        }
      }
    }
    if (!same) {
      INFO("sequence " << sequence);
      CHECK(log == model.log);
      FAIL("the stack differs from the model");
    }
    // Like scopes at the end of a program: leaves every context, even if it throws.
    while (!stack.entered().empty()) {
      Throws([context = stack.entered().back()] { context->Exit(); });
    }
  }
}

}  // namespace
}  // namespace passcope
